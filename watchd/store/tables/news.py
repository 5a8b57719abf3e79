"""Tables of news: links that the daemon has seen, addresses that have appeared, and the record of their sources."""

from collections.abc import Mapping, Sequence

from watchd.model.news import NewsItem, NewsRecord, Sighting
from watchd.store.queries import Queries, json_of

SEEN = "SELECT hash, seen_at, dated FROM seen_links WHERE hash IN (SELECT value FROM json_each(:hashes))"
SEE = """
INSERT INTO seen_links (hash, seen_at) SELECT value, :now FROM json_each(:hashes) WHERE true
ON CONFLICT (hash) DO NOTHING"""
SET_DATES = """
INSERT INTO seen_links (hash, seen_at, dated)
SELECT json_extract(value, '$[0]'), :now, json_extract(value, '$[1]') FROM json_each(:dates) WHERE true
ON CONFLICT (hash) DO UPDATE SET dated = excluded.dated"""
ADD = """
INSERT INTO news (url, carrier, kind, anchor, seen_at) VALUES (:url, :carrier, :kind, :anchor, :seen_at)
ON CONFLICT (url) DO UPDATE SET carrier = excluded.carrier, kind = excluded.kind, anchor = excluded.anchor,
    seen_at = excluded.seen_at"""
SINCE = "SELECT * FROM news WHERE seen_at > :since ORDER BY seen_at DESC LIMIT :limit"
GET = "SELECT * FROM news WHERE url = :url"
RECORDS = """
SELECT source, followed, found FROM news_sources WHERE source IN (SELECT value FROM json_each(:sources))"""
COUNT = """
INSERT INTO news_sources (source, followed, found) VALUES (:source, 1, :found)
ON CONFLICT (source) DO UPDATE SET followed = followed + 1, found = found + excluded.found"""
DELETE_OLD = "DELETE FROM news WHERE seen_at < :before"
FORGET_LINKS = """
DELETE FROM seen_links WHERE seen_at < (SELECT seen_at FROM seen_links ORDER BY seen_at DESC LIMIT 1 OFFSET :kept)"""


class NewsTable(Queries):
    """The seen_links, news and news_sources tables. All profiles share them."""

    async def seen(self, hashes: Sequence[int]) -> dict[int, Sighting]:
        """Return the first looks at these links; links that were never seen are left out."""
        rows = await self._all(SEEN, hashes=json_of(hashes)) if hashes else []
        return {row.hash: Sighting(row.seen_at, row.dated) for row in rows}

    async def see(self, hashes: Sequence[int], now: float) -> None:
        """Record links that a page shows; a known link keeps the time of its first look."""
        if hashes:
            await self._run(SEE, hashes=json_of(hashes), now=now)

    async def set_dates(self, dates: Mapping[int, float], now: float) -> None:
        """Record the dates that a list gives its entries."""
        if dates:
            await self._run(SET_DATES, dates=json_of(list(dates.items())), now=now)

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

    async def count(self, source: str, *, found: bool) -> None:
        """Count news of a source that was followed, and whether it was worth it."""
        await self._run(COUNT, source=source, found=int(found))

    async def delete_old(self, before: float) -> int:
        return await self._run(DELETE_OLD, before=before)

    async def forget_links(self, kept: int) -> int:
        """Delete the links that were seen longest ago, so that this number is left."""
        return await self._run(FORGET_LINKS, kept=kept)


def _item(row: object) -> NewsItem:
    return NewsItem(**{name: getattr(row, name) for name in NewsItem.__struct_fields__})
