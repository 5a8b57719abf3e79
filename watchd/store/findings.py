"""Findings: each stored once, counted on its profile, listed newest first."""

from typing import Any

import msgspec
from sqlalchemy import Row

from watchd.model.finding import Change, Finding, Why
from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.queries import Queries

ADD = """
INSERT INTO findings (id, profile_id, run_id, page_id, kind, url, title, language, score, found_at, published_at, summary,
                      why, change, content_hash, story_id, verdict, state)
VALUES (:id, :profile_id, :run_id, :page_id, :kind, :url, :title, :language, :score, :found_at, :published_at, :summary,
        :why, :change, :content_hash, :story_id, :verdict, :state)
ON CONFLICT (profile_id, page_id, kind, content_hash) DO NOTHING"""
COUNT_ONE_MORE = """
UPDATE profiles SET findings_count = findings_count + 1, unread_count = unread_count + 1 WHERE id = :profile_id"""
MARK_READ = "UPDATE findings SET state = 'read' WHERE id = :id AND state = 'unread'"
COUNT_ONE_READ = """
UPDATE profiles SET unread_count = unread_count - 1
 WHERE id = (SELECT profile_id FROM findings WHERE id = :id)"""
UNREAD = """
SELECT * FROM findings WHERE profile_id = :profile_id AND state = 'unread' AND id < :before
 ORDER BY id DESC LIMIT :limit"""


class Findings(Queries):
    """The findings table. Its counters on the profile move in the same transaction."""

    async def add(self, finding: Finding) -> bool:
        """False when the same content of the same page was found before."""
        if not await self._run(ADD, **_columns(finding)):
            return False
        await self._run(COUNT_ONE_MORE, profile_id=finding.profile_id)
        return True

    async def mark_read(self, id: str) -> bool:
        if not await self._run(MARK_READ, id=id):
            return False
        await self._run(COUNT_ONE_READ, id=id)
        return True

    async def unread(self, profile_id: str, *, before: str, limit: int) -> list[Finding]:
        rows = await self._all(UNREAD, profile_id=profile_id, before=before, limit=limit)
        return [_finding(row) for row in rows]


def _columns(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.id,
        "profile_id": finding.profile_id,
        "run_id": finding.run_id,
        "page_id": finding.page_id,
        "kind": finding.kind,
        "url": finding.url,
        "title": finding.title,
        "language": finding.language,
        "score": finding.score,
        "found_at": rfc3339(finding.found_at),
        "published_at": rfc3339(finding.published_at) if finding.published_at else None,
        "summary": finding.summary,
        "why": msgspec.json.encode(finding.why).decode(),
        "change": msgspec.json.encode(finding.change).decode() if finding.change else None,
        "content_hash": finding.content_hash,
        "story_id": finding.story_id,
        "verdict": finding.verdict,
        "state": finding.state,
    }


def _finding(row: Row[Any]) -> Finding:
    return Finding(
        id=row.id,
        profile_id=row.profile_id,
        run_id=row.run_id,
        page_id=row.page_id,
        kind=row.kind,
        url=row.url,
        title=row.title,
        language=row.language,
        score=row.score,
        found_at=from_rfc3339(row.found_at),
        content_hash=row.content_hash,
        published_at=from_rfc3339(row.published_at) if row.published_at else None,
        summary=row.summary,
        why=msgspec.json.decode(row.why, type=Why),
        change=msgspec.json.decode(row.change, type=Change) if row.change else None,
        story_id=row.story_id,
        verdict=row.verdict,
        state=row.state,
    )
