#!/usr/bin/env bash
# Remove what install.sh has installed. Settings and state stay: uninstall.sh PREFIX DESTDIR
set -eu
prefix=$1 destdir=${2:-}
root=$destdir$prefix

if [ -z "$destdir" ] && [ -d /run/systemd/system ]; then
    systemctl disable --now watchd.service watchd-backup.timer 2>/dev/null || true
fi
rm -rf "$root/lib/watchd"
rm -f "$root/bin/watchd" "$root"/lib/systemd/system/watchd{.service,-backup.service,-backup.timer}
rm -f "$root"/share/man/man1/watchd{,-*}.1 "$root/share/bash-completion/completions/watchd"
rm -f "$root/share/zsh/site-functions/_watchd" "$root/share/fish/vendor_completions.d/watchd.fish"
if [ -z "$destdir" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
echo "watchd is removed from $root. Settings ($destdir/etc/watchd) and state ($destdir/var/lib/watchd) stay."
