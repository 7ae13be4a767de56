# What a run hears from its first moment on. Sourced; POSIX sh. Needs: launcher.

# A script's shell starts what stands before an & deaf to SIGINT and SIGQUIT, and Java would stay so until it is up.
# A run hears them in the end, unless it is told what to hear; then nothing is touched, and never SIGHUP, for nohup.
# The shell cannot change that itself, and env can since coreutils 8.31.
hear_signals_of_a_run() {
    [ "${1-}" = run ] && [ -z "${PET_SIGNALS_TO_HANDLE:-}" ] || return 0
    names_signals "$@" && return
    is_deaf && env --default-signal=INT,QUIT /bin/sh -c : 2>/dev/null || return 0
    exec env --default-signal=INT,QUIT /bin/sh "$launcher" "$@"
}

# Whether a word may be --signals-to-handle, or as much of it as makes it clear.
names_signals() {
    for word in "$@"; do
        case ${word%%=*} in
            --si | --sig | --sign | --signa | --signal | --signals | --signals[-_]*) return 0 ;;
        esac
    done
    return 1
}

is_deaf() {
    while read -r status_name status_value; do
        [ "$status_name" = SigIgn: ] || continue
        case $status_value in *[2-7abcdef]) return 0 ;; *) return 1 ;; esac # bits 1 and 2: SIGINT, SIGQUIT
    done 2>/dev/null </proc/self/status
    return 1
}
