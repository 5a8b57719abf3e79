"""The schedule loop checks again after every failure, and loses no wake-up."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from watchd.app import scheduler as module
from watchd.app.clock import SystemClock
from watchd.app.scheduler import NextTimeOnly, Scheduler
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


async def test_a_housekeeping_loop_that_ended_is_not_healthy(
    started: Callable[[FailingSchedule], Awaitable[Scheduler]],
) -> None:
    scheduler = await started(FailingSchedule())
    [housekeeping] = [task for task in asyncio.all_tasks() if task.get_name() == "housekeeping"]
    housekeeping.cancel()
    await asyncio.wait([housekeeping])
    assert scheduler.trouble() == "is not running"
    await scheduler.stop()


async def test_housekeeping_that_failed_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HOUSEKEEPING_SECONDS", 0.01)
    rounds, third = 0, asyncio.Event()

    async def fail() -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 3:
            third.set()
        raise KeyError("a mistake of ours") if rounds == 1 else Unavailable("disk full")

    scheduler = Scheduler(FailingSchedule(), SystemClock(), fail)  # type: ignore[arg-type]
    await scheduler.start()
    await asyncio.wait_for(third.wait(), 10)
    await scheduler.stop()


def test_the_trigger_of_the_deletion_lists_no_missed_times() -> None:
    trigger = NextTimeOnly(minute="47", timezone="UTC")
    due = datetime(2026, 11, 16, 7, 47, tzinfo=UTC)
    for now in (due, due + timedelta(days=3650)):  # at the very moment, too
        assert now < trigger.get_next_fire_time(due, now) <= now + timedelta(hours=1)


async def test_a_deletion_job_that_was_lost_or_waits_for_years_gets_a_new_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "FIRST_DELETION_SECONDS", 10 * 365 * 86_400)
    monkeypatch.setattr(module, "HOUSEKEEPING_SECONDS", 0.01)
    monkeypatch.setattr(module, "DELETION_TIMES", {"second": "*"})
    deleted = asyncio.Event()

    async def delete() -> None:
        deleted.set()

    async def nothing() -> None: ...

    scheduler = Scheduler(FailingSchedule(), SystemClock(), nothing, deletion=delete)  # type: ignore[arg-type]
    await scheduler.start()
    await asyncio.wait_for(deleted.wait(), 10)
    scheduler._jobs.remove_all_jobs()
    deleted.clear()
    await asyncio.wait_for(deleted.wait(), 10)
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
