"""A portal document: a relevant page as the topical index keeps it."""

from datetime import datetime

from msgspec import Struct


class Document(Struct, frozen=True, kw_only=True):
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

    document: Document
    indexed: Indexed
    profiles: tuple[ProfileScore, ...] = ()


class Part(Struct, frozen=True):
    """Which documents are meant: places in the order of change, after one and up to another."""

    after: int
    upto: int
    profile: str = ""
    since: datetime | None = None
    removed: bool = False  # whether marks of removed documents are wanted
