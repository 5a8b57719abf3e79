#!/usr/bin/env bash
# Install the tools of the service tests (a real systemd in a container, and the tools named as arguments), only when missing
# and only as root. Before it installs anything, it prints what and why. SYSTEM_PACKAGES=no installs nothing.
set -eu
missing=()
command -v systemd-analyze >/dev/null || missing+=(systemd)
command -v systemd-nspawn >/dev/null || missing+=(systemd-container)
for tool in "$@"; do command -v "$tool" >/dev/null || missing+=("$tool"); done
[ ${#missing[@]} -gt 0 ] || exit 0
case ${SYSTEM_PACKAGES:-yes} in
yes) ;;
no)
    echo "Tests of the service will be skipped: SYSTEM_PACKAGES=no, and ${missing[*]} is not installed." >&2
    exit 0 ;;
*)
    echo "SYSTEM_PACKAGES must be yes or no; got $SYSTEM_PACKAGES; leave it out for yes." >&2
    exit 2 ;;
esac
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "Tests of the service will be skipped; they need: apt-get install ${missing[*]}" >&2
    exit 0
fi
cat >&2 <<END
This installs system packages with apt-get, for the tests that start watchd as a service: ${missing[*]}
To skip these tests instead, and install nothing: SYSTEM_PACKAGES=no make test
END
{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null ||
    echo "Tests of the service will be skipped; installing ${missing[*]} failed." >&2
