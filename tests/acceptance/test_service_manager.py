"""Tests of the real daemon under a service manager; the test listens where systemd would."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support import RunningDaemon, running_daemon


class Manager:
    """Service manager that receives the messages of the daemon."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self.environ = {"NOTIFY_SOCKET": str(path)}

    def hears(self, word: str, seconds: float = 30) -> list[str]:
        """Return the next message with this word; watchdog reports in between are ignored."""
        deadline = time.monotonic() + seconds
        while True:
            self._socket.settimeout(max(0.01, deadline - time.monotonic()))
            lines = self._socket.recv(4096).decode().split("\n")
            if word in lines:
                return lines
            assert lines == ["WATCHDOG=1"], lines

    def hears_nothing_for(self, seconds: float) -> bool:
        self._socket.settimeout(seconds)
        try:
            self._socket.recv(4096)
        except TimeoutError:
            return True
        return False

    def forget(self) -> None:
        self._socket.setblocking(False)
        while True:
            try:
                self._socket.recv(4096)
            except BlockingIOError:
                return

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    listening = Manager(tmp_path / "notify")
    yield listening
    listening.close()


def test_ready_is_said_when_the_api_answers_and_every_turn_is_reported(
    tmp_path: Path, manager: Manager
) -> None:
    daemon = RunningDaemon(tmp_path / "state", manager.environ).start(wait=False)
    assert daemon.process is not None
    try:
        ready = manager.hears("READY=1")
        assert ready[1].startswith("STATUS=Listening on http://127.0.0.1:")
        address = ready[1].removeprefix("STATUS=Listening on ")
        assert httpx.get(f"{address}/health/ready", trust_env=False).status_code == 200
        daemon.process.send_signal(signal.SIGHUP)
        assert manager.hears("RELOADING=1")[1].startswith("MONOTONIC_USEC=")
        manager.hears("READY=1")
        daemon.process.send_signal(signal.SIGTERM)
        manager.hears("STOPPING=1")
        assert daemon.process.wait(15) == 0
    finally:
        daemon.stop(signal.SIGKILL)


def test_a_daemon_that_stands_still_gives_no_sign_of_life(tmp_path: Path, manager: Manager) -> None:
    impatient = {**manager.environ, "WATCHDOG_USEC": "400000"}
    with running_daemon(tmp_path / "state", impatient) as daemon:
        assert daemon.process is not None
        manager.hears("READY=1")
        for _ in range(3):
            manager.hears("WATCHDOG=1", seconds=10)
        daemon.process.send_signal(signal.SIGSTOP)
        manager.forget()
        assert manager.hears_nothing_for(1.0)
        daemon.process.send_signal(signal.SIGCONT)
        manager.hears("WATCHDOG=1", seconds=10)


def test_a_socket_that_the_manager_opened_is_served(tmp_path: Path) -> None:
    """Hand over a socket as `sd_listen_fds` says: descriptor 3 is the socket, and the variables name the process."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        port = opened.getsockname()[1]
        daemon = RunningDaemon(tmp_path / "state", {"WATCHD_SERVER__PORT": str(port)})
        process = under_a_socket(daemon, opened)
        try:
            client = httpx.Client(trust_env=False, timeout=30)
            # The socket already listens, so this request waits in its queue until the daemon runs.
            assert client.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200
            client.close()
        finally:
            process.terminate()
            assert process.wait(15) == 0


def test_a_socket_at_another_place_than_the_settings_say_is_refused(tmp_path: Path) -> None:
    """Settings for other machines are checked for safety; a socket must not bypass the check."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        process = under_a_socket(RunningDaemon(tmp_path / "state", {"WATCHD_SERVER__PORT": "8420"}), opened)
        assert process.wait(30) == 2
    assert "ListenStream=" in (tmp_path / "state.log").read_text()


HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
variables = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execve(sys.executable, [sys.executable, "-m", "watchd", "serve"], os.environ | variables)
"""


def under_a_socket(daemon: RunningDaemon, opened: socket.socket) -> subprocess.Popen[bytes]:
    with daemon.log_file.open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-c", HAND_OVER, str(opened.fileno())],
            env=daemon.environ, pass_fds=[opened.fileno()], stdout=log, stderr=log, cwd=daemon.state.parent,
        )  # fmt: skip
