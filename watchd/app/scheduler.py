"""The alarm clock: wakes the schedule when the next profile is due, and the housekeeping now and then.

APScheduler only rings. What is due is a question to the database, so an alarm that rings too often, too late or not at all
changes nothing but the time. One loop looks; rings only wake it, so that no ring can be lost while it looks.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from watchd.errors import Unavailable
from watchd.flow.run.schedule import RunSchedule
from watchd.ports import Clock

# Look at least this often, whatever the next due time says: the clock may have jumped, and others may write too.
LOOK_AT_LEAST_EVERY_SECONDS = 60
# After a failure, most often of the database, try again this soon.
TRY_AGAIN_AFTER = timedelta(seconds=5)
# When the last look is older than this, something is stuck.
TOO_LONG_SECONDS = 3 * LOOK_AT_LEAST_EVERY_SECONDS
# Without these, APScheduler drops what is a second late, and what rings while its last ring is still handled.
JOB_DEFAULTS = {"misfire_grace_time": None, "coalesce": True, "max_instances": 100}

log = structlog.get_logger()


class Scheduler:
    """Rings for the schedule."""

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
        self._queued = queued  # called when runs wait for somebody who runs them
        self._scheduler = AsyncIOScheduler(timezone="UTC", job_defaults=JOB_DEFAULTS)
        self._bell = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._looked_at = time.monotonic()
        self._tried_at = time.monotonic()
        self._resumed = False
        self._trouble: str | None = "has not looked at the schedule yet"

    async def start(self) -> None:
        self._scheduler.start()
        self._scheduler.add_job(self._ring, "interval", seconds=LOOK_AT_LEAST_EVERY_SECONDS, id="look")
        self._scheduler.add_job(
            self._keep_house, "interval", seconds=LOOK_AT_LEAST_EVERY_SECONDS, id="housekeeping"
        )
        await self._look()
        self._looking = asyncio.create_task(self._look_whenever_it_rings(), name="alarm")

    async def stop(self) -> None:
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
            self._looking = None

    def rearm(self) -> None:
        """A due time may have moved to an earlier moment: look now."""
        self._bell.set()

    def trouble(self) -> str | None:
        """For the health check: None when the last look went well and is not too long ago."""
        if self._looking is None or self._looking.done():
            return "is not running"
        if time.monotonic() - self._looked_at > TOO_LONG_SECONDS:
            return "has not looked for due profiles for too long"
        return self._trouble

    def stuck(self) -> str | None:
        """For the watchdog: None as long as it tries, whether it succeeds or not."""
        if self._looking is None or self._looking.done():
            return "the alarm is not running"
        if time.monotonic() - self._tried_at > TOO_LONG_SECONDS:
            return "the alarm has not looked at the schedule for too long"
        return None

    async def _ring(self) -> None:
        self._bell.set()

    async def _look_whenever_it_rings(self) -> None:
        while True:
            await self._bell.wait()
            self._bell.clear()
            await self._look()

    async def _look(self) -> None:
        try:
            if not self._resumed:  # on a full disk this has to wait as well, and the daemon is up meanwhile
                await self._schedule.resume()
                self._resumed = True
            tick = await self._schedule.tick()
        except Exception as cause:  # whatever it is, the alarm must ring again
            self._tried_at = time.monotonic()
            self._trouble = "cannot queue runs; the log says why"
            log.warning("schedule has to wait", reason=str(cause), exc_info=not isinstance(cause, Unavailable))
            self._set(self._clock.now() + TRY_AGAIN_AFTER)
            return
        self._trouble = None
        self._looked_at = self._tried_at = time.monotonic()
        for run in tick.queued:
            log.info("run queued", run=run.id, profile=run.profile_id, trigger=run.trigger)
        if tick.queued:
            self._queued()
        if tick.next_due is not None:
            self._set(tick.next_due)

    async def _keep_house(self) -> None:
        try:
            if await self._schedule.mend():
                self.rearm()
            await self._housekeeping()
        except Unavailable as cause:
            log.warning("housekeeping waits for the database", reason=str(cause))

    def _set(self, moment: datetime) -> None:
        if self._scheduler.running:
            self._scheduler.add_job(self._ring, "date", run_date=moment, id="schedule", replace_existing=True)
