"""Table of runs: queued by the schedule or by a person, claimed with a lease, ended with a reason.

A profile has at most one active run.
"""

from datetime import datetime

import msgspec
from msgspec import Struct

from watchd.core.policy.clock_skew import latest_valid
from watchd.model.profile import Profile, ProfileSpec
from watchd.model.run import Books, Run, RunCounts, RunState, SelfCheck, StopReason, Trigger
from watchd.model.seed import SourceReport
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of, moment_or_none

ACTIVE = "SELECT id FROM runs WHERE profile_id = :profile_id AND state IN ('queued', 'running')"
INSERT = """
INSERT INTO runs (id, profile_id, spec, state, trigger_kind, entropy, queued_at)
VALUES (:id, :profile_id, :spec, 'queued', :trigger, :entropy, :now)"""
COUNT = "SELECT count(*) AS total FROM runs WHERE state = :state"
GET = "SELECT * FROM runs WHERE id = :id"
# Runs without a worker: queued, or running under a lease that has ended. A lease that is longer than the maximum was
# written by a clock that was ahead.
IS_FREE = """(
   state = 'queued'
   OR (state = 'running' AND (lease_until IS NULL OR lease_until <= :now OR lease_until > :longest)))"""
WAITING = f"SELECT * FROM runs WHERE {IS_FREE} ORDER BY id LIMIT :limit"  # noqa: S608 (a condition of ours)
CLAIM = f"""
UPDATE runs SET state = 'running', owner = :owner, lease_until = :lease_until, started_at = coalesce(started_at, :now)
 WHERE id = :id AND {IS_FREE}"""  # noqa: S608 (a condition of ours)
RELEASE_ALL = "UPDATE runs SET lease_until = NULL, owner = NULL WHERE state = 'running'"
PROGRESS = """
UPDATE runs SET counts = :counts, ledger = :books, lease_until = :lease_until
 WHERE id = :id AND owner = :owner AND state = 'running'"""
RENEW = "UPDATE runs SET lease_until = :until WHERE id = :id AND owner = :owner AND state = 'running'"
SET_COUNTS = "UPDATE runs SET counts = :counts WHERE id = :id"
SET_SELF_CHECK = "UPDATE runs SET self_check = :self_check WHERE id = :id"
SELF_CHECKS = """
SELECT self_check FROM runs WHERE profile_id = :profile_id AND id <> :besides AND self_check IS NOT NULL
 ORDER BY id DESC LIMIT :limit"""
SET_SOURCES = "UPDATE runs SET sources = :sources WHERE id = :id"
SET_SPEC = "UPDATE runs SET spec = :spec WHERE id = :id AND state IN ('queued', 'running')"
END = """
UPDATE runs SET state = :state, stop_reason = :reason, ended_at = :now, owner = NULL, lease_until = NULL
 WHERE id = :id AND state IN ('queued', 'running') AND (owner IS NULL OR owner = :owner)"""
LAST_ENDED = """
SELECT * FROM runs
 WHERE profile_id = :profile_id AND state IN ('finished', 'stopped')
   AND started_at IS NOT NULL AND stop_reason <> 'shutdown'
 ORDER BY id DESC LIMIT 1"""


class RunFilter(Struct, frozen=True):
    """Filter of a list of runs."""

    profile_id: str | None = None
    state: RunState | None = None


class RunTable(Queries):
    """The runs table."""

    async def active_of(self, profile_id: str) -> str | None:
        """Return the id of the queued or running run of a profile."""
        row = await self._one(ACTIVE, profile_id=profile_id)
        return row.id if row else None

    async def queue(self, id: str, profile: Profile, trigger: Trigger, entropy: int, now: datetime) -> Run:
        """Queue a run. It is stored before work on it starts, so a crash cannot lose it."""
        return await self._queue(id, profile.id, profile.spec, trigger, entropy, now)

    async def queue_preview(self, id: str, spec: ProfileSpec, entropy: int, now: datetime) -> Run:
        """Queue a run of a profile that is not stored."""
        return await self._queue(id, None, spec, "preview", entropy, now)

    async def _queue(
        self, id: str, profile_id: str | None, spec: ProfileSpec, trigger: Trigger, entropy: int, now: datetime
    ) -> Run:
        await self._run(
            INSERT,
            id=id,
            profile_id=profile_id,
            spec=json_of(spec),
            trigger=trigger,
            entropy=entropy,
            now=rfc3339(now),
        )
        return Run(
            id=id,
            profile_id=profile_id,
            spec=spec,
            state="queued",
            trigger=trigger,
            entropy=entropy,
            queued_at=now,
        )

    async def count(self, state: str) -> int:
        row = await self._only(COUNT, state=state)
        return int(row.total)

    async def get(self, id: str) -> Run | None:
        row = await self._one(GET, id=id)
        return _run(row) if row else None

    async def listed(self, which: RunFilter, *, before: str, limit: int) -> list[Run]:
        """List runs, the newest first."""
        conditions = ["id < :before"]
        values: dict[str, object] = {}
        if which.profile_id is not None:
            conditions.append("profile_id = :profile_id")
            values["profile_id"] = which.profile_id
        if which.state is not None:
            conditions.append("state = :state")
            values["state"] = which.state
        # Only constants of this file are put together here; values are bound.
        sql = f"SELECT * FROM runs WHERE {' AND '.join(conditions)} ORDER BY id DESC LIMIT :limit"  # noqa: S608
        return [_run(row) for row in await self._all(sql, before=before, limit=limit, **values)]

    async def claim(self, owner: str, *, now: datetime, lease_until: datetime, limit: int) -> list[Run]:
        """Claim waiting runs, the oldest first. The caller must resume a run that was already running."""
        claimed = []
        times = {"now": rfc3339(now), "longest": rfc3339(latest_valid(lease_until))}
        for row in await self._all(WAITING, limit=limit, **times):
            won = await self._run(CLAIM, id=row.id, owner=owner, lease_until=rfc3339(lease_until), **times)
            if won:
                stored = await self.get(row.id)
                assert stored is not None
                claimed.append(stored)
        return claimed

    async def release_all(self) -> None:
        """Delete all leases. Call this only while no other daemon uses the database."""
        await self._run(RELEASE_ALL)

    async def progress(
        self, id: str, owner: str, counts: RunCounts, books: Books, *, lease_until: datetime
    ) -> bool:
        """Store progress and renew the lease; return False if the lease was lost: then discard the step."""
        changed = await self._run(
            PROGRESS,
            id=id,
            owner=owner,
            counts=json_of(counts),
            books=json_of(books),
            lease_until=rfc3339(lease_until),
        )
        return changed > 0

    async def set_counts(self, id: str, counts: RunCounts) -> None:
        """Replace the counts of a run after the reassessment at its end."""
        await self._run(SET_COUNTS, id=id, counts=json_of(counts))

    async def renew(self, id: str, owner: str, until: datetime) -> bool:
        """Renew the lease; return False if it was lost."""
        return await self._run(RENEW, id=id, owner=owner, until=rfc3339(until)) > 0

    async def set_sources(self, id: str, sources: tuple[SourceReport, ...]) -> None:
        await self._run(SET_SOURCES, id=id, sources=json_of(sources))

    async def set_self_check(self, id: str, check: SelfCheck) -> None:
        await self._run(SET_SELF_CHECK, id=id, self_check=json_of(check))

    async def self_checks(self, profile_id: str, *, except_run: str, limit: int) -> list[SelfCheck]:
        """Return the self-checks of the other runs of a profile, the newest first."""
        rows = await self._all(SELF_CHECKS, profile_id=profile_id, besides=except_run, limit=limit)
        return [msgspec.json.decode(row.self_check, type=SelfCheck) for row in rows]

    async def set_spec(self, id: str, spec: ProfileSpec) -> bool:
        """Replace the spec of a run; return False if the run has ended."""
        return await self._run(SET_SPEC, id=id, spec=json_of(spec)) > 0

    async def end(self, id: str, owner: str, state: RunState, reason: StopReason, now: datetime) -> bool:
        """End a run; return False if it had ended already or has another owner."""
        return await self._run(END, id=id, owner=owner, state=state, reason=reason, now=rfc3339(now)) > 0

    async def last_ended(self, profile_id: str) -> Run | None:
        """Return the newest run that ended without a shutdown; None before the first one, the profile's baseline."""
        row = await self._one(LAST_ENDED, profile_id=profile_id)
        return _run(row) if row else None


def _run(row: Row) -> Run:
    return Run(
        id=row.id,
        profile_id=row.profile_id,
        spec=msgspec.json.decode(row.spec, type=ProfileSpec),
        state=row.state,
        trigger=row.trigger_kind,
        entropy=row.entropy,
        queued_at=from_rfc3339(row.queued_at),
        started_at=moment_or_none(row.started_at),
        ended_at=moment_or_none(row.ended_at),
        stop_reason=row.stop_reason,
        counts=msgspec.json.decode(row.counts, type=RunCounts),
        books=msgspec.json.decode(row.ledger, type=Books),
        sources=tuple(msgspec.json.decode(row.sources, type=list[SourceReport])),
        self_check=msgspec.json.decode(row.self_check, type=SelfCheck) if row.self_check else None,
    )
