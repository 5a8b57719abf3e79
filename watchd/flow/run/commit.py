"""The commit of a step: pages, page states, findings, alerts, events, agents and journal in one transaction.

The transaction is refused as a whole when the lease on the run was lost, so two daemons never write the same run.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, KnownVersion, assess_gone
from watchd.core.population.events import Event
from watchd.core.run import progress
from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.visit_result import VisitResult
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.page_memory import PageMemory
from watchd.flow.run.visit_notes import is_noted, note_of
from watchd.model import values
from watchd.model.finding import Finding, Why
from watchd.model.page import Page
from watchd.model.profile import Profile
from watchd.store.tables import Tables

LEASE = timedelta(seconds=60)


class LeaseLost(Exception):
    """Raised when another daemon has taken over the run, or the run was deleted with its profile."""


class CommittedStep(Struct, frozen=True):
    """The outcome of a commit."""

    findings: tuple[Finding, ...]  # those that are new
    last_event: int


class ProfileRun(Struct, frozen=True):
    """A run that belongs to a profile: what it needs to store findings and to plan alerts."""

    environment: RunEnvironment
    state: CrawlState
    profile: Profile
    memory: PageMemory

    @property
    def is_baseline(self) -> bool:
        """No run of this profile has ended yet."""
        return self.state.history.is_empty

    async def report(
        self, tables: Tables, findings: Sequence[Finding], now: datetime, *, is_active: bool
    ) -> None:
        """Plan the alerts about findings, in the transaction that stores them."""
        await self.environment.planner.plan(
            tables,
            self.profile,
            findings,
            now=now,
            is_baseline=self.is_baseline,
            active_run=self.state.run.id if is_active else None,
        )


class StepWriter:
    """Writes the steps of one run. A preview has no profile: then only the run itself is written."""

    def __init__(self, environment: RunEnvironment, state: CrawlState, profile: Profile | None) -> None:
        self._environment = environment
        self._state = state
        self._run_id = state.run.id
        self.last_event = 0  # the number of the newest event that is stored
        self.of_profile = (
            ProfileRun(environment, state, profile, PageMemory(environment, state, profile))
            if profile
            else None
        )

    async def start(self, tables: Tables) -> None:
        """Store what the run starts with, before its first move."""
        until = self._environment.clock.now() + LEASE
        if not await tables.runs.renew(self._run_id, self._environment.owner, until):
            raise LeaseLost(self._run_id)
        await tables.runs.set_sources(self._run_id, self._state.named_sources.reports)
        await tables.runs.set_counts(self._run_id, self._state.stats.counts)
        await tables.run_log.add_step(self._run_id, 0, self._state.origin)
        await tables.run_log.put_agents(self._run_id, self._state.stats.living_agents())

    async def read_last_event(self) -> None:
        """Continue the numbers of the events that are stored already."""
        self.last_event = await self._environment.store.read(
            lambda tables: tables.run_log.last_number(self._run_id)
        )

    def step(
        self, results: Sequence[VisitResult], events: Sequence[Event]
    ) -> Callable[[Tables], Awaitable[CommittedStep]]:
        """Return the transaction of one step. It may run again when the database could not be written."""
        state, stats, now = self._state, self._state.stats, self._environment.clock.now()
        state.paths.record(events)
        number, entries, books, counted = state.steps, tuple(state.journal), stats.books(), stats.counts
        energies, agents = stats.changed_energies(), stats.agents_in(events)
        reports = state.named_sources.reports if state.named_sources.add(results) else None

        async def commit(tables: Tables) -> CommittedStep:
            # The lease first: when the run was deleted with its profile, so was what the rest refers to.
            counts, owner, until = counted, self._environment.owner, now + LEASE
            if not await tables.runs.progress(self._run_id, owner, counts, books, lease_until=until):
                raise LeaseLost(self._run_id)
            findings = None
            if self.of_profile is not None:
                findings = await self._store_results(tables, self.of_profile, results)
                await tables.page_states.set_energies(self.of_profile.profile.id, energies)
                if findings:
                    await self.of_profile.report(tables, findings, now, is_active=True)
                    counts = structs.replace(counts, findings=counts.findings + len(findings))
                    await tables.runs.set_counts(self._run_id, counts)
            point = progress.timeline_point(now, counts, books)
            numbered = progress.numbered_events(events, findings, point, first=self.last_event + 1)
            if reports is not None:
                await tables.runs.set_sources(self._run_id, reports)
            await tables.run_log.add_step(self._run_id, number, entries)
            await tables.run_log.add_events(self._run_id, numbered)
            await tables.run_log.put_agents(self._run_id, agents)
            await tables.run_log.put_pages(self._run_id, progress.run_pages(results, events, state.paths))
            return CommittedStep(tuple(findings or ()), numbered[-1].number)

        return commit

    def note_committed(self, committed: CommittedStep) -> None:
        """Take over what is on the disk now."""
        self._state.journal.clear()
        self._state.stats.add_findings(len(committed.findings))
        self.last_event = committed.last_event

    async def _store_results(
        self, tables: Tables, run: ProfileRun, results: Sequence[VisitResult]
    ) -> list[Finding]:
        """Store what the visits brought; return the findings that are new."""
        found: list[Finding] = []
        for result in results:
            finding = await self._store_result(tables, run, result)
            if finding is not None and await tables.findings.add(finding):
                found.append(finding)
        noted = [note_of(result, self._state, run.profile) for result in results if is_noted(result)]
        await tables.visits.put(noted)
        return found

    async def _store_result(self, tables: Tables, run: ProfileRun, result: VisitResult) -> Finding | None:
        """Store one visit; return the finding about it, if there is one."""
        if result.page is not None:
            page_id = await run.memory.keep(tables, result, result.page)
            assessment = result.assessment
        else:
            if not await run.memory.miss(tables, result):
                return None
            assert result.stored is not None
            page_id, assessment = result.stored.id, await self._assess_gone(tables, run, result)
        if assessment is None:
            return None
        paths = self._state.paths
        why = Why(
            assessment.matched,
            paths.path(result),
            paths.found_by(result),
            rounded(result.score.neighbours),
            result.score.route,
        )
        return await new_finding(
            tables, run, assessment, why, FindingSubject.of_result(result, page_id), result.now
        )

    async def _assess_gone(self, tables: Tables, run: ProfileRun, result: VisitResult) -> Assessment | None:
        assert result.stored is not None
        assert result.state is not None
        content_hash = result.state.followed_hash or result.state.content_hash or ""
        last = await tables.versions.get(result.stored.id, content_hash) or await tables.pages.snapshot(
            result.stored.id
        )
        known = KnownVersion(
            last.text if last else "",
            content_hash,
            result.state.relevance,
            result.stored.language,
            result.was_reported,
        )
        return assess_gone(known, topic=self._state.scoring.topic, report=run.profile.spec.report)


class FindingSubject(Struct, frozen=True):
    """The page that a finding is about: as it is now, or as it was before it was gone."""

    page_id: str
    url: str
    title: str
    language: str | None
    content_hash: str
    signature: int
    published_at: datetime | None

    @classmethod
    def of_page(cls, page: Page, page_id: str) -> "FindingSubject":
        return cls(
            page_id, page.url, page.title, page.language, page.content_hash, page.signature, page.published
        )

    @classmethod
    def of_result(cls, result: VisitResult, page_id: str) -> "FindingSubject":
        if result.page is not None:
            return cls.of_page(result.page, page_id)
        known = result.stored
        assert known is not None
        # A page may disappear, come back and disappear again: each time is news.
        content_hash = f"gone {result.now.isoformat()}"
        return cls(
            page_id, known.url, known.title, known.language, content_hash, known.signature, known.published_at
        )


async def new_finding(
    tables: Tables, run: ProfileRun, assessment: Assessment, why: Why, subject: FindingSubject, now: datetime
) -> Finding:
    """Return an assessment as it is stored and reported."""
    run_id, profile, environment = run.state.run.id, run.profile, run.environment
    has_values = assessment.change is not None and bool(assessment.change.values)
    # "In stock" may come back with the very text that was reported before.
    is_each_time_news = assessment.kind == "changed" and (profile.spec.report.wants_every_edit or has_values)
    finding = Finding(
        id=values.time_sorted_id(now, environment.entropy.bits(values.RANDOM_ID_BITS)),
        profile_id=profile.id,
        run_id=run_id,
        page_id=subject.page_id,
        kind=assessment.kind,
        url=subject.url,
        title=subject.title,
        language=subject.language,
        score=round(assessment.score, 4),
        found_at=now,
        content_hash=subject.content_hash,
        occasion=run_id if is_each_time_news else "",
        published_at=subject.published_at,
        summary=assessment.summary,
        why=why,
        change=assessment.change,
    )
    story_id = await environment.planner.story_of(tables, finding, subject.signature)
    return structs.replace(finding, story_id=story_id)


def rounded(neighbours: float | None) -> float | None:
    """Round the neighbours' mean as people see it."""
    return None if neighbours is None else round(neighbours, 4)
