"""The end of a run: reassess pages, store what the next run starts from, report the end, queue a missed run."""

from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from msgspec import structs

from watchd.core.feedback.link_lessons import without_lessons
from watchd.core.feedback.self_check import self_check
from watchd.core.policy import cadence
from watchd.core.relevance.score_shift import NO_SHIFT
from watchd.core.revisits.start_pages import origin_of
from watchd.core.run import progress
from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.run_start import Hints
from watchd.flow.run.commit import ProfileRun, StepWriter
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.reassess import Reassessment, ReassessResult
from watchd.flow.run.schedule import queue_missed_run
from watchd.flow.run.visit_notes import note_end
from watchd.model.profile import Profile
from watchd.model.run import RunState, SelfCheck, StopReason
from watchd.store.tables import Tables

CHECKED_RUNS = 5  # earlier runs that show what is usual
MAX_PROMISES = 60  # pages from which the next run may continue


async def end_of_run(
    environment: RunEnvironment, state: CrawlState, writer: StepWriter, reason: StopReason
) -> Callable[[Tables], Awaitable[None]]:
    """Reassess the pages of the run; return the transaction that ends it."""
    run_state: RunState = "stopped" if reason in ("stopped", "shutdown") else "finished"
    now, run_id, of_profile = environment.clock.now(), state.run.id, writer.of_profile
    reassess = None
    if of_profile is not None and reason != "shutdown":
        reassess = await Reassessment(of_profile).prepare(now)

    async def commit(tables: Tables) -> None:
        if not await tables.runs.end(run_id, environment.owner, run_state, reason, now):
            return
        # Before the reassessment: what it finds joins the message that leaves now.
        await environment.planner.release(tables, run_id, now=now)
        await tables.run_log.put_agents(run_id, state.stats.living_agents())
        reassessed = await reassess(tables) if reassess is not None else ReassessResult()
        total = state.stats.counts.findings + reassessed.difference
        await tables.runs.set_counts(run_id, structs.replace(state.stats.counts, findings=total))
        events = progress.end_events(reassessed.found, run_state, reason, first=writer.last_event + 1)
        await tables.run_log.add_events(run_id, events)
        if of_profile is not None:
            await _store_lessons(tables, state, of_profile.profile, now)
            await note_end(tables, state, of_profile.profile.id, reason, now)
            await _report_end(tables, of_profile, now)
            if run_state == "finished":
                await queue_missed_run(tables, of_profile.profile, state.run, environment.entropy, now)

    return commit


async def _report_end(tables: Tables, run: ProfileRun, now: datetime) -> None:
    ended = await tables.runs.get(run.state.run.id)
    assert ended is not None
    # A first run that a stop of the daemon cut short continues at the next start; its summary is sent then.
    is_baseline = run.is_baseline and ended.stop_reason != "shutdown"
    await run.environment.planner.run_ended(tables, run.profile, ended, now=now, is_baseline=is_baseline)


async def _store_lessons(tables: Tables, state: CrawlState, profile: Profile, now: datetime) -> None:
    """Store what the run learned, in the transaction that ends it."""
    for name, value in _lessons(state).items():
        await tables.learned.put(profile.id, name, value, now)
    await tables.page_states.set_hub_priors(profile.id, state.hub_priors())
    await tables.page_states.set_promises(profile.id, state.population.promises(MAX_PROMISES))
    await tables.run_log.trim_journals(profile.id, keep=state.run.id)
    await tables.runs.set_self_check(state.run.id, await _self_check(tables, state, profile))
    adaptive = profile.spec.schedule.adaptive
    if adaptive is not None:
        findings = state.stats.counts.findings
        interval = cadence.adapted_interval(adaptive, profile.interval, findings=findings)
        await tables.profiles.set_interval(profile.id, interval, now + timedelta(seconds=interval), now)


def _lessons(state: CrawlState) -> dict[str, object]:
    """Return the learned parts by the names under which `read_history` finds them."""
    population, history, scoring, stats = state.population, state.history, state.scoring, state.stats
    memory = population.memory()
    # What verdicts taught is added again at every start: only so can a verdict be withdrawn.
    scorer = without_lessons(memory.scorer, state.origin.memory.scorer, history.memory.scorer)
    started = Counter(origin_of(source) for source in state.sources.values())
    return {
        "memory": structs.replace(memory, scorer=scorer),
        "source_yields": history.yields.after(started, stats.relevant_by_origin, stats.requests_by_origin),
        "counts": scoring.counts(),
        "sites": scoring.sites.stored(),
        "circle": scoring.link_graph.stored(),
        "hints": Hints(state.origin.text, scoring.hints()),
        "shift": state.origin.shift or NO_SHIFT,  # that the scores of this run contain
    }


async def _self_check(tables: Tables, state: CrawlState, profile: Profile) -> SelfCheck:
    former = await tables.runs.self_checks(profile.id, except_run=state.run.id, limit=CHECKED_RUNS)
    return self_check(
        state.canaries,
        state.population,
        state.paths.readers,
        min_score=state.origin.min_score,
        former=former,
    )
