#!/usr/bin/env bash
# Put the program (in a virtual environment of its own), its unit, settings, manual pages and completion in place:
#   install.sh VENV PYTHON PREFIX DESTDIR
# VENV has pip and the commands to describe; PYTHON is what the installed program will run with.
set -eu -o pipefail
cd "$(dirname "$0")/.."
venv=$1 python=$2 prefix=$3 destdir=${4:-}

# A service cannot see homes, so a Python that lives in one would be a service that does not start.
base() { "$1" -c 'import sys; print(sys._base_executable)'; }
python=$(base "$python")
case $(readlink -f "$python") in
/root/* | /home/*)
    in_home=$python python=/usr/bin/python3
    [ -x $python ] && $python -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' || {
        echo "The service cannot use $in_home, because it lives in a home. Name another Python 3.11 or newer:" \
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

# Whatever names the place where it was built would be wrong where it is used.
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
    echo "The old version is still running. When it suits you: systemctl restart watchd"
    exit 0
fi
cat <<END
watchd is installed below $prefix. Tell site owners who you are in /etc/watchd/watchd.toml (fetch.contact), then:
  systemctl enable --now watchd            # start it, now and at every boot
  systemctl enable --now watchd-backup.timer
END
