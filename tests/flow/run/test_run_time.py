"""The time of a run starts with the run: a search provider that hangs delays neither its end nor a stop."""

import asyncio
import time
from dataclasses import dataclass, field

from tests.flow.paper_sources import PaperProvider, found
from tests.flow.run.test_run import run, stored
from tests.flow.small_web import SmallWeb, spec, world
from tests.support import HandWoundClock
from tests.web.site import Answer
from watchd.core.population.events import RunBudget
from watchd.flow.run.control import RunControl
from watchd.model.profile import Profile
from watchd.model.provider import ProviderAnswer, Wording
from watchd.model.run import Run
from watchd.store.database import Database


@dataclass
class Hanging(PaperProvider):
    """Never answers."""

    is_asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, wording: Wording, page: int) -> ProviderAnswer:
        self.is_asked.set()
        await asyncio.Event().wait()
        raise AssertionError


async def profile_of(web: SmallWeb, store: Database, clock: HandWoundClock, seconds: int = 900) -> Profile:
    seeds = {"urls": [web.url("start")], "providers": ["slow", "quick"]}
    return await stored(store, clock, spec(web, seeds=seeds, budget={"seconds": seconds}))


async def ended(store: Database, profile: Profile) -> Run:
    run = await store.read(lambda t: t.runs.get(f"run {profile.id} 1"))
    assert run is not None
    return run


async def test_an_engine_that_hangs_does_not_keep_a_run_from_its_other_pages(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    profile = await profile_of(web, store, clock, seconds=6)
    search_providers = [Hanging("slow", []), PaperProvider("quick", [found("a")])]
    begun = time.monotonic()
    async with world(store, clock, search_providers=search_providers) as real:
        assert await run(real, profile) == "exhausted"
    assert time.monotonic() - begun < 20
    assert "start" in web.asked()
    reports = {report.source: report for report in (await ended(store, profile)).sources}
    assert {name: reports[name].state for name in ("slow", "quick")} == {"slow": "failed", "quick": "answered"}
    assert reports["slow"].reason == "It had not answered when the run began; the next run uses its answer."


async def test_a_run_can_be_stopped_while_it_waits_for_an_engine(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    profile, slow, control = await profile_of(web, store, clock), Hanging("slow", []), RunControl()
    async with world(store, clock, search_providers=[slow, PaperProvider("quick", [found("a")])]) as real:
        running = asyncio.create_task(run(real, profile, control=control))
        await slow.is_asked.wait()
        control.ask_to_stop("stopped")
        assert await asyncio.wait_for(running, 10) == "stopped"
    assert (await ended(store, profile)).state == "stopped"
    assert web.asked() == []


async def test_seconds_may_change_while_a_run_waits_for_an_engine(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    profile, slow, control = await profile_of(web, store, clock), Hanging("slow", []), RunControl()
    async with world(store, clock, search_providers=[slow]) as real:
        running = asyncio.create_task(run(real, profile, control=control))
        await slow.is_asked.wait()
        control.adjust(RunBudget(seconds=0.05), {})
        assert await asyncio.wait_for(running, 10) == "budget_seconds"


async def test_a_run_can_be_stopped_while_it_reads_an_example(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    web.site.pages["/example"] = Answer(delay=30)
    query = {"text": "solid state battery", "examples": [web.url("example")]}
    profile, control = await stored(store, clock, spec(web, query=query)), RunControl()
    async with world(store, clock) as real:
        running = asyncio.create_task(run(real, profile, control=control))
        while "example" not in web.asked():
            await asyncio.sleep(0.01)
        control.ask_to_stop("stopped")
        assert await asyncio.wait_for(running, 10) == "stopped"
