"""The schedule loop checks again after every failure, and loses no wake-up."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from watchd.app import scheduler as module
from watchd.app.clock import SystemClock
from watchd.app.scheduler import Scheduler
from watchd.errors import Unavailable
from watchd.flow.run.schedule import Tick


class FailingSchedule:
    """Schedule whose first checks fail."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.checks = 0
        self.worked = asyncio.Event()

    async def resume(self) -> int:
        return 0

    async def mend(self) -> int:
        return 0

    async def tick(self) -> Tick:
        self.checks += 1
        if self.failures:
            raise self.failures.pop(0)
        self.worked.set()
        return Tick([], None)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[[FailingSchedule], Awaitable[Scheduler]]:
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.02)

    async def start(schedule: FailingSchedule) -> Scheduler:
        async def nothing() -> None: ...

        scheduler = Scheduler(schedule, SystemClock(), nothing)  # type: ignore[arg-type]
        await scheduler.start()
        return scheduler

    return start


@pytest.mark.parametrize(
    "failure", [Unavailable("disk full"), KeyError("a mistake of ours")], ids=["database", "bug"]
)
async def test_a_check_that_failed_is_repeated_and_health_says_so_meanwhile(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]], failure: Exception
) -> None:
    schedule = FailingSchedule(failure)
    scheduler = await started(schedule)
    assert scheduler.trouble() is not None
    async with asyncio.timeout(5):
        while scheduler.trouble() is not None:
            await asyncio.sleep(0.01)
    assert schedule.checks == 2
    await scheduler.stop()
    assert scheduler.trouble() == "is not running"


async def test_a_wake_up_during_a_check_is_not_lost(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]],
) -> None:
    """Due times a few milliseconds apart once stopped the loop: it dropped a wake-up that came during a check."""
    schedule = FailingSchedule()
    ticks = 0
    plain_tick = schedule.tick

    async def slow_tick() -> Tick:
        nonlocal ticks
        ticks += 1
        await asyncio.sleep(0.03)
        await plain_tick()
        return Tick([], SystemClock().now() + timedelta(milliseconds=1))

    schedule.tick = slow_tick  # type: ignore[method-assign]
    scheduler = await started(schedule)
    async with asyncio.timeout(10):
        while ticks <= 10:
            await asyncio.sleep(0.01)
    await scheduler.stop()


async def test_a_scheduler_that_has_not_checked_for_long_is_not_healthy(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]], monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = await started(FailingSchedule())
    assert scheduler.trouble() is None
    monkeypatch.setattr(module, "MAX_SECONDS_BETWEEN_CHECKS", -1)
    assert scheduler.trouble() is not None
    await scheduler.stop()


async def test_a_changed_profile_makes_the_scheduler_check_at_once(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]],
) -> None:
    schedule = FailingSchedule()
    scheduler = await started(schedule)
    schedule.worked.clear()
    scheduler.wake()
    await asyncio.wait_for(schedule.worked.wait(), 5)
    assert schedule.checks == 2
    await scheduler.stop()
    scheduler.wake()  # after the stop this does nothing
