#!/usr/bin/env bash
# Build a Debian package into dist/: deb.sh VENV. It needs dpkg-deb and the Python that Debian itself has.
set -eu -o pipefail
cd "$(dirname "$0")/.."
venv=$1 python=/usr/bin/python3
[ -x $python ] || { echo "A Debian package is built for Debian's Python: apt-get install python3 python3-venv" >&2; exit 1; }

version=$("$venv/bin/python" -c 'import watchd; print(watchd.__version__)')
minor=$($python -c 'import sys; print(sys.version_info.minor)')
arch=$(dpkg --print-architecture)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
umask 022

scripts/install.sh "$venv" $python /usr "$stage"
gzip -9n "$stage"/usr/share/man/man1/*.1
mkdir -p "$stage/usr/share/doc/watchd"
cp LICENSE "$stage/usr/share/doc/watchd/copyright"
gzip -9nc CHANGELOG.md >"$stage/usr/share/doc/watchd/changelog.gz"

mkdir "$stage/DEBIAN"
echo /etc/watchd/watchd.toml >"$stage/DEBIAN/conffiles"
cat >"$stage/DEBIAN/control" <<END
Package: watchd
Version: $version
Architecture: $arch
Maintainer: watchd maintainers <watchd@localhost>
Section: net
Priority: optional
Depends: python3 (>= 3.$minor), python3 (<< 3.$((minor + 1))), libstdc++6, ca-certificates
Recommends: systemd
Installed-Size: $(du -sk "$stage" | cut -f1)
Description: standing queries on the live web
 A daemon with a REST API: store a profile, and watchd finds new and changed
 pages that matter to it, at its own cadence, and reports each once.
END
for step in postinst prerm postrm; do
    install -m 755 "scripts/deb/$step" "$stage/DEBIAN/$step"
done
mkdir -p dist
dpkg-deb --root-owner-group -Zzstd -z9 --build "$stage" "dist/watchd_${version}_$arch.deb"
