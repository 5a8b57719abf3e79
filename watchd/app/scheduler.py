"""Schedule loop of the daemon: it queues runs when profiles are due, and starts the periodic housekeeping.

The database decides what is due, so a check that comes too often, too late or not at all changes only the time. One loop
checks the schedule and then waits until the next due time, at most POLL_SECONDS. A wake-up ends the wait, and a wake-up
during a check counts for the next wait, so it is never lost. APScheduler starts the housekeeping job and nothing else.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from watchd.errors import Unavailable
from watchd.flow.run.schedule import RunSchedule
from watchd.flow.waking import Waker
from watchd.ports import Clock

POLL_SECONDS = 60.0  # the clock may have jumped, and other processes may write to the database
RETRY_SECONDS = 5.0  # after a failure, usually of the database
HOUSEKEEPING_SECONDS = 60
# When the last check is older than this, something is stuck.
MAX_SECONDS_BETWEEN_CHECKS = 3 * POLL_SECONDS
# Without these, APScheduler drops a job that is a second late.
JOB_DEFAULTS = {"misfire_grace_time": None, "coalesce": True, "max_instances": 100}

log = structlog.get_logger()


class Scheduler:
    """Loop that queues due runs, with a housekeeping job beside it."""

    def __init__(
        self,
        schedule: RunSchedule,
        clock: Clock,
        housekeeping: Callable[[], Awaitable[None]],
        queued: Callable[[], None] = lambda: None,
    ) -> None:
        self._schedule = schedule
        self._clock = clock
        self._housekeeping = housekeeping
        self._queued = queued  # called when new runs are in the queue
        self._jobs = AsyncIOScheduler(timezone="UTC", job_defaults=JOB_DEFAULTS)
        self._waker = Waker()
        self._loop: asyncio.Task[None] | None = None
        self._checked_at = time.monotonic()  # last success
        self._tried_at = time.monotonic()  # last attempt
        self._resumed = False
        self._trouble: str | None = "has not checked the schedule yet"

    async def start(self) -> None:
        self._jobs.start()
        self._jobs.add_job(self._keep_house, "interval", seconds=HOUSEKEEPING_SECONDS)
        wait = await self._check()
        self._loop = asyncio.create_task(self._check_whenever_due(wait), name="scheduler")

    async def stop(self) -> None:
        if self._jobs.running:
            self._jobs.shutdown(wait=False)
        if self._loop is not None:
            self._loop.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._loop
            self._loop = None

    def wake(self) -> None:
        """Check the schedule now: a due time may be earlier than before."""
        self._waker.wake()

    def trouble(self) -> str | None:
        """Return a sentence for the health check; None when the last check succeeded and is recent."""
        if self._has_ended():
            return "is not running"
        if time.monotonic() - self._checked_at > MAX_SECONDS_BETWEEN_CHECKS:
            return "has not checked for due profiles for too long"
        return self._trouble

    def stuck(self) -> str | None:
        """Return a sentence for the watchdog; None while the loop tries, even if every try fails."""
        if self._has_ended():
            return "the scheduler is not running"
        if time.monotonic() - self._tried_at > MAX_SECONDS_BETWEEN_CHECKS:
            return "the scheduler has not checked for due profiles for too long"
        return None

    def _has_ended(self) -> bool:
        return self._loop is None or self._loop.done()

    async def _check_whenever_due(self, wait: float) -> None:
        while True:
            await self._waker.wait(wait)
            wait = await self._check()

    async def _check(self) -> float:
        """Queue what is due, and return for how many seconds the loop may wait."""
        try:
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

    async def _keep_house(self) -> None:
        try:
            if await self._schedule.mend():
                self.wake()
            await self._housekeeping()
        except Unavailable as cause:
            log.warning("housekeeping postponed: the database is not available", reason=str(cause))
