"""Polite request runner: guard, host queue and exchange for one request.

Every request for a page or a robots.txt passes here, at every redirect again.
"""

import datetime
import re
from collections.abc import Callable

from msgspec import Struct, field

from watchd.model.outcome import Meter
from watchd.web.fetch.faulty_pages import FaultyPages
from watchd.web.fetch.pace import is_fault_of_page, is_for_page
from watchd.web.fetch.politeness import HostVisit, Politeness
from watchd.web.fetch.response_outcome import RETRY_STATUSES, retry_after
from watchd.web.http.client import HttpClient, HttpRequest, StaleConnection
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
    crawl_delay: float | None = None  # of the site's robots.txt; None for that file itself
    meter: Meter = field(default_factory=Meter)


class RequestRunner:
    """Runner of requests that need a turn in the host queue."""

    def __init__(
        self,
        settings: FetchBounds,
        guard: Guard,
        client: HttpClient,
        politeness: Politeness,
        faulty_pages: FaultyPages,
    ) -> None:
        self._guard = guard
        self._client = client
        self._politeness = politeness
        self._faulty_pages = faulty_pages
        self.introduce(settings.robot_name)

    def introduce(self, robot_name: str) -> None:
        """Send this robot name from now on."""
        self._standard_headers = standard_headers(robot_name, accept=ACCEPT)

    async def run(self, request: OutgoingRequest) -> tuple[HttpResponse, float]:
        """Return the response and its seconds.

        Raise Forbidden, HostNotFound, KnownFault, Busy, HttpError or ResponseTooLarge.
        """
        target = request.target
        try:
            addresses = await self._guard.addresses(target.host, target.port)
        except HostNotFound:
            request.meter.requests += 1  # a name look-up counts as a request, too
            raise
        try:
            return await self._take_turn(request, addresses, may_reuse=True)
        except StaleConnection:
            # The server may have seen the request, so the next one comes after the host's pause.
            return await self._take_turn(request, addresses, may_reuse=False)

    async def _take_turn(
        self, request: OutgoingRequest, addresses: tuple[str, ...], *, may_reuse: bool
    ) -> tuple[HttpResponse, float]:
        target = request.target
        turn = self._politeness.visit(
            target.host,
            f"{addresses[0]} port {target.port}",
            caller=request.caller,
            site=target.origin,
            crawl_delay=request.crawl_delay,
        )
        async with turn as visit:
            if _is_page(request):
                self._faulty_pages.check(target.url)  # another run may have requested the page meanwhile
            exchange = HttpRequest(
                target=target,
                addresses=addresses,
                head=head_bytes("GET", target, self._standard_headers, request.headers),
                limits=request.limits,
                wants_body=request.wants_body,
                may_reuse=may_reuse,
                caller=request.caller,
                meter=request.meter,
                ready=visit.turn.ready,
                wire=visit.turn.wire,
            )
            try:
                response = await self._client.exchange(exchange)
            except StaleConnection:
                raise  # neither an answer nor a failure
            except HttpError as error:
                self._note_failure(request, error, visit)
                raise
            except ResponseTooLarge:
                visit.seconds, visit.is_answered = visit.turn.elapsed, visit.turn.wire.is_sent
                raise
            self._note_answer(request, response.head, visit)
            return response, visit.seconds

    def _note_answer(self, request: OutgoingRequest, head: ResponseHead, visit: HostVisit) -> None:
        visit.seconds = visit.turn.elapsed
        visit.has_failed = head.status >= 500 or head.status in RETRY_STATUSES
        visit.is_rate_limited = head.status == 429
        if head.status not in RETRY_STATUSES:
            return
        seconds = retry_after(head, datetime.datetime.now(datetime.UTC))
        if seconds and _is_page(request) and is_for_page(head.status, seconds, visit.failures):
            self._faulty_pages.note_unavailable(request.target.url, seconds)
        else:
            visit.retry_after = seconds

    def _note_failure(self, request: OutgoingRequest, error: HttpError, visit: HostVisit) -> None:
        visit.seconds = visit.turn.elapsed
        visit.has_failed = error.kind != "local_resource"
        visit.has_timed_out = error.kind == "timeout"
        wire = visit.turn.wire
        is_cut = error.kind == "connect" and wire.received > 0
        is_unfinished = is_cut or (visit.has_timed_out and wire.is_sent)
        if is_unfinished and _is_page(request) and is_fault_of_page(visit.failures):
            self._faulty_pages.note_unfinished(request.target.url)


def _is_page(request: OutgoingRequest) -> bool:
    return request.crawl_delay is not None


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
