"""Table of stories: groups of findings of one profile about the same news."""

from datetime import datetime

from watchd.model.finding import Finding
from watchd.model.values import rfc3339
from watchd.store.queries import Queries, signed, unsigned

RECENT = "SELECT id, signature FROM stories WHERE profile_id = :profile_id AND grown_at >= :since ORDER BY grown_at DESC"
ADD = """
INSERT INTO stories (id, profile_id, signature, begun_at, grown_at)
VALUES (:id, :profile_id, :signature, :now, :now)"""
GROW = "UPDATE stories SET grown_at = :now WHERE id = :id AND grown_at < :now"
MARK_REPORTED = "UPDATE stories SET told_at = :now WHERE id = :id AND told_at IS NULL"
# Among its pages on one site (an address up to the path), is one equal by address, title or text?
ON_THE_SITE = """
SELECT max(url = :url OR title = :title OR content_hash = :content_hash) AS is_same FROM findings
WHERE story_id = :id AND substr(url, 1, length(:site)) = :site"""
SOURCES = """
SELECT DISTINCT url FROM findings WHERE story_id = :id AND url <> :besides ORDER BY url LIMIT :limit"""
COUNT_SOURCES = "SELECT count(DISTINCT url) AS total FROM findings WHERE story_id = :id AND url <> :besides"


class StoryTable(Queries):
    """The stories table."""

    async def recent(self, profile_id: str, since: datetime) -> list[tuple[str, int]]:
        """Return id and signature of the stories that grew since this time, the newest first."""
        rows = await self._all(RECENT, profile_id=profile_id, since=rfc3339(since))
        return [(row.id, unsigned(row.signature)) for row in rows]

    async def add(self, id: str, profile_id: str, signature: int, now: datetime) -> None:
        await self._run(ADD, id=id, profile_id=profile_id, signature=signed(signature), now=rfc3339(now))

    async def is_of_another_page(self, id: str, finding: Finding) -> bool:
        """Return True if the story has pages of the finding's site, but not the page of the finding."""
        row = await self._one(
            ON_THE_SITE,
            id=id,
            site=_site(finding.url),
            url=finding.url,
            title=finding.title,
            content_hash=finding.content_hash,
        )
        return row is not None and row.is_same is not None and not row.is_same

    async def grow(self, id: str, now: datetime) -> None:
        await self._run(GROW, id=id, now=rfc3339(now))

    async def mark_reported(self, id: str, now: datetime) -> bool:
        """Mark a story as reported; return True only for the first call."""
        return await self._run(MARK_REPORTED, id=id, now=rfc3339(now)) > 0

    async def sources(self, id: str, *, except_url: str, limit: int) -> tuple[list[str], int]:
        """Return up to `limit` other pages with this story, and the number of all other pages."""
        rows = await self._all(SOURCES, id=id, besides=except_url, limit=limit)
        if len(rows) < limit:
            return [row.url for row in rows], len(rows)
        count = await self._only(COUNT_SOURCES, id=id, besides=except_url)
        return [row.url for row in rows], int(count.total)


def _site(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/"
