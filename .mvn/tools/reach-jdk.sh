# Puts a JDK that somebody unpacked by hand within Maven's reach. Maven looks for JDKs in the usual folders;
# for one that stands elsewhere this leaves a link in one of them, ~/.m2/jdks.
# Arguments: the project's folder, the home folder as Maven sees it.
set -u
HOME=$2
. "$1/packaging/sh/say.sh"
. "$1/packaging/sh/jdk.sh"

find_jdk_in_usual_folders && exit
find_jdk_in_path || find_jdk_unpacked_by_hand || {
    say_no_jdk
    exit 1
}
mkdir -p "$HOME/.m2/jdks" && ln -sfn "$jdk" "$HOME/.m2/jdks/unpacked-by-hand" \
    && say "using the JDK in $jdk (linked as ~/.m2/jdks/unpacked-by-hand)"
