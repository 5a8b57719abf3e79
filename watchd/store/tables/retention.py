"""Queries of retention: find the keys of old rows with a reader, delete the rows by key in small batches."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from watchd.model.values import rfc3339
from watchd.store.queries import Queries, json_of

# The newest text of a page stays, and every text that a profile knows: the next change is computed from it.
OLD_VERSIONS = """
SELECT v.rowid AS key FROM page_versions v
 WHERE v.seen_at < :before
   AND EXISTS (SELECT 1 FROM page_versions n WHERE n.page_id = v.page_id AND n.seen_at > v.seen_at)
   AND NOT EXISTS (SELECT 1 FROM page_states s
                    WHERE s.page_id = v.page_id AND v.content_hash IN (s.content_hash, s.followed_hash))
 ORDER BY v.seen_at LIMIT :limit"""
DROP_VERSIONS = "DELETE FROM page_versions WHERE rowid IN (SELECT value FROM json_each(:keys))"
OLD_SNAPSHOTS = (
    "SELECT page_id AS key FROM page_snapshots WHERE seen_at < :before ORDER BY seen_at LIMIT :limit"
)
DROP_SNAPSHOTS = "DELETE FROM page_snapshots WHERE page_id IN (SELECT value FROM json_each(:keys))"
# Ids are sorted by time: the first run that has details is the oldest one.
OLDEST_DETAILS = """
SELECT r.id FROM runs r
 WHERE r.ended_at < :before
   AND r.id IN (SELECT min(run_id) FROM run_journal
                UNION ALL SELECT min(run_id) FROM run_events
                UNION ALL SELECT min(run_id) FROM run_pages
                UNION ALL SELECT min(run_id) FROM agents)
 ORDER BY r.id LIMIT 1"""
DROP_DETAILS = (
    "DELETE FROM run_journal WHERE run_id = :run_id",
    "DELETE FROM run_events WHERE run_id = :run_id",
    "DELETE FROM run_pages WHERE run_id = :run_id",
    "DELETE FROM agents WHERE run_id = :run_id",
)
OLD_VISITS = "SELECT rowid AS key FROM visits WHERE at < :before ORDER BY at LIMIT :limit"
DROP_VISITS = "DELETE FROM visits WHERE rowid IN (SELECT value FROM json_each(:keys))"
OLD_WAITING = "SELECT rowid AS key FROM waiting_links WHERE at < :before ORDER BY at LIMIT :limit"
DROP_WAITING = "DELETE FROM waiting_links WHERE rowid IN (SELECT value FROM json_each(:keys))"
# The run of a finding stays as long as the finding. The newest runs of a profile show its health.
OLD_EMPTY_RUNS = """
SELECT r.id AS key FROM runs r
 WHERE r.ended_at < :before AND coalesce(json_extract(r.counts, '$.findings'), 0) = 0
   AND (r.profile_id IS NULL
        OR r.id < (SELECT n.id FROM runs n WHERE n.profile_id = r.profile_id ORDER BY n.id DESC LIMIT 1 OFFSET :newest))
 ORDER BY r.id LIMIT :limit"""
DROP_RUNS = "DELETE FROM runs WHERE id IN (SELECT value FROM json_each(:keys))"
IS_UNUSED = """
       (p.status IN (404, 410) OR NOT EXISTS (SELECT 1 FROM page_states s WHERE s.page_id = p.id))
   AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.page_id = p.id)
   AND NOT EXISTS (SELECT 1 FROM portal_documents d WHERE d.id = p.id)"""
# Only constants of this file are put together here; values are bound.
DEAD_PAGES = f"""
SELECT p.id AS key FROM pages p WHERE p.fetched_at < :before AND {IS_UNUSED}
 ORDER BY p.fetched_at LIMIT :limit"""  # noqa: S608
# The condition is checked again: a run may have visited a page since its key was found.
DROP_PAGES = f"""
DELETE FROM pages WHERE id IN (
    SELECT p.id FROM json_each(:keys) k JOIN pages p ON p.id = k.value WHERE {IS_UNUSED})"""  # noqa: S608
ORPHANS = """
SELECT d.id AS key FROM portal_documents d
 WHERE d.removed = 0 AND NOT EXISTS (SELECT 1 FROM portal_scores s WHERE s.number = d.number) LIMIT :limit"""
LEAST_RECENTLY_SEEN = (
    "SELECT id AS key FROM portal_documents WHERE removed = 0 ORDER BY last_seen, number LIMIT :limit"
)
OLD_NEWS = "SELECT url AS key FROM news WHERE seen_at < :before ORDER BY seen_at LIMIT :limit"
DROP_NEWS = "DELETE FROM news WHERE url IN (SELECT value FROM json_each(:keys))"
COUNT_LINKS = "SELECT count(*) AS number FROM seen_links"
LEAST_RECENTLY_SHOWN = """
SELECT hash AS key FROM seen_links WHERE shown < :day ORDER BY shown, seen_at LIMIT :limit"""
DROP_LINKS = "DELETE FROM seen_links WHERE hash IN (SELECT value FROM json_each(:keys))"
# The sources that were counted longest ago: those before a moment, and those beyond a number.
OLD_SOURCES = """
SELECT source AS key FROM news_sources
 WHERE counted_at < :before
    OR source NOT IN (SELECT source FROM news_sources ORDER BY counted_at DESC, source LIMIT :newest)
 ORDER BY counted_at LIMIT :limit"""
DROP_SOURCES = "DELETE FROM news_sources WHERE source IN (SELECT value FROM json_each(:keys))"
TIDY_INDEX = "INSERT INTO portal_index (portal_index, rank) VALUES ('merge', 200)"
SPACE = """
SELECT (pages.page_count - free.freelist_count) * size.page_size AS used
  FROM pragma_page_count pages, pragma_freelist_count free, pragma_page_size size"""


class RetentionTable(Queries):
    """Queries that find keys, and statements that delete rows by key and return their number."""

    async def old_versions(self, before: datetime, limit: int) -> list[int]:
        return await self._keys(OLD_VERSIONS, before=rfc3339(before), limit=limit)

    async def drop_versions(self, keys: Sequence[int]) -> int:
        return await self._run(DROP_VERSIONS, keys=json_of(keys))

    async def old_snapshots(self, before: datetime, limit: int) -> list[str]:
        return await self._keys(OLD_SNAPSHOTS, before=rfc3339(before), limit=limit)

    async def drop_snapshots(self, keys: Sequence[str]) -> int:
        return await self._run(DROP_SNAPSHOTS, keys=json_of(keys))

    async def drop_run_details(self, before: datetime, runs: int) -> int:
        """Delete the details of this number of runs, the oldest first; return the number of deleted rows."""
        total = 0
        for _ in range(runs):
            row = await self._one(OLDEST_DETAILS, before=rfc3339(before))
            if row is None:
                break
            total += sum([await self._run(statement, run_id=row.id) for statement in DROP_DETAILS])
        return total

    async def old_visits(self, before: datetime, limit: int) -> list[int]:
        return await self._keys(OLD_VISITS, before=rfc3339(before), limit=limit)

    async def drop_visits(self, keys: Sequence[int]) -> int:
        return await self._run(DROP_VISITS, keys=json_of(keys))

    async def old_waiting_links(self, before: datetime, limit: int) -> list[int]:
        return await self._keys(OLD_WAITING, before=rfc3339(before), limit=limit)

    async def drop_waiting_links(self, keys: Sequence[int]) -> int:
        return await self._run(DROP_WAITING, keys=json_of(keys))

    async def old_empty_runs(self, before: datetime, newest: int, limit: int) -> list[str]:
        """Return runs without a finding, except for the `newest` runs of each profile."""
        return await self._keys(OLD_EMPTY_RUNS, before=rfc3339(before), newest=newest - 1, limit=limit)

    async def drop_runs(self, keys: Sequence[str]) -> int:
        return await self._run(DROP_RUNS, keys=json_of(keys))

    async def dead_pages(self, before: datetime, limit: int) -> list[str]:
        return await self._keys(DEAD_PAGES, before=rfc3339(before), limit=limit)

    async def drop_pages(self, keys: Sequence[str]) -> int:
        return await self._run(DROP_PAGES, keys=json_of(keys))

    async def orphaned_documents(self, limit: int) -> list[str]:
        """Return documents whose profiles were all deleted."""
        return await self._keys(ORPHANS, limit=limit)

    async def least_recently_seen(self, limit: int) -> list[str]:
        return await self._keys(LEAST_RECENTLY_SEEN, limit=limit)

    async def old_news(self, before: datetime, limit: int) -> list[str]:
        return await self._keys(OLD_NEWS, before=before.timestamp(), limit=limit)

    async def drop_news(self, keys: Sequence[str]) -> int:
        return await self._run(DROP_NEWS, keys=json_of(keys))

    async def count_links(self) -> int:
        return int((await self._only(COUNT_LINKS)).number)

    async def least_recently_shown(self, before: datetime, limit: int) -> list[int]:
        """Return links that no page has shown since the day of this moment, those shown longest ago first."""
        day = int(before.timestamp() // 86_400)
        return await self._keys(LEAST_RECENTLY_SHOWN, day=day, limit=limit)

    async def drop_links(self, keys: Sequence[int]) -> int:
        return await self._run(DROP_LINKS, keys=json_of(keys))

    async def old_sources(self, before: datetime, newest: int, limit: int) -> list[str]:
        """Return sources of news that were counted before a moment, and all but the `newest`."""
        return await self._keys(OLD_SOURCES, before=before.timestamp(), newest=newest, limit=limit)

    async def drop_sources(self, keys: Sequence[str]) -> int:
        return await self._run(DROP_SOURCES, keys=json_of(keys))

    async def tidy_index(self) -> None:
        """Free some space of removed entries in the index; the work is bounded."""
        await self._run(TIDY_INDEX)

    async def used_bytes(self) -> int:
        """Return the bytes in use; free pages in the file do not count, because SQLite uses them again."""
        row = await self._only(SPACE)
        return int(row.used)

    async def _keys(self, sql: str, **values: object) -> list[Any]:
        return [row.key for row in await self._all(sql, **values)]
