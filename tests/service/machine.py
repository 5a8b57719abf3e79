"""Test machine: a real systemd, booted in a container that uses this machine's files under an overlay.

Nothing that happens inside is visible outside, and everything is deleted afterwards. It boots in about a second, and
needs root, systemd-nspawn and overlayfs. Where one is missing, the tests are skipped and say so.
"""

import contextlib
import functools
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

TOOLS = ("systemd-nspawn", "systemctl", "nsenter", "mount", "umount")
INSIDE_PACKAGES = Path("/opt/packages")
INSIDE_SOURCE = Path("/opt/source")
PROGRAM = Path("usr/lib/watchd/venv")
# Content of /usr/bin/watchd on an installed machine.
LAUNCHER = '#!/bin/sh\nexec /usr/lib/watchd/venv/bin/python -m watchd "$@"\n'
ASK = """
import sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers={"Authorization": f"Bearer {sys.argv[2]}"})
print(urllib.request.urlopen(request, timeout=5).read().decode())
"""

Done = subprocess.CompletedProcess[str]


class Machine:
    """Booted container."""

    def __init__(self, leader: int) -> None:
        self._leader = leader

    def run(self, *words: str, check: bool = True) -> Done:
        """Run a command inside, as root."""
        command = ["nsenter", "-t", str(self._leader), "-a", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert not check or done.returncode == 0, (words, done.stdout, done.stderr, self.journal())
        return done

    def show(self, unit: str, name: str) -> str:
        """Return a property of a unit from systemd."""
        return self.run("systemctl", "show", "--value", "-p", name, unit).stdout.strip()

    def ask(self, path: str, token: str = "none") -> str:
        """Return the answer of the API to a request from inside; empty when it fails."""
        url = f"http://127.0.0.1:8420{path}"
        return self.run(str(system_python()), "-c", ASK, url, token, check=False).stdout.strip()

    def journal(self, unit: str = "watchd") -> str:
        command = [
            "nsenter",
            "-t",
            str(self._leader),
            "-a",
            "journalctl",
            "--no-pager",
            "-o",
            "cat",
            "-u",
            unit,
        ]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout

    def until(self, holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, f"{what} did not happen:\n{self.journal()}"
            time.sleep(0.1)


def system_python() -> Path:
    """Return a Python like the one of this test, outside of home folders."""
    own = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
    return Path("/usr/bin") / own.name if own.is_relative_to("/root") or own.is_relative_to("/home") else own


@functools.cache
def missing() -> str | None:
    """Return why no machine can be booted here; None when one can."""
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    if absent:
        return f"needs {', '.join(absent)} (apt-get install systemd systemd-container)"
    if os.geteuid() != 0:
        return "needs root to boot a container"
    if not system_python().exists():
        return f"needs {system_python()}: a service cannot see a Python in a home folder"
    with tempfile.TemporaryDirectory() as folder:
        try:
            with overlay(Path(folder)) as root, booted(root):
                return None
        except (AssertionError, subprocess.CalledProcessError) as cause:
            return f"no container can be booted here: {cause}"


@contextlib.contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    """Boot a machine on which watchd is installed as by its package."""
    if reason := missing():
        pytest.skip(reason)
    with overlay(folder) as root:
        binds = install(root)
        with booted(root, binds) as leader:
            yield Machine(leader)


@contextlib.contextmanager
def overlay(folder: Path, below: Path = Path("/")) -> Iterator[Path]:
    """Mount an overlay over the files of this machine or of another root; all changes stay in memory."""
    layer, root = folder / "layer", folder / "root"
    layer.mkdir()
    root.mkdir()
    with mounted("-t", "tmpfs", "tmpfs", str(layer)):
        (layer / "upper").mkdir()
        (layer / "work").mkdir()
        options = f"lowerdir={below},upperdir={layer}/upper,workdir={layer}/work"
        with mounted("-t", "overlay", "-o", options, "overlay", str(root)):
            yield root


@contextlib.contextmanager
def mounted(*words: str) -> Iterator[None]:
    subprocess.run(["mount", *words], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", words[-1]], check=True, capture_output=True)


@contextlib.contextmanager
def booted(root: Path, binds: tuple[tuple[Path, Path], ...] = ()) -> Iterator[int]:
    """Boot the container and yield the process id of its systemd."""
    command = ["systemd-nspawn", "--quiet", "--boot", f"--directory={root}", "--machine=watchd-test"]
    command += ["--register=no", "--keep-unit", "--private-network", "--console=pipe", "--link-journal=no"]
    command += [f"--bind-ro={outside}:{inside}" for outside, inside in binds]
    command += ["systemd.unit=basic.target"]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        leader = _leader(process)
        try:
            yield leader
        finally:
            # The whole container ends with its first process; a kill of nspawn alone would leave it running.
            os.kill(leader, signal.SIGKILL)
    finally:
        process.terminate()
        process.communicate(timeout=20)


def _leader(process: subprocess.Popen[bytes]) -> int:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        for child in children.read_text().split():
            asked = ["nsenter", "-t", child, "-a", "systemctl", "is-system-running"]
            state = subprocess.run(
                asked, capture_output=True, text=True, timeout=10, check=False
            ).stdout.strip()
            if state in ("running", "degraded"):
                return int(child)
        time.sleep(0.05)
    for child in children.read_text().split():
        os.kill(int(child), signal.SIGKILL)
    process.kill()
    assert process.stdout is not None
    raise AssertionError(f"systemd does not come up: {process.stdout.read().decode(errors='replace')[-500:]}")


def install(root: Path) -> tuple[tuple[Path, Path], ...]:
    """Install watchd below root as `make install` does, from the environment of this test; return what to bind."""
    packages = Path(sysconfig.get_path("purelib"))
    venv = root / PROGRAM
    inside = venv / packages.relative_to(sys.prefix)
    inside.mkdir(parents=True)
    for entry in packages.iterdir():
        if "editable" not in entry.name:
            (inside / entry.name).symlink_to(INSIDE_PACKAGES / entry.name)
    (inside / "watchd").symlink_to(INSIDE_SOURCE / "watchd")
    (venv / "bin").mkdir()
    (venv / "bin" / "python").symlink_to(system_python())
    (venv / "pyvenv.cfg").write_text(f"home = {system_python().parent}\n")
    launcher = root / "usr/bin/watchd"
    launcher.write_text(LAUNCHER)
    launcher.chmod(0o755)
    for unit in (ROOT / "systemd").iterdir():
        shutil.copy(unit, root / "usr/lib/systemd/system")
    (root / "etc/watchd/credentials").mkdir(parents=True, mode=0o700)
    shutil.copy(ROOT / "config" / "watchd.toml", root / "etc/watchd")
    return (packages, INSIDE_PACKAGES), (ROOT, INSIDE_SOURCE)
