# Makes a Debian package of the folder of an installation.
# Arguments: that folder, where to put the package, its version, the machine's name in Debian.
set -eu
here=$(cd "${0%/*}/.." && pwd)
image=$1
out=$2
version=$(echo "$3" | sed 's/-SNAPSHOT/~snapshot/')
machine=$4
stage=$out/deb
doc=$stage/usr/share/doc/muster
date=@${SOURCE_DATE_EPOCH:-1767225600}

# What Java and JavaFX are linked against, and one font to draw with; and what scripts need.
depends='libc6 (>= 2.17), libgtk-3-0t64 | libgtk-3-0, libxtst6, libxxf86vm1, libgl1, libfontconfig1, libfreetype6, libpangoft2-1.0-0, fonts-dejavu-core | fonts-freefont-ttf'
recommends='python3, openssh-client, desktop-file-utils, shared-mime-info, hicolor-icon-theme'

main() {
    rm -rf "$stage"
    mkdir -p "$stage/DEBIAN" "$stage/usr/bin" "$stage/usr/lib/systemd" "$stage/usr/share/lintian/overrides"
    cp -a "$image" "$stage/usr/lib/muster"
    mv "$stage/usr/lib/muster/share/systemd/user" "$stage/usr/lib/systemd"
    rmdir "$stage/usr/lib/muster/share/systemd"
    cp -a "$stage/usr/lib/muster/share/." "$stage/usr/share"
    rm -r "$stage/usr/lib/muster/share"
    mv "$stage/usr/share/zsh/site-functions" "$stage/usr/share/zsh/vendor-completions"
    ln -s ../lib/muster/bin/muster "$stage/usr/bin/muster"
    gzip -9n "$stage/usr/share/man/man1/muster.1"
    describe
    find "$stage" -exec touch -h -d "$date" {} +
    chmod -R u=rwX,go=rX "$stage"
    dpkg-deb --root-owner-group -Zxz -z1 --build "$stage" "$out/muster_${version}_$machine.deb" >/dev/null
    rm -r "$stage"
}

describe() {
    mv "$doc/changelog.md" "$doc/NEWS.md"
    gzip -9n "$doc/NEWS.md"
    changelog | gzip -9n >"$doc/changelog.gz"
    copyright >"$doc/copyright"
    cp "$here/desktop/lintian-overrides" "$stage/usr/share/lintian/overrides/muster"
    size=$(du -sk "$stage/usr" | cut -f1)
    control >"$stage/DEBIAN/control"
    (cd "$stage" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$stage/DEBIAN/md5sums"
}

control() {
    cat <<END
Package: muster
Version: $version
Section: science
Priority: optional
Architecture: $machine
Maintainer: The Muster developers <packages@muster.invalid>
Installed-Size: $size
Depends: $depends
Recommends: $recommends
Description: desktop cockpit for elastic distributed training
 Muster starts the workers of an ordinary PyTorch script as torchrun does:
 same flags, same environment, same log tree. It watches them, restarts the
 group when one fails, and shows it all in a window: ranks, states, restarts,
 the cause of a failure, and every worker's output, live.
 .
 It brings a Java of its own; scripts need a Python 3.
END
}

changelog() {
    cat <<END
muster ($version) unstable; urgency=medium

  * What has changed for users stands in NEWS.md.gz.

 -- The Muster developers <packages@muster.invalid>  $(LC_ALL=C date -u -R -d "$date")
END
}

copyright() {
    cat <<END
Muster is Copyright 2026 The Muster developers. They have not chosen a licence
for it yet, so all rights are reserved.

What it is built from has licences of its own. They stand in
/usr/share/doc/muster/licences, one folder for each library, with a list in
THIRD-PARTY.txt there; those of Java in /usr/lib/muster/runtime/legal. The
bill of materials is /usr/share/doc/muster/muster.cdx.json (CycloneDX).

Where a licence is Apache-2.0, GPL-2 or LGPL-2.1, its text is also in
/usr/share/common-licenses.
END
}

main
