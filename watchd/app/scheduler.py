"""Background loops of the daemon: one checks the schedule, one does the housekeeping, one watches the clock.

The database decides what is due, so a check that comes too often, too late or not at all changes only the time. The first
loop checks the schedule and then waits until the next due time, at most POLL_SECONDS. A wake-up ends the wait, and a
wake-up during a check counts for the next wait, so it is never lost.

All loops wait by the monotonic clock, which cannot be set. If the wall clock was set, the loop that watches it notices
this within CLOCK_SECONDS. Then due times that a clock which was ahead has written are computed again.

APScheduler does one thing: it starts the deletion of old rows at a fixed minute of every hour, never twice at a time. It
waits for the wall clock and lists the times that it missed, so nothing else depends on it. Its trigger knows no missed
times, and it gets a new time if the one for which it waits is too far ahead (docs/decisions/0008-clocks.md).
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.cron import CronTrigger

from watchd import metrics
from watchd.app.clock import ClockWatch
from watchd.core.policy.clock_skew import CLOCK_SLACK
from watchd.errors import Unavailable
from watchd.flow.run.schedule import RunSchedule
from watchd.flow.waking import Waker
from watchd.ports import Clock

POLL_SECONDS = 60.0  # the clock may have jumped, and other processes may write to the database
RETRY_SECONDS = 5.0  # after a failure, usually of the database
HOUSEKEEPING_SECONDS = 60.0
CLOCK_SECONDS = 5.0  # between two looks at the clocks, which cost nothing
# When the last check is older than this, /health/ready says so.
MAX_SECONDS_BETWEEN_CHECKS = 1.5 * POLL_SECONDS
# And then something is stuck, and the watchdog ends the daemon.
STUCK_SECONDS = 3 * POLL_SECONDS
# When old rows are deleted, as in a crontab. The first deletion comes soon: some daemons never run for an hour.
DELETION_TIMES: dict[str, str] = {"minute": "47"}
FIRST_DELETION_SECONDS = 60
JOB_ID = "deletion"
DELETION_INTERVAL = timedelta(hours=1)
# Without these, APScheduler drops a job that is a second late.
JOB_DEFAULTS = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}

log = structlog.get_logger()


class NextTimeOnly(CronTrigger):  # type: ignore[misc]  # the library has no types
    """Times of a crontab without those that were missed: after a jump of ten years, APScheduler would list every one."""

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> Any:
        return super().get_next_fire_time(None, now + timedelta(microseconds=1))


async def _nothing() -> None: ...


class Scheduler:
    """Loops that queue due runs, do the housekeeping and watch the clock; a job beside them deletes old rows.

    `queued` is called when new runs are in the queue, `clock_set` when the wall clock was set.
    """

    def __init__(
        self,
        schedule: RunSchedule,
        clock: Clock,
        housekeeping: Callable[[], Awaitable[None]],
        *,
        deletion: Callable[[], Awaitable[None]] = _nothing,
        watch: ClockWatch | None = None,
        queued: Callable[[], None] = lambda: None,
        clock_set: Callable[[], None] = lambda: None,
    ) -> None:
        self._schedule = schedule
        self._clock = clock
        self._watch = watch or ClockWatch(clock)
        self._housekeeping = housekeeping
        self._deletion = deletion
        self._queued = queued
        self._clock_set = clock_set
        self._jobs = AsyncIOScheduler(timezone="UTC", job_defaults=JOB_DEFAULTS)
        self._waker = Waker()
        self._tasks: list[asyncio.Task[None]] = []
        self._checked_at = time.monotonic()  # last success
        self._tried_at = time.monotonic()  # last attempt
        self._resumed = False
        self._must_mend = True
        self._trouble: str | None = "has not checked the schedule yet"

    async def start(self) -> None:
        self._jobs.start()
        self._add_job(next_run_time=datetime.now(UTC) + timedelta(seconds=FIRST_DELETION_SECONDS))
        wait = await self._check()
        self._tasks = [
            asyncio.create_task(self._check_whenever_due(wait), name="scheduler"),
            asyncio.create_task(self._keep_house_periodically(), name="housekeeping"),
            asyncio.create_task(self._watch_clock(), name="clock watch"),
        ]

    async def stop(self) -> None:
        if self._jobs.running:
            self._jobs.shutdown(wait=False)
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._tasks = []

    def wake(self) -> None:
        """Check the schedule now: a due time may be earlier than before."""
        self._waker.wake()

    def trouble(self) -> str | None:
        """Return a sentence for the health check; None when the last check succeeded and is recent."""
        if self._has_ended():
            return "is not running"
        if (seconds := time.monotonic() - self._checked_at) > MAX_SECONDS_BETWEEN_CHECKS:
            return f"has not checked for due profiles for {seconds:.0f} s; the log says why"
        return self._trouble

    def stuck(self) -> str | None:
        """Return a sentence for the watchdog; None while the loop tries, even if every try fails."""
        if self._has_ended():
            return "the scheduler is not running"
        if time.monotonic() - self._tried_at > STUCK_SECONDS:
            return "the scheduler has not checked for due profiles for too long"
        return None

    def _has_ended(self) -> bool:
        return not self._tasks or any(task.done() for task in self._tasks)

    async def _check_whenever_due(self, wait: float) -> None:
        while True:
            await self._waker.wait(wait)
            wait = await self._check()

    async def _check(self) -> float:
        """Queue what is due, and return for how many seconds the loop may wait."""
        try:
            if self._must_mend:
                await self._schedule.mend()
                self._must_mend = False
            if not self._resumed:  # on a full disk this must wait too, and the daemon serves meanwhile
                await self._schedule.resume()
                self._resumed = True
            tick = await self._schedule.tick()
        except Exception as cause:  # the loop must continue after any error
            self._tried_at = time.monotonic()
            self._trouble = "cannot queue runs; the log says why"
            log.warning("schedule check failed", reason=str(cause), exc_info=not isinstance(cause, Unavailable))
            return RETRY_SECONDS
        self._trouble = None
        self._checked_at = self._tried_at = time.monotonic()
        for run in tick.queued:
            log.info("run queued", run=run.id, profile=run.profile_id, trigger=run.trigger)
        if tick.queued:
            self._queued()
        if tick.next_due is None:
            return POLL_SECONDS
        until_due = (tick.next_due - self._clock.now()).total_seconds()
        return min(POLL_SECONDS, max(0.0, until_due))

    async def _watch_clock(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_SECONDS)
            await _try(self._look_at_clock, "look at the clock")

    async def _look_at_clock(self) -> None:
        jump = self._watch.jump()
        if jump is not None:
            log.warning("the clock was set", seconds=round(jump.total_seconds()))
            metrics.CLOCK_JUMPS.inc()
            await self._mend()
            self._clock_set()

    async def _mend(self) -> None:
        """Let the next check compute due times again, and the deletion wait for the right time."""
        self._must_mend = True
        self.wake()
        job = self._jobs.get_job(JOB_ID)
        if job is None or job.next_run_time > datetime.now(UTC) + DELETION_INTERVAL + CLOCK_SLACK:
            self._add_job()
        self._jobs.wakeup()  # sets its timer again, if an error has ended it

    def _add_job(self, **when: datetime) -> None:
        trigger = NextTimeOnly(timezone="UTC", **DELETION_TIMES)
        self._jobs.add_job(self._delete_old_rows, trigger, id=JOB_ID, replace_existing=True, **when)

    async def _keep_house_periodically(self) -> None:
        while True:
            await asyncio.sleep(HOUSEKEEPING_SECONDS)
            await _try(self._mend, "repair of times")  # the clock may have been set in small steps
            await _try(self._housekeeping, "housekeeping")

    async def _delete_old_rows(self) -> None:
        await _try(self._deletion, "deletion of old rows")


async def _try(work: Callable[[], Awaitable[None]], what: str) -> None:
    """Do the work; after any error the next round must come."""
    try:
        await work()
    except Unavailable as cause:
        log.warning(f"{what} postponed: the database is not available", reason=str(cause))
    except Exception:
        log.exception(f"{what} failed")
