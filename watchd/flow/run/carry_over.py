"""Lessons of a run for the next run of its profile: learned parts, pages to continue from, self-check, interval."""

from collections import Counter
from datetime import datetime, timedelta

from msgspec import structs

from watchd.core.feedback.link_lessons import untaught
from watchd.core.feedback.self_check import self_check
from watchd.core.policy import cadence
from watchd.core.revisits.start_pages import origin_of
from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.profile_history import Hints
from watchd.model.profile import Profile
from watchd.model.run import SelfCheck
from watchd.store.tables import Tables

CHECKED_RUNS = 5  # earlier runs that show what is usual
MAX_PROMISES = 60  # pages from which the next run may continue


async def store_lessons(tables: Tables, state: CrawlState, profile: Profile, now: datetime) -> None:
    """Store what the run learned, in the transaction that ends it."""
    for name, value in _lessons(state).items():
        await tables.learned.put(profile.id, name, value, now)
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
    memory = population.strategy.memory(list(population.agents.values()))
    # What verdicts taught is added again at every start: only so can a verdict be withdrawn.
    scorer = untaught(memory.scorer, state.origin.memory.scorer, history.memory.scorer)
    started = Counter(origin_of(source) for source in state.sources.values())
    return {
        "memory": structs.replace(memory, scorer=scorer),
        "source_yields": history.yields.after(started, stats.paid, stats.asked),
        "counts": scoring.counts(),
        "circle": scoring.link_graph.remembered(),
        "hints": Hints(state.origin.text, scoring.hints()),
    }


async def _self_check(tables: Tables, state: CrawlState, profile: Profile) -> SelfCheck:
    former = await tables.runs.self_checks(profile.id, besides=state.run.id, limit=CHECKED_RUNS)
    return self_check(
        state.canaries,
        state.population.graph,
        state.paths.readers,
        min_score=state.origin.min_score,
        former=former,
    )
