"""HTTP/1.1 response parser with limits, without I/O.

The connection feeds it the bytes that arrive. It is done when the response is complete, or when the caller does not
want the body. It counts everything that a server can send without end: head bytes, interim responses, received bytes,
and small pieces of a chunked body.
"""

from collections.abc import Callable

import httptools
from msgspec import Struct

from watchd.model.outcome import FailedKind

MAX_INTERIM_RESPONSES = 8  # 1xx responses before the final one; servers send none or one
MAX_SMALL_PIECES = 1000  # body pieces of any size; above this count the average must be 64 bytes or more


class HttpError(Exception):
    """Raised when an exchange fails; kind is the kind of the Failed outcome."""

    def __init__(self, kind: FailedKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: FailedKind = kind


class ResponseTooLarge(Exception):
    """Raised when a response is larger than its limits."""


class OverBudget(ResponseTooLarge):
    """Raised when a response is larger than the remaining byte budget of its run."""


class ResponseHead(Struct, frozen=True):
    """Status and headers of a response; header names in lower case."""

    status: int
    headers: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """Return the first header of that name, or an empty text."""
        for key, value in self.headers:
            if key == name:
                return value
        return ""

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key == name]


class ResponseLimits(Struct, frozen=True):
    """Size limits of one response."""

    head_bytes: int
    wire_bytes: int
    cut: bool = False  # at the limit, keep what arrived instead of raising


class HttpResponse(Struct, frozen=True):
    """Response as it was received; the body is still in its content coding."""

    head: ResponseHead
    body: bytes
    wire_bytes: int
    is_whole: bool  # False when the body was not wanted or cut


class ResponseParser:
    """Parser of one response. httptools calls the on_ methods from within feed."""

    def __init__(
        self,
        limits: ResponseLimits,
        wants_body: Callable[[ResponseHead], bool],
        *,
        max_bytes: int | None = None,
    ) -> None:
        self._limits = limits
        self._max_bytes = max_bytes  # in total, head and framing included
        self._wants_body = wants_body
        self._parser = httptools.HttpResponseParser(self)
        self._headers: list[tuple[str, str]] = []
        self._head_bytes = 0
        self._interim = 0
        self._body: list[bytes] = []
        self._body_bytes = 0
        self._error: Exception | None = None
        self._until_end = False  # the body ends where the connection ends
        self.head: ResponseHead | None = None
        self.received = 0
        self.is_done = False
        self.is_whole = False
        self.may_reuse = False  # the connection, for a next request

    def feed(self, data: bytes) -> None:
        """Parse bytes that arrived; raise HttpError or ResponseTooLarge."""
        self.received += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._fail("the server wants to change the protocol")
        except httptools.HttpParserError as error:
            if not self.is_done:
                self._fail(f"the response is not HTTP ({type(error).__name__})")
        if self._error is not None and not self.is_done:
            raise self._error
        self._check_limits()

    def next_read_bytes(self, limit: int) -> int:
        """Return how many bytes the connection may read next, so that the total never exceeds the budget."""
        return limit if self._max_bytes is None else max(1, min(limit, self._max_bytes - self.received))

    def _check_limits(self) -> None:
        if self.is_done:
            return
        if self._max_bytes is not None and self.received >= self._max_bytes:
            raise OverBudget
        if self.head is None and self.received > self._limits.head_bytes:
            raise HttpError("protocol", f"the response head is larger than {self._limits.head_bytes} bytes")
        if self.received > self._limits.wire_bytes + self._limits.head_bytes:
            self._stop_at_limit()
            if self._error is not None:
                raise self._error

    def end(self) -> None:
        """Handle the end of the connection; raise HttpError if the response is not complete."""
        if self.is_done:
            return
        if not self._until_end:
            raise HttpError("protocol", "the server closed the connection before the response was complete")
        self.is_done = self.is_whole = True

    @property
    def body_bytes(self) -> int:
        return self._body_bytes

    def response(self) -> HttpResponse:
        """Return the response; the parser cannot be used after that."""
        assert self.head is not None
        del self._parser  # it refers back to self: deleting it frees the memory at once
        return HttpResponse(
            head=self.head, body=b"".join(self._body), wire_bytes=self.received, is_whole=self.is_whole
        )

    def on_message_begin(self) -> None:
        if self.is_done:
            self.may_reuse = False  # bytes without a request: the next response could not be trusted

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_bytes += len(name) + len(value) + 4
        if self._head_bytes > self._limits.head_bytes:
            self._fail(f"the response head is larger than {self._limits.head_bytes} bytes")
        elif self._error is None:
            self._headers.append((name.decode("latin-1").lower(), value.decode("latin-1").strip()))

    def on_headers_complete(self) -> None:
        if self.is_done or self._error is not None:
            return
        status = self._parser.get_status_code()
        if status < 200:
            self._interim += 1
            self._headers.clear()
            if self._interim > MAX_INTERIM_RESPONSES:
                self._fail("the server sends too many interim responses")
            return
        self.head = ResponseHead(status=status, headers=tuple(self._headers))
        self._begin_body(self.head)

    def _begin_body(self, head: ResponseHead) -> None:
        coding = ",".join(head.all("transfer-encoding")).lower()
        if coding not in ("", "chunked"):
            self._fail("the transfer coding is not one that watchd asked for")
            return
        length = head.get("content-length")
        self._until_end = not coding and not length and head.status not in (204, 304)
        if not self._wants_body(head):
            self.is_done = True
        elif length.isdigit() and int(length[:20]) > self._limits.wire_bytes and not self._limits.cut:
            self._error = ResponseTooLarge()
        elif length.isdigit() and self._max_bytes is not None and int(length[:20]) > self._max_bytes:
            self._error = OverBudget()

    def on_body(self, piece: bytes) -> None:
        if self.is_done or self._error is not None:
            return
        self._body.append(piece)
        self._body_bytes += len(piece)
        if self._body_bytes > self._limits.wire_bytes:
            self._stop_at_limit()
        elif len(self._body) > MAX_SMALL_PIECES + self._body_bytes // 64:
            self._fail("the server sends the body in too small pieces")

    def _stop_at_limit(self) -> None:
        if self._limits.cut and self.head is not None:
            self._body = [b"".join(self._body)[: self._limits.wire_bytes]]
            self.is_done = True
        else:
            self._error = ResponseTooLarge()

    def on_message_complete(self) -> None:
        if self.head is None or self.is_done or self._error is not None:
            return  # an interim response, or one that has failed
        self.is_done = self.is_whole = True
        self.may_reuse = self._parser.should_keep_alive()

    def _fail(self, detail: str) -> None:
        self._error = self._error or HttpError("protocol", detail)
