# Which program a call is for: the window's or the terminal's. Sourced; POSIX sh. Needs say.sh, hearing.sh, packages.sh,
# display.sh, java.sh; `prepare`, which sees to it that there is an application and a Java.

main() {
    hear_signals_of_a_run "$@"
    called_somewhere || die 2 "the folder this was called in is gone; call it from one that exists"
    case ${1-} in
        '' | demo) in_window_only "$@" ;;
        open) in_window_or_terminal "$@" ;;
        *) in_terminal "$@" ;;
    esac
}

# Not by `cd .`, which would leave an OLDPWD to the workers. Asking the system takes a process more, so it
# is only asked where the shell may be wrong.
called_somewhere() {
    [ . -ef "${PWD:-}" ] || [ -n "$(pwd -P 2>/dev/null)" ]
}

in_window_only() {
    find_why_no_window && die $exit_absent "$no_window. The cockpit needs one: start it from a desktop session, or over \`ssh -X\`. Without a window: muster run SCRIPT, muster --help"
    in_window "$@"
}

in_window_or_terminal() {
    case " $* " in
        *" --python"*) ;;
        *.py\ *) ensure_python || die $exit_absent "the script needs Python 3, and there is no python3 in PATH" ;;
    esac
    find_why_no_window && {
        say "$no_window; running in this terminal instead"
        in_terminal "$@"
    }
    in_window "$@"
}

ensure_python() {
    [ -n "${PYTHON_EXEC:-}" ] || command -v python3 >/dev/null || install_packages "to run the script" python3
}

in_terminal() {
    prepare
    become_terminal "$@"
}

in_window() {
    prepare
    become_window "$@"
}
