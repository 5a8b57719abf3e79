"""What do a feed and a sitemap name today? Asked politely: a list that has not changed is not sent again.

The entries are kept with the validators that came with them, so that "not modified" still names them: a second profile with
the same feed gets the same seeds.
"""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.core import seeds
from watchd.model.listing import Entry, Listing
from watchd.model.outcome import Failed, Fetched, Gone, Moved, NotModified, Outcome, Refused
from watchd.model.page import Unparseable
from watchd.model.seed import SearchResult, SeedAnswer, SourceState
from watchd.ports import Clock, ListingReader, PageDoor, SeedStore

MOST_ENTRIES = 100  # of one list that are kept, the newest
MOST_FURTHER = 5  # lists of an index that are read, the newest

Kind = Literal["feed", "sitemap"]


class Listed(Struct, frozen=True):
    """What one list names, the newest first; or why it names nothing."""

    state: SourceState
    results: tuple[SearchResult, ...] = ()
    reason: str = ""
    further: tuple[str, ...] = ()


class Listings:
    """Reads feeds and sitemaps for everybody."""

    def __init__(self, door: PageDoor, reader: ListingReader, store: SeedStore, clock: Clock) -> None:
        self._door = door
        self._store = store
        self._clock = clock
        self._readers: dict[Kind, Callable[[Fetched], Awaitable[Listing | Unparseable]]] = {
            "feed": reader.read_feed,
            "sitemap": reader.read_sitemap,
        }

    async def feed(self, url: str, caller: str = "") -> Listed:
        return await self._list("feed", url, caller)

    async def sitemap(self, url: str, caller: str = "") -> Listed:
        """The newest pages of a sitemap; of an index, those of its newest sitemaps."""
        top = await self._list("sitemap", url, caller)
        if not top.further:
            return top
        parts = [await self._list("sitemap", further, caller) for further in top.further]
        found = [result for part in parts for result in part.results]
        newest = seeds.newest_first([*top.results, *found], self._clock.now())[:MOST_ENTRIES]
        troubles = [part.reason for part in parts if part.reason]
        if not newest and troubles:
            return Listed("failed", reason=troubles[0])
        is_same = all(part.state == "unchanged" for part in (top, *parts))
        return Listed("unchanged" if is_same else "answered", newest, troubles[0] if troubles else "")

    async def _list(self, kind: Kind, url: str, caller: str) -> Listed:
        known = await self._store.read(lambda tables: tables.seed_answers.get(kind, url))
        outcome = await self._door.fetch(url, known.validators if known else None, caller=caller)
        if isinstance(outcome, NotModified) and known:
            return Listed("unchanged", known.results, further=known.further)
        if not isinstance(outcome, Fetched):
            return Listed("failed", reason=_why_not(outcome))
        listing = await self._readers[kind](outcome)
        if isinstance(listing, Unparseable):
            return Listed("failed", reason=f"It cannot be read as a {kind}. {listing.detail}")
        now = self._clock.now()
        answer = SeedAnswer(
            results=_results(listing.entries, now),
            asked_at=now,
            validators=outcome.validators,
            further=_further(listing.entries),
        )
        await self._store.write(lambda tables: tables.seed_answers.put(kind, url, answer))
        return Listed("answered", answer.results, further=answer.further)


def _results(entries: Iterable[Entry], now: datetime) -> tuple[SearchResult, ...]:
    pages = (
        SearchResult(entry.url, entry.title, entry.summary, published=entry.published or entry.modified)
        for entry in entries
        if entry.kind == "page"
    )
    return seeds.newest_first(pages, now)[:MOST_ENTRIES]


def _further(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The sitemaps that an index names, the newest first; what has no date comes last."""
    lists = [entry for entry in entries if entry.kind == "sitemap"]
    newest = sorted(
        lists, key=lambda entry: entry.modified.timestamp() if entry.modified else 0.0, reverse=True
    )
    return tuple(entry.url for entry in newest[:MOST_FURTHER])


def _why_not(outcome: Outcome) -> str:
    match outcome:
        case Gone():
            return f"It is not there (status {outcome.status}); take it out of the profile's seeds."
        case Refused() | Failed():
            return outcome.detail
        case Moved():
            return f"It has moved to {outcome.to}."
    return "It says that it has not changed, but nothing is known of it."
