"""Tests of the scripts that `make run` and `make test` call: they say what they install, and keep what people wrote."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support import ROOT

SHELL = "/bin/bash"
Completed = subprocess.CompletedProcess[str]


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return a PATH on which apt-get only writes down how it was called, the user is root, and systemd is missing."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("bash", "cat", "tee"):
        (folder / name).symlink_to(Path("/usr/bin") / name)
    program(folder / "id", "echo 0")
    program(folder / "apt-get", f'echo "apt-get $*" | tee -a {tmp_path}/calls >&2')
    return folder


def program(file: Path, body: str) -> None:
    file.write_text(f"#!{SHELL}\n{body}\n")
    file.chmod(0o755)


def script(name: str, *words: str, path: str, **environ: str) -> Completed:
    return subprocess.run(
        [SHELL, str(ROOT / "scripts" / name), *words],
        env={"PATH": path, **environ}, capture_output=True, text=True, timeout=20, check=False,
    )  # fmt: skip


def add_tools(tools: Path, *names: str) -> None:
    for name in names:
        program(tools / name, "exit 0")


def test_packages_are_named_with_the_reason_and_the_way_out_before_they_are_installed(tools: Path) -> None:
    add_tools(tools, "systemd-analyze")
    done = script("test_tools.sh", path=str(tools))
    assert done.returncode == 0
    said, _, installed = done.stderr.partition("apt-get update")
    assert "systemd-container" in said
    assert "for the tests that start watchd as a service" in said
    assert "SYSTEM_PACKAGES=no make test" in said
    assert "install -y -qq --no-install-recommends systemd-container" in installed


def test_nothing_is_installed_on_request(tools: Path) -> None:
    done = script("test_tools.sh", "debootstrap", path=str(tools), SYSTEM_PACKAGES="no")
    assert done.returncode == 0
    assert "will be skipped" in done.stderr
    assert "systemd systemd-container debootstrap" in done.stderr
    assert not (tools.parent / "calls").exists()


def test_nothing_is_said_when_everything_is_there(tools: Path) -> None:
    add_tools(tools, "systemd-analyze", "systemd-nspawn")
    done = script("test_tools.sh", path=str(tools))
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tools.parent / "calls").exists()


def test_who_is_not_root_is_told_what_to_install(tools: Path) -> None:
    program(tools / "id", "echo 1000")
    done = script("test_tools.sh", path=str(tools))
    assert "apt-get install systemd systemd-container" in done.stderr
    assert not (tools.parent / "calls").exists()


def test_an_unclear_wish_installs_nothing(tools: Path) -> None:
    done = script("test_tools.sh", path=str(tools), SYSTEM_PACKAGES="maybe")
    assert done.returncode == 2
    assert "must be yes or no; got maybe" in done.stderr
    assert not (tools.parent / "calls").exists()


def test_the_first_start_makes_a_settings_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    state = tmp_path / "state"
    done = script("local_settings.sh", str(state), path=os.environ["PATH"])
    assert done.returncode == 0
    assert str(state / "watchd.toml") in done.stderr
    assert (state / "watchd.toml").read_text() == (ROOT / "config" / "watchd.toml").read_text()
    assert (state.stat().st_mode & 0o777, (state / "watchd.toml").stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_later_start_keeps_what_people_wrote(tmp_path: Path) -> None:
    (tmp_path / "watchd.toml").write_text("[server]\nport = 9000\n")
    done = script("local_settings.sh", str(tmp_path), path=os.environ["PATH"])
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "watchd.toml").read_text() == "[server]\nport = 9000\n"


def test_who_names_a_settings_file_gets_no_other(tmp_path: Path) -> None:
    done = script(
        "local_settings.sh", str(tmp_path / "state"), path=os.environ["PATH"], WATCHD_CONFIG="/my/own.toml"
    )
    assert done.returncode == 0
    assert not (tmp_path / "state").exists()


def test_settings_that_people_edit_are_not_tracked() -> None:
    """A tracked file with settings would be in the way of every update."""
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert "/.state/" in ignored
    lines = (ROOT / "config" / "watchd.toml").read_text().splitlines()
    assert [line for line in lines if line and not line.startswith(("#", "["))] == []
