# Makes all packages of the assembled application.
# Arguments: the build's folder, with the application, icons, licences and the bill of materials in it; the version.
set -eu
dist=${0%/*}
build=$1
version=$2
out=$build/dist
. "$dist/../sh/say.sh"

machine=$(uname -m)
case $machine in
    x86_64) debian_machine=amd64 ;;
    aarch64) debian_machine=arm64 ;;
    *) die 69 "there are no packages for $machine (expected: x86_64 or aarch64)" ;;
esac

main() {
    rm -rf "$out"
    mkdir -p "$out"
    for kind in full headless; do
        name=muster-$version-linux-$machine
        [ $kind = full ] || name=muster-headless-$version-linux-$machine
        sh "$dist/image.sh" "$build" "$out/$name" "$version" $kind
        archive "$name"
    done
    if command -v dpkg-deb >/dev/null; then
        sh "$dist/deb.sh" "$out/muster-$version-linux-$machine" "$out" "$version" $debian_machine
    else
        say "no dpkg-deb in PATH, so no Debian package was made"
    fi
}

# Says nothing of who made it, or when.
archive() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -C "$out" -cf - "$1" | gzip -n >"$out/$1.tar.gz"
}

main
