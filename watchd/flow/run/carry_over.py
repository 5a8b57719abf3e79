"""What does a run leave to the next one of its profile? What its agents learned, what paid, and when to come back."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec import structs

from watchd.core.feedback import self_check
from watchd.core.feedback.link_lessons import without_lessons
from watchd.core.policy import cadence
from watchd.core.population.origin import Origin
from watchd.core.population.population import Population
from watchd.core.revisits.start_pages import origin_of
from watchd.core.run.profile_history import Hints, ProfileHistory
from watchd.core.run.run_stats import RunStats
from watchd.core.run.scoring import Scoring
from watchd.model.profile import Profile
from watchd.model.run import Run, SelfCheck
from watchd.store.tables import Tables

CHECKS = 5  # runs before, to know what is usual
PROMISES = 60  # pages from which the next run may go on


@dataclass(frozen=True, kw_only=True)
class CarryOver:
    """A run that is over, and what it came from."""

    profile: Profile
    run: Run
    origin: Origin
    history: ProfileHistory
    population: Population
    scoring: Scoring
    stats: RunStats
    readers: Mapping[str, str]  # page and agent
    sources: Mapping[str, str]  # of its start pages
    canaries: Sequence[str]

    async def keep(self, tables: Tables, now: datetime) -> None:
        """Write it down, in the transaction that ends the run."""
        profile = self.profile
        for name, value in self._lessons().items():
            await tables.learned.put(profile.id, name, value, now)
        await tables.page_states.set_promises(profile.id, self.population.promises(PROMISES))
        await tables.run_log.trim_journals(profile.id, keep=self.run.id)
        await tables.runs.set_self_check(self.run.id, await self._self_check(tables))
        adaptive = profile.spec.schedule.adaptive
        if adaptive is not None:
            findings = self.stats.counts.findings
            interval = cadence.adapted_interval(adaptive, profile.interval, findings=findings)
            await tables.profiles.set_interval(profile.id, interval, now + timedelta(seconds=interval), now)

    def _lessons(self) -> dict[str, object]:
        """By the name under which `recall` finds them."""
        memory = self.population.strategy.memory(list(self.population.agents.values()))
        # What verdicts taught is added anew at every start: only so can they be withdrawn.
        scorer = without_lessons(memory.scorer, self.origin.memory.scorer, self.history.memory.scorer)
        started = Counter(origin_of(source) for source in self.sources.values())
        return {
            "memory": structs.replace(memory, scorer=scorer),
            "source_yields": self.history.yields.after(
                started, self.stats.relevant_by_origin, self.stats.requests_by_origin
            ),
            "counts": self.scoring.counts(),
            "circle": self.scoring.link_graph.stored(),
            "hints": Hints(self.origin.text, self.scoring.hints()),
        }

    async def _self_check(self, tables: Tables) -> SelfCheck:
        former = await tables.runs.self_checks(self.profile.id, besides=self.run.id, limit=CHECKS)
        return self_check.self_check(
            self.canaries,
            self.population.graph,
            self.readers,
            min_score=self.origin.min_score,
            former=former,
        )
