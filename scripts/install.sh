#!/usr/bin/env bash
# Install the program (in a virtual environment of its own), its units, settings, manual pages and completion:
#   install.sh VENV PYTHON PREFIX DESTDIR
# VENV has pip and watchd, whose commands the manual pages describe; PYTHON is the Python of the installed program.
set -eu -o pipefail
cd "$(dirname "$0")/.."
venv=$1 python=$2 prefix=$3 destdir=${4:-}

# The service cannot read home folders, so it could not start with a Python that is in one.
base() { "$1" -c 'import sys; print(sys._base_executable)'; }
python=$(base "$python")
case $(readlink -f "$python") in
/root/* | /home/*)
    in_home=$python python=/usr/bin/python3
    [ -x $python ] && $python -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' || {
        echo "The service cannot use $in_home, because it is in a home folder. Name another Python 3.11 or newer:" \
            "make install PYTHON=/usr/bin/python3" >&2
        exit 1
    } ;;
esac

lib=$destdir$prefix/lib/watchd
rm -rf "$lib.new"
mkdir -p "$lib.new"
"$python" -m venv --without-pip --symlinks "$lib.new/venv"
pip=("$venv/bin/python" -m pip --disable-pip-version-check -q)
into=("${pip[@]}" --python "$lib.new/venv/bin/python" install --no-compile --no-warn-script-location)
"${into[@]}" --no-deps --require-hashes -r requirements/run.txt
rm -rf build/wheel
"${pip[@]}" wheel --no-deps --no-build-isolation -w build/wheel .
"${into[@]}" --no-deps build/wheel/watchd-*.whl

# Delete files that name the folder of the build, which is not the folder of the installation.
find "$lib.new/venv/bin" -mindepth 1 ! -name 'python*' -delete
find "$lib.new/venv" -name direct_url.json -delete
sed -i '/^command =/d' "$lib.new/venv/pyvenv.cfg"
"$lib.new/venv/bin/python" -m compileall -q -j 2 -s "$lib.new" -p "$prefix/lib/watchd" "$lib.new/venv/lib" || true
rm -rf "$lib"
mv "$lib.new" "$lib"

install -d "$destdir$prefix/bin"
printf '#!/bin/sh\nexec %s/lib/watchd/venv/bin/python -I -m watchd "$@"\n' "$prefix" >"$destdir$prefix/bin/watchd"
chmod 755 "$destdir$prefix/bin/watchd"

"$venv/bin/python" scripts/man_pages.py "$destdir$prefix/share"

units=$destdir$prefix/lib/systemd/system
install -d "$units"
for unit in systemd/*; do
    sed "s|/usr/bin/watchd|$prefix/bin/watchd|" "$unit" >"$units/$(basename "$unit")"
    chmod 644 "$units/$(basename "$unit")"
done

install -d "$destdir/etc/watchd"
install -d -m 700 "$destdir/etc/watchd/credentials"
[ -e "$destdir/etc/watchd/watchd.toml" ] || install -m 644 config/watchd.toml "$destdir/etc/watchd/watchd.toml"

[ -n "$destdir" ] && exit 0
[ ! -d /run/systemd/system ] || systemctl daemon-reload
if systemctl is-active --quiet watchd 2>/dev/null; then
    echo "The old version is still running. To start the new one: systemctl restart watchd"
    exit 0
fi
cat <<END
watchd is installed below $prefix. Set fetch.contact in /etc/watchd/watchd.toml, so that site owners can reach you. Then:
  systemctl enable --now watchd            # start it, now and at every boot
  systemctl enable --now watchd-backup.timer
END
