"""What one errand takes from the web, and how much it may take.

What came of asking for a page: an outcome is a value, never an exception.
"""

from typing import Literal

from msgspec import Struct


class Meter(Struct):
    """Counts whatever comes of an errand, also when nothing does: redirects and robots.txt included."""

    max_bytes: int | None = None  # bytes; None: only the bounds that hold for everybody
    received: int = 0  # bytes: heads, bodies and framing
    requests: int = 0

    @property
    def left(self) -> int | None:
        """Bytes that it may still take."""
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
    """What makes the next request conditional."""

    etag: str | None = None
    last_modified: str | None = None


class Fetched(Struct, frozen=True, tag="fetched"):
    """The body arrived."""

    url: str  # the address that answered, after redirects
    status: int
    content_type: str  # media type without parameters, lower case
    charset: str | None  # as the header names it
    body: bytes  # decoded from its transfer and content codings, within the caps
    headers: tuple[tuple[str, str], ...]
    validators: Validators
    seconds: float
    wire_bytes: int
    redirects: tuple[str, ...] = ()  # every address on the way, the asked one first


class NotModified(Struct, frozen=True, tag="not_modified"):
    """The page is as we know it (304)."""

    url: str
    validators: Validators
    seconds: float


class Moved(Struct, frozen=True, tag="moved"):
    """The page lives elsewhere for good (301 or 308), and the caller asked not to follow."""

    url: str
    to: str


class Gone(Struct, frozen=True, tag="gone"):
    """The server says that there is no such page (404 or 410)."""

    url: str
    status: int


class Refused(Struct, frozen=True, tag="refused"):
    """We did not ask, or did not read on: the rule that forbids it, and a sentence for people."""

    url: str
    by: RefusedBy
    detail: str


class Failed(Struct, frozen=True, tag="failed"):
    """It may work another time."""

    url: str
    kind: FailedKind
    detail: str
    status: int | None = None
    retry_after: float | None = None  # seconds


Outcome = Fetched | NotModified | Moved | Gone | Refused | Failed


class Answered(Struct, frozen=True, tag="answered"):
    """What came back for a request that is not for a page: a provider's answer, a webhook's receipt."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    is_cut: bool = False  # there was more than the asker wanted to read
    retry_after: float | None = None  # seconds


RequestOutcome = Answered | Refused | Failed
