"""What can go: rows by age, by number, or to make room. Each statement drops at most a batch, so that nobody waits long."""

from datetime import datetime

from watchd.model.times import rfc3339
from watchd.store.queries import Queries

# The newest text of a page stays, and so does every text that a profile knows: the next change is told by it.
OLD_VERSIONS = """
DELETE FROM page_versions WHERE (page_id, seen_at) IN (
    SELECT v.page_id, v.seen_at FROM page_versions v
     WHERE v.seen_at < :before
       AND EXISTS (SELECT 1 FROM page_versions n WHERE n.page_id = v.page_id AND n.seen_at > v.seen_at)
       AND NOT EXISTS (SELECT 1 FROM page_states s WHERE s.page_id = v.page_id AND s.content_hash = v.content_hash)
     ORDER BY v.seen_at LIMIT :limit)"""
OLD_SNAPSHOTS = """
DELETE FROM page_snapshots WHERE page_id IN (
    SELECT page_id FROM page_snapshots WHERE seen_at < :before ORDER BY seen_at LIMIT :limit)"""
RUNS_WITH_DETAILS = """
SELECT id FROM runs r WHERE r.ended_at < :before
   AND (EXISTS (SELECT 1 FROM run_journal j WHERE j.run_id = r.id)
        OR EXISTS (SELECT 1 FROM run_events e WHERE e.run_id = r.id)
        OR EXISTS (SELECT 1 FROM run_pages p WHERE p.run_id = r.id))
 ORDER BY r.ended_at, r.id LIMIT :limit"""
RUN_DETAILS = (
    "DELETE FROM run_journal WHERE run_id = :run_id",
    "DELETE FROM run_events WHERE run_id = :run_id",
    "DELETE FROM run_pages WHERE run_id = :run_id",
)
DEAD_PAGES = """
DELETE FROM pages WHERE id IN (
    SELECT p.id FROM pages p
     WHERE p.fetched_at < :before
       AND (p.status IN (404, 410) OR NOT EXISTS (SELECT 1 FROM page_states s WHERE s.page_id = p.id))
       AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.page_id = p.id)
       AND NOT EXISTS (SELECT 1 FROM portal_documents d WHERE d.id = p.id)
     ORDER BY p.fetched_at LIMIT :limit)"""
ORPHANS = """
SELECT d.id FROM portal_documents d
 WHERE d.removed = 0 AND NOT EXISTS (SELECT 1 FROM portal_scores s WHERE s.number = d.number) LIMIT :limit"""
LONGEST_UNSEEN = "SELECT id FROM portal_documents WHERE removed = 0 ORDER BY last_seen, number LIMIT :limit"
TIDY_INDEX = "INSERT INTO portal_index (portal_index, rank) VALUES ('merge', 200)"
SPACE = """
SELECT (pages.page_count - free.freelist_count) * size.page_size AS used
  FROM pragma_page_count pages, pragma_freelist_count free, pragma_page_size size"""


class Retention(Queries):
    """Deletes in batches; each answers with the number of rows that went."""

    async def old_versions(self, before: datetime, limit: int) -> int:
        return await self._run(OLD_VERSIONS, before=rfc3339(before), limit=limit)

    async def old_snapshots(self, before: datetime, limit: int) -> int:
        return await self._run(OLD_SNAPSHOTS, before=rfc3339(before), limit=limit)

    async def run_details(self, before: datetime, limit: int) -> int:
        """Of the oldest runs that still have some."""
        ids = [row.id for row in await self._all(RUNS_WITH_DETAILS, before=rfc3339(before), limit=limit)]
        return sum([await self._run(statement, run_id=id) for id in ids for statement in RUN_DETAILS])

    async def dead_pages(self, before: datetime, limit: int) -> int:
        return await self._run(DEAD_PAGES, before=rfc3339(before), limit=limit)

    async def orphaned_documents(self, limit: int) -> list[str]:
        """Documents whose profiles are all gone."""
        return [row.id for row in await self._all(ORPHANS, limit=limit)]

    async def longest_unseen_documents(self, limit: int) -> list[str]:
        return [row.id for row in await self._all(LONGEST_UNSEEN, limit=limit)]

    async def tidy_index(self) -> None:
        """Give back some of the space of removed entries; a bounded piece of work."""
        await self._run(TIDY_INDEX)

    async def used_bytes(self) -> int:
        """What the database holds; free pages in the file are used again and do not count."""
        row = await self._one(SPACE)
        assert row is not None
        return int(row.used)
