"""Ways to harm a running daemon; each ends with its block."""

import contextlib
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support import RunningDaemon

PROFILE = {"name": "Batteries", "query": {"text": "solid state battery"}, "schedule": {"manual": True}}


def until(holds: Callable[[], bool], what: str, seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds:g} s"
        time.sleep(0.05)


def is_ready(client: httpx.Client) -> bool:
    return client.get("/health/ready").status_code == 200


def all_profiles(client: httpx.Client) -> set[str]:
    found: set[str] = set()
    cursor: dict[str, str] = {}
    while True:
        page = client.get("/api/v1/profiles", params={"limit": 200, **cursor}).json()
        found |= {item["id"] for item in page["items"]}
        if page["next"] is None:
            return found
        cursor = {"cursor": page["next"]}


@contextlib.contextmanager
def small_disk(folder: Path, mebibytes: int) -> Iterator[Path]:
    """Mount a small disk for a state folder, which a test can fill."""
    folder.mkdir()
    size = f"size={mebibytes}m,mode=0700"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        pytest.skip(f"needs root to mount a small disk: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextlib.contextmanager
def full(disk: Path) -> Iterator[None]:
    """Fill the disk to the last byte."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as out, contextlib.suppress(OSError):
        while True:
            out.write(b"\0" * 4096)
    try:
        yield
    finally:
        ballast.unlink()


@contextlib.contextmanager
def failing_writes(daemon: RunningDaemon) -> Iterator[None]:
    """Make every write to a file fail, as on a disk that the kernel has set to read-only."""
    assert daemon.process is not None
    former = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (0, former[1]))
    try:
        yield
    finally:
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, former)


@contextlib.contextmanager
def stopped(daemon: RunningDaemon) -> Iterator[None]:
    """Stop the process, as on a suspended machine."""
    assert daemon.process is not None
    daemon.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        daemon.process.send_signal(signal.SIGCONT)
