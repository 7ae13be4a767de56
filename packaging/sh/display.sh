# Whether a window can open here. Sourced; POSIX sh. Needs say.sh, packages.sh; headless, where it never can.

# Sets `no_window` to the reason why no window can open; fails when one can.
# Installs what is missing where it may.
find_why_no_window() {
    no_window=
    if [ -n "${headless:-}" ]; then
        no_window="this Muster was made without a window"
    elif [ -z "${DISPLAY:-}" ]; then
        no_window="no display (DISPLAY is not set)"
        [ -z "${WAYLAND_DISPLAY:-}" ] || no_window="no X display: JavaFX needs XWayland here, and DISPLAY is not set"
    elif ! display_answers; then
        no_window="no X server answers at DISPLAY=$DISPLAY"
    else
        find_missing_window_packages
        # shellcheck disable=SC2086 # one word per package
        [ -z "$packages_missing" ] || install_packages "to open a window" $packages_missing \
            || no_window="the window needs packages that are not installed"
    fi
    [ -n "$no_window" ]
}

# A display of this machine has a socket, in the file system or abstract; any other is taken at its word.
display_answers() {
    case $DISPLAY in
        :[0-9]* | unix:[0-9]*) ;;
        *) return 0 ;;
    esac
    display_number=${DISPLAY#*:}
    display_socket=/tmp/.X11-unix/X${display_number%%.*}
    [ -S "$display_socket" ] || grep -q "@$display_socket\$" /proc/net/unix 2>/dev/null
}
