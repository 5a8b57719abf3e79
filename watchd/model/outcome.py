"""Outcomes of requests to the web, and the meter of their bytes. An outcome is a value, never an exception."""

from typing import Literal

from msgspec import Struct


class Meter(Struct):
    """Counter of the bytes and requests of one visit, also of a failed one; redirects and robots.txt count."""

    max_bytes: int | None = None  # None: only the general limits apply
    received: int = 0  # bytes: heads, bodies and framing
    requests: int = 0
    is_exchanging: bool = False  # a request is on the wire

    @property
    def left(self) -> int | None:
        """Bytes that may still be received."""
        return None if self.max_bytes is None else max(0, self.max_bytes - self.received)


RefusedBy = Literal[
    "robots", "guard", "url", "scheme", "port", "credentials", "type", "size", "encoding", "trap", "budget"
]
FailedKind = Literal[
    "dns",
    "connect",
    "tls",
    "timeout",
    "protocol",
    "redirects",
    "status",
    "robots",
    "local_resource",
    "busy",
    "unreadable",
]


class Validators(Struct, frozen=True):
    """Validators for a conditional request."""

    etag: str | None = None
    last_modified: str | None = None


class Fetched(Struct, frozen=True, tag="fetched"):
    """The server sent the page."""

    url: str  # the address that answered, after redirects
    status: int
    content_type: str  # media type without parameters, lower case
    charset: str | None  # as the header names it
    body: bytes  # decoded from its transfer and content codings, within the caps
    headers: tuple[tuple[str, str], ...]
    validators: Validators
    seconds: float
    wire_bytes: int
    redirects: tuple[str, ...] = ()  # every address on the way, the requested one first


class NotModified(Struct, frozen=True, tag="not_modified"):
    """The page has not changed (304)."""

    url: str
    validators: Validators
    seconds: float


class Moved(Struct, frozen=True, tag="moved"):
    """The page has moved permanently (301 or 308), and the caller asked not to follow."""

    url: str
    to: str


class Gone(Struct, frozen=True, tag="gone"):
    """The page does not exist (404 or 410)."""

    url: str
    status: int


class Refused(Struct, frozen=True, tag="refused"):
    """watchd did not send the request or stopped reading: the rule that forbids it, and a sentence for people."""

    url: str
    by: RefusedBy
    detail: str


class Failed(Struct, frozen=True, tag="failed"):
    """Another try may succeed."""

    url: str
    kind: FailedKind
    detail: str
    status: int | None = None
    retry_after: float | None = None  # seconds


Outcome = Fetched | NotModified | Moved | Gone | Refused | Failed


class Answered(Struct, frozen=True, tag="answered"):
    """Answer to a request that is not for a page, such as to a search provider or a webhook."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    is_cut: bool = False  # the answer was longer than the caller's limit
    retry_after: float | None = None  # seconds


RequestOutcome = Answered | Refused | Failed
