"""HTTP/1.1 client: connects to checked addresses only, and reuses idle connections."""

import asyncio
import datetime
import errno
import socket
import ssl
from collections.abc import Awaitable, Callable

from msgspec import Struct, field

from watchd.errors import ConfigError, Fault
from watchd.model.outcome import Meter
from watchd.web.http.connections import HttpConnection, IdleConnections, Origin, Pace, Slots, WireCount
from watchd.web.http.guard import Guard
from watchd.web.http.response_parser import (
    HttpError,
    HttpResponse,
    OverBudget,
    ResponseHead,
    ResponseLimits,
    ResponseParser,
)
from watchd.web.settings import FetchBounds, Timeouts
from watchd.web.urls.urls import Target

MAX_ADDRESSES = 4  # addresses tried per host; more attempts would only use up the deadline
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.EADDRNOTAVAIL})


async def _at_once() -> None: ...


class StaleConnection(HttpError):
    """Raised when the server closes a reused connection without an answer. It may have seen the request.

    The caller may repeat the request on a new connection, after the pause that it owes the server.
    """


class HttpRequest(Struct, frozen=True):
    """Request with its checked addresses, its head as bytes, and the limits of its response."""

    target: Target
    addresses: tuple[str, ...]  # the guard has checked them
    head: bytes
    limits: ResponseLimits
    wants_body: Callable[[ResponseHead], bool]
    body: bytes = b""
    caller: str = ""
    may_reuse: bool = True  # an idle connection; then StaleConnection can be raised
    timeout: float | None = None  # seconds for the whole exchange; None: total_timeout
    meter: Meter = field(default_factory=Meter)
    ready: Callable[[], Awaitable[None]] = (
        _at_once  # awaited before the first byte is sent, with a slot in hand
    )
    wire: WireCount = field(default_factory=WireCount)


class HttpClient:
    """Client that all outgoing requests share: no other class opens connections."""

    def __init__(self, settings: FetchBounds, guard: Guard) -> None:
        self._settings = settings
        self._guard = guard
        self._times = Timeouts.of(settings)
        self._slots = Slots(settings.max_connections, settings.connections_per_run)
        self._tls = _tls_context(settings)
        self.idle = IdleConnections(settings.max_connections, self._times.idle)

    async def exchange(self, request: HttpRequest) -> HttpResponse:
        """Send a request and return the response; raise HttpError, StaleConnection, ResponseTooLarge or Forbidden.

        After an error, the connection is closed.
        """
        if request.meter.left == 0:
            raise OverBudget
        async with self._slots.slot(request.caller):
            await request.ready()
            request.meter.requests += 1
            loop = asyncio.get_running_loop()
            pace = Pace(
                deadline=loop.time() + (request.timeout or self._times.total),
                grace=self._times.grace,
                min_rate=self._settings.min_rate,
                wire=request.wire,
            )
            idle = self.idle.take(_origin(request)) if request.may_reuse else None
            if idle is not None:
                try:
                    return await self._exchange_on(idle, request, pace)
                except HttpError as error:
                    if idle.has_received or loop.time() >= pace.deadline:
                        raise
                    raise StaleConnection(error.kind, str(error)) from None
            # Idle connections need descriptors too, so they count.
            self.idle.make_room(self._settings.max_connections - self._slots.used)
            return await self._exchange_on(await self._connect(request, pace.deadline), request, pace)

    async def _exchange_on(self, connection: HttpConnection, request: HttpRequest, pace: Pace) -> HttpResponse:
        parser = ResponseParser(request.limits, request.wants_body, max_bytes=request.meter.left)
        request.meter.is_exchanging = True
        try:
            response = await connection.exchange(request.head + request.body, parser, pace)
        finally:
            request.meter.is_exchanging = False
            request.meter.received += parser.received
        if parser.may_reuse and connection.is_open:
            self.idle.add(_origin(request), connection)
        else:
            connection.abort()
        return response

    async def _connect(self, request: HttpRequest, deadline: float) -> HttpConnection:
        error = HttpError("connect", "the host has no address")
        for address in request.addresses[:MAX_ADDRESSES]:
            try:
                return await self._connect_to(request, address, deadline)
            except HttpError as failed:
                error = failed
                if failed.kind in ("local_resource", "tls"):
                    break
        raise error

    async def _connect_to(self, request: HttpRequest, address: str, deadline: float) -> HttpConnection:
        loop = asyncio.get_running_loop()
        tls = self._tls_for(request.target.host) if request.target.scheme == "https" else None
        try:
            async with asyncio.timeout_at(min(deadline, loop.time() + self._times.connect)):
                _, connection = await loop.create_connection(
                    HttpConnection,
                    address,
                    request.target.port,
                    ssl=tls,
                    server_hostname=request.target.host.strip("[]") if tls else None,
                    flags=socket.AI_NUMERICHOST,  # a checked literal address: no second name resolution
                )
        except TimeoutError:
            raise HttpError("timeout", "the server did not accept the connection in time") from None
        except OSError as error:
            raise _connect_error(error, is_tls=tls is not None) from None
        try:
            self._guard.check(connection.peer, request.target.port)
        except BaseException:
            connection.abort()
            raise
        return connection

    def _tls_for(self, host: str) -> ssl.SSLContext:
        last_day = self._settings.tls_exceptions.get(host)
        if last_day is None or datetime.datetime.now(datetime.UTC).date().isoformat() > last_day:
            return self._tls
        unchecked = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        unchecked.check_hostname = False
        unchecked.verify_mode = ssl.CERT_NONE
        return unchecked

    def close(self) -> None:
        """Close the idle connections; running exchanges end with their callers."""
        self.idle.close()


def _origin(request: HttpRequest) -> Origin:
    return request.target.scheme, request.target.host, request.target.port


def _tls_context(settings: FetchBounds) -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if settings.ca_file:
        try:
            context.load_verify_locations(settings.ca_file)
        except OSError as cause:
            # The file is unreadable or has no certificate. That is an error in the settings: a retry does not help.
            reason = f"{settings.ca_file}: {cause.strerror or cause}"
            detail = f"cannot be used: {reason}; name a PEM file that watchd may read"
            raise ConfigError([Fault("fetch.ca_file", detail)]) from cause
    return context


def _connect_error(error: OSError, *, is_tls: bool) -> HttpError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return HttpError("tls", "the certificate is not valid for this host")
    if isinstance(error, ssl.SSLError):
        return HttpError("tls", "the TLS handshake failed")
    if isinstance(error, ConnectionResetError):  # also the reaction of a server that rejects our handshake
        return HttpError("tls" if is_tls else "connect", "the server closed the connection")
    if error.errno in _EXHAUSTED:
        return HttpError("local_resource", "this machine has no connections left")
    return HttpError("connect", "the server does not accept connections")
