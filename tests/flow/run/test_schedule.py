"""The schedule: what is due gets a run, once, and nothing is forgotten."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.store.test_contract import insert, spec
from tests.support import MONDAY, HandWoundClock, SeededEntropy
from watchd.flow.run.schedule import RunSchedule
from watchd.model.profile import Profile
from watchd.store.database import Database, open_database
from watchd.store.tables import Tables


@pytest.fixture
def schedule(store: Database, clock: HandWoundClock, entropy: SeededEntropy) -> RunSchedule:
    return RunSchedule(store, clock, entropy)


async def read(store: Database, name: str) -> Profile:
    profile = await store.read(lambda t: t.profiles.get(f"id-{name}"))
    assert profile is not None
    return profile


async def end_runs(store: Database) -> None:
    async def work(tables: Tables) -> None:
        await tables._connection.ask("UPDATE runs SET state = 'finished'")

    await store.write(work)


async def test_a_due_profile_gets_a_queued_run_and_its_next_due_time(
    store: Database, schedule: RunSchedule
) -> None:
    await insert(store, spec("a", schedule={"every": "1h"}))
    tick = await schedule.tick()
    [run] = tick.queued
    assert (run.profile_id, run.state, run.trigger) == ("id-a", "queued", "schedule")
    assert tick.next_due == MONDAY + timedelta(hours=1)
    profile = await read(store, "a")
    assert profile.last_run is not None
    assert (profile.last_run.id, profile.last_run.state) == (run.id, "queued")


async def test_looking_again_changes_nothing(store: Database, schedule: RunSchedule) -> None:
    await insert(store, spec("a"))
    await schedule.tick()
    before = await read(store, "a")
    assert (await schedule.tick()).queued == []
    assert await read(store, "a") == before


async def test_two_daemons_that_look_at_the_same_moment_queue_one_run(
    store: Database, clock: HandWoundClock, schedule: RunSchedule
) -> None:
    await insert(store, spec("a"))
    other = RunSchedule(store, clock, SeededEntropy(2))
    ticks = await asyncio.gather(schedule.tick(), other.tick())
    assert sum(len(tick.queued) for tick in ticks) == 1


async def test_a_due_time_during_an_active_run_is_left_out(
    store: Database, schedule: RunSchedule, clock: HandWoundClock
) -> None:
    await insert(store, spec("a", schedule={"every": "1h"}))
    await schedule.tick()
    clock.forward(hours=1)
    tick = await schedule.tick()
    assert tick.queued == []
    assert tick.next_due == MONDAY + timedelta(hours=2)


async def test_manual_and_paused_profiles_are_never_queued(
    store: Database, schedule: RunSchedule, clock: HandWoundClock
) -> None:
    await insert(store, spec("a", schedule={"manual": True}), spec("b", enabled=False))
    clock.forward(days=400)
    tick = await schedule.tick()
    assert (tick.queued, tick.next_due) == ([], None)


async def test_more_due_profiles_than_fit_one_transaction_are_all_queued(
    store: Database, schedule: RunSchedule
) -> None:
    await insert(store, *(spec(f"{i:03}") for i in range(450)))
    assert len((await schedule.tick()).queued) == 450


async def test_those_who_wait_longest_are_queued_first_and_one_that_is_always_due_does_not_pass_them(
    store: Database, schedule: RunSchedule, clock: HandWoundClock
) -> None:
    """With room for one run at a time, as the runner takes them."""
    await insert(store, spec("busy", schedule={"every": "1s"}), *(spec(f"{i:03}") for i in range(60)))
    turns: list[str] = []

    async def next_turn(tables: Tables) -> str:
        now = clock.now()
        (run,) = await tables.runs.claim("us", now=now, lease_until=now + timedelta(minutes=1), limit=1)
        await tables.runs.end(run.id, "us", "finished", "exhausted", now)
        return str(run.profile_id)

    while len(turns) < 150:
        await schedule.tick()
        turns.append(await store.write(next_turn))
        clock.forward(seconds=2)
        if len(turns) == 61:  # later ones wait, in the order in which they come
            await insert(store, *(spec(f"late-{i:03}") for i in range(40)))
    assert set(turns[:61]) == {"id-busy", *(f"id-{i:03}" for i in range(60))}
    late = [turns.index(f"id-late-{i:03}") for i in range(40)]
    assert max(late) <= 61 + 41
    assert len(set(turns)) == 101


async def test_a_restart_forgets_nothing(tmp_path: Path, clock: HandWoundClock) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    first = await open_database(folder, MONDAY)
    await insert(first, spec("a", schedule={"every": "1h"}))
    await RunSchedule(first, clock, SeededEntropy()).tick()
    await end_runs(first)
    await first.close()
    clock.forward(minutes=60)
    second = await open_database(folder, MONDAY)
    tick = await RunSchedule(second, clock, SeededEntropy()).tick()
    assert [run.profile_id for run in tick.queued] == ["id-a"]
    await second.close()


async def test_after_three_days_of_silence_each_profile_runs_once_and_not_all_at_once(
    store: Database, schedule: RunSchedule, clock: HandWoundClock
) -> None:
    await insert(store, *(spec(f"{i:03}", schedule={"every": "1h"}) for i in range(100)))
    clock.forward(days=3)
    assert await schedule.resume() == 100
    first = len((await schedule.tick()).queued)
    queued = first
    for _ in range(61):
        clock.forward(seconds=1)
        queued += len((await schedule.tick()).queued)
    assert first < 5
    assert queued == 100


async def test_a_short_restart_spreads_nothing(
    store: Database, schedule: RunSchedule, clock: HandWoundClock
) -> None:
    await insert(store, spec("a"))
    clock.forward(seconds=10)
    assert await schedule.resume() == 0
    assert len((await schedule.tick()).queued) == 1


@pytest.mark.parametrize("days", [0.05, 1, 365, 3650])
async def test_a_clock_that_jumped_ahead_and_back_does_not_silence_a_profile(
    store: Database, schedule: RunSchedule, clock: HandWoundClock, days: float
) -> None:
    await insert(
        store,
        spec("every", schedule={"every": "1h"}),
        spec("cron", schedule={"cron": "* * * * *"}),
        spec("adaptive", schedule={"adaptive": {"max": "1h"}}),
        spec("manual", schedule={"manual": True}),
    )
    clock.forward(days=days)
    await schedule.tick()
    await end_runs(store)
    clock.forward(days=-days)
    assert await schedule.mend() == 3
    for name in ("every", "cron", "adaptive"):
        profile = await read(store, name)
        assert profile.next_run_at is not None
        assert profile.next_run_at - clock.now() <= timedelta(hours=1)
    assert await schedule.mend() == 0


async def test_a_due_time_that_a_right_clock_computed_is_not_mended(
    store: Database, schedule: RunSchedule, clock: HandWoundClock
) -> None:
    await insert(store, *(spec(f"{i:03}", schedule={"every": "2s"}) for i in range(100)))
    clock.forward(days=3)
    await schedule.resume()  # spreads over a minute, far beyond the period of two seconds
    assert await schedule.mend() == 0


async def test_one_schedule_that_cannot_be_computed_does_not_stop_the_others(
    store: Database, schedule: RunSchedule, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await insert(store, spec("a", schedule={"cron": "0 7 * * *", "timezone": "Europe/Berlin"}), spec("b"))
    from watchd.core.policy import cadence

    def no_such_zone(name: str) -> Any:
        raise ValueError(f"{name} was dropped")

    monkeypatch.setattr(cadence, "zone", no_such_zone)
    clock.forward(days=1)
    tick = await schedule.tick()
    assert {run.profile_id for run in tick.queued} == {"id-a", "id-b"}
    assert (await read(store, "a")).next_run_at == clock.now() + timedelta(days=1)
