# How Muster's two programs are started. Sourced; POSIX sh. Needs: app, jdk; installed, where it is; root to fill
# caches; launcher, which they call again to start the background agent.

# Netty would tell the flight recorder of its buffers. Setting that up costs the store's thread an eighth of
# a second with its first client waiting, and nobody listens.
netty='-Dio.netty.jfr.enabled=false'

# JVM warnings, and the thread dump that SIGQUIT asks for, go to stdout unless told otherwise. A class
# cache that does not fit (another JDK, half written, not there) is not worth a word: the start is
# slower, and that is all.
jvm_quiet="-Xlog:disable -Xlog:all=warning,aot*=off,cds*=off:stderr -XX:-UsePerfData -XX:+DisplayVMOutputToStderr $netty"

# The terminal's program hears of signals by itself. Java is told to touch none of them (-Xrs): while it starts it
# would end with a stack trace, and what a shell has started to ignore SIGINT could not hear it. With -Xrs it would
# open a socket for debuggers at once, which is left behind by a quick end.
own_signals='-Xrs -XX:+DisableAttachMechanism'

# The terminal's program is waited for: one compiler, classes from the cache, and little room for new objects,
# because the JVM uses up what it is given, a hundred megabytes here, before it collects for the first time. A
# store alone lives long and works hard, so it gets both compilers and room.
terminal_jvm="$jvm_quiet $own_signals -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED"
terminal_small='-XX:TieredStopAtLevel=1 -Xmn8m'
terminal_cache=$app/terminal.aot
terminal_main=dev.muster.agent.cli.MusterMain

# The window stays for hours: the default collector, and both compilers.
window_jvm="$jvm_quiet --enable-native-access=javafx.graphics,ALL-UNNAMED"
window_cache=$app/window.aot
window_main=dev.muster.gui.CockpitMain

# Java takes file names, arguments and variables for text in the locale's encoding, and keeps nothing of what
# does not fit. The C locale's encoding is ASCII, so Java gets UTF-8 instead; workers get back what was there.
speak_utf8() {
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in C | POSIX) ;; *) return ;; esac
    MUSTER_LC_ALL=${LC_ALL+=$LC_ALL}
    LC_ALL=C.UTF-8
    export MUSTER_LC_ALL LC_ALL
}

# Where no standard input is open, Java's first file would become it, and its workers' too.
have_input() {
    true 2>/dev/null 3<&0 || exec </dev/null
}

become_terminal() {
    speak_utf8
    have_input
    class_path "$app"/lib/*.jar
    [ "${1:-}" = store ] || terminal_jvm="$terminal_jvm $terminal_small"
    # shellcheck disable=SC2086 # options, one word each
    exec "$jdk/bin/java" $terminal_jvm "-XX:AOTCache=$terminal_cache" "-Dmuster.launcher=$launcher" \
        -cp "$class_path" $terminal_main "$@"
}

# JavaFX wants to be modules; not all of the rest can be, so the rest is a class path. Installed, JavaFX is part of the
# runtime, and there is a class cache. In a checkout the first window that closes leaves a class archive for the next ones.
become_window() {
    speak_utf8
    class_path "$app"/lib/*.jar "$app"/gui/*.jar
    set -- -cp "$class_path" $window_main "$@"
    if [ -n "${installed:-}" ]; then
        set -- "-XX:AOTCache=$window_cache" "$@"
    else
        set -- --module-path "$app/fx" --add-modules javafx.controls \
            -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$app/window.jsa" "$@"
    fi
    # shellcheck disable=SC2086 # options, one word each
    exec "$jdk/bin/java" $window_jvm "-Dmuster.launcher=$launcher" "$@"
}

# Java's class cache takes no classes as old as picocli's.
renew_old_classes() {
    "$jdk/bin/java" -cp "$(echo "$app"/lib/picocli-*.jar)" "$root/.mvn/tools/NewerClasses.java" "$app"/lib/picocli-*.jar
}

# Writes the terminal's class cache from one short run with a failure and a restart in it.
fill_terminal_cache() {
    class_path "$app"/lib/*.jar
    # The second attempt lasts until the control API is open, and asks it something where there is a curl.
    # shellcheck disable=SC2016,SC2086 # the worker's shell expands its own variable; options, one word each
    MUSTER_HOME=$app/training "$jdk/bin/java" $terminal_jvm $terminal_small -Dmuster.fillsClassCache=true \
        "-XX:AOTCacheOutput=$terminal_cache" \
        -cp "$class_path" $terminal_main run --nproc-per-node 2 --max-restarts 1 --no-python \
        sh -c '[ $TORCHELASTIC_RESTART_COUNT = 0 ] && exit 1; sleep 2; curl -s --unix-socket $MUSTER_HOME/run/*.sock http://muster/v1/runs; exit 0' </dev/null >/dev/null
    rm -rf "$app/training"
}

# Writes the window's class cache from some seconds of the demo: on a screen of its own where there is Xvfb, else drawn nowhere.
fill_window_cache() {
    class_path "$app"/lib/*.jar "$app"/gui/*.jar
    if command -v xvfb-run >/dev/null; then
        set -- xvfb-run -a timeout 20 "$jdk/bin/java"
    else
        set -- timeout 20 "$jdk/bin/java" -Dglass.platform=Headless -Dprism.order=sw
    fi
    # shellcheck disable=SC2086 # options, one word each
    MUSTER_HOME=$app/training "$@" $window_jvm "-XX:AOTCacheOutput=$window_cache" \
        -cp "$class_path" $window_main demo </dev/null || [ $? = 124 ] # it was timeout that closed it
    rm -rf "$app/training"
}

# Sets `class_path` to the jars given, in their order: the cache is only good for one order.
class_path() {
    class_path=
    for jar in "$@"; do class_path=$class_path:$jar; done
    class_path=${class_path#:}
}
