"""Protocol of the service manager (systemd): ready, alive, reloading, stopping, and the sockets that it hands over.

Without a service manager (NOTIFY_SOCKET is not set) all reports do nothing. See sd_notify(3), sd_watchdog_enabled(3)
and sd_listen_fds(3).
"""

import contextlib
import os
import socket
import time
from collections.abc import MutableMapping

FIRST_HANDED_OVER = 3  # the first descriptor after stdin, stdout and stderr


class ServiceManager:
    """Service manager that started the daemon. Its variables leave the environment, so that no child process reports."""

    def __init__(self, environ: MutableMapping[str, str] = os.environ) -> None:
        self._address = environ.pop("NOTIFY_SOCKET", "")
        for_us = environ.pop("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environ.pop("WATCHDOG_USEC", "0")
        self.watchdog_seconds = int(microseconds) / 1e6 if for_us and microseconds.isdigit() else 0.0
        self._sockets = _handed_over(environ)

    def ready(self, status: str) -> None:
        self._send("READY=1", f"STATUS={status}")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def reloading(self) -> None:
        # The time distinguishes this reload from a later one (systemd 253 and newer require it).
        self._send("RELOADING=1", f"MONOTONIC_USEC={time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000}")

    def stopping(self) -> None:
        self._send("STOPPING=1", "STATUS=Finishing answers and runs in progress")

    def sockets(self) -> list[socket.socket]:
        """Return the sockets on which the manager listens for us; empty when the daemon must listen itself."""
        return self._sockets

    def _send(self, *lines: str) -> None:
        if not self._address:
            return
        # @ stands for NUL: the name is in the abstract namespace.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        # The daemon continues when the manager has ended.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.connect(address)
            out.send("\n".join(lines).encode())


def _handed_over(environ: MutableMapping[str, str]) -> list[socket.socket]:
    for_us = environ.pop("LISTEN_PID", "") == str(os.getpid())
    count = environ.pop("LISTEN_FDS", "0")
    environ.pop("LISTEN_FDNAMES", None)
    if not for_us or not count.isdigit():
        return []
    sockets = [socket.socket(fileno=FIRST_HANDED_OVER + number) for number in range(int(count))]
    for sock in sockets:
        sock.set_inheritable(False)
        sock.setblocking(False)
    return sockets
