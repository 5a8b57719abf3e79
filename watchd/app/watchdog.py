"""When is the daemon ready, and is it still moving? The service manager hears both; a daemon that hangs gets restarted.

Ready means that the API has answered a real request. Moving means that the event loop gets to its turn and that the parts
which work on their own say they are not stuck. A full disk is no reason to be restarted: it is reported by /health/ready,
and a new process would not find more room.
"""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable

import structlog

from watchd.app.config import Settings
from watchd.app.systemd import ServiceManager

QUESTION = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
ANSWER_SECONDS = 5.0
ASK_AGAIN_SECONDS = 0.05
# So many signs of life fit into the watchdog's patience; a late one costs nothing.
SIGNS_PER_WATCHDOG = 4

log = structlog.get_logger()


class Watchdog:
    """Reports to the service manager for as long as the daemon serves."""

    def __init__(
        self, manager: ServiceManager, settings: Settings, stuck: tuple[Callable[[], str | None], ...] = ()
    ) -> None:
        self._manager = manager
        self._settings = settings  # with the port that we really listen on
        self._stuck = stuck

    @contextlib.asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._beat(), name="pulse")
        try:
            yield
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _beat(self) -> None:
        while not await answers(self._settings):  # noqa: ASYNC110 (only an answer tells)
            await asyncio.sleep(ASK_AGAIN_SECONDS)
        self._manager.ready(f"Listening on {self._settings.address}")
        log.info("ready")
        while patience := self._manager.watchdog_seconds:
            self._sign()
            await asyncio.sleep(patience / SIGNS_PER_WATCHDOG)

    def _sign(self) -> None:
        reasons = [reason for stuck in self._stuck if (reason := stuck())]
        if not reasons:
            self._manager.alive()
            return
        log.error("stuck; the service manager will start the daemon anew", reasons=reasons)


async def answers(settings: Settings) -> bool:
    """Ask our own API, the way that everybody else does."""
    server = settings.server
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(
                server.host, server.port, ssl=_unchecked() if server.tls_cert else None
            )
            try:
                writer.write(QUESTION)
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def _unchecked() -> ssl.SSLContext:
    """We know who is at the other end, under whatever name its certificate has."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
