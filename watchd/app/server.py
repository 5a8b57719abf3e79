"""Who may hold a connection to the API, and for how long?

A client gets a while to say what it wants. When too many are silent, or when so many are open that descriptors for the
rest of the daemon would run out, room is made: the one that has been silent for longest goes first, then one that was
answered and is only kept open for later. Whoever is being answered stays.

With TLS a client has to agree on it first. The event loop would tell of a connection only after that, and wait for it for a
minute, however many there are; so connections are accepted here, and counted from that moment on.
"""

import asyncio
import contextlib
import functools
import resource
import socket
import ssl
from collections.abc import Callable
from typing import ClassVar

import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

from watchd.api.edge.gate import ABORT_CONNECTION

# How long a new connection may stay silent.
HEAD_SECONDS = 15
# How many may be silent at once.
MAX_SILENT = 200
# How many may be open at once, where the system allows many. Below the server's own limit, which answers with 503.
MAX_OPEN = 400
# So much of what a process may open is for the API; the rest is for the database, for pages, and for those who wait to
# be let in.
SHARE = 4
FEWEST = 8
# How many may be agreeing on TLS at once, in addition: one for so many that may be open.
SHARE_OF_HANDSHAKES = 4
# How long a client may take to say good-bye in TLS.
GOODBYE_SECONDS = 2
# Without descriptors nobody can be accepted; this long until somebody may have left.
PAUSE_SECONDS = 0.1

log = structlog.get_logger()


def most_open() -> int:
    """How many connections to the API may be open, by what this process may open at all."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MAX_OPEN
    return max(FEWEST, min(MAX_OPEN, files // SHARE))


@functools.cache
def say_once_that_it_is_crowded(most: int) -> None:
    log.warning("too many connections; those that are silent or idle give way from now on", most=most)


class BoundedProtocol(H11Protocol):
    """One connection."""

    # In the order of their coming.
    open: ClassVar[dict["BoundedProtocol", None]] = {}
    silent: ClassVar[dict["BoundedProtocol", None]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.open[self] = self.silent[self] = None
        self.loop.call_later(HEAD_SECONDS, self._close_if_silent)
        if len(self.silent) > MAX_SILENT:
            next(iter(self.silent))._close_if_silent()
        elif len(self.open) > (most := most_open()):
            self._make_room(most)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.pop(self, None)
        self.silent.pop(self, None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self._has_asked():
            self.silent.pop(self, None)
            self.scope[ABORT_CONNECTION] = self.transport.abort  # type: ignore[literal-required]

    def _make_room(self, most: int) -> None:
        others = [*self.silent, *(one for one in self.open if one._waits_for_more())]
        going = next((one for one in others if one is not self), self)
        going.open.pop(going, None)
        going.silent.pop(going, None)
        going.transport.abort()
        say_once_that_it_is_crowded(most)

    def _close_if_silent(self) -> None:
        self.silent.pop(self, None)
        if not self._has_asked() and not self.transport.is_closing():
            self.transport.abort()  # close() would wait for the good-bye of TLS, and the descriptor with it

    def _has_asked(self) -> bool:
        asked: object = self.cycle  # None until a request begins
        return asked is not None

    def _waits_for_more(self) -> bool:
        """It was answered, has the whole answer, and nothing else is under way."""
        return (
            self._has_asked() and self.cycle.response_complete and self.transport.get_write_buffer_size() == 0
        )


class TlsListener:
    """Accepts connections and agrees with each on TLS; then its protocol takes over. Is closed like an asyncio.Server."""

    def __init__(
        self, listening: socket.socket, make_protocol: Callable[[], asyncio.Protocol], context: ssl.SSLContext
    ) -> None:
        listening.setblocking(False)
        self._listening = listening
        self._make_protocol = make_protocol
        self._context = context
        self._handshakes: dict[asyncio.Task[None], None] = {}  # in the order of their coming
        self._accepting = asyncio.create_task(self._accept())

    def close(self) -> None:
        for task in (self._accepting, *self._handshakes):
            task.cancel()

    async def wait_closed(self) -> None:
        await asyncio.gather(self._accepting, *self._handshakes, return_exceptions=True)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(self._listening)
            except OSError:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            task = loop.create_task(self._agree(connection))
            self._handshakes[task] = None
            task.add_done_callback(self._handshakes.pop)
            most = most_open()
            if len(self._handshakes) > max(FEWEST, most // SHARE_OF_HANDSHAKES):
                next(iter(self._handshakes)).cancel()
                say_once_that_it_is_crowded(most)

    async def _agree(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):  # they did not agree, or not in time
            await asyncio.get_running_loop().connect_accepted_socket(
                self._make_protocol,
                connection,
                ssl=self._context,
                ssl_handshake_timeout=HEAD_SECONDS,
                ssl_shutdown_timeout=GOODBYE_SECONDS,
            )
