#!/usr/bin/env bash
# Create the settings file of `make run` in its state folder, only when it is missing: local_settings.sh STATE
# The tracked config/watchd.toml is its template, so that your settings are never in the way of an update.
set -eu
[ -z "${WATCHD_CONFIG:-}" ] || exit 0
file=$1/watchd.toml
[ ! -e "$file" ] || exit 0
install -d -m 700 "$1"
install -m 600 "$(dirname "$0")/../config/watchd.toml" "$file"
echo "Your settings are in $file. It is a copy of config/watchd.toml, and nothing overwrites it." >&2
