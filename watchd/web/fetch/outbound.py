"""Requests that are not for pages: to search providers and webhooks, through the same guard and the same wire.

No redirects (a receiver that moves has to be named anew), no robots (the operator named the place), a small
reply, one try: whoever asks decides about repeating.
"""

import datetime

from watchd.model.outcome import Answered, RequestOutcome
from watchd.web.fetch.failure_outcome import outcome_of
from watchd.web.fetch.request import head_bytes
from watchd.web.fetch.response_outcome import retry_after
from watchd.web.http.client import HttpClient, HttpRequest
from watchd.web.http.decoder import ACCEPT_ENCODING, decode
from watchd.web.http.guard import Guard
from watchd.web.http.response_parser import HttpResponse, ResponseLimits
from watchd.web.settings import FetchBounds
from watchd.web.urls.urls import masked, parse

SMALL = 64 * 1024  # bytes of a reply that are read unless more is asked for
_OWN = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding", "user-agent"})


class OutboundClient:
    """Sends single requests."""

    def __init__(self, settings: FetchBounds, guard: Guard, client: HttpClient) -> None:
        self._guard = guard
        self._client = client
        self._head_bytes = settings.max_header_bytes
        self._standing = f"User-Agent: {settings.robot_name}\r\nAccept-Encoding: {ACCEPT_ENCODING}\r\n"

    async def send(
        self,
        method: str,
        url: str,
        *,
        headers: tuple[tuple[str, str], ...] = (),
        body: bytes = b"",
        max_bytes: int = SMALL,
        timeout: float = 10.0,  # noqa: ASYNC109  (kept by the wire, which frees its slot)
    ) -> RequestOutcome:
        """Send a request; an answer of any status is Answered. Never raises, but for cancellation."""
        shown = masked(url)
        try:
            target = parse(url)
            ask = HttpRequest(
                target=target,
                addresses=await self._guard.addresses(target.host, target.port),
                head=head_bytes(method, target, self._standing, self._headers(method, headers, body)),
                body=body,
                limits=ResponseLimits(head_bytes=self._head_bytes, wire_bytes=max_bytes, cut=True),
                wants_body=lambda head: method != "HEAD" and head.status not in range(300, 400),
                caller=f"courier {target.host}",
                may_repeat=method == "GET",
                timeout=timeout,
            )
            return _answered(shown, await self._client.exchange(ask), max_bytes)
        except Exception as error:
            return outcome_of(shown, error)

    def _headers(
        self, method: str, headers: tuple[tuple[str, str], ...], body: bytes
    ) -> tuple[tuple[str, str], ...]:
        own = tuple((name, value) for name, value in headers if name.lower() not in _OWN)
        return own if method == "GET" else (*own, ("Content-Length", str(len(body))))


def _answered(url: str, reply: HttpResponse, max_bytes: int) -> Answered:
    coding = ",".join(reply.head.all("content-encoding"))
    is_useless = bool(coding) and not reply.is_whole  # half of a packed body says nothing
    body = b"" if is_useless else decode(coding, reply.body, max_bytes, cut=True)
    return Answered(
        url=url,
        status=reply.head.status,
        headers=reply.head.headers,
        body=body,
        is_cut=not reply.is_whole or len(body) == max_bytes,
        retry_after=retry_after(reply.head, datetime.datetime.now(datetime.UTC)),
    )
