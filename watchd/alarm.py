"""The alarm clock: wakes the schedule when the next profile is due, and the housekeeping now and then.

APScheduler only rings. What is due is a question to the database, so an alarm that rings too often, too late or not at all
changes nothing but the time.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from watchd.errors import Unavailable
from watchd.flow.schedule import Schedule
from watchd.ports import Clock

# Look at least this often, whatever the next due time says: the clock may have jumped, and others may write too.
LOOK_AT_LEAST_EVERY = timedelta(seconds=60)
# After a failure, most often of the database, try again this soon.
TRY_AGAIN_AFTER = timedelta(seconds=5)
HOUSEKEEPING_EVERY_SECONDS = 60
# Without these, APScheduler drops what is a second late, and runs what was missed many times over.
JOB_DEFAULTS = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}

log = structlog.get_logger()


class Alarm:
    """Rings for the schedule."""

    def __init__(self, schedule: Schedule, clock: Clock, housekeeping: Callable[[], Awaitable[None]]) -> None:
        self._schedule = schedule
        self._clock = clock
        self._housekeeping = housekeeping
        self._scheduler = AsyncIOScheduler(timezone="UTC", job_defaults=JOB_DEFAULTS)
        self._looking = asyncio.Lock()
        self._trouble: str | None = "has not looked at the schedule yet"

    async def start(self) -> None:
        await self._schedule.resume()
        self._scheduler.start()
        self._scheduler.add_job(
            self._keep_house, "interval", seconds=HOUSEKEEPING_EVERY_SECONDS, id="housekeeping"
        )
        await self._ring()

    def stop(self) -> None:
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    def rearm(self) -> None:
        """A due time may have moved to an earlier moment: look now."""
        if self._scheduler.running:
            self._set(self._clock.now())

    def trouble(self) -> str | None:
        """For the health check: None when the last look went well."""
        if not self._scheduler.running:
            return "is not running"
        return self._trouble

    async def _ring(self) -> None:
        async with self._looking:
            now = self._clock.now()
            try:
                tick = await self._schedule.tick()
            except Exception as cause:  # whatever it is, the alarm must ring again
                self._trouble = "cannot queue runs; the log says why"
                log.warning(
                    "schedule has to wait", reason=str(cause), exc_info=not isinstance(cause, Unavailable)
                )
                self._set(now + TRY_AGAIN_AFTER)
                return
            self._trouble = None
            for run in tick.queued:
                log.info("run queued", run=run.id, profile=run.profile_id, trigger=run.trigger)
            latest = now + LOOK_AT_LEAST_EVERY
            self._set(min(tick.next_due, latest) if tick.next_due else latest)

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
