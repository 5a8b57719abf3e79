"""The conductor of one run.

1. Read what earlier runs left behind, and prepare the run; or replay its journal after a crash.
2. Agents propose moves; each move becomes a visit (flow/run/visit.py). Visits arrive in any order.
3. Pages that have arrived are settled together (core/run/crawl_state.py) and committed as one step
   (flow/run/commit.py) before the next move depends on them. So a crash repeats requests, never findings.
4. When a budget is spent, no page is left, or a person asks for it, the run ends (flow/run/ending.py).

No agent waits for the slowest page: those that are free move on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

import structlog
from msgspec import structs

from watchd.core.feedback.feedback import with_threshold
from watchd.core.population.events import Move
from watchd.core.population.origin import Origin
from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.run_start import ProfileHistory, budget_now
from watchd.core.run.visit_result import VisitResult
from watchd.errors import Unavailable
from watchd.flow.run.commit import StepWriter
from watchd.flow.run.control import RunControl
from watchd.flow.run.ending import end_of_run
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.setup import PreparedRun, RunSetup, read_history, read_journal
from watchd.flow.run.visit import Visitor
from watchd.model.outcome import Outcome
from watchd.model.profile import Profile
from watchd.model.run import Run, StopReason
from watchd.model.seed import SourceReport
from watchd.store.tables import Tables

T = TypeVar("T")
HasSpec = TypeVar("HasSpec", Run, Profile | None)
MAX_CONCURRENT_VISITS = 16
MAX_PAGES_PER_COMMIT = 4  # other writers wait for the transaction
MAX_LOOP_SECONDS = 0.002  # for agents that look for a link, before other tasks get the event loop
MAX_LAST_SECONDS = 3.0  # for requests on the wire when the run ends; the daemon gives a run 4 seconds to stop
VISIT = "visit "  # name of the task of a visit, before its URL
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.5, 30.0  # between two tries to write

log = structlog.get_logger()


async def execute_run(
    environment: RunEnvironment, run: Run, profile: Profile | None, control: RunControl
) -> StopReason:
    """Execute a run, or continue it after a crash; return why it ended."""
    started, store = time.monotonic(), environment.store
    history = await store.read(lambda tables: read_history(tables, profile)) if profile else ProfileHistory()
    await store.read(environment.profile_index.refresh)
    journal = await store.read(lambda tables: read_journal(tables, run.id))
    if journal is not None:
        origin, steps = journal
        log.info("run resumed", run=run.id, steps=len(steps))
        loop = _RunLoop(environment, _state(run, origin, history, run.sources), profile, control, started)
        loop.state.replay(steps)
        return await loop.execute({})
    prepared = await _prepare(environment, run, profile, history, control, started)
    origin = prepared.origin
    run = structs.replace(run, counts=structs.replace(run.counts, bytes=origin.spent_bytes))
    state = _state(run, origin, history, prepared.gathered.reports)
    loop = _RunLoop(environment, state, profile, control, started)
    await loop.write(loop.writer.start)
    return await loop.execute(prepared.prefetched)


async def _prepare(
    environment: RunEnvironment,
    run: Run,
    profile: Profile | None,
    history: ProfileHistory,
    control: RunControl,
    started: float,
) -> PreparedRun:
    """Gather what the run starts with, as far as it arrives before the run is over."""
    budget = budget_now(run, history, profile.interval if profile else None, environment.clock.now())
    over = asyncio.Event()
    watch = asyncio.create_task(control.set_when_over(over, started, budget.seconds))
    try:
        return await RunSetup(environment, run, history, budget).prepare(over)
    finally:
        watch.cancel()


def _state(run: Run, origin: Origin, history: ProfileHistory, reports: Sequence[SourceReport]) -> CrawlState:
    return CrawlState(_with_moved_threshold(run, origin), origin, history, reports)


def _with_moved_threshold(owner: HasSpec, origin: Origin) -> HasSpec:
    """Return it with the threshold that feedback had moved when the run started."""
    if owner is None:
        return None
    return structs.replace(owner, spec=with_threshold(owner.spec, origin.min_score))


class _RunLoop:
    """One population between its first move and its end."""

    def __init__(
        self,
        environment: RunEnvironment,
        state: CrawlState,
        profile: Profile | None,
        control: RunControl,
        started: float,
    ) -> None:
        self._environment = environment
        self.state = state
        self._population = state.population
        self._control = control
        self._started = started
        self._profile = _with_moved_threshold(profile, state.origin)
        self.writer = StepWriter(environment, state, self._profile)

    async def execute(self, prefetched: dict[str, Outcome]) -> StopReason:
        """Move, settle and commit until the end; what was found so far stays, whatever ends the run."""
        await self.writer.read_last_event()
        visitor = Visitor(self._environment, self.state, self._profile, prefetched)
        visits = {_start_visit(visitor, move) for move in self._population.under_way}
        change = asyncio.create_task(self._control.changed.wait())
        try:
            while (reason := self._stop_reason()) is None:
                moves = await self._next_moves(MAX_CONCURRENT_VISITS - len(visits))
                visits |= {_start_visit(visitor, move) for move in moves}
                rest = self._seconds_to_rest()
                if not visits and rest is None:
                    reason = self._population.stop_reason or "exhausted"
                    break
                seconds = self._seconds_left() if rest is None else min(rest, self._seconds_left())
                await asyncio.wait({*visits, change}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
                if change.done():
                    self._control.changed.clear()
                    change = asyncio.create_task(self._control.changed.wait())
                arrived = {visit for visit in visits if visit.done()}
                visits -= arrived
                await self._settle_and_commit(arrived)
            await self._finish_requests(visitor, visits)
        finally:
            for task in (*visits, change):
                task.cancel()
            await asyncio.gather(*visits, change, return_exceptions=True)
            self._environment.page_turns.release_all(self.state.run.id)
        self.state.stats.broke_off(sum(visitor.received(move) for move in self._population.under_way))
        await self.write(await end_of_run(self._environment, self.state, self.writer, reason))
        self._environment.notifier.notify(self.state.run.id)
        return reason

    async def _finish_requests(self, visitor: Visitor, visits: set[asyncio.Task[VisitResult]]) -> None:
        """Wait a moment for requests that are on the wire: a request that is broken off is lost for us and for its host."""
        under_way = {move.url for move in self._population.under_way if visitor.is_exchanging(move)}
        sent = {visit for visit in visits if visit.get_name().removeprefix(VISIT) in under_way}
        if not sent:
            return
        arrived, _ = await asyncio.wait(sent, timeout=MAX_LAST_SECONDS)
        visits -= arrived
        await self._settle_and_commit(arrived)

    def _seconds_to_rest(self) -> float | None:
        """Return the seconds until a host may get requests again; None if none will during this run."""
        end = self._population.next_end_of_rest
        if end is None or end >= self._population.budget.seconds or self._population.stop_reason is not None:
            return None
        return max(0.0, end - self._elapsed())

    def _stop_reason(self) -> StopReason | None:
        """Apply an adjustment, if there is one; return why the run must end now."""
        if adjustment := self._control.take_adjustment():
            self._population.adjust(*adjustment)
        if self._control.stop is not None:
            return self._control.stop
        return "budget_seconds" if self._seconds_left() <= 0.0 else None

    async def _next_moves(self, count: int) -> list[Move]:
        moves: list[Move] = []
        turn_started = time.monotonic()
        for move in self._population.turns(max(0, count), elapsed=self._elapsed()):
            moves += [move] if move is not None else []
            if time.monotonic() - turn_started > MAX_LOOP_SECONDS:
                await asyncio.sleep(0)
                turn_started = time.monotonic()
        return moves

    async def _settle_and_commit(self, arrived: Iterable[asyncio.Task[VisitResult]]) -> None:
        results = sorted((visit.result() for visit in arrived), key=lambda result: result.move.number)
        for first in range(0, len(results), MAX_PAGES_PER_COMMIT):
            together = results[first : first + MAX_PAGES_PER_COMMIT]
            events = self.state.settle(together)
            committed = await self.write(self.writer.step(together, events))
            self.writer.note_committed(committed)
            for result in together:
                self._environment.page_turns.release(result.move.url, self.state.run.id)
            self._environment.notifier.notify(self.state.run.id)

    def _elapsed(self) -> float:
        return self.state.elapsed_before + time.monotonic() - self._started

    def _seconds_left(self) -> float:
        return self._population.budget.seconds - self._elapsed()

    async def write(self, work: Callable[[Tables], Awaitable[T]]) -> T:
        """Write one transaction. A database that cannot be written delays the run; nothing is lost meanwhile."""
        pause = FIRST_RETRY_SECONDS
        while True:
            try:
                return await self._environment.store.write(work, patient=True)
            except Unavailable as cause:
                if self._control.stop is not None:
                    raise
                log.warning("run waits for the database", run=self.state.run.id, reason=str(cause))
                await asyncio.sleep(pause)
                pause = min(MAX_RETRY_SECONDS, 2 * pause)


def _start_visit(visitor: Visitor, move: Move) -> asyncio.Task[VisitResult]:
    return asyncio.create_task(visitor.visit(move), name=f"{VISIT}{move.url}")
