"""Reports to the service manager (systemd): ready, alive, reloading, stopping; and the sockets that it hands over.

Without a service manager (NOTIFY_SOCKET is not set) all reports do nothing. See sd_notify(3), sd_watchdog_enabled(3)
and sd_listen_fds(3).

Ready means that the API has answered a real request. Working means that the event loop runs and that no background loop
says it is stuck. A full disk is not a reason for a restart: /health/ready reports it, and a new process would find the
same disk.
"""

import asyncio
import contextlib
import os
import socket
import ssl
import time
from collections.abc import AsyncIterator, Callable, MutableMapping

import structlog

from watchd.app.config import Settings

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


REQUEST = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
ANSWER_SECONDS = 5.0
RETRY_SECONDS = 0.05
# Reports within the time that the service manager allows; one late report does no harm.
REPORTS_PER_TIMEOUT = 4

log = structlog.get_logger()


class Watchdog:
    """Task that reports to the service manager while the daemon serves."""

    def __init__(
        self, manager: ServiceManager, settings: Settings, stuck: tuple[Callable[[], str | None], ...] = ()
    ) -> None:
        self._manager = manager
        self._settings = settings  # with the port that the server really uses
        self._stuck = stuck

    @contextlib.asynccontextmanager
    async def reporting(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._report(), name="watchdog")
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _report(self) -> None:
        while not await answers(self._settings):  # noqa: ASYNC110 (no event says that the server is ready)
            await asyncio.sleep(RETRY_SECONDS)
        self._manager.ready(f"Listening on {self._settings.address}")
        log.info("ready")
        while timeout := self._manager.watchdog_seconds:
            if reasons := [reason for stuck in self._stuck if (reason := stuck())]:
                log.error("stuck; the service manager will restart the daemon", reasons=reasons)
            else:
                self._manager.alive()
            await asyncio.sleep(timeout / REPORTS_PER_TIMEOUT)


async def answers(settings: Settings) -> bool:
    """Send a request to our own API, in the same way as any client."""
    server = settings.server
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(
                server.host, server.port, ssl=_unchecked_tls() if server.tls_cert else None
            )
            try:
                writer.write(REQUEST)
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def _unchecked_tls() -> ssl.SSLContext:
    """Return a context without checks: the server is this process, with any name in its certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
