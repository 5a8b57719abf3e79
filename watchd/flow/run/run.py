"""The life of one run: moves are proposed, pages arrive in any order, each step is settled and kept, until a cap is met.

Nobody waits for the slowest page: whatever has arrived is settled together, and the agents that are free move on. What
arrived is on the disk before the next move depends on it, so a crash repeats requests, never findings.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog
from msgspec import structs

from watchd.core.feedback.feedback import share_left, with_threshold
from watchd.core.policy import cadence
from watchd.core.policy.scope import Bounds
from watchd.core.population.agent_view import for_agents
from watchd.core.population.events import Arrival, Asked, Entry, Event, Move, RunBudget, Seed, Seeded
from watchd.core.population.origin import Origin, populate, topic_of
from watchd.core.population.population import replay
from watchd.core.relevance.link_graph import LinkGraph
from watchd.core.revisits.freshness import lasting_days, usual_rate
from watchd.core.revisits.visit_history import WINDOW, unspent_now
from watchd.core.run import run_events
from watchd.core.run.announcements import Announcements
from watchd.core.run.named_sources import NamedSources
from watchd.core.run.path import PathLog
from watchd.core.run.profile_history import ProfileHistory
from watchd.core.run.run_stats import RunStats
from watchd.core.run.scoring import Scoring
from watchd.core.run.visit_result import VisitResult
from watchd.errors import Unavailable
from watchd.flow.run.carry_over import CarryOver
from watchd.flow.run.commit import LEASE, LeaseLost, Step, StepContext, StepWriter
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.page_memory import PageMemory
from watchd.flow.run.reassess import Reassessment, ReassessResult
from watchd.flow.run.schedule import queue_missed_run
from watchd.flow.run.setup import PreparedRun, RunSetup, budget_now, canaries_of, read_history
from watchd.flow.run.visit import Visitor
from watchd.model.outcome import Outcome
from watchd.model.profile import Profile
from watchd.model.run import Run, RunState, StopReason
from watchd.model.seed import SourceReport
from watchd.store.tables import Tables

T = TypeVar("T")
HasSpec = TypeVar("HasSpec", Run, Profile | None)
ROOM = 16  # pages under way at a time
TOGETHER = 4  # pages in one transaction at most: people who write wait for it
TURN_SECONDS = 0.002  # of the event loop, until others have theirs: agents that look for a way may take long
FRESH_FOR = timedelta(minutes=10)  # what another profile has read so recently need not be asked for again
FIRST_PAUSE, PATIENCE = 0.5, 30.0  # seconds between two tries to write: at first, and at most

log = structlog.get_logger()


@dataclass
class RunControl:
    """What people want of a run while it goes on."""

    stop: StopReason | None = None
    adjustment: tuple[RunBudget, dict[str, Any]] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def ask_to_stop(self, reason: StopReason) -> None:
        self.stop = self.stop or reason
        self.changed.set()

    def adjust(self, budget: RunBudget, params: dict[str, Any]) -> None:
        self.adjustment = (budget, params)
        self.changed.set()


async def execute_run(
    world: RunEnvironment, run: Run, profile: Profile | None, control: RunControl
) -> StopReason:
    """Run it, or go on with it after a crash; the reason for its end."""
    begun_at = time.monotonic()
    history = (
        await world.store.read(lambda tables: read_history(tables, profile.id)) if profile else ProfileHistory()
    )
    await world.store.read(world.profile_index.refresh)
    journal = await world.store.read(lambda tables: _journal(tables, run.id))
    if journal is not None:
        origin, steps = journal
        log.info("run resumed", run=run.id, steps=len(steps))
        life = _RunLoop(world, run, profile, control, origin, history, {}, run.sources, begun_at)
        life.catch_up(steps)
        return await life.go()
    budget = budget_now(run, history, profile.interval if profile else None, world.clock.now())
    start = await _start(world, run, history, budget, control, begun_at)
    origin = start.origin
    run = structs.replace(run, counts=structs.replace(run.counts, bytes=origin.spent_bytes))
    life = _RunLoop(
        world, run, profile, control, origin, history, start.ahead, start.gathered.reports, begun_at
    )
    await life.begin()
    return await life.go()


async def _start(
    world: RunEnvironment,
    run: Run,
    history: ProfileHistory,
    budget: RunBudget,
    control: RunControl,
    begun_at: float,
) -> PreparedRun:
    """What the run begins with, as far as it came while there was time and nobody wanted it to stop."""
    beginning = RunSetup(
        store=world.store, fetcher=world.fetcher, reader=world.reader, seeds=world.seeds, clock=world.clock
    )
    over = asyncio.Event()
    watch = asyncio.create_task(_call_time(over, control, begun_at, budget.seconds))
    try:
        return await beginning.start(run, history, budget, over)
    finally:
        watch.cancel()


async def _call_time(over: asyncio.Event, control: RunControl, begun_at: float, seconds: float) -> None:
    """Say when a run is over that has not moved yet."""
    while control.stop is None:
        if control.adjustment is not None:
            seconds = control.adjustment[0].seconds
        left = begun_at + seconds - time.monotonic()
        if left <= 0.0:
            break
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(left):
                await control.changed.wait()
        control.changed.clear()
    over.set()


class _RunLoop:
    """One population between its first move and its end."""

    def __init__(
        self,
        world: RunEnvironment,
        run: Run,
        profile: Profile | None,
        control: RunControl,
        origin: Origin,
        history: ProfileHistory,
        ahead: dict[str, Outcome],
        reports: Sequence[SourceReport],
        begun_at: float,
    ) -> None:
        run, profile = _judging(run, origin), _judging(profile, origin)
        self._world = world
        self._run = run
        self._control = control
        self._origin = origin
        self._history = history
        self._journal: list[Entry] = []
        link_graph = LinkGraph(history.link_graph, history.relevances())
        self._scoring = Scoring(origin, history.counts, run.spec.query.languages, link_graph)
        self._population = populate(origin, topic_of(origin), self._journal)
        self._sources = {seed.url: seed.source for seed in origin.seeds}
        self._named = NamedSources(origin.named, reports)
        self._announced = Announcements(history.visited())
        self._bounds = Bounds(run.spec.scope)
        self._canaries = canaries_of(run.spec, history.taught)
        self._stats = RunStats(self._population, run.counts, self._sources)
        self._steps = self._events = 0
        self._elapsed_before = 0.0
        self._begun_at = begun_at
        pace = cadence.pace_of(run.spec.schedule)
        self._visitor = Visitor(
            fetcher=world.fetcher,
            reader=world.reader,
            store=world.store,
            traps=world.traps(),
            clock=world.clock,
            scoring=self._scoring,
            ahead=ahead,
            spec=run.spec,
            profile_id=profile.id if profile else None,
            caller=run.id,
            fresh_for=_fresh_for(profile),
            lasting=timedelta(days=pace * lasting_days(usual_rate(history.watched(pace)), WINDOW)),
            is_same_query=history.hints.text == origin.text,
            source_of=self._sources.get,
        )
        self._paths = PathLog(self._population, self._sources.get)
        remembering = self._remembering(profile) if profile else None
        self._keeper = StepWriter(run, world.owner, self._paths, remembering)

    def _remembering(self, profile: Profile) -> StepContext:
        memory = PageMemory(
            profile.id,
            profile.spec.report.min_score,
            population=self._population,
            paths=self._paths,
            entropy=self._world.entropy,
            portal=self._world.portal,
            marks=self._history.taught.marks,
            profile_index=self._world.profile_index,
            relevances=self._history.relevances(),
        )
        return StepContext(
            profile,
            memory,
            self._scoring,
            self._world.planner,
            self._world.entropy,
            is_baseline=self._history.is_empty,
        )

    async def begin(self) -> None:
        """Write down what the run begins with, before the first move."""

        async def keep(tables: Tables) -> None:
            until = self._world.clock.now() + LEASE
            if not await tables.runs.renew(self._run.id, self._world.owner, until):
                raise LeaseLost(self._run.id)
            await tables.runs.set_sources(self._run.id, self._named.reports)
            await tables.runs.set_counts(self._run.id, self._stats.counts)
            await tables.run_log.add_step(self._run.id, 0, self._origin)
            await tables.run_log.put_agents(self._run.id, self._stats.everyone())

        await self._write(keep)

    def catch_up(self, steps: Sequence[Sequence[Entry]]) -> None:
        """Live through the journal again; nothing is asked for and nothing is kept twice."""
        for entries in steps:
            for entry in entries:
                if isinstance(entry, Seeded):
                    self._sources.update((seed.url, seed.source) for seed in entry.seeds)
                if isinstance(entry, Asked):
                    self._elapsed_before = entry.elapsed
            events = replay(self._population, entries)
            self._paths.note(events)
            self._stats.catch_up(events)
        self._journal.clear()
        self._steps = len(steps)

    async def go(self) -> StopReason:
        """Move, settle and keep until the end; what was found so far is kept whatever ends it."""
        self._events = await self._world.store.read(lambda tables: tables.run_log.last_number(self._run.id))
        pending = {self._visiting(move) for move in self._population.under_way}
        wish = asyncio.create_task(self._control.changed.wait())
        try:
            while True:
                self._heed()
                if self._control.stop is not None:
                    reason: StopReason = self._control.stop
                    break
                if self._seconds_left() <= 0.0:
                    reason = "budget_seconds"
                    break
                pending |= {self._visiting(move) for move in await self._moves(ROOM - len(pending))}
                if not pending:
                    reason = self._population.stop_reason or "exhausted"
                    break
                arrived, wish = await self._wait(pending, wish)
                pending -= arrived
                results = sorted((task.result() for task in arrived), key=lambda result: result.move.number)
                for start in range(0, len(results), TOGETHER):
                    await self._settle(results[start : start + TOGETHER])
        finally:
            for task in (*pending, wish):
                task.cancel()
            await asyncio.gather(*pending, wish, return_exceptions=True)
        self._stats.broke_off(sum(self._visitor.received(move) for move in self._population.under_way))
        await self._end(reason)
        return reason

    # --- asking

    async def _moves(self, room: int) -> list[Move]:
        moves: list[Move] = []
        begun = time.monotonic()
        for move in self._population.turns(max(0, room), elapsed=self._elapsed()):
            moves += [move] if move is not None else []
            if time.monotonic() - begun > TURN_SECONDS:
                await asyncio.sleep(0)
                begun = time.monotonic()
        return moves

    def _visiting(self, move: Move) -> asyncio.Task[VisitResult]:
        return asyncio.create_task(self._visitor.visit(move), name=f"visit {move.url}")

    async def _wait(
        self, pending: set[asyncio.Task[VisitResult]], wish: asyncio.Task[Any]
    ) -> tuple[set[asyncio.Task[VisitResult]], asyncio.Task[Any]]:
        """Until a page has arrived, somebody wants something, or the time is over."""
        await asyncio.wait({*pending, wish}, timeout=self._seconds_left(), return_when=asyncio.FIRST_COMPLETED)
        if wish.done():
            self._control.changed.clear()
            wish = asyncio.create_task(self._control.changed.wait())
        return {task for task in pending if task.done()}, wish

    def _heed(self) -> None:
        if self._control.adjustment is not None:
            self._population.adjust(*self._control.adjustment)
            self._control.adjustment = None

    def _elapsed(self) -> float:
        return self._elapsed_before + time.monotonic() - self._begun_at

    def _seconds_left(self) -> float:
        return self._population.budget.seconds - self._elapsed()

    # --- settling

    async def _settle(self, results: list[VisitResult]) -> None:
        seeds = [seed for result in results for seed in self._new_seeds(result)]
        events = self._population.settle(*(self._arrival(result) for result in results))
        if seeds:
            self._sources.update((seed.url, seed.source) for seed in seeds)
            self._population.add_seeds(*seeds)
        await self._keep(results, events)

    def _arrival(self, result: VisitResult) -> Arrival:
        page = for_agents(result.page, self._may_follow) if result.page else None
        changed_share = result.judged.new_share if result.judged else 0.0
        worth = result.score.value
        unspent = unspent_now(result.state, result.now, changed_share) if result.state else None
        mark = self._history.taught.marks.get(result.page.url) if result.page else None
        if mark is not None:  # S002 section 3.5: an assessed page is worth what the person said, less each time
            worth, unspent = max(0.0, mark.value), share_left(mark, result.state)
        return Arrival(
            result.move.number,
            page,
            worth,
            seconds=result.seconds,
            bytes=result.bytes,
            unspent=unspent,
            unasked=result.is_unasked,
            news=result.news,
            trouble=result.trouble,
        )

    def _may_follow(self, url: str) -> bool:
        # A canary is looked for in every run, though it is known.
        may_follow = self._announced.may_follow(url) or url in self._canaries
        return may_follow and self._bounds.allows(url)

    def _new_seeds(self, result: VisitResult) -> list[Seed]:
        """Start pages that this page brings: what a list announces, or lists of a site with something relevant."""
        if result.page is None:
            return []
        found = self._announced.take(result) if result.kind != "page" else []
        found += [Seed(url, kind) for kind, url in result.offers if self._announced.may_follow(url)]
        return [seed for seed in found if seed.url not in self._sources and self._bounds.allows(seed.url)]

    async def _keep(self, results: Sequence[VisitResult], events: Sequence[Event]) -> None:
        self._stats.take(results, events, self._run.spec.report.min_score)
        self._steps += 1
        step = Step(
            number=self._steps,
            now=self._world.clock.now(),
            visits=tuple(results),
            events=tuple(events),
            entries=tuple(self._journal),
            counts=self._stats.counts,
            books=self._stats.books(),
            first_event=self._events + 1,
            left=tuple(self._stats.moved()),
            agents=tuple(self._stats.agents(events)),
            sources=self._named.reports if self._named.take(results) else None,
        )
        kept = await self._write(self._keeper.transaction(step))
        self._journal.clear()
        self._events = kept.last_event
        self._stats.found(len(kept.findings))
        self._world.notifier.notify(self._run.id)

    # --- the end

    async def _end(self, reason: StopReason) -> None:
        """Keep what was learned, say that it is over, and set the next time."""
        state: RunState = "stopped" if reason in ("stopped", "shutdown") else "finished"
        now = self._world.clock.now()
        remembering = self._keeper.remembering
        judge_again = None
        if remembering and reason != "shutdown":
            judge_again = await Reassessment(self._world.store, self._run.id, remembering).prepare(now)

        async def keep(tables: Tables) -> None:
            if not await tables.runs.end(self._run.id, self._world.owner, state, reason, now):
                return
            await tables.run_log.put_agents(self._run.id, self._stats.everyone())
            seen_late = await judge_again(tables) if judge_again is not None else ReassessResult()
            total = self._stats.counts.findings + seen_late.difference
            await tables.runs.set_counts(self._run.id, structs.replace(self._stats.counts, findings=total))
            told = run_events.at_the_end(seen_late.found, state, reason, first=self._events + 1)
            await tables.run_log.add_events(self._run.id, told)
            if remembering is not None:
                await self._learning(remembering.profile).keep(tables, now)
                await self._tell_the_end(tables, remembering, now)
                if state == "finished":
                    await queue_missed_run(tables, remembering.profile, self._run, self._world.entropy, now)

        await self._write(keep)
        self._world.notifier.notify(self._run.id)

    def _learning(self, profile: Profile) -> CarryOver:
        return CarryOver(
            profile=profile,
            run=self._run,
            origin=self._origin,
            history=self._history,
            population=self._population,
            scoring=self._scoring,
            stats=self._stats,
            readers=self._paths.readers,
            sources=self._sources,
            canaries=self._canaries,
        )

    async def _tell_the_end(self, tables: Tables, remembering: StepContext, now: datetime) -> None:
        ended = await tables.runs.get(self._run.id)
        assert ended is not None
        # A first look that a stop of the daemon cut short is taken up again; then it is summed up.
        is_baseline = remembering.is_baseline and ended.stop_reason != "shutdown"
        planner, profile = self._world.planner, remembering.profile
        await planner.run_ended(tables, profile, ended, now=now, is_baseline=is_baseline)

    async def _write(self, work: Callable[[Tables], Awaitable[T]]) -> T:
        """One transaction. A database that cannot be written to holds up the run; nothing is lost meanwhile."""
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._world.store.write(work, patient=True)
            except Unavailable as cause:
                if self._control.stop is not None:
                    raise
                log.warning("run waits for the database", run=self._run.id, reason=str(cause))
                await asyncio.sleep(pause)
                pause = min(PATIENCE, 2 * pause)


def _judging(whose: HasSpec, origin: Origin) -> HasSpec:
    """With the threshold that feedback has moved, as the run began with it."""
    if whose is None:
        return None
    return structs.replace(whose, spec=with_threshold(whose.spec, origin.min_score))


async def _journal(tables: Tables, run_id: str) -> tuple[Origin, list[list[Entry]]] | None:
    steps = await tables.run_log.journal(run_id)
    if not steps:
        return None
    origin = tables.run_log.unpacked(steps[0], Origin)
    return origin, [tables.run_log.unpacked(body, list[Entry]) for body in steps[1:]]


def _fresh_for(profile: Profile | None) -> timedelta:
    """A profile that runs often wants to see what is there now."""
    if profile is None or profile.spec.schedule.manual or profile.spec.schedule.cron:
        return FRESH_FOR
    period = cadence.period_of(profile.spec.schedule, profile.interval)
    return min(FRESH_FOR, timedelta(seconds=period / 2))
