"""Requests that are on the wire when a run ends, hosts that rest, and hosts that keep a run from starting."""

import asyncio
import dataclasses
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

import pytest

from tests.flow.paper_sources import PaperProvider
from tests.flow.run.test_run import found, names, run, stored
from tests.flow.small_web import OFF_TOPIC, SmallWeb, spec, world
from tests.support import HandWoundClock
from tests.web.site import site
from watchd.flow.run import run as conductor
from watchd.flow.run import setup
from watchd.flow.run.control import RunControl
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.seeds import gather
from watchd.model.listing import Listing
from watchd.model.outcome import Failed, Fetched, Meter, Outcome, Validators
from watchd.model.page import Page, Unparseable
from watchd.model.profile import Profile
from watchd.model.provider import ProviderAnswer
from watchd.model.run import Run
from watchd.model.seed import SearchResult
from watchd.ports import Fetcher, PageReader
from watchd.store.database import Database

LONG = 600.0  # seconds; no test waits for it


@dataclass
class HeldFetcher:
    """The real fetcher, where requests for some pages wait, on the wire or before it, and some hosts are busy at first."""

    real: Fetcher
    held: set[str] = field(default_factory=set)  # until `go_on`
    is_on_the_wire: bool = True
    rests: dict[str, list[float]] = field(default_factory=dict)  # seconds, one per request
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[str] = field(default_factory=list)

    async def fetch(
        self,
        url: str,
        validators: Validators | None = None,
        *,
        caller: str = "",
        meter: Meter | None = None,
    ) -> Outcome:
        self.asked.append(url)
        if self.rests.get(url):
            return Failed(url, "busy", "The host has a pause.", retry_after=self.rests[url].pop(0))
        if url in self.held:
            self.held.discard(url)
            self.reached.set()
            assert meter is not None
            meter.is_exchanging = self.is_on_the_wire
            await self.go_on.wait()
        return await self.real.fetch(url, validators, caller=caller, meter=meter)

    async def sitemaps(self, url: str, *, caller: str = "", meter: Meter | None = None) -> tuple[str, ...]:
        return await self.real.sitemaps(url, caller=caller, meter=meter)


def held_by(
    real: RunEnvironment, *held: str, is_on_the_wire: bool = True
) -> tuple[RunEnvironment, HeldFetcher]:
    fetcher = HeldFetcher(real.fetcher, set(held), is_on_the_wire)
    return dataclasses.replace(real, fetcher=fetcher), fetcher


async def ended(store: Database, profile: Profile, number: int = 1) -> Run:
    run = await store.read(lambda t: t.runs.get(f"run {profile.id} {number}"))
    assert run is not None
    return run


# --- the end of a run


async def test_a_request_on_the_wire_when_a_run_is_stopped_is_waited_for_and_its_page_kept(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile, control = await stored(store, clock, spec(web)), RunControl()
    environment, fetcher = held_by(real, web.url("hub"))
    running = asyncio.create_task(run(environment, profile, control=control))
    await asyncio.wait_for(fetcher.reached.wait(), 10)
    control.ask_to_stop("stopped")
    fetcher.go_on.set()
    assert await asyncio.wait_for(running, 10) == "stopped"
    assert "hub" in names(await found(store, profile))
    assert "cells" not in web.asked()


class SlowReader:
    """The real reader, which reads a page only when a test allows it."""

    def __init__(self, real: PageReader) -> None:
        self._real = real
        self.reached, self.go_on = asyncio.Event(), asyncio.Event()

    async def extract(self, fetched: Fetched) -> Page | Unparseable:
        self.reached.set()
        await self.go_on.wait()
        return await self._real.extract(fetched)

    async def read_feed(self, fetched: Fetched) -> Listing | Unparseable:
        return await self._real.read_feed(fetched)

    async def read_sitemap(self, fetched: Fetched) -> Listing | Unparseable:
        return await self._real.read_sitemap(fetched)


async def test_a_page_that_has_arrived_when_a_run_is_stopped_is_read_and_kept(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    seeds = {"urls": [web.url("hub")], "providers": []}
    profile, control = await stored(store, clock, spec(web, seeds=seeds)), RunControl()
    reader = SlowReader(real.reader)
    environment = dataclasses.replace(real, reader=reader)
    running = asyncio.create_task(run(environment, profile, control=control))
    await asyncio.wait_for(reader.reached.wait(), 10)
    control.ask_to_stop("stopped")
    reader.go_on.set()
    assert await asyncio.wait_for(running, 10) == "stopped"
    assert names(await found(store, profile)) == {"hub"}


async def test_a_request_that_does_not_end_delays_the_end_of_a_run_for_a_moment_only(
    web: SmallWeb,
    real: RunEnvironment,
    store: Database,
    clock: HandWoundClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conductor, "MAX_LAST_SECONDS", 0.05)
    profile, control = await stored(store, clock, spec(web)), RunControl()
    environment, fetcher = held_by(real, web.url("hub"))
    running = asyncio.create_task(run(environment, profile, control=control))
    await asyncio.wait_for(fetcher.reached.wait(), 10)
    control.ask_to_stop("stopped")
    assert await asyncio.wait_for(running, 10) == "stopped"
    assert (await ended(store, profile)).state == "stopped"
    assert await found(store, profile) == []
    assert environment.page_turns._holders == {}


async def test_a_visit_whose_request_was_not_sent_is_not_waited_for(
    web: SmallWeb,
    real: RunEnvironment,
    store: Database,
    clock: HandWoundClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conductor, "MAX_LAST_SECONDS", LONG)
    profile, control = await stored(store, clock, spec(web)), RunControl()
    environment, fetcher = held_by(real, web.url("hub"), is_on_the_wire=False)
    running = asyncio.create_task(run(environment, profile, control=control))
    await asyncio.wait_for(fetcher.reached.wait(), 10)
    control.ask_to_stop("stopped")
    assert await asyncio.wait_for(running, 10) == "stopped"
    assert "hub" not in web.asked()


def test_a_run_waits_less_for_its_last_requests_than_the_daemon_for_its_runs() -> None:
    assert 0.0 < conductor.MAX_LAST_SECONDS < 4.0


# --- hosts that rest


async def test_the_pages_of_a_host_that_rests_are_visited_after_the_rest(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    environment, fetcher = held_by(real)
    fetcher.rests = {web.url("hub"): [0.02, 0.02], web.url("start"): [0.01]}
    assert await run(environment, profile) == "exhausted"
    assert names(await found(store, profile)) == {"hub", "cells", "dry-room"}
    counts = (await ended(store, profile)).counts
    assert (counts.fetched, counts.failed) == (7, 0)
    assert fetcher.asked.count(web.url("hub")) == 3


async def test_a_run_that_has_spent_its_pages_does_not_wait_for_a_host_that_rests(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    async with site() as elsewhere:
        other = SmallWeb(elsewhere)
        other.put("page", OFF_TOPIC)
        seeds = {"urls": [web.url("hub"), other.url("page")], "providers": []}
        profile = await stored(store, clock, spec(web, seeds=seeds, budget={"pages": 1}))
        environment, fetcher = held_by(real)
        fetcher.rests = {web.url("hub"): [LONG / 2]}
        assert await asyncio.wait_for(run(environment, profile), 10) == "budget_pages"
        assert other.asked() == ["page"]


async def test_a_run_does_not_wait_for_a_host_that_rests_beyond_its_end(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, budget={"seconds": round(LONG)}))
    environment, fetcher = held_by(real)
    fetcher.rests = {web.url("start"): [LONG + 1]}
    assert await asyncio.wait_for(run(environment, profile), 10) == "exhausted"
    assert web.asked() == []


# --- the start of a run


def names_pages(web: SmallWeb, *pages: str) -> PaperProvider:
    found = tuple(SearchResult(web.url(name), name, rank=rank) for rank, name in enumerate(pages, 1))
    return PaperProvider("paper", [ProviderAnswer("ok", found)])


async def test_a_slow_host_among_the_search_results_does_not_keep_a_run_from_its_other_pages(
    web: SmallWeb, store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "MAX_READING_SECONDS", 0.1)
    seeds = {"urls": [web.url("start")], "providers": ["paper"]}
    profile = await stored(store, clock, spec(web, seeds=seeds))
    async with world(store, clock, search_providers=[names_pages(web, "cells", "hub")]) as real:
        environment, fetcher = held_by(real, web.url("cells"))
        assert await asyncio.wait_for(run(environment, profile), 20) == "exhausted"
    assert (
        fetcher.asked.count(web.url("hub")) == 1
    )  # it was read before the first move, and is not asked for again
    assert fetcher.asked.count(web.url("cells")) == 2
    assert names(await found(store, profile)) == {"hub", "cells", "dry-room"}


async def test_a_first_run_waits_longer_for_search_providers_than_later_ones(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def set_after(over: asyncio.Event, seconds: float) -> AbstractAsyncContextManager[asyncio.Event]:
        waited.append(seconds)
        return gather.set_after(over, seconds)

    monkeypatch.setattr(setup, "set_after", set_after)
    profile = await stored(store, clock, spec(web, budget={"seconds": 100}))
    for number in (1, 2):
        await run(real, profile, number)
        clock.forward(hours=1)
    searching, reading = waited[::2], waited[1::2]
    assert searching == [100 * setup.FIRST_SEARCH_SHARE, 100 * setup.SEARCH_SHARE]
    assert setup.FIRST_SEARCH_SHARE > setup.SEARCH_SHARE
    assert reading == [min(100 * setup.READING_SHARE, setup.MAX_READING_SECONDS)] * 2
