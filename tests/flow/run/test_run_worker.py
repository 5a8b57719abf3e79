"""Who runs the runs: taking what waits, going on after a crash, closing the books when the daemon stops."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest
import structlog

from tests.flow.run.test_run import found, names, stored
from tests.flow.small_web import SmallWeb, spec, world
from tests.support import HandWoundClock
from watchd.errors import Unavailable
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.run_worker import RunWorker
from watchd.model.profile import Profile, ProfileSpec
from watchd.model.run import Run
from watchd.store.database import Database
from watchd.store.tables import Tables
from watchd.store.tables.runs import RunFilter


async def queue(world: RunEnvironment, profile: Profile, number: int = 1) -> str:
    run_id = f"run {number}"
    await world.store.write(lambda t: t.runs.queue(run_id, profile, "manual", number, world.clock.now()))
    return run_id


async def ended(store: Database, run_id: str) -> Run:
    while True:
        run = await store.read(lambda t: t.runs.get(run_id))
        assert run is not None
        if run.ended_at is not None:
            return run
        await asyncio.sleep(0.02)


async def test_a_queued_run_is_taken_and_seen_through(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    async with world(store, clock) as real:
        runner = RunWorker(real)
        await runner.start()
        run_id = await queue(real, await stored(store, clock, spec(web)))
        runner.wake()
        run = await ended(store, run_id)
        await runner.stop()
    assert (run.state, run.stop_reason) == ("finished", "exhausted")
    assert run.counts.findings == 3


@pytest.mark.parametrize("turns", range(4))
async def test_a_runner_that_is_stopped_in_the_moment_it_is_woken_ends(
    store: Database, clock: HandWoundClock, turns: int
) -> None:
    async with world(store, clock) as real:
        runner = RunWorker(real)
        await runner.start()
        for _ in range(50):  # until it waits
            await asyncio.sleep(0.001)
        runner.wake()
        for _ in range(turns):  # of the loop
            await asyncio.sleep(0)
        stopping = asyncio.create_task(runner.stop())
        done, _ = await asyncio.wait({stopping}, timeout=5)
        stopping.cancel()
    assert done


async def test_a_daemon_that_stops_closes_its_runs_and_queues_them_again(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    async with world(store, clock, min_delay="0.3s") as slow:
        runner = RunWorker(slow)
        profile = await stored(store, clock, spec(web))
        run_id = await queue(slow, profile)
        await runner.start()
        while not await found(store, profile):
            await asyncio.sleep(0.02)
        await runner.stop()
    run = await ended(store, run_id)
    assert (run.state, run.stop_reason) == ("stopped", "shutdown")
    waiting = await store.read(lambda t: t.runs.listed(RunFilter(state="queued"), before="~", limit=5))
    assert [(w.profile_id, w.trigger) for w in waiting] == [(profile.id, "restart")]
    assert await store.read(lambda t: t.runs.last_ended(profile.id)) is None  # the first look is not over yet


class Crashing:
    """A store whose process dies at a chosen write: before it, or right after it is on the disk."""

    def __init__(self, store: Database, at: int, *, after: bool) -> None:
        self._store = store
        self._left = at
        self._after = after
        self.dead = asyncio.Event()

    async def read(self, work: Callable[[Tables], Awaitable[object]]) -> object:
        await self._stay_alive()
        return await self._store.read(work)

    async def write(self, work: Callable[[Tables], Awaitable[object]], *, patient: bool = False) -> object:
        self._left -= 1
        if self._left == 0 and not self._after:
            await self._die()
        await self._stay_alive()
        result = await self._store.write(work, patient=patient)
        if self._left == 0:
            await self._die()
        return result

    async def _stay_alive(self) -> None:
        if self.dead.is_set():
            await asyncio.Event().wait()  # a dead process asks nothing

    async def _die(self) -> None:
        self.dead.set()
        await asyncio.Event().wait()


@pytest.mark.parametrize("seed", range(8))
async def test_a_crash_at_any_write_loses_nothing_and_finds_nothing_twice(
    web: SmallWeb, store: Database, clock: HandWoundClock, seed: int
) -> None:
    random = Random(seed)
    profile = await stored(store, clock, spec(web))
    async with world(store, clock) as real:
        run_id = await queue(real, profile)
    for start in range(3):
        crashing = Crashing(store, random.randint(2, 9), after=random.random() < 0.5)
        async with world(crashing, clock, entropy=100 * seed + start) as doomed:  # type: ignore[arg-type]
            runner = RunWorker(doomed)
            await runner.start()
            over = asyncio.create_task(ended(store, run_id))
            died = asyncio.create_task(crashing.dead.wait())
            await asyncio.wait({over, died}, return_when=asyncio.FIRST_COMPLETED, timeout=20)
            for task in [*runner._tasks.values(), runner._taking, over, died]:
                if task is not None:
                    task.cancel()
            await asyncio.sleep(0)
    async with world(store, clock, entropy=99) as real:
        runner = RunWorker(real)
        await runner.start()
        run = await asyncio.wait_for(ended(store, run_id), 30)
        await runner.stop()
    assert run.stop_reason == "exhausted"
    findings = await found(store, profile)
    assert names(findings) == {"hub", "cells", "dry-room"}
    assert len(findings) == 3
    assert run.counts.findings == 3
    assert run.counts.fetched == 7
    await balanced(store, run_id, profile.id)


async def balanced(store: Database, run_id: str, profile_id: str) -> None:
    """The books close, and what is written of agents and pages is what they say."""

    async def look(tables: Tables) -> None:
        run = await tables.runs.get(run_id)
        assert run is not None
        books = run.books
        assert books.agents + books.remnants + books.dissipated == pytest.approx(books.injected, abs=1e-9)
        agents = await tables.run_log.agents(run_id, after="", limit=1000)
        assert sum(a.energy for a in agents) == pytest.approx(books.agents, abs=1e-9)
        known = await tables.page_states.known(profile_id, 1000)
        assert sum(k.state.energy for k in known) == pytest.approx(books.remnants, abs=1e-9)
        events = await tables.run_log.events(run_id, after=0, limit=10_000)
        assert [e.number for e in events] == list(range(1, len(events) + 1))

    await store.read(look)


async def test_a_database_that_cannot_be_written_to_holds_up_a_run_and_loses_nothing(
    web: SmallWeb, store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.flow.run.run.FIRST_RETRY_SECONDS", 0.01)
    real_write, refusals = store.write, [0]

    async def write(work: Callable[[Tables], Awaitable[object]], *, patient: bool = False) -> object:
        if 3 <= refusals[0] < 8:
            refusals[0] += 1
            raise Unavailable("The database cannot be used now: disk is full.")
        refusals[0] += 1
        return await real_write(work, patient=patient)

    async with world(store, clock) as real:
        runner = RunWorker(real)
        profile = await stored(store, clock, spec(web))
        run_id = await queue(real, profile)
        monkeypatch.setattr(store, "write", write)
        await runner.start()
        run = await asyncio.wait_for(ended(store, run_id), 30)
        await runner.stop()
    assert refusals[0] > 8
    assert run.counts.findings == 3
    await balanced(store, run_id, profile.id)


async def test_a_run_that_fails_says_so_and_the_others_go_on(
    web: SmallWeb, store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(store, clock) as real:
        runner = RunWorker(real)
        bad = await stored(store, clock, spec(web, name="Bad"))
        good = await stored(store, clock, spec(web, name="Good"))
        gather = real.seeds.gather

        async def broken(profile: ProfileSpec, over: asyncio.Event) -> object:
            if profile.name == "Bad":
                raise ZeroDivisionError
            return await gather(profile, over)

        monkeypatch.setattr(real.seeds, "gather", broken)
        ids = [await queue(real, bad, 1), await queue(real, good, 2)]
        await runner.start()
        states = [(await ended(store, run_id)).state for run_id in ids]
        await runner.stop()
    assert states == ["failed", "finished"]


@pytest.mark.parametrize("is_reported", [True, False])
async def test_a_run_whose_profile_is_deleted_ends_quietly_and_leaves_nothing(
    web: SmallWeb, store: Database, clock: HandWoundClock, is_reported: bool
) -> None:
    """The API asks the run to stop, or the run notices it: another daemon may delete the profile."""
    with structlog.testing.capture_logs() as logs:
        async with world(store, clock, min_delay="0.05s") as slow:
            runner = RunWorker(slow)
            profile = await stored(store, clock, spec(web))
            run_id = await queue(slow, profile)
            await runner.start()
            while not await found(store, profile):
                await asyncio.sleep(0.01)
            running = runner._tasks[run_id]
            fresh = await store.read(lambda t: t.profiles.get(profile.id))
            assert fresh is not None
            await store.write(lambda t: t.profiles.delete(fresh))
            if is_reported:
                runner.stop_run(run_id)
            await asyncio.wait_for(running, 10)
            await runner.stop()
    assert [line["event"] for line in logs if line["log_level"] not in ("info", "debug")] == []
    assert await found(store, profile) == []
    assert await store.read(lambda t: t.runs.get(run_id)) is None


@pytest.mark.parametrize("moment", ["before it begins", "while it gathers"])
async def test_a_profile_may_be_deleted_before_its_run_moves(
    web: SmallWeb, store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    profile = await stored(store, clock, spec(web))
    with structlog.testing.capture_logs() as logs:
        async with world(store, clock) as real:
            runner = RunWorker(real)
            run_id = await queue(real, profile)
            gather, read = real.seeds.gather, runner._profile

            async def gathered(spec: ProfileSpec, over: asyncio.Event) -> object:
                await store.write(lambda t: t.profiles.delete(profile))
                return await gather(spec, over)

            async def its_profile(run: Run) -> Profile | None:
                await store.write(lambda t: t.profiles.delete(profile))
                return await read(run)

            if moment == "while it gathers":
                monkeypatch.setattr(real.seeds, "gather", gathered)
            else:
                monkeypatch.setattr(runner, "_profile", its_profile)
            await runner.start()
            while await store.read(lambda t: t.runs.get(run_id)) or runner._tasks:
                await asyncio.sleep(0.01)
            await runner.stop()
    assert [line["event"] for line in logs if line["log_level"] not in ("info", "debug")] == []
