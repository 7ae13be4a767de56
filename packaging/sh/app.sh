# Builds the application when it is missing or older than its sources. Sourced; POSIX sh.
# Needs: root, target, app (absolute paths), say.sh, jdk.sh, packages.sh.

# Maven dates the mark at the start of its build, so an edit made during the build counts as newer.
# Folders are compared too: a deleted file shows in its folder's date.
app_is_fresh() {
    [ -f "$app/assembled" ] || return
    [ -z "$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main -newer "$app/assembled" -print -quit)" ]
}

# One build at a time: whoever comes second waits, and then finds the application fresh.
ensure_app() {
    app_is_fresh && return
    mkdir -p "$target" || die $exit_broken "cannot build: $target cannot be created"
    exec 9>"$target/build.lock" || die $exit_broken "cannot build: $target is not writable"
    flock -n 9 || { say "waiting for another build of this checkout"; flock 9; }
    app_is_fresh || build_app
    exec 9>&-
}

build_app() {
    find_maven || { install_packages "to build Muster" maven && find_maven; } \
        || die $exit_absent "building needs Maven 3.8.1 or newer, and there is no mvn in PATH (Debian: apt-get install maven)"
    build_log=$target/build.log
    if [ -f "$app/assembled" ]; then
        say "sources have changed; building (log: $build_log)"
    else
        say "building, the first time takes a minute or two (log: $build_log)"
    fi
    await_maven && app_is_fresh && return
    cat "$build_log" >&2
    die $exit_broken "the build failed; what Maven said stands above and in $build_log"
}

# A signal must not end this shell alone, or Maven would go on beside the next call's. It can only be trapped while
# the shell waits for what is behind an &.
await_maven() {
    become_maven >"$build_log" 2>&1 </dev/null 9>&- &
    maven_pid=$!
    trap 'stop_build 1' HUP
    trap 'stop_build 2' INT
    trap 'stop_build 3' QUIT
    trap 'stop_build 15' TERM
    wait "$maven_pid"
    maven_status=$?
    trap - HUP INT QUIT TERM
    return "$maven_status"
}

stop_build() {
    trap '' HUP INT QUIT TERM
    kill "$maven_pid" 2>/dev/null
    wait "$maven_pid"
    die $((128 + $1)) "stopped while building; the next call builds anew"
}

# Maven keeps the Java it is used to, and that one's certificates; ours it finds by JAVA_25_HOME. Tests and
# the format check are for whoever changes Muster. Only behind an &: it becomes Maven, and nothing of this is the
# workers' business.
become_maven() {
    cd "$root" || exit
    command -v java >/dev/null || export JAVA_HOME="${JAVA_HOME:-$jdk}"
    export JAVA_25_HOME="$jdk"
    exec "$maven" --batch-mode -Dmaven.test.skip=true -Dformat.skip=true -pl packaging -am package
}

# Sets `maven`.
find_maven() {
    for maven in "$(command -v mvn)" "${MAVEN_HOME:-}/bin/mvn" /opt/*maven*/bin/mvn /usr/local/*maven*/bin/mvn \
        "${HOME:-}"/.sdkman/candidates/maven/current/bin/mvn "${HOME:-}"/*maven*/bin/mvn; do
        [ -x "$maven" ] && return
    done
    return 1
}
