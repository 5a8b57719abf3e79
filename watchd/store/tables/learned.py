"""Table of learned state: named parts of a profile, each a packed value."""

from datetime import datetime
from typing import TypeVar

from watchd.model.times import rfc3339
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
