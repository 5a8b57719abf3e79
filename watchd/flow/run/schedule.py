"""Schedule of runs: due profiles get a queued run, and their next due time, in one transaction.

The truth is in the database. This code may be called too early, too late, twice, or by two daemons: it does not touch a
profile that is not due, and a profile with an active run does not get a second one.
"""

from datetime import datetime, timedelta

import structlog
from msgspec import Struct

from watchd import metrics
from watchd.core.policy import cadence, clock_skew
from watchd.model import values
from watchd.model.profile import Profile
from watchd.model.run import Run, Trigger
from watchd.ports import Clock, Entropy
from watchd.store.database import Store
from watchd.store.tables import Tables

# Profiles handled in one transaction.
BATCH = 200
# A due time that is further in the past than this was missed: the daemon was not running.
MISSED_AFTER = timedelta(seconds=30)
# When a due time cannot be computed (a time zone was dropped from the system's table), try again tomorrow.
TRY_AGAIN = timedelta(days=1)

log = structlog.get_logger()


async def queue_run(tables: Tables, profile: Profile, trigger: Trigger, entropy: Entropy, now: datetime) -> Run:
    """Queue a run and return it. The caller has made sure that the profile has no active run."""
    run_id = values.time_sorted_id(now, entropy.bits(values.RANDOM_ID_BITS))
    run = await tables.runs.queue(run_id, profile, trigger, entropy.bits(53), now)
    await tables.profiles.mark_started(profile.id, run_id)
    metrics.RUNS_QUEUED.labels(trigger).inc()
    return run


async def queue_missed_run(
    tables: Tables, profile: Profile, run: Run, entropy: Entropy, now: datetime
) -> Run | None:
    """Queue the next run immediately when the profile was due while `run` was active.

    `profile` is as it was when the run started. If a person has changed the schedule or paused the profile meanwhile, that
    counts. An adaptive cadence counts from the end of a run.
    """
    due, schedule = profile.next_run_at, profile.spec.schedule
    if run.trigger == "manual" or schedule.adaptive is not None or due is None or due > now:
        return None
    current = await tables.profiles.get(profile.id)
    if current is None or current.next_run_at is None or current.spec.schedule != schedule:
        return None
    return await queue_run(tables, current, "schedule", entropy, now)


class Tick(Struct, frozen=True):
    """The result of one look at the schedule."""

    queued: list[Run]
    next_due: datetime | None


class RunSchedule:
    """The cadence of all profiles."""

    def __init__(self, store: Store, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy

    async def tick(self) -> Tick:
        """Queue a run for every profile that is due; return when the next one is due."""
        queued: list[Run] = []
        while True:
            seen, runs = await self._store.write(self._queue_due)
            queued += runs
            if seen < BATCH:
                break
        next_due = await self._store.read(lambda tables: tables.profiles.next_due())
        return Tick(queued, next_due)

    async def resume(self) -> int:
        """Spread runs that were missed while the daemon was off, oldest first; return how many profiles that concerns."""
        missed = await self._store.write(self._spread_missed)
        if missed:
            log.info("missed runs will be queued", profiles=missed)
        return missed

    async def mend(self) -> int:
        """Compute due times again that were written by a clock that was ahead."""
        mended = 0
        while count := await self._store.write(self._pull_back):
            mended += count
        if mended:
            log.warning("the clock went back; due times were computed again", profiles=mended)
        return mended

    async def _queue_due(self, tables: Tables) -> tuple[int, list[Run]]:
        now = self._clock.now()
        due = await tables.profiles.due(now, BATCH)
        runs = [run for profile in due if (run := await self._queue(tables, profile, now))]
        await tables.profiles.set_due({profile.id: self._following(profile, now) for profile in due}, now)
        return len(due), runs

    async def _queue(self, tables: Tables, profile: Profile, now: datetime) -> Run | None:
        if active := await tables.runs.active_of(profile.id):
            log.info("profile is due while a run is active", profile=profile.id, run=active)
            metrics.RUNS_COALESCED.inc()
            return None
        run = await queue_run(tables, profile, "schedule", self._entropy, now)
        if profile.next_run_at is not None:
            metrics.SCHEDULE_LATENESS.observe(max(0.0, (now - profile.next_run_at).total_seconds()))
        return run

    def _following(self, profile: Profile, now: datetime) -> datetime | None:
        assert profile.next_run_at is not None
        try:
            return cadence.next_due(
                profile.spec.schedule, was_due=profile.next_run_at, now=now, interval=profile.interval
            )
        except ValueError as cause:
            log.error(
                "due time cannot be computed; trying again tomorrow", profile=profile.id, reason=str(cause)
            )
            return now + TRY_AGAIN

    async def _spread_missed(self, tables: Tables) -> int:
        now = self._clock.now()
        missed = await tables.profiles.overdue(now - MISSED_AFTER)
        chances = [self._entropy.chance() for _ in missed]
        await tables.profiles.set_due(cadence.spread(missed, now, chances), now)
        return len(missed)

    async def _pull_back(self, tables: Tables) -> int:
        now = self._clock.now()
        ahead = await tables.profiles.written_ahead(clock_skew.latest_valid(now), BATCH)
        times = {
            profile.id: clock_skew.profile_due(
                profile.spec.schedule, now, profile.interval, self._entropy.chance()
            )
            for profile in ahead
        }
        await tables.profiles.set_due(times, now)
        return len(times)
