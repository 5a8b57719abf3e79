"""The alarm rings again, whatever happened the last time."""

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
    """Fails the first looks, then works."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.looks = 0
        self.worked = asyncio.Event()

    async def resume(self) -> int:
        return 0

    async def mend(self) -> int:
        return 0

    async def tick(self) -> Tick:
        self.looks += 1
        if self.failures:
            raise self.failures.pop(0)
        self.worked.set()
        return Tick([], None)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[[FailingSchedule], Awaitable[Scheduler]]:
    monkeypatch.setattr(module, "TRY_AGAIN_AFTER", timedelta(milliseconds=20))

    async def start(schedule: FailingSchedule) -> Scheduler:
        async def nothing() -> None: ...

        alarm = Scheduler(schedule, SystemClock(), nothing)  # type: ignore[arg-type]
        await alarm.start()
        return alarm

    return start


@pytest.mark.parametrize(
    "failure", [Unavailable("disk full"), KeyError("a mistake of ours")], ids=["database", "bug"]
)
async def test_a_look_that_failed_is_repeated_and_health_says_so_meanwhile(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]], failure: Exception
) -> None:
    schedule = FailingSchedule(failure)
    alarm = await started(schedule)
    assert alarm.trouble() is not None
    async with asyncio.timeout(5):
        while alarm.trouble() is not None:
            await asyncio.sleep(0.01)
    assert schedule.looks == 2
    await alarm.stop()
    assert alarm.trouble() == "is not running"


async def test_a_ring_during_a_look_is_not_lost(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]],
) -> None:
    """Due times a few milliseconds apart once silenced the alarm: a ring while the last one was handled was dropped."""
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
    alarm = await started(schedule)
    async with asyncio.timeout(10):
        while ticks <= 10:
            await asyncio.sleep(0.01)
    await alarm.stop()


async def test_an_alarm_that_has_not_looked_for_long_is_no_healthy_one(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]], monkeypatch: pytest.MonkeyPatch
) -> None:
    alarm = await started(FailingSchedule())
    assert alarm.trouble() is None
    monkeypatch.setattr(module, "TOO_LONG_SECONDS", -1)
    assert alarm.trouble() is not None
    await alarm.stop()


async def test_a_changed_profile_makes_the_alarm_look_at_once(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]],
) -> None:
    schedule = FailingSchedule()
    alarm = await started(schedule)
    schedule.worked.clear()
    alarm.rearm()
    await asyncio.wait_for(schedule.worked.wait(), 5)
    assert schedule.looks == 2
    await alarm.stop()
    alarm.rearm()  # after the stop it is too late, and harmless
