"""A profile that looks often: its runs make way when it is due again, and no time is left out."""

import asyncio
from typing import Any

import pytest
from msgspec import UNSET, structs

from tests.flow.run.test_run import found, stored
from tests.flow.run.test_run_worker import ended
from tests.flow.small_web import SmallWeb, spec, world
from tests.support import MONDAY, HandWoundClock, SeededEntropy
from watchd import validation
from watchd.core.population.events import RunBudget
from watchd.core.revisits.start_pages import SEARCHING_SHARE
from watchd.core.run.run_start import ProfileHistory, budget_now
from watchd.flow.run.run_worker import RunWorker
from watchd.flow.run.schedule import RunSchedule, queue_missed_run
from watchd.model.profile import Profile, ProfileSpec
from watchd.model.run import Run, Trigger
from watchd.store.database import Database
from watchd.store.tables import Tables
from watchd.store.tables.runs import RunFilter

EVERY_MINUTE = {"every": "1m"}


def a_run(trigger: Trigger = "schedule", **written: dict[str, Any]) -> Run:
    body = validation.verify(validation.read(ProfileSpec, {"name": "a", "query": {"text": "b"}, **written}))
    return Run(id="a", profile_id="p", spec=body, state="running", trigger=trigger, entropy=1, queued_at=MONDAY)


LATER = ProfileHistory(last_run=a_run())


@pytest.mark.parametrize(
    ("begun", "history", "seconds"),
    [
        (a_run(schedule=EVERY_MINUTE), LATER, 60),
        (a_run(schedule={"every": "2s"}), LATER, 30),
        (a_run(schedule={"every": "6h"}), LATER, 900),
        (a_run(schedule=EVERY_MINUTE, budget={"seconds": 20}), LATER, 20),
        (a_run(schedule={"cron": "*/2 * * * *"}), LATER, 120),
        (a_run("restart", schedule=EVERY_MINUTE), LATER, 60),
        (a_run("manual", schedule=EVERY_MINUTE), LATER, 900),
        (a_run(schedule={"every": "2s"}), ProfileHistory(), 60),
        (a_run(schedule={"every": "5m"}), ProfileHistory(), 300),
        (a_run(schedule={"manual": True}), LATER, 900),
    ],
    ids=[
        "often",
        "very often",
        "seldom",
        "short",
        "cron",
        "restart",
        "asked for",
        "first look",
        "first look, not so often",
        "manual",
    ],
)
def test_a_run_has_time_until_its_profile_is_due_again(
    begun: Run, history: ProfileHistory, seconds: float
) -> None:
    budget = budget_now(begun, history, None, MONDAY)
    assert (budget.seconds, budget.pages) == (seconds, RunBudget().pages)


def test_a_scheduled_run_explores_a_share_only_and_a_run_of_a_person_as_much_as_it_likes() -> None:
    assert budget_now(a_run(), LATER, None, MONDAY).explored == round(SEARCHING_SHARE * RunBudget().pages)
    assert budget_now(a_run(), ProfileHistory(), None, MONDAY).explored is UNSET
    assert budget_now(a_run("manual"), LATER, None, MONDAY).explored is UNSET


def test_an_adaptive_profile_has_as_long_as_its_cadence_says_now() -> None:
    begun = a_run(schedule={"adaptive": {"min": "1m", "max": "24h"}})
    assert budget_now(begun, LATER, 100.0, MONDAY).seconds == 100.0


async def waiting(store: Database) -> list[Run]:
    return await store.read(lambda t: t.runs.listed(RunFilter(state="queued"), before="~", limit=10))


async def test_a_time_that_came_while_a_run_went_on_is_made_up_for_at_once(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, schedule={"every": "1m"}))
    async with world(store, clock, min_delay="0.2s") as slow:
        schedule, runner = RunSchedule(store, clock, SeededEntropy(2)), RunWorker(slow)
        (first,) = (await schedule.tick()).queued
        await runner.start()
        while not await found(store, profile):
            await asyncio.sleep(0.01)
        clock.forward(seconds=70)
        assert not (await schedule.tick()).queued  # one is active
        assert (await ended(store, first.id)).state == "finished"
        runs = await store.read(lambda t: t.runs.listed(RunFilter(profile.id), before="~", limit=10))
        await runner.stop()
    assert [run.trigger for run in runs] == ["schedule", "schedule"]
    last_run = (await profile_now(store, profile)).last_run
    assert last_run is not None
    assert last_run.id != first.id


async def profile_now(store: Database, profile: Profile) -> Profile:
    current = await store.read(lambda t: t.profiles.get(profile.id))
    assert current is not None
    return current


@pytest.mark.parametrize("reason", ["", "in time", "asked for", "paused", "changed", "deleted", "adaptive"])
async def test_a_time_is_made_up_for_unless_there_is_a_reason_not_to(
    store: Database, clock: HandWoundClock, reason: str
) -> None:
    schedule = {"adaptive": {"min": "1m", "max": "1h"}} if reason == "adaptive" else {"cron": "* * * * *"}
    profile = await stored(store, clock, {"name": "a", "query": {"text": "b"}, "schedule": schedule})
    await store.write(lambda t: t.profiles.set_due({profile.id: clock.now()}, clock.now()))
    profile = await profile_now(store, profile)
    clock.forward(seconds=-10 if reason == "in time" else 10)
    other = structs.replace(profile.spec, enabled=False)
    if reason == "changed":
        other = validation.read(ProfileSpec, {"name": "a", "query": {"text": "b"}, "schedule": {"every": "2m"}})

    async def work(tables: Tables) -> Run | None:
        if reason in ("paused", "changed"):
            await tables.profiles.replace(profile, other, clock.now())
        if reason == "deleted":
            await tables.profiles.delete(profile)
        trigger: Trigger = "manual" if reason == "asked for" else "schedule"
        return await queue_missed_run(tables, profile, a_run(trigger), SeededEntropy(), clock.now())

    made_up = await store.write(work)
    assert (made_up is None) == bool(reason)
    assert len(await waiting(store)) == (not reason)
