# Prints what bash would offer for the words behind $1, of which the last is incomplete, having read $1.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
compopt() { :; } # only a shell in which somebody types has it
_complete_muster
printf '%s\n' "${COMPREPLY[@]}"
