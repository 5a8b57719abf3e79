"""Appearances: links and entries that a page or list shows for the first time, and which of them the run follows at once.

The store knows every link that any run has seen (store/tables/news.py); core/revisits/news.py decides what is news.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from watchd.core.population.agent_view import MAX_ENTRIES
from watchd.core.revisits.news import (
    MAX_FROM_LIST,
    MAX_FROM_PLACE,
    MIN_DATE_RATE,
    MIN_ENTRY_RATE,
    appeared_on_page,
    dates_source,
    entry_source,
    link_key,
    list_source,
    max_followed,
    news_of_list,
    place_source,
    rate_of,
    worth_a_look,
)
from watchd.flow.run.page_memory import PageBeforeVisit
from watchd.model.news import NewsItem, NewsRecord, Sighting
from watchd.model.page import Link, Page, PageKind
from watchd.store.database import Store
from watchd.store.tables import Tables


class Appearances(Struct, frozen=True):
    """News of one look at a page or list."""

    items: tuple[NewsItem, ...] = ()  # new to the daemon
    followed: dict[str, str] = {}  # pages to visit at once, and the source of each


async def appearances(
    store: Store,
    page: Page,
    kind: PageKind,
    known: PageBeforeVisit,
    times: Mapping[str, float | None],
    relevances: Mapping[str, float],
    now: datetime,
) -> Appearances:
    """Return the news of a page or list that was read before; nothing at the first look.

    `times` has all entries of a list that was fetched, with their dates; the links of its page are a part of them.
    """
    last_look = _last_look(kind, known)
    if last_look is None:
        return Appearances()
    urls = list(times or dict.fromkeys(link.url for link in page.links))
    keys = [link_key(url) for url in urls]
    seen = await store.read(lambda tables: tables.news.seen(keys))
    if kind == "page":
        new = appeared_on_page(page.links, _links_of(known, last_look), seen, last_look)
        chosen = await store.read(lambda tables: _of_page(tables, page.url, new))
    else:
        before = {link.url for link in known.snapshot.links} if known.snapshot else set[str]()
        dates = {url: date for url, date in times.items() if date is not None}
        is_complete = len(before) < MAX_ENTRIES
        found = news_of_list(urls, dates, before if is_complete else None, seen, last_look)
        wanted = worth_a_look(found.moved, relevances)
        chosen = await store.read(lambda tables: _of_list(tables, page.url, found.new, wanted))
    return Appearances(_items(page, kind, chosen, seen, now), chosen)


def _links_of(known: PageBeforeVisit, last_look: float) -> set[str]:
    """Return the links that the page had at the last look; none if another profile has read it since."""
    fetched = known.stored.fetched_at if known.stored else None
    if known.snapshot is None or fetched is None or fetched.timestamp() > last_look:
        return set()
    return {link.url for link in known.snapshot.links}


def _last_look(kind: PageKind, known: PageBeforeVisit) -> float | None:
    """Return when the profile looked at the page last; None at the first look.

    What the daemon knew of a page before counts for a profile that has not read it; the entries of a list do not, because
    all of them are new to the profile.
    """
    if known.state is not None and known.state.visited_at is not None:
        return known.state.visited_at.timestamp()
    if kind == "page" and known.stored is not None and known.stored.fetched_at is not None:
        return known.stored.fetched_at.timestamp()
    return None


async def _of_page(tables: Tables, url: str, new: Sequence[Link]) -> dict[str, str]:
    """Return the new links to follow: of each place of the page as many as its record allows."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for link in new:
        places[place_source(url, link)].append(link.url)
    records = await tables.news.records(list(places))
    return {
        link: source
        for source, links in places.items()
        for link in links[: max_followed(records.get(source, NewsRecord()), MAX_FROM_PLACE)]
    }


async def _of_list(tables: Tables, url: str, new: Sequence[str], moved: Sequence[str]) -> dict[str, str]:
    """Return the entries to visit: as many as the record of the list, and that of its dates, allow."""
    by_entry, by_date = list_source(url), dates_source(url)
    records = await tables.news.records([by_entry, by_date, *map(entry_source, moved)])
    of_entries, of_dates = (records.get(source, NewsRecord()) for source in (by_entry, by_date))
    believed = [
        url
        for url in moved
        if rate_of(of_dates) >= MIN_DATE_RATE
        and rate_of(records.get(entry_source(url), NewsRecord())) >= MIN_ENTRY_RATE
    ]
    chosen = dict.fromkeys(believed[: max_followed(of_dates, MAX_FROM_LIST)], by_date)
    return chosen | dict.fromkeys(new[: max_followed(of_entries, MAX_FROM_LIST)], by_entry)


def _items(
    page: Page, kind: PageKind, chosen: Mapping[str, str], seen: Mapping[int, Sighting], now: datetime
) -> tuple[NewsItem, ...]:
    """Return what other profiles should know: of the pages to visit, those that no run had seen, and those that have moved.

    What the record of a source keeps this run from following is not worth the requests of other profiles either.
    """
    at, shown = now.timestamp(), kind if kind != "page" else "link"
    anchors = {link.url: link.anchor for link in page.links}
    moved = dates_source(page.url)
    return tuple(
        NewsItem(url, page.url, shown, anchors.get(url, ""), at)
        for url, source in chosen.items()
        if source == moved or link_key(url) not in seen
    )
