"""What is asked of the portal, and what it answers with."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

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


class Found(Struct, frozen=True):
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
