"""Reports to the service manager: when the daemon is ready, and that it still works. A daemon that hangs is restarted.

Ready means that the API has answered a real request. Working means that the event loop runs and that no background loop
says it is stuck. A full disk is not a reason for a restart: /health/ready reports it, and a new process would find the
same disk.
"""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable

import structlog

from watchd.app.config import Settings
from watchd.app.systemd import ServiceManager

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
