"""Tables of what a profile has learned: named parts, each a packed value, and the verdicts that they come from."""

from datetime import datetime
from typing import TypeVar

from watchd.model.finding import Verdict
from watchd.model.values import rfc3339
from watchd.store.queries import Queries, pack, unpack

T = TypeVar("T")

PUT = """
INSERT INTO learned (profile_id, part, body, updated_at) VALUES (:profile_id, :part, :body, :now)
ON CONFLICT (profile_id, part) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at"""
GET = "SELECT body FROM learned WHERE profile_id = :profile_id AND part = :part"
DELETE = "DELETE FROM learned WHERE profile_id = :profile_id AND part = :part"
DELETE_ALL = "DELETE FROM learned WHERE profile_id = :profile_id"


class LearnedTable(Queries):
    """The learned table."""

    async def put(self, profile_id: str, part: str, value: object, now: datetime) -> None:
        await self._run(PUT, profile_id=profile_id, part=part, body=pack(value), now=rfc3339(now))

    async def get(self, profile_id: str, part: str, type: type[T]) -> T | None:
        row = await self._one(GET, profile_id=profile_id, part=part)
        return unpack(row.body, type) if row else None

    async def delete(self, profile_id: str, part: str) -> None:
        await self._run(DELETE, profile_id=profile_id, part=part)

    async def delete_all(self, profile_id: str) -> int:
        """Delete all parts of a profile; return their number."""
        return await self._run(DELETE_ALL, profile_id=profile_id)


PUT_VERDICT = """
INSERT INTO verdicts (profile_id, page_id, verdict, given_at, moved, evidence)
VALUES (:profile_id, :page_id, :verdict, :now, '', :evidence)
ON CONFLICT (profile_id, page_id) DO UPDATE SET verdict = excluded.verdict, given_at = excluded.given_at,
    evidence = excluded.evidence"""
DELETE_VERDICT = "DELETE FROM verdicts WHERE profile_id = :profile_id AND page_id = :page_id"
CURRENT = """
SELECT verdict, evidence FROM verdicts WHERE profile_id = :profile_id AND evidence IS NOT NULL
 ORDER BY given_at, page_id"""
DELETE_VERDICTS = "DELETE FROM verdicts WHERE profile_id = :profile_id"


class VerdictTable(Queries):
    """The verdicts table; it has at most one verdict per profile and page."""

    async def put(
        self, profile_id: str, page_id: str, verdict: Verdict, evidence: object, now: datetime
    ) -> None:
        """Store a verdict; it replaces an earlier one on the same page."""
        await self._run(
            PUT_VERDICT,
            profile_id=profile_id,
            page_id=page_id,
            verdict=verdict,
            now=rfc3339(now),
            evidence=pack(evidence),
        )

    async def delete(self, profile_id: str, page_id: str) -> None:
        await self._run(DELETE_VERDICT, profile_id=profile_id, page_id=page_id)

    async def current(self, profile_id: str, evidence: type[T]) -> list[tuple[Verdict, T]]:
        """Return the verdicts of a profile with their evidence, in the order in which they were given."""
        rows = await self._all(CURRENT, profile_id=profile_id)
        return [(row.verdict, unpack(row.evidence, evidence)) for row in rows]

    async def delete_all(self, profile_id: str) -> int:
        """Delete all verdicts of a profile; return their number."""
        return await self._run(DELETE_VERDICTS, profile_id=profile_id)
