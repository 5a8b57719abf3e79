"""Alerts of whole runs: one message per run and channel, however the run ends, and wherever a crash comes."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from tests.flow.alert_world import World
from tests.flow.run.test_run import found, names, run, stored
from tests.flow.run.test_run_worker import Crashing, ended, queue
from tests.flow.small_web import ON_TOPIC, SmallWeb, spec, world
from tests.support import HandWoundClock, SeededEntropy
from watchd.flow.alerts.planner import ChannelAlertPlanner
from watchd.flow.run.commit import LeaseLost, StepWriter
from watchd.flow.run.control import RunControl
from watchd.flow.run.run_worker import RunWorker
from watchd.model.alert import Alert
from watchd.model.profile import Profile
from watchd.store.database import Database

NEWS = ("first", "second", "third")  # each leads to the next, so each is a step of its own


@pytest.fixture
async def alerts(store: Database) -> World:
    made = World(store, SeededEntropy())
    await made.channel("mail")
    await made.channel("chat")
    return made


def planner(entropy: int = 1) -> ChannelAlertPlanner:
    return ChannelAlertPlanner(SeededEntropy(entropy), written=lambda: None)


async def past_first_run(
    web: SmallWeb, store: Database, clock: HandWoundClock, channels: Sequence[str]
) -> Profile:
    """Return a profile whose first run is over; since then, pages have appeared."""
    profile = await stored(store, clock, spec(web, delivery={"channels": list(channels)}))
    async with world(store, clock) as silent:
        await run(silent, profile)
    clock.forward(days=1)
    for name, following in zip(NEWS, (*NEWS[1:], "hub"), strict=True):
        sentence = (
            f"The {name} pilot line for solid state batteries opens its {name} dry room for the {name} time."
        )
        web.put(name, (sentence, f"Visitors see the {name} solid state battery cells there."), [following])
    web.put("hub", (*ON_TOPIC, "News of the pilot line are on a page of their own."), ["cells", "first"])
    return profile


async def reported(alerts: World, alert: Alert) -> set[str]:
    return names(await alerts.findings_of(alert))


async def test_a_run_with_findings_in_several_steps_writes_one_alert_per_channel(
    web: SmallWeb, store: Database, clock: HandWoundClock, alerts: World
) -> None:
    profile = await past_first_run(web, store, clock, ["mail", "chat"])
    async with world(store, clock, planner=planner()) as real:
        await run(real, profile, 2)
    written = await alerts.alerts()
    assert sorted(alert.channel_name for alert in written) == ["chat", "mail"]
    for alert in written:
        assert await reported(alerts, alert) >= set(NEWS)
        assert alert.due_at == clock.now()


class Ending(Exception):
    """A fault in the middle of a run."""


async def test_a_run_that_fails_lets_its_alert_leave(
    web: SmallWeb, store: Database, clock: HandWoundClock, alerts: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = await past_first_run(web, store, clock, ["mail"])
    step = StepWriter.step

    def failing(self: StepWriter, *args: object) -> object:
        if self._state.stats.counts.findings:
            raise Ending
        return step(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(StepWriter, "step", failing)
    async with world(store, clock, planner=planner()) as real:
        runner = RunWorker(real)
        run_id = await queue(real, profile)
        await runner.start()
        over = await asyncio.wait_for(ended(store, run_id), 30)
        await runner.stop()
    assert (over.state, over.stop_reason) == ("failed", "error")
    [alert] = await alerts.alerts()
    assert alert.due_at == clock.now()


async def test_a_run_that_a_person_stops_lets_its_alert_leave(
    web: SmallWeb, store: Database, clock: HandWoundClock, alerts: World
) -> None:
    profile = await past_first_run(web, store, clock, ["mail"])
    control = RunControl()
    async with world(store, clock, planner=planner(), min_delay="0.2s") as slow:
        going = asyncio.create_task(run(slow, profile, 2, control))
        while not await alerts.alerts():
            await asyncio.sleep(0.02)
        [waiting] = await alerts.alerts()
        control.ask_to_stop("stopped")
        assert await going == "stopped"
    [alert] = await alerts.alerts()
    assert waiting.due_at is not None
    assert waiting.due_at > clock.now() == alert.due_at


async def test_a_daemon_that_stops_lets_the_alert_of_its_run_leave(
    web: SmallWeb, store: Database, clock: HandWoundClock, alerts: World
) -> None:
    profile = await past_first_run(web, store, clock, ["mail"])
    async with world(store, clock, planner=planner(), min_delay="0.2s") as slow:
        runner = RunWorker(slow)
        await queue(slow, profile)
        await runner.start()
        while not await alerts.alerts():
            await asyncio.sleep(0.02)
        await runner.stop()
    [alert] = await alerts.alerts()
    assert alert.due_at == clock.now()


async def test_the_alert_of_a_run_is_deleted_with_its_profile(
    web: SmallWeb, store: Database, clock: HandWoundClock, alerts: World
) -> None:
    profile = await past_first_run(web, store, clock, ["mail"])
    async with world(store, clock, planner=planner(), min_delay="0.2s") as slow:
        going = asyncio.create_task(run(slow, profile, 2))
        while not await alerts.alerts():
            await asyncio.sleep(0.02)
        now = await store.read(lambda tables: tables.profiles.get(profile.id))
        assert now is not None
        await store.write(lambda tables: tables.profiles.delete(now))
        with pytest.raises(LeaseLost):
            await going
    assert await alerts.alerts() == []


@pytest.mark.parametrize("seed", range(10))
async def test_a_crash_at_any_write_of_a_run_tells_everything_once_in_one_message(
    web: SmallWeb, store: Database, clock: HandWoundClock, alerts: World, seed: int
) -> None:
    profile = await past_first_run(web, store, clock, ["mail"])
    before = {finding.id for finding in await found(store, profile)}
    random = Random(seed)
    async with world(store, clock) as real:
        run_id = await queue(real, profile, 2)
    for start in range(2):
        crashing = Crashing(store, random.randint(2, 9), after=random.random() < 0.5)
        doomed_planner = planner(100 * seed + start)
        async with world(crashing, clock, entropy=100 * seed + start, planner=doomed_planner) as doomed:  # type: ignore[arg-type]
            runner = RunWorker(doomed)
            await runner.start()
            over = asyncio.create_task(ended(store, run_id))
            died = asyncio.create_task(crashing.dead.wait())
            await asyncio.wait({over, died}, return_when=asyncio.FIRST_COMPLETED, timeout=20)
            for task in [*runner._tasks.values(), runner._taking, over, died]:
                if task is not None:
                    task.cancel()
            await asyncio.sleep(0)
        clock.forward(seconds=10)
    async with world(store, clock, entropy=99, planner=planner(99)) as real:
        runner = RunWorker(real)
        await runner.start()
        await asyncio.wait_for(ended(store, run_id), 30)
        await runner.stop()
    [alert] = await alerts.alerts()
    assert alert.due_at is not None
    assert alert.due_at <= clock.now()
    told = [finding.id for finding in await alerts.findings_of(alert)]
    assert sorted(told) == sorted({finding.id for finding in await found(store, profile)} - before)
    assert await reported(alerts, alert) >= set(NEWS)
