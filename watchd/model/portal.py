"""A portal document: a relevant page as the topical index keeps it.

What is asked of the portal, and what it answers with.

How far a sink, a receiver of the portal's documents, has followed.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct


class PortalDocument(Struct, frozen=True, kw_only=True):
    """A stored document. A removed one stays as a mark, so that those who follow the portal hear of it."""

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
    sources: tuple[str, ...] = ()  # who found it: an agent's name or a seed source's
    links: tuple[str, ...] = ()  # where it leads
    serial: int = 0  # its place in the order of change
    removed: bool = False


class Indexed(Struct, frozen=True):
    """The same words as the index knows them: folded, lower case, stemmed, stop words left out."""

    title: str = ""
    description: str = ""
    keywords: str = ""
    text: str = ""


class KnownDocument(Struct, frozen=True):
    """What a writer needs to know of a document that is already there."""

    number: int  # of its entry in the index
    removed: bool
    fingerprint: str  # of all that is shown: equal means unchanged
    first_seen: datetime
    published_at: datetime | None
    sources: tuple[str, ...]


class ProfileScore(Struct, frozen=True):
    """What a document is worth to one profile."""

    profile_id: str
    score: float


class Version(Struct, frozen=True):
    """One text that the page had, and since when."""

    seen_at: datetime
    content_hash: str


class WholeDocument(Struct, frozen=True):
    """A document with everything that is known about it, for those who export it."""

    document: PortalDocument
    indexed: Indexed
    profiles: tuple[ProfileScore, ...] = ()


class Part(Struct, frozen=True):
    """Which documents are meant: places in the order of change, after one and up to another."""

    after: int
    upto: int
    profile: str = ""
    since: datetime | None = None
    removed: bool = False  # whether marks of removed documents are wanted


Sort = Literal["relevance", "date"]


class PortalFilter(Struct, frozen=True):
    """Which documents are meant; empty means any."""

    profile: str = ""
    language: str = ""
    host: str = ""
    since: datetime | None = None  # first seen or changed then, or later


class Facets(Struct, frozen=True):
    """How the best matches spread: value to number of documents."""

    profile: dict[str, int] = {}
    host: dict[str, int] = {}
    language: dict[str, int] = {}
    month: dict[str, int] = {}


class PortalHits(Struct, frozen=True):
    """The best documents in order, and how they spread."""

    numbers: tuple[int, ...] = ()
    titles: tuple[tuple[str, str | None], ...] = ()  # with their languages, in the same order
    facets: Facets = Facets()
    is_whole: bool = True  # False: there are more than were ranked


class LexiconTerm(Struct, frozen=True):
    """A term of the index and how common it is."""

    term: str
    documents: int
    occurrences: int


class SinkState(Struct, frozen=True, kw_only=True):
    """One row per sink."""

    name: str
    serial: int = 0  # the last change that the receiver has confirmed
    attempts: int = 0  # in a row that failed
    retry_at: datetime | None = None
    last_error: str | None = None
    rejected: int = 0  # documents that the receiver refused for good
