# The last step of assembling the application: fills the class caches that make it start fast.
# Argument: the application's folder. Without the caches everything works, slower.
set -u
app=$1
root=${0%/*}/../..
. "${0%/*}/say.sh"
. "${0%/*}/jdk.sh"
. "${0%/*}/java.sh"

find_jdk || exit 0
{ renew_old_classes; fill_terminal_cache; } >"$app/../fill-caches.log" 2>&1
[ -s "$terminal_cache" ] || say "no class cache was made; starts will be slower (see fill-caches.log)"
