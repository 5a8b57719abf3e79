"""What does a server answer? Reads one HTTP/1.1 answer from bytes, within limits; does no I/O.

Feed it what arrived; it is done when the answer is complete, or when the asker does not want the body. All
that a server can send without end is counted: heads, interim answers, bytes on the wire, crumbs of a chunked
body.
"""

from collections.abc import Callable

import httptools
from msgspec import Struct

from watchd.model.outcome import FailedKind

MAX_INTERIM_RESPONSES = 8  # 1xx answers before the real one; servers send none or one
MAX_SMALL_PIECES = (
    1000  # pieces of a body that may be tiny; beyond them a piece has to bring 64 bytes on average
)


class HttpError(Exception):
    """Raised when an exchange cannot be finished; the kind is that of the outcome to be."""

    def __init__(self, kind: FailedKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: FailedKind = kind


class ResponseTooLarge(Exception):
    """Raised when a body is larger than the asker can take."""


class OverBudget(ResponseTooLarge):
    """Raised when an answer is larger than what its asker may still take, though others could take it."""


class ResponseHead(Struct, frozen=True):
    """Status and headers; names in lower case."""

    status: int
    headers: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """The first header of that name, or nothing."""
        for key, value in self.headers:
            if key == name:
                return value
        return ""

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key == name]


class ResponseLimits(Struct, frozen=True):
    """How much of an answer we take."""

    head_bytes: int
    wire_bytes: int
    cut: bool = False  # stop at the limit and keep what came, instead of giving up


class HttpResponse(Struct, frozen=True):
    """An answer as it was on the wire: the body is still packed in its content coding."""

    head: ResponseHead
    body: bytes
    wire_bytes: int
    is_whole: bool  # False when the body was not wanted or cut


class ResponseParser:
    """Collects one answer. The on_ methods are called by the parser, from within feed."""

    def __init__(
        self, limits: ResponseLimits, wants_body: Callable[[ResponseHead], bool], *, most: int | None = None
    ) -> None:
        self._limits = limits
        self._most = most  # bytes in all, head and framing included
        self._wants_body = wants_body
        self._parser = httptools.HttpResponseParser(self)
        self._headers: list[tuple[str, str]] = []
        self._head_bytes = 0
        self._interim = 0
        self._body: list[bytes] = []
        self._body_bytes = 0
        self._trouble: Exception | None = None
        self._until_end = False  # the body ends where the connection ends
        self.head: ResponseHead | None = None
        self.received = 0
        self.is_done = False
        self.is_whole = False
        self.may_reuse = False  # the connection, for a next request

    def feed(self, data: bytes) -> None:
        """Take what arrived; raises WireTrouble or TooMuch."""
        self.received += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._fail("the server wants to speak another protocol")
        except httptools.HttpParserError as error:
            if not self.is_done:
                self._fail(f"the answer is not HTTP ({type(error).__name__})")
        if self._trouble is not None and not self.is_done:
            raise self._trouble
        self._bound_what_has_no_end()

    def room(self, most: int) -> int:
        """How many bytes to take next, at most: never more than may be received, so that none has to be sent back."""
        return most if self._most is None else max(1, min(most, self._most - self.received))

    def _bound_what_has_no_end(self) -> None:
        if self.is_done:
            return
        if self._most is not None and self.received >= self._most:
            raise OverBudget
        if self.head is None and self.received > self._limits.head_bytes:
            raise HttpError("protocol", f"the head is larger than {self._limits.head_bytes} bytes")
        if self.received > self._limits.wire_bytes + self._limits.head_bytes:
            self._stop_at_limit()
            if self._trouble is not None:
                raise self._trouble

    def end(self) -> None:
        """The server closed the connection; raises WireTrouble when that was too early."""
        if self.is_done:
            return
        if not self._until_end:
            raise HttpError("protocol", "the server closed the connection before the answer was complete")
        self.is_done = self.is_whole = True

    @property
    def body_bytes(self) -> int:
        return self._body_bytes

    def reply(self) -> HttpResponse:
        """The answer; the reader is used up by it."""
        assert self.head is not None
        del self._parser  # it points back to us: without it, memory is given back at once
        return HttpResponse(
            head=self.head, body=b"".join(self._body), wire_bytes=self.received, is_whole=self.is_whole
        )

    def on_message_begin(self) -> None:
        if self.is_done:
            self.may_reuse = False  # bytes that nobody asked for: the next answer could not be trusted

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_bytes += len(name) + len(value) + 4
        if self._head_bytes > self._limits.head_bytes:
            self._fail(f"the head is larger than {self._limits.head_bytes} bytes")
        elif self._trouble is None:
            self._headers.append((name.decode("latin-1").lower(), value.decode("latin-1").strip()))

    def on_headers_complete(self) -> None:
        if self.is_done or self._trouble is not None:
            return
        status = self._parser.get_status_code()
        if status < 200:
            self._interim += 1
            self._headers.clear()
            if self._interim > MAX_INTERIM_RESPONSES:
                self._fail("the server sends interim answers without end")
            return
        self.head = ResponseHead(status=status, headers=tuple(self._headers))
        self._begin_body(self.head)

    def _begin_body(self, head: ResponseHead) -> None:
        coding = ",".join(head.all("transfer-encoding")).lower()
        if coding not in ("", "chunked"):
            self._fail("the transfer coding is not one that we asked for")
            return
        length = head.get("content-length")
        self._until_end = not coding and not length and head.status not in (204, 304)
        if not self._wants_body(head):
            self.is_done = True
        elif length.isdigit() and int(length[:20]) > self._limits.wire_bytes and not self._limits.cut:
            self._trouble = ResponseTooLarge()
        elif length.isdigit() and self._most is not None and int(length[:20]) > self._most:
            self._trouble = OverBudget()

    def on_body(self, piece: bytes) -> None:
        if self.is_done or self._trouble is not None:
            return
        self._body.append(piece)
        self._body_bytes += len(piece)
        if self._body_bytes > self._limits.wire_bytes:
            self._stop_at_limit()
        elif len(self._body) > MAX_SMALL_PIECES + self._body_bytes // 64:
            self._fail("the server sends the body in crumbs")

    def _stop_at_limit(self) -> None:
        if self._limits.cut and self.head is not None:
            self._body = [b"".join(self._body)[: self._limits.wire_bytes]]
            self.is_done = True
        else:
            self._trouble = ResponseTooLarge()

    def on_message_complete(self) -> None:
        if self.head is None or self.is_done or self._trouble is not None:
            return  # an interim answer, or one that was given up
        self.is_done = self.is_whole = True
        self.may_reuse = self._parser.should_keep_alive()

    def _fail(self, detail: str) -> None:
        self._trouble = self._trouble or HttpError("protocol", detail)
