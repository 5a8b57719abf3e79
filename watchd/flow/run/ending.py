"""The end of a run: reassess pages, store what the next run starts from, report the end, queue a missed run."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from msgspec import structs

from watchd.core.run import run_events
from watchd.core.run.crawl_state import CrawlState
from watchd.flow.run.carry_over import store_lessons
from watchd.flow.run.commit import ProfileRun, StepWriter
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.reassess import Reassessment, ReassessResult
from watchd.flow.run.schedule import queue_missed_run
from watchd.model.run import RunState, StopReason
from watchd.store.tables import Tables


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
        await tables.run_log.put_agents(run_id, state.stats.everyone())
        reassessed = await reassess(tables) if reassess is not None else ReassessResult()
        total = state.stats.counts.findings + reassessed.difference
        await tables.runs.set_counts(run_id, structs.replace(state.stats.counts, findings=total))
        events = run_events.at_the_end(reassessed.found, run_state, reason, first=writer.last_event + 1)
        await tables.run_log.add_events(run_id, events)
        if of_profile is not None:
            await store_lessons(tables, state, of_profile.profile, now)
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
