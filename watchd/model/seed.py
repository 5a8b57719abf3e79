"""Seeds: the pages that a run starts from, who brought each of them, and how the sources did."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

# remembered: an earlier answer to the same question is still good. skipped: it was not asked, though it should have been.
# idle: there was nothing to ask it.
SourceState = Literal["answered", "remembered", "idle", "skipped", "failed"]
HELPFUL: frozenset[SourceState] = frozenset(["answered", "remembered"])


class SearchResult(Struct, frozen=True):
    """One page that a source names."""

    url: str  # canonical
    title: str = ""
    snippet: str = ""  # plain text
    rank: int = 1  # from 1, in the order of its source
    published: datetime | None = None


class SeedAnswer(Struct, frozen=True):
    """What a source answered to one question, kept so that it is not asked the same thing too often."""

    results: tuple[SearchResult, ...]
    asked_at: datetime


class Ranking(Struct, frozen=True):
    """The results of one source in its own order, and how much its word counts."""

    source: str  # such as "searxng", or "url" for the pages that the person named
    results: tuple[SearchResult, ...]
    weight: float = 1.0


class FusedSeed(Struct, frozen=True):
    """A start page, with everybody who named it."""

    url: str  # canonical
    score: float  # 0..1
    sources: tuple[str, ...]
    title: str = ""
    snippet: str = ""
    published: datetime | None = None


class SourceReport(Struct, frozen=True):
    """How one source did."""

    source: str
    state: SourceState
    count: int = 0  # pages that it named
    seconds: float = 0.0
    reason: str = ""  # what is wrong and the way out, for people; empty when all is well


class Gathered(Struct, frozen=True):
    """All seeds of a run, and how those did who were asked for them."""

    seeds: tuple[FusedSeed, ...]
    reports: tuple[SourceReport, ...]
