# How the launcher talks: on stderr, because stdout belongs to the command it starts. Sourced; POSIX sh.

say() {
    printf 'muster: %s\n' "$*" >&2
}

# Ends with exit code $1 and the sentence $2.
die() {
    die_code=$1
    shift
    say "$*"
    exit "$die_code"
}

# The codes of sysexits.h: something the launcher needs is absent; our own build failed.
exit_absent=69
exit_broken=70
