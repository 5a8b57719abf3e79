"""Feed keys: one per profile, stored as a digest; a new one ends the old one."""

from datetime import datetime

from watchd.model.finding import Finding
from watchd.model.times import rfc3339
from watchd.store.findings import finding_of
from watchd.store.queries import Queries

PUT = """
INSERT INTO feed_keys (profile_id, digest, created_at) VALUES (:profile_id, :digest, :now)
ON CONFLICT (profile_id) DO UPDATE SET digest = excluded.digest, created_at = excluded.created_at"""
DIGEST_OF = "SELECT digest FROM feed_keys WHERE profile_id = :profile_id"
NEWEST = "SELECT * FROM findings WHERE profile_id = :profile_id ORDER BY id DESC LIMIT :limit"


class FeedKeys(Queries):
    """The feed_keys table, and what a feed shows."""

    async def put(self, profile_id: str, digest: str, now: datetime) -> None:
        await self._run(PUT, profile_id=profile_id, digest=digest, now=rfc3339(now))

    async def digest_of(self, profile_id: str) -> str | None:
        row = await self._one(DIGEST_OF, profile_id=profile_id)
        return row.digest if row else None

    async def newest(self, profile_id: str, limit: int) -> list[Finding]:
        return [finding_of(row) for row in await self._all(NEWEST, profile_id=profile_id, limit=limit)]
