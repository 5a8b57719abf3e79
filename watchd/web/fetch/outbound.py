"""Outbound client for requests that are not for pages: search providers and webhooks.

It uses the same guard and the same HTTP client as the fetcher. It follows no redirects (the operator must configure the
new address), reads no robots.txt (the operator named the address), takes a small response, and tries once: the caller
decides about retries.
"""

import datetime

from msgspec import structs

from watchd.model.outcome import Answered, RequestOutcome
from watchd.web.fetch.failure_outcome import outcome_of
from watchd.web.fetch.request import head_bytes, standard_headers
from watchd.web.fetch.response_outcome import retry_after
from watchd.web.http.client import HttpClient, HttpRequest, StaleConnection
from watchd.web.http.content import decode
from watchd.web.http.guard import Guard
from watchd.web.http.response_parser import HttpResponse, ResponseLimits
from watchd.web.settings import FetchBounds
from watchd.web.urls.urls import masked, parse

DEFAULT_RESPONSE_BYTES = 64 * 1024  # read from a response, unless the caller asks for more
_RESERVED_HEADERS = frozenset(
    {"host", "content-length", "transfer-encoding", "connection", "accept-encoding", "user-agent"}
)


class OutboundClient:
    """Sender of single requests."""

    def __init__(self, settings: FetchBounds, guard: Guard, client: HttpClient) -> None:
        self._guard = guard
        self._client = client
        self._head_bytes = settings.max_header_bytes
        self.introduce(settings.robot_name)

    def introduce(self, robot_name: str) -> None:
        """Send this robot name from now on."""
        self._standard_headers = standard_headers(robot_name)

    async def send(
        self,
        method: str,
        url: str,
        *,
        headers: tuple[tuple[str, str], ...] = (),
        body: bytes = b"",
        max_bytes: int = DEFAULT_RESPONSE_BYTES,
        timeout: float = 10.0,  # noqa: ASYNC109  (the HTTP client applies it and frees its slot)
    ) -> RequestOutcome:
        """Send a request; a response of any status is Answered. Never raises, except for cancellation."""
        shown = masked(url)
        try:
            target = parse(url)
            request = HttpRequest(
                target=target,
                addresses=await self._guard.addresses(target.host, target.port),
                head=head_bytes(method, target, self._standard_headers, self._headers(method, headers, body)),
                body=body,
                limits=ResponseLimits(head_bytes=self._head_bytes, wire_bytes=max_bytes, cut=True),
                wants_body=lambda head: method != "HEAD" and head.status not in range(300, 400),
                caller=f"outbound {target.host}",
                may_reuse=method == "GET",
                timeout=timeout,
            )
            return _answered(shown, await self._exchange(request), max_bytes)
        except Exception as error:
            return outcome_of(shown, error)

    async def _exchange(self, request: HttpRequest) -> HttpResponse:
        try:
            return await self._client.exchange(request)
        except StaleConnection:
            return await self._client.exchange(structs.replace(request, may_reuse=False))

    def _headers(
        self, method: str, headers: tuple[tuple[str, str], ...], body: bytes
    ) -> tuple[tuple[str, str], ...]:
        sent = tuple((name, value) for name, value in headers if name.lower() not in _RESERVED_HEADERS)
        return sent if method == "GET" else (*sent, ("Content-Length", str(len(body))))


def _answered(url: str, response: HttpResponse, max_bytes: int) -> Answered:
    coding = ",".join(response.head.all("content-encoding"))
    is_undecodable = bool(coding) and not response.is_whole  # a part of an encoded body cannot be decoded
    body = b"" if is_undecodable else decode(coding, response.body, max_bytes, cut=True)
    return Answered(
        url=url,
        status=response.head.status,
        headers=response.head.headers,
        body=body,
        is_cut=not response.is_whole or len(body) == max_bytes,
        retry_after=retry_after(response.head, datetime.datetime.now(datetime.UTC)),
    )
