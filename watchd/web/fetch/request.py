"""Polite request runner: guard, host queue and exchange for one request.

Every request for a page or a robots.txt passes here, at every redirect again.
"""

import asyncio
import datetime
import re
from collections.abc import Callable

from msgspec import Struct, field

from watchd.model.outcome import Meter
from watchd.web.fetch.politeness import HostVisit, Politeness
from watchd.web.fetch.response_outcome import RETRY_STATUSES, retry_after
from watchd.web.http.client import HttpClient, HttpRequest
from watchd.web.http.content import ACCEPT_ENCODING
from watchd.web.http.guard import Guard
from watchd.web.http.resolver import HostNotFound
from watchd.web.http.response_parser import (
    HttpError,
    HttpResponse,
    ResponseHead,
    ResponseLimits,
    ResponseTooLarge,
)
from watchd.web.settings import FetchBounds
from watchd.web.urls.urls import Target

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.1"
_HEADER_NAME = re.compile(r"[A-Za-z0-9_-]+")
_HEADER_TEXT = re.compile(r"[\x20-\x7e\x80-\xff]*")  # no line break: a value cannot add a header


class OutgoingRequest(Struct, frozen=True):
    """Request for a page or a robots.txt, with the limits of its response."""

    target: Target
    limits: ResponseLimits
    wants_body: Callable[[ResponseHead], bool]
    headers: tuple[tuple[str, str], ...] = ()
    caller: str = ""
    crawl_delay: float | None = None
    meter: Meter = field(default_factory=Meter)


class RequestRunner:
    """Runner of requests that need a turn in the host queue."""

    def __init__(self, settings: FetchBounds, guard: Guard, client: HttpClient, politeness: Politeness) -> None:
        self._guard = guard
        self._client = client
        self._politeness = politeness
        self.introduce(settings.robot_name)

    def introduce(self, robot_name: str) -> None:
        """Send this robot name from now on."""
        self._standard_headers = standard_headers(robot_name, accept=ACCEPT)

    async def run(self, request: OutgoingRequest) -> tuple[HttpResponse, float]:
        """Return the response and its seconds; raise Forbidden, HostNotFound, Busy, HttpError or ResponseTooLarge."""
        target = request.target
        try:
            addresses = await self._guard.addresses(target.host, target.port)
        except HostNotFound:
            request.meter.requests += 1  # a name look-up counts as a request, too
            raise
        turn = self._politeness.visit(
            target.host,
            f"{addresses[0]} port {target.port}",
            caller=request.caller,
            crawl_delay=request.crawl_delay,
        )
        async with turn as visit:
            exchange = HttpRequest(
                target=target,
                addresses=addresses,
                head=head_bytes("GET", target, self._standard_headers, request.headers),
                limits=request.limits,
                wants_body=request.wants_body,
                caller=request.caller,
                meter=request.meter,
                ready=visit.turn.ready,
                wire=visit.turn.wire,
            )
            return await self._exchange(exchange, visit)

    async def _exchange(self, request: HttpRequest, visit: HostVisit) -> tuple[HttpResponse, float]:
        clock = asyncio.get_running_loop().time
        started = clock()
        try:
            response = await self._client.exchange(request)
        except (HttpError, ResponseTooLarge) as error:
            visit.seconds = clock() - started
            visit.has_failed = isinstance(error, HttpError) and error.kind != "local_resource"
            raise
        visit.seconds = clock() - started
        status = response.head.status
        visit.has_failed = status >= 500 or status in RETRY_STATUSES
        if status in RETRY_STATUSES:
            visit.retry_after = retry_after(response.head, datetime.datetime.now(datetime.UTC))
        return response, visit.seconds


def standard_headers(robot_name: str, accept: str = "") -> str:
    """Return the header lines that every request of one kind has."""
    accept_line = f"Accept: {accept}\r\n" if accept else ""
    return f"User-Agent: {robot_name}\r\n{accept_line}Accept-Encoding: {ACCEPT_ENCODING}\r\n"


def head_bytes(method: str, target: Target, standard: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    """Return the head of a request; a header that cannot be sent as one line is omitted."""
    lines = "".join(
        f"{name}: {value}\r\n"
        for name, value in headers
        if value and _HEADER_TEXT.fullmatch(value) and _HEADER_NAME.fullmatch(name)
    )
    text = f"{method} {target.path} HTTP/1.1\r\nHost: {target.authority}\r\n{standard}{lines}\r\n"
    return text.encode("latin-1")
