# Makes the folder that an installation is: the program, a Java of its own, and what shells and desktops know of it.
# Arguments: the build's folder, with the assembled application in it; the folder to make; its version; full or headless.
set -eu
here=$(cd "${0%/*}/.." && pwd)
build=$1
assembled=$build/app
home=$2
version=$3
kind=$4
app=$home/app
launcher=$home/bin/muster
id=dev.muster.Muster
. "$here/sh/say.sh"
. "$here/sh/jdk.sh"
. "$here/sh/java.sh"

# All files bear this date: class caches remember those of their jars, and archives keep them.
date=@${SOURCE_DATE_EPOCH:-1767225600}

# What people expect of a Java that calls their functions (--java-function), besides what our own modules and the
# libraries among them require.
java_modules=java.instrument,java.management,java.naming,java.net.http,java.scripting,java.security.jgss,java.security.sasl
java_modules=$java_modules,java.sql,java.xml.crypto,jdk.charsets,jdk.jfr,jdk.management,jdk.unsupported,jdk.zipfs

main() {
    find_jdk || { say_no_jdk; exit $exit_absent; }
    linker=$jdk/bin
    jdk=$home/runtime
    rm -rf "$home"
    mkdir -p "$home/bin" "$home/sh" "$app"
    case $kind in
        full) link_java "$java_modules,$(required_by muster-store muster-agent-core),javafx.controls" --module-path "$assembled/fx" ;;
        headless) link_java "$java_modules,$(required_by muster-store muster-agent-core)" ;;
        *) die 2 "found \"$kind\", expected full or headless" ;;
    esac
    copy_program
    find "$home" -exec touch -h -d "$date" {} +
    fill_terminal_cache >"$home.log" 2>&1
    [ "$kind" = headless ] || fill_window_cache >>"$home.log" 2>&1
    [ -s "$terminal_cache" ] || die $exit_broken "no class cache was made (see $home.log)"
    [ "$kind" = headless ] || [ -s "$window_cache" ] || die $exit_broken "no class cache was made for the window (see $home.log)"
    share
    find "$home" -exec touch -h -d "$date" {} +
}

# The system's modules that ours name, with commas between.
required_by() {
    for module in "$@"; do
        "$linker/jar" --describe-module --file "$(echo "$assembled/lib/$module"-*.jar)"
    done | sed -n 's/^requires \(j[a-z]*\.[a-z.]*\).*/\1/p' | grep -E '^(java|jdk)\.' | sort -u | paste -sd, -
}

# JavaFX's libraries go beside Java's, or each user's home would get a copy of them.
link_java() {
    link_modules=$1
    shift
    "$linker/jlink" "$@" --add-modules "$link_modules" --output "$jdk" \
        --strip-java-debug-attributes --no-header-files --no-man-pages --compress zip-6
    [ "$kind" = headless ] || take_libraries "$assembled"/fx/javafx-graphics-*.jar
    strip_binaries
    "$jdk/bin/java" -Xshare:dump -Xlog:disable
}

# Of what only debuggers read. Without binutils it stays.
strip_binaries() {
    command -v strip >/dev/null || return 0
    chmod -R u+w "$jdk"
    find "$jdk/bin" "$jdk/lib" -type f \( -name '*.so' -o -perm -u+x \) -exec strip --strip-unneeded {} +
}

take_libraries() {
    mkdir "$home/jar"
    (cd "$home/jar" && "$linker/jar" xf "$1" && mv ./*.so "$jdk/lib")
    rm -r "$home/jar"
}

copy_program() {
    cp "$here/dist/muster" "$launcher"
    for part in say hearing packages display java calls; do cp "$here/sh/$part.sh" "$home/sh"; done
    cp -R "$assembled/lib" "$app"
    [ "$kind" = headless ] || cp -R "$assembled/gui" "$app"
    chmod -R u=rwX,go=rX "$home"
    echo "$version" >"$home/version"
}

# Laid out as below /usr, or below ~/.local.
share() {
    share=$home/share
    mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
        "$share/fish/vendor_completions.d" "$share/doc/muster" "$share/systemd/user"
    "$launcher" manual >"$share/man/man1/muster.1"
    "$launcher" completion bash | sed '1{/^#!/d}' >"$share/bash-completion/completions/muster"
    "$launcher" completion zsh >"$share/zsh/site-functions/_muster"
    "$launcher" completion fish >"$share/fish/vendor_completions.d/muster.fish"
    cp "$here/systemd/muster-agent.service" "$share/systemd/user"
    cp "$here/docs/changelog.md" "$share/doc/muster"
    copy_licences
    cp "$build/muster.cdx.json" "$share/doc/muster"
    cp -R "$here/examples" "$share/doc/muster"
    [ "$kind" = headless ] || share_with_desktops
    chmod -R u=rwX,go=rX "$home"
}

# Of those libraries that are there.
copy_licences() {
    mkdir "$share/doc/muster/licences"
    cp "$build/licences/THIRD-PARTY.txt" "$share/doc/muster/licences"
    for jar in "$app"/*/*.jar; do
        licence=$build/licences/$(basename "$jar" .jar)
        [ ! -d "$licence" ] || cp -R "$licence" "$share/doc/muster/licences"
    done
}

share_with_desktops() {
    mkdir -p "$share/applications" "$share/metainfo" "$share/mime/packages" "$share/icons/hicolor/scalable/apps"
    cp "$here/desktop/$id.desktop" "$share/applications"
    cp "$here/desktop/$id.metainfo.xml" "$share/metainfo"
    cp "$here/desktop/$id.mime.xml" "$share/mime/packages/$id.xml"
    cp "$here/desktop/$id.svg" "$share/icons/hicolor/scalable/apps"
    for size in 16 24 32 48 64 128 256 512; do
        mkdir -p "$share/icons/hicolor/${size}x$size/apps"
        cp "$build/icons/$size.png" "$share/icons/hicolor/${size}x$size/apps/$id.png"
    done
}

main
