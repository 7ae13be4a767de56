# System packages the cockpit or the build lacks, and how they get here. Sourced; POSIX sh. Needs say.sh;
# target, for its log.

# Sets `packages_missing` to the Debian packages without which the window cannot open.
# The list is what JavaFX's own libraries are linked against, and one font to draw with.
find_missing_window_packages() {
    packages_missing=
    packages_libraries=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null)
    needs_library libgtk-3.so.0 libgtk-3-0
    needs_library libXtst.so.6 libxtst6
    needs_library libXxf86vm.so.1 libxxf86vm1
    needs_library libGL.so.1 libgl1
    needs_library libfontconfig.so.1 libfontconfig1
    needs_library libfreetype.so.6 libfreetype6
    needs_library libpangoft2-1.0.so.0 libpangoft2-1.0-0
    [ -d /usr/share/fonts/truetype ] || [ -d /usr/share/fonts/opentype ] || add_package fonts-dejavu-core
    packages_missing=${packages_missing# }
}

needs_library() {
    case $packages_libraries in
        *"$1"*) ;;
        *) add_package "$2" ;;
    esac
}

add_package() {
    packages_missing="$packages_missing $1"
}

# Installs packages $2… "$1" (why) when it may: root at once, others after a yes on the terminal.
# Otherwise names the command that does it, and fails.
install_packages() {
    packages_why=$1
    shift
    packages_command="apt-get install -y --no-install-recommends $*"
    if ! command -v apt-get >/dev/null; then
        say "$packages_why these are needed (by their Debian names): $*"
        return 1
    fi
    if [ "$(id -u)" = 0 ]; then
        say "installing $* $packages_why"
        run_apt env
    elif command -v sudo >/dev/null && [ -t 0 ] && [ -t 2 ]; then
        printf 'muster: %s: %s. Install now with sudo? [Y/n] ' "$packages_why, needed" "$*" >&2
        read -r packages_answer || packages_answer=n
        case $packages_answer in
            '' | [Yy]*) run_apt sudo env ;;
            *) say "not installed; later: sudo $packages_command"; return 1 ;;
        esac
    else
        say "missing $packages_why: $*. This installs it: sudo $packages_command"
        return 1
    fi
}

run_apt() {
    packages_log=$target/packages.log
    mkdir -p "$target"
    # shellcheck disable=SC2086 # one word per package
    {
        "$@" DEBIAN_FRONTEND=noninteractive apt-get update # one source of many may be out of reach
        "$@" DEBIAN_FRONTEND=noninteractive $packages_command
    } >"$packages_log" 2>&1 </dev/null && return
    tail -n 5 "$packages_log" >&2
    say "apt-get failed (log: $packages_log); by hand: $packages_command"
    return 1
}
