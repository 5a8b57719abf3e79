"""Tables of news: links that the daemon has seen, addresses that have appeared, and the record of their sources."""

from collections.abc import Mapping, Sequence

from watchd.model.news import NewsItem, NewsRecord, Sighting
from watchd.store.queries import Queries, json_of

SEEN = "SELECT hash, seen_at, dated FROM seen_links WHERE hash IN (SELECT value FROM json_each(:hashes))"
# A known link is written at most once a day.
SEE = """
INSERT INTO seen_links (hash, seen_at, shown) SELECT value, :now, :day FROM json_each(:hashes) WHERE true
ON CONFLICT (hash) DO UPDATE SET shown = excluded.shown WHERE shown < excluded.shown"""
SET_DATES = """
INSERT INTO seen_links (hash, seen_at, shown, dated)
SELECT json_extract(value, '$[0]'), :now, :day, json_extract(value, '$[1]') FROM json_each(:dates) WHERE true
ON CONFLICT (hash) DO UPDATE SET dated = excluded.dated WHERE dated IS NOT excluded.dated"""
ADD = """
INSERT INTO news (url, carrier, kind, anchor, seen_at) VALUES (:url, :carrier, :kind, :anchor, :seen_at)
ON CONFLICT (url) DO UPDATE SET carrier = excluded.carrier, kind = excluded.kind, anchor = excluded.anchor,
    seen_at = excluded.seen_at"""
SINCE = "SELECT * FROM news WHERE seen_at > :since ORDER BY seen_at DESC LIMIT :limit"
GET = "SELECT * FROM news WHERE url = :url"
RECORDS = """
SELECT source, followed, found FROM news_sources WHERE source IN (SELECT value FROM json_each(:sources))"""
COUNT = """
INSERT INTO news_sources (source, followed, found, counted_at) VALUES (:source, 1, :found, :now)
ON CONFLICT (source) DO UPDATE SET followed = followed + 1, found = found + excluded.found,
    counted_at = excluded.counted_at"""


class NewsTable(Queries):
    """The seen_links, news and news_sources tables. All profiles share them."""

    async def seen(self, hashes: Sequence[int]) -> dict[int, Sighting]:
        """Return the first looks at these links; links that were never seen are left out."""
        rows = await self._all(SEEN, hashes=json_of(hashes)) if hashes else []
        return {row.hash: Sighting(row.seen_at, row.dated) for row in rows}

    async def see(self, hashes: Sequence[int], now: float) -> None:
        """Record links that a page shows; a known link keeps the time of its first look, and gets the day of this one."""
        if hashes:
            await self._run(SEE, hashes=json_of(sorted(set(hashes))), now=now, day=_day(now))

    async def set_dates(self, dates: Mapping[int, float], now: float) -> None:
        """Record the dates that a list gives its entries."""
        if dates:
            await self._run(SET_DATES, dates=json_of(sorted(dates.items())), now=now, day=_day(now))

    async def add(self, items: Sequence[NewsItem]) -> None:
        rows: list[dict[str, object]] = [
            {name: getattr(item, name) for name in NewsItem.__struct_fields__} for item in items
        ]
        await self._run_many(ADD, rows)

    async def since(self, moment: float, limit: int) -> list[NewsItem]:
        """Return what has appeared after this moment, the newest first."""
        return [_item(row) for row in await self._all(SINCE, since=moment, limit=limit)]

    async def get(self, url: str) -> NewsItem | None:
        row = await self._one(GET, url=url)
        return _item(row) if row else None

    async def records(self, sources: Sequence[str]) -> dict[str, NewsRecord]:
        """Return the records of sources whose news were followed before."""
        rows = await self._all(RECORDS, sources=json_of(sources)) if sources else []
        return {row.source: NewsRecord(row.followed, row.found) for row in rows}

    async def count(self, source: str, now: float, *, found: bool) -> None:
        """Count news of a source that was followed, and whether it was worth it."""
        await self._run(COUNT, source=source, found=int(found), now=now)


def _day(now: float) -> int:
    return int(now // 86_400)


def _item(row: object) -> NewsItem:
    return NewsItem(**{name: getattr(row, name) for name in NewsItem.__struct_fields__})
