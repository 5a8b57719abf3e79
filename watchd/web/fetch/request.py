"""One request to one place, done properly: guarded, in turn, and at the host's pace.

Everything that goes out on behalf of a page or a robots.txt passes here, at every redirect again.
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
from watchd.web.http.decoder import ACCEPT_ENCODING
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
_HEADER_TEXT = re.compile(r"[\x20-\x7e\x80-\xff]*")  # what may stand in a header: no line can be smuggled in


class OutgoingRequest(Struct, frozen=True):
    """What to ask for, and how much of the answer to take."""

    target: Target
    limits: ResponseLimits
    wants_body: Callable[[ResponseHead], bool]
    headers: tuple[tuple[str, str], ...] = ()
    caller: str = ""
    crawl_delay: float | None = None
    meter: Meter = field(default_factory=Meter)


class RequestRunner:
    """Runs errands."""

    def __init__(self, settings: FetchBounds, guard: Guard, client: HttpClient, politeness: Politeness) -> None:
        self._guard = guard
        self._client = client
        self._politeness = politeness
        self._standing = (
            f"User-Agent: {settings.robot_name}\r\nAccept: {ACCEPT}\r\nAccept-Encoding: {ACCEPT_ENCODING}\r\n"
        )

    async def run(self, request: OutgoingRequest) -> tuple[HttpResponse, float]:
        """The answer and the seconds it took; raises Forbidden, NoAddress, Busy, WireTrouble or TooMuch."""
        target = request.target
        try:
            addresses = await self._guard.addresses(target.host, target.port)
        except HostNotFound:
            request.meter.requests += 1  # somebody was asked, if only for the name
            raise
        ask = HttpRequest(
            target=target,
            addresses=addresses,
            head=head_bytes("GET", target, self._standing, request.headers),
            limits=request.limits,
            wants_body=request.wants_body,
            caller=request.caller,
            meter=request.meter,
        )
        turn = self._politeness.visit(
            target.host, addresses[0], caller=request.caller, crawl_delay=request.crawl_delay
        )
        async with turn as visit:
            return await self._exchange(ask, visit)

    async def _exchange(self, ask: HttpRequest, visit: HostVisit) -> tuple[HttpResponse, float]:
        clock = asyncio.get_running_loop().time
        started = clock()
        try:
            reply = await self._client.exchange(ask)
        except (HttpError, ResponseTooLarge) as trouble:
            visit.seconds = clock() - started
            visit.has_failed = isinstance(trouble, HttpError) and trouble.kind != "local_resource"
            raise
        visit.seconds = clock() - started
        status = reply.head.status
        visit.has_failed = status >= 500 or status in RETRY_STATUSES
        if status in RETRY_STATUSES:
            visit.retry_after = retry_after(reply.head, datetime.datetime.now(datetime.UTC))
        return reply, visit.seconds


def head_bytes(method: str, target: Target, standing: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    """The head of a request; a header that could not be sent as one line is left out."""
    lines = "".join(
        f"{name}: {value}\r\n"
        for name, value in headers
        if value and _HEADER_TEXT.fullmatch(value) and _HEADER_NAME.fullmatch(name)
    )
    text = f"{method} {target.path} HTTP/1.1\r\nHost: {target.authority}\r\n{standing}{lines}\r\n"
    return text.encode("latin-1")
