"""Runs: queued by the schedule or by a person, at most one active per profile."""

from datetime import datetime

import msgspec

from watchd.model.profile import Profile
from watchd.model.run import Run, Trigger
from watchd.model.times import rfc3339
from watchd.store.queries import Queries

ACTIVE = "SELECT id FROM runs WHERE profile_id = :profile_id AND state IN ('queued', 'running')"
INSERT = """
INSERT INTO runs (id, profile_id, spec, state, trigger_kind, entropy, queued_at)
VALUES (:id, :profile_id, :spec, 'queued', :trigger, :entropy, :now)"""
COUNT = "SELECT count(*) AS total FROM runs WHERE state = :state"


class Runs(Queries):
    """The runs table."""

    async def active_of(self, profile_id: str) -> str | None:
        """The id of the run that is queued or running for this profile."""
        row = await self._one(ACTIVE, profile_id=profile_id)
        return row.id if row else None

    async def queue(self, id: str, profile: Profile, trigger: Trigger, entropy: int, now: datetime) -> Run:
        """A run is a row before anybody acts on it, so a crash cannot forget it."""
        spec = msgspec.json.encode(profile.spec).decode()
        await self._run(
            INSERT, id=id, profile_id=profile.id, spec=spec, trigger=trigger, entropy=entropy, now=rfc3339(now)
        )
        return Run(
            id=id, profile_id=profile.id, state="queued", trigger=trigger, entropy=entropy, queued_at=now
        )

    async def count(self, state: str) -> int:
        row = await self._one(COUNT, state=state)
        assert row is not None
        total: int = row.total
        return total
