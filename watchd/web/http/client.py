"""How bytes get to a server and back: dials checked addresses only, and keeps connections."""

import asyncio
import datetime
import errno
import socket
import ssl
from collections.abc import Callable

from msgspec import Struct, field

from watchd.errors import ConfigError, Fault
from watchd.model.outcome import Meter
from watchd.web.http.connection import HttpConnection, Pace
from watchd.web.http.guard import Guard
from watchd.web.http.pool import IdleConnections, Origin, Slots
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

MAX_ADDRESSES = 4  # of one host are tried; more would only spend the deadline
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.EADDRNOTAVAIL})


class HttpRequest(Struct, frozen=True):
    """One request, ready to be sent."""

    target: Target
    addresses: tuple[str, ...]  # as the guard checked them
    head: bytes
    limits: ResponseLimits
    wants_body: Callable[[ResponseHead], bool]
    body: bytes = b""
    caller: str = ""
    may_repeat: bool = True  # on a fresh connection when a kept one turns out to be dead
    timeout: float | None = None  # seconds for the whole exchange, instead of the usual
    meter: Meter = field(default_factory=Meter)


class HttpClient:
    """The only place that opens connections."""

    def __init__(self, settings: FetchBounds, guard: Guard) -> None:
        self._settings = settings
        self._guard = guard
        self._times = Timeouts.of(settings)
        self._slots = Slots(settings.max_connections, settings.connections_per_run)
        self._tls = _tls_context(settings)
        self.idle = IdleConnections(settings.max_connections, self._times.idle)

    async def exchange(self, ask: HttpRequest) -> HttpResponse:
        """Send and receive; raises WireTrouble, TooMuch or Forbidden, and leaves no connection behind then."""
        if ask.meter.left == 0:
            raise OverBudget
        async with self._slots.slot(ask.caller):
            ask.meter.requests += 1
            loop = asyncio.get_running_loop()
            pace = Pace(
                deadline=loop.time() + (ask.timeout or self._times.total),
                grace=self._times.grace,
                min_rate=self._settings.min_rate,
            )
            kept = self.idle.take(_origin(ask)) if ask.may_repeat else None
            if kept is not None:
                try:
                    return await self._exchange_on(kept, ask, pace)
                except HttpError:
                    if kept.heard or loop.time() >= pace.deadline:
                        raise
                    # The server had closed it between two requests: not a failure, a fresh one will do.
            return await self._exchange_on(await self._dial(ask, pace.deadline), ask, pace)

    async def _exchange_on(self, connection: HttpConnection, ask: HttpRequest, pace: Pace) -> HttpResponse:
        reader = ResponseParser(ask.limits, ask.wants_body, most=ask.meter.left)
        try:
            reply = await connection.exchange(ask.head + ask.body, reader, pace)
        finally:
            ask.meter.received += reader.received
        if reader.may_reuse and connection.is_open:
            self.idle.keep(_origin(ask), connection)
        else:
            connection.abort()
        return reply

    async def _dial(self, ask: HttpRequest, deadline: float) -> HttpConnection:
        trouble = HttpError("connect", "the host has no address")
        for address in ask.addresses[:MAX_ADDRESSES]:
            try:
                return await self._dial_one(ask, address, deadline)
            except HttpError as failed:
                trouble = failed
                if failed.kind in ("local_resource", "tls"):
                    break
        raise trouble

    async def _dial_one(self, ask: HttpRequest, address: str, deadline: float) -> HttpConnection:
        loop = asyncio.get_running_loop()
        tls = self._tls_for(ask.target.host) if ask.target.scheme == "https" else None
        try:
            async with asyncio.timeout_at(min(deadline, loop.time() + self._times.connect)):
                _, connection = await loop.create_connection(
                    HttpConnection,
                    address,
                    ask.target.port,
                    ssl=tls,
                    server_hostname=ask.target.host.strip("[]") if tls else None,
                    flags=socket.AI_NUMERICHOST,  # a checked literal: nothing is resolved again
                )
        except TimeoutError:
            raise HttpError("timeout", "the server did not accept the connection in time") from None
        except OSError as error:
            raise _dial_trouble(error, is_tls=tls is not None) from None
        try:
            self._guard.check(connection.peer, ask.target.port)
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
        """Close what is kept; exchanges under way end with their callers."""
        self.idle.close()


def _origin(ask: HttpRequest) -> Origin:
    return ask.target.scheme, ask.target.host, ask.target.port


def _tls_context(settings: FetchBounds) -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if settings.ca_file:
        _trust(context, settings.ca_file)
    return context


def _trust(context: ssl.SSLContext, ca_file: str) -> None:
    """A file that cannot be read or holds no certificate is a mistake of the settings: trying again does not mend it."""
    try:
        context.load_verify_locations(ca_file)
    except OSError as cause:
        detail = f"cannot be used: {ca_file}: {cause.strerror or cause}; name a PEM file that watchd may read"
        raise ConfigError([Fault("fetch.ca_file", detail)]) from cause


def _dial_trouble(error: OSError, *, is_tls: bool) -> HttpError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return HttpError("tls", "the certificate is not valid for this host")
    if isinstance(error, ssl.SSLError):
        return HttpError("tls", "no secure connection could be agreed on")
    if isinstance(error, ConnectionResetError):  # a server hangs up like this when it dislikes our handshake
        return HttpError("tls" if is_tls else "connect", "the server hung up")
    if error.errno in _EXHAUSTED:
        return HttpError("local_resource", "this machine has no connections left")
    return HttpError("connect", "the server does not accept connections")
