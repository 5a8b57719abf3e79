"""Tests of the package and of `make install`: the service starts in a clean Debian and can be removed."""

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.machine import Machine, booted, missing, overlay
from tests.support import ROOT

SUITE = "bookworm"
WITH = "systemd,systemd-sysv,python3,ca-certificates"
MACHINE_ROOT = ROOT / "build" / f"debian-{SUITE}"

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def debian() -> Path:
    """Return a clean Debian, made once and then kept below build/."""
    if reason := missing():
        pytest.skip(reason)
    if shutil.which("debootstrap") is None:
        pytest.skip("needs debootstrap (apt-get install debootstrap)")
    if not (MACHINE_ROOT / "usr/bin/python3").exists():
        shutil.rmtree(MACHINE_ROOT, ignore_errors=True)
        command = ["debootstrap", "--variant=minbase", f"--include={WITH}", SUITE, str(MACHINE_ROOT)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode != 0:
            shutil.rmtree(MACHINE_ROOT, ignore_errors=True)
            pytest.skip(f"debootstrap cannot make a Debian here: {done.stdout[-300:]}")
    return MACHINE_ROOT


@pytest.fixture(scope="module")
def package() -> Path:
    if shutil.which("dpkg-deb") is None:
        pytest.skip("needs dpkg-deb")
    subprocess.run([ROOT / "scripts/deb.sh", sys.prefix], check=True, timeout=600)
    return max((ROOT / "dist").glob("watchd_*.deb"), key=lambda file: file.stat().st_mtime)


@contextlib.contextmanager
def machine(debian: Path, package: Path, folder: Path) -> Iterator[Machine]:
    with overlay(folder, below=debian) as root:
        shutil.copy(package, root / "root/watchd.deb")
        with booted(root) as leader:
            yield Machine(leader)


def test_the_package_starts_in_a_clean_debian_and_leaves_the_state_behind(
    debian: Path, package: Path, tmp_path: Path
) -> None:
    with machine(debian, package, tmp_path) as clean:
        clean.run("dpkg", "-i", "/root/watchd.deb")
        assert clean.show("watchd", "ActiveState") == "active"
        assert clean.show("watchd", "UnitFileState") == "enabled"
        assert clean.show("watchd-backup.timer", "ActiveState") == "active"
        token = clean.run("cat", "/var/lib/watchd/admin.token").stdout.strip()
        assert json.loads(clean.ask("/api/v1/system", token))["counts"]["profiles"] == 0
        clean.run("watchd", "profile", "add", "Tea", "green tea")
        assert clean.run("systemd-analyze", "verify", "--man=no", "watchd.service").stderr == ""
        clean.run("dpkg", "-i", "/root/watchd.deb")  # an upgrade
        assert "Tea" in clean.run("watchd", "profile", "list").stdout
        clean.run("dpkg", "--purge", "watchd")
        assert clean.run("test", "-e", "/usr/lib/watchd", check=False).returncode != 0
        assert clean.run("test", "-e", "/etc/watchd", check=False).returncode != 0
        clean.run("test", "-e", "/var/lib/private/watchd/watchd.db")


def test_make_uninstall_takes_away_all_that_make_install_brought_but_settings(tmp_path: Path) -> None:
    for script, words in (("install.sh", [sys.prefix, sys.executable]), ("uninstall.sh", [])):
        subprocess.run([ROOT / "scripts" / script, *words, "/usr/local", tmp_path], check=True, timeout=600)
        files = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if not path.is_dir()}
        if script == "install.sh":
            assert {"usr/local/bin/watchd", "usr/local/lib/systemd/system/watchd.service"} <= files
            assert (
                "ExecStart=/usr/local/bin/watchd serve"
                in (tmp_path / "usr/local/lib/systemd/system/watchd.service").read_text()
            )
    assert files == {"etc/watchd/watchd.toml"}
