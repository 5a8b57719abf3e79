#!/usr/bin/env bash
# Create the virtual environment, installing Debian's python3-venv only when it is missing and only as root.
set -eu
python=$1 venv=$2

command -v "$python" >/dev/null || { echo "There is no '$python'. Install Python 3.11 or newer, or name one: make PYTHON=python3.12 …" >&2; exit 1; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "watchd needs Python 3.11 or newer; '$python' is $("$python" -V). Name another one: make PYTHON=python3.12 …" >&2; exit 1; }

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "Python's venv module is missing. Run this once, then try again:  sudo apt-get install $package" >&2; exit 1
    fi
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package"
fi
rm -rf "$venv"
"$python" -m venv "$venv"
