#!/usr/bin/env bash
# Install the tools of the service tests (a real systemd in a container, and the tools named as arguments), only when missing
# and only as root.
set -eu
missing=()
command -v systemd-analyze >/dev/null || missing+=(systemd)
command -v systemd-nspawn >/dev/null || missing+=(systemd-container)
for tool in "$@"; do command -v "$tool" >/dev/null || missing+=("$tool"); done
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "Tests of the service will be skipped; they need: apt-get install ${missing[*]}" >&2
    exit 0
fi
{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null ||
    echo "Tests of the service will be skipped; installing ${missing[*]} failed." >&2
