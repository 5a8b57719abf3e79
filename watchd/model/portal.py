"""Documents of the portal, searches in them, and the progress of the sinks that receive them."""

from datetime import datetime
from typing import Literal

from msgspec import Struct


class PortalDocument(Struct, frozen=True, kw_only=True):
    """Stored document: a relevant page. A removed document stays as a mark, so that sinks and exports can report it."""

    id: str  # of its page
    url: str
    title: str
    first_seen: datetime
    last_seen: datetime
    changed_at: datetime
    description: str = ""
    keywords: tuple[str, ...] = ()
    text: str = ""  # the main text, as shown
    language: str | None = None
    published_at: datetime | None = None
    sources: tuple[str, ...] = ()  # names of the agents and seed sources that found it
    links: tuple[str, ...] = ()  # where it leads
    serial: int = 0  # its place in the order of change
    removed: bool = False


class Indexed(Struct, frozen=True):
    """Indexed form of a document: folded, lower case, stemmed, without stop words."""

    title: str = ""
    description: str = ""
    keywords: str = ""
    text: str = ""


class KnownDocument(Struct, frozen=True):
    """Data of a stored document that its next update needs."""

    number: int  # of its entry in the index
    removed: bool
    fingerprint: str  # of all that is shown; equal if unchanged
    first_seen: datetime
    published_at: datetime | None
    sources: tuple[str, ...]


class ProfileScore(Struct, frozen=True):
    """Score of a document for one profile."""

    profile_id: str
    score: float


class Version(Struct, frozen=True):
    """Text of a page and the time when it was first seen."""

    seen_at: datetime
    content_hash: str


class WholeDocument(Struct, frozen=True):
    """Document with its indexed form and its scores, for exports and sinks."""

    document: PortalDocument
    indexed: Indexed
    profiles: tuple[ProfileScore, ...] = ()


class ChangeRange(Struct, frozen=True):
    """Range of the order of change, with filters."""

    after: int
    upto: int
    profile: str = ""
    since: datetime | None = None
    removed: bool = False  # include marks of removed documents


Sort = Literal["relevance", "date"]


class PortalFilter(Struct, frozen=True):
    """Filter of a search; empty means any."""

    profile: str = ""
    language: str = ""
    host: str = ""
    since: datetime | None = None  # first seen or changed then, or later


class Facets(Struct, frozen=True):
    """Number of documents among the best matches by value."""

    profile: dict[str, int] = {}
    host: dict[str, int] = {}
    language: dict[str, int] = {}
    month: dict[str, int] = {}


class PortalHits(Struct, frozen=True):
    """Best documents in order, and their facets."""

    numbers: tuple[int, ...] = ()
    titles: tuple[tuple[str, str | None], ...] = ()  # with their languages, in the same order
    facets: Facets = Facets()
    is_whole: bool = True  # False: there are more than were ranked


class LexiconTerm(Struct, frozen=True):
    """Term of the index, and its numbers of documents and occurrences."""

    term: str
    documents: int
    occurrences: int


class SinkState(Struct, frozen=True, kw_only=True):
    """Progress of a sink."""

    name: str
    serial: int = 0  # the last change that the receiver has confirmed
    attempts: int = 0  # consecutive failures
    retry_at: datetime | None = None
    last_error: str | None = None
    rejected: int = 0  # documents that the receiver refused for good
