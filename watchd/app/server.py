"""HTTP server of the API: the listening socket and TLS. connections.py limits the connections.

With TLS, a client must finish the handshake first. asyncio reports a connection only after that and waits up to a minute
for each, without a limit on their number. So this module accepts TLS connections itself and counts them from that moment.
"""

import asyncio
import contextlib
import functools
import socket
import ssl
from collections.abc import Callable, Iterator

import structlog
import uvicorn

from watchd.api.settings import ServerSettings
from watchd.app.connections import KEEP_ALIVE_SECONDS, BoundedProtocol, Places, protocol_of
from watchd.errors import ConfigError, Fault

MAX_PLACES = 400  # connections; fewer where the process may open few files
MIN_HANDSHAKES = 4
# Handshakes come in addition to open connections: one for each four of them.
PLACES_PER_HANDSHAKE = 4
HANDSHAKE_SECONDS = 15
TICKS_PER_SECOND = 10  # of uvicorn's main loop
TLS_CLOSE_SECONDS = 2  # for a client to answer the end of TLS
ACCEPT_RETRY_SECONDS = 0.1  # without free descriptors, until one may be free
# The service manager kills later than this; a person does not want to wait longer.
SHUTDOWN_SECONDS = 5

log = structlog.get_logger()


def create_server(app: object, settings: ServerSettings, max_places: int = MAX_PLACES) -> uvicorn.Server:
    """Build the server for an ASGI application, with TLS when the settings name a certificate."""
    places = Places(max_places)
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        # h11 is slower than httptools, but it is strict about requests and limits the size of their head.
        http=functools.partial(BoundedProtocol, places),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        # Waiting connections can all arrive at once, and each needs a descriptor before the server can close any.
        backlog=max_places,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    if settings.tls_cert:
        return TlsServer(config, places, _tls_context(settings))
    return PlainServer(config, places)


class PlainServer(uvicorn.Server):
    """uvicorn server without signal handlers, which checks the deadlines of its connections."""

    def __init__(self, config: uvicorn.Config, places: Places) -> None:
        super().__init__(config)
        self.places = places

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_PER_SECOND == 0:
            self.places.close_overdue(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class TlsServer(PlainServer):
    """Server that accepts TLS connections with its own listener."""

    def __init__(self, config: uvicorn.Config, places: Places, context: ssl.SSLContext) -> None:
        super().__init__(config, places)
        self._context = context

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        most = max(MIN_HANDSHAKES, self.places.maximum // PLACES_PER_HANDSHAKE)
        make = functools.partial(protocol_of, self)
        listeners = [TlsListener(sock, make, self._context, max_handshakes=most) for sock in sockets or ()]
        self.servers += listeners  # type: ignore[arg-type]


def _tls_context(settings: ServerSettings) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(settings.tls_cert, settings.tls_key)
    except OSError as cause:  # the files cannot be read, or their content is wrong
        raise ConfigError([Fault("server.tls_cert", f"cannot be used with server.tls_key: {cause}")]) from cause
    return context


def listen(settings: ServerSettings, handed_over: list[socket.socket]) -> socket.socket:
    """Return the listening socket: the service manager's, or a new one. A port in use is a clear error."""
    host, port = settings.host, settings.port
    if handed_over:
        return _as_configured(handed_over, host, port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(512)
    except OSError as cause:
        sock.close()
        field = "server.host" if isinstance(cause, socket.gaierror) else "server.port"
        reason = f"cannot listen on {host}:{port}: {cause.strerror or cause}"
        detail = f"{reason}; choose another address or port, or stop the program that uses it"
        raise ConfigError([Fault(field, detail)]) from cause
    sock.setblocking(False)
    return sock


def _as_configured(handed_over: list[socket.socket], host: str, port: int) -> socket.socket:
    """Return the service manager's socket if its address is the one in the settings, which were checked for safety."""
    first = handed_over[0]
    if len(handed_over) == 1 and first.family != socket.AF_UNIX and first.getsockname()[:2] == (host, port):
        return first
    places = ", ".join(str(sock.getsockname()) for sock in handed_over)
    detail = f"must be where the service manager listens; got {places}; set ListenStream={host}:{port}, or change both"
    raise ConfigError([Fault("server.host", detail)])


class TlsListener:
    """Listener that accepts connections and does their TLS handshake. It closes like an asyncio.Server."""

    def __init__(
        self,
        listening: socket.socket,
        make_protocol: Callable[[], asyncio.Protocol],
        context: ssl.SSLContext,
        *,
        max_handshakes: int,
    ) -> None:
        listening.setblocking(False)
        self._listening = listening
        self._make_protocol = make_protocol
        self._context = context
        self._max_handshakes = max_handshakes
        self._has_warned = False
        self._handshakes: dict[asyncio.Task[None], None] = {}  # in order of arrival
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
                await asyncio.sleep(ACCEPT_RETRY_SECONDS)
                continue
            task = loop.create_task(self._handshake(connection))
            self._handshakes[task] = None
            task.add_done_callback(self._handshakes.pop)
            if len(self._handshakes) > self._max_handshakes:
                next(iter(self._handshakes)).cancel()
                self._warn_once()

    def _warn_once(self) -> None:
        if not self._has_warned:
            self._has_warned = True
            maximum = self._max_handshakes
            log.warning("too many TLS handshakes; the server now closes the oldest", maximum=maximum)

    async def _handshake(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):  # the handshake failed or took too long
            await asyncio.get_running_loop().connect_accepted_socket(
                self._make_protocol,
                connection,
                ssl=self._context,
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
                ssl_shutdown_timeout=TLS_CLOSE_SECONDS,
            )
