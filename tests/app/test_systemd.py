"""Tests of the protocol of the service manager, over a real socket; the test plays the manager."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from watchd.app.watchdog import ServiceManager


@pytest.fixture
def manager_side(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as side:
        side.bind(str(tmp_path / "notify"))
        side.settimeout(5)
        yield side


def heard(side: socket.socket) -> list[str]:
    return side.recv(4096).decode().split("\n")


def test_each_message_is_one_datagram_of_lines(manager_side: socket.socket) -> None:
    ours = ServiceManager({"NOTIFY_SOCKET": manager_side.getsockname()})
    ours.ready("Listening")
    assert heard(manager_side) == ["READY=1", "STATUS=Listening"]
    ours.alive()
    assert heard(manager_side) == ["WATCHDOG=1"]
    ours.reloading()
    first, second = heard(manager_side)
    assert first == "RELOADING=1"
    assert second.startswith("MONOTONIC_USEC=")
    ours.stopping()
    assert heard(manager_side)[0] == "STOPPING=1"


def test_an_abstract_address_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as side:
        side.bind(f"\0watchd-test-{os.getpid()}")
        side.settimeout(5)
        ServiceManager({"NOTIFY_SOCKET": f"@watchd-test-{os.getpid()}"}).alive()
        assert heard(side) == ["WATCHDOG=1"]


def test_without_a_manager_or_with_one_that_is_gone_nothing_happens(tmp_path: Path) -> None:
    ServiceManager({}).ready("x")
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready("x")


def test_children_do_not_inherit_what_was_meant_for_us() -> None:
    environ = {
        "NOTIFY_SOCKET": "@x",
        "WATCHDOG_USEC": "3000000",
        "WATCHDOG_PID": str(os.getpid()),
        "LISTEN_PID": "1",
        "LISTEN_FDS": "1",
        "LISTEN_FDNAMES": "api",
    }
    ours = ServiceManager(environ)
    assert environ == {}
    assert ours.watchdog_seconds == 3.0
    assert ours.sockets() == []  # they are for process 1


@pytest.mark.parametrize(
    "environ", [{}, {"WATCHDOG_USEC": "nonsense"}, {"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"}]
)
def test_a_watchdog_that_is_not_for_us_is_not_fed(environ: dict[str, str]) -> None:
    assert ServiceManager(environ).watchdog_seconds == 0


HANDED_OVER = """
import os, sys
from watchd.app.watchdog import ServiceManager
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
(sock,) = ServiceManager().sockets()
print(sock.getsockname()[1], sock.getblocking(), os.get_inheritable(sock.fileno()))
"""


def test_a_socket_that_was_opened_for_us_is_taken_over() -> None:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        done = subprocess.run(
            [sys.executable, "-c", HANDED_OVER, str(opened.fileno())],
            pass_fds=[opened.fileno()], capture_output=True, text=True, timeout=30, check=True,
        )  # fmt: skip
        assert done.stdout.split() == [str(opened.getsockname()[1]), "False", "False"]
