"""Seeds: the start pages of a run, with their sources and the reports of the sources."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

# remembered: a stored answer to the same question is still valid. skipped: it should have been asked, but was not.
# idle: there was no question for it.
SourceState = Literal["answered", "remembered", "idle", "skipped", "failed"]
HELPFUL: frozenset[SourceState] = frozenset(["answered", "remembered"])


class SearchResult(Struct, frozen=True):
    """Page that a source names."""

    url: str  # canonical
    title: str = ""
    snippet: str = ""  # plain text
    rank: int = 1  # from 1, in the order of its source
    published: datetime | None = None


class SeedAnswer(Struct, frozen=True):
    """Stored answer of a source to one question; it saves repeated requests."""

    results: tuple[SearchResult, ...]
    asked_at: datetime
    repeats: int = 0  # how many times in a row the source has named the same pages


class Ranking(Struct, frozen=True):
    """Results of one source in its own order, and the weight of the source."""

    source: str  # such as "searxng", or "url" for the pages that the person named
    results: tuple[SearchResult, ...]
    weight: float = 1.0


class FusedSeed(Struct, frozen=True):
    """Start page with all sources that named it."""

    url: str  # canonical
    score: float  # 0..1
    sources: tuple[str, ...]
    title: str = ""
    snippet: str = ""
    published: datetime | None = None


class SourceReport(Struct, frozen=True):
    """Report about one source."""

    source: str
    state: SourceState
    count: int = 0  # pages that it named
    seconds: float = 0.0
    reason: str = ""  # what is wrong and the way out, for people; empty when all is well


class Gathered(Struct, frozen=True):
    """All seeds of a run, and the reports of their sources."""

    seeds: tuple[FusedSeed, ...]
    reports: tuple[SourceReport, ...]
