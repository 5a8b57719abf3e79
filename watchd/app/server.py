"""HTTP server of the API: the listening socket, TLS, and limits on connections.

A client has a limited time to send its first request. When too many connections are silent, or when too many are open and
file descriptors for the rest of the daemon could run out, the server closes one: first the connection that has been silent
for the longest time, then one that was answered and is only kept open for later. A connection that is being answered stays.

With TLS, a client must finish the handshake first. asyncio reports a connection only after that and waits up to a minute
for each, without a limit on their number. So this module accepts TLS connections itself and counts them from that moment.
"""

import asyncio
import contextlib
import functools
import resource
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import ClassVar

import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from watchd.api.edge.gate import ABORT_CONNECTION
from watchd.api.settings import ServerSettings
from watchd.errors import ConfigError, Fault

FIRST_REQUEST_SECONDS = 15  # for a new connection
MAX_SILENT_CONNECTIONS = 200
# Below uvicorn's own limit, which answers with 503.
MAX_OPEN_CONNECTIONS = 400
# The API may use one in four of the descriptors of the process; the rest is for the database, for pages, and for
# connections that wait to be accepted.
DESCRIPTORS_PER_CONNECTION = 4
MIN_CONNECTIONS = 8
# Handshakes come in addition to open connections: one for each four of them.
CONNECTIONS_PER_HANDSHAKE = 4
TLS_CLOSE_SECONDS = 2  # for a client to answer the end of TLS
ACCEPT_RETRY_SECONDS = 0.1  # without free descriptors, until one may be free
# The service manager kills later than this; a person does not want to wait longer.
SHUTDOWN_SECONDS = 5

log = structlog.get_logger()


def create_server(app: object, settings: ServerSettings) -> uvicorn.Server:
    """Build the server for an ASGI application, with TLS when the settings name a certificate."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        # h11 is slower than httptools, but it is strict about requests and limits the size of their head.
        http=BoundedProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=500,
        # Waiting connections can all arrive at once, and each needs a descriptor before the server can close any.
        backlog=max_open_connections(),
        timeout_keep_alive=30,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=32 * 1024,
    )
    return TlsServer(config, _tls_context(settings)) if settings.tls_cert else PlainServer(config)


class PlainServer(uvicorn.Server):
    """uvicorn server without signal handlers."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class TlsServer(PlainServer):
    """Server that accepts TLS connections with its own listener."""

    def __init__(self, config: uvicorn.Config, context: ssl.SSLContext) -> None:
        super().__init__(config)
        self._context = context

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        listeners = [TlsListener(sock, self._protocol, self._context) for sock in sockets or ()]
        self.servers += listeners  # type: ignore[arg-type]

    def _protocol(self) -> "BoundedProtocol":
        return BoundedProtocol(self.config, self.server_state, self.lifespan.state)


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


def max_open_connections() -> int:
    """Return how many connections to the API may be open, given the descriptors of this process."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MAX_OPEN_CONNECTIONS
    return max(MIN_CONNECTIONS, min(MAX_OPEN_CONNECTIONS, files // DESCRIPTORS_PER_CONNECTION))


@functools.cache
def warn_once(maximum: int) -> None:
    log.warning("too many connections; the server now closes silent and idle ones", maximum=maximum)


class BoundedProtocol(H11Protocol):
    """One HTTP connection, counted and limited in time."""

    # In order of arrival.
    open: ClassVar[dict["BoundedProtocol", None]] = {}
    silent: ClassVar[dict["BoundedProtocol", None]] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.open[self] = self.silent[self] = None
        self.loop.call_later(FIRST_REQUEST_SECONDS, self._close_if_silent)
        if len(self.silent) > MAX_SILENT_CONNECTIONS:
            next(iter(self.silent))._close_if_silent()
        elif len(self.open) > (maximum := max_open_connections()):
            self._close_one()
            warn_once(maximum)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.pop(self, None)
        self.silent.pop(self, None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self._has_request():
            self.silent.pop(self, None)
            self.scope[ABORT_CONNECTION] = self.transport.abort  # type: ignore[literal-required]

    def _close_one(self) -> None:
        """Close another connection that is silent or idle, or this one if there is none."""
        candidates = [*self.silent, *(one for one in self.open if one._is_idle())]
        closed = next((one for one in candidates if one is not self), self)
        closed.open.pop(closed, None)
        closed.silent.pop(closed, None)
        closed.transport.abort()

    def _close_if_silent(self) -> None:
        self.silent.pop(self, None)
        if not self._has_request() and not self.transport.is_closing():
            self.transport.abort()  # close() would wait for the end of TLS and keep the descriptor meanwhile

    def _has_request(self) -> bool:
        cycle: object = self.cycle  # None until a request begins
        return cycle is not None

    def _is_idle(self) -> bool:
        """Return whether the last response is complete and sent."""
        return (
            self._has_request() and self.cycle.response_complete and self.transport.get_write_buffer_size() == 0
        )


class TlsListener:
    """Listener that accepts connections and does their TLS handshake. It closes like an asyncio.Server."""

    def __init__(
        self, listening: socket.socket, make_protocol: Callable[[], asyncio.Protocol], context: ssl.SSLContext
    ) -> None:
        listening.setblocking(False)
        self._listening = listening
        self._make_protocol = make_protocol
        self._context = context
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
            maximum = max_open_connections()
            if len(self._handshakes) > max(MIN_CONNECTIONS, maximum // CONNECTIONS_PER_HANDSHAKE):
                next(iter(self._handshakes)).cancel()
                warn_once(maximum)

    async def _handshake(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):  # the handshake failed or took too long
            await asyncio.get_running_loop().connect_accepted_socket(
                self._make_protocol,
                connection,
                ssl=self._context,
                ssl_handshake_timeout=FIRST_REQUEST_SECONDS,
                ssl_shutdown_timeout=TLS_CLOSE_SECONDS,
            )
