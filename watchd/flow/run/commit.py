"""What is kept of a step? Pages, what they mean to the profile, findings, alerts, events, agents, journal: one transaction.

The transaction is refused as a whole when the lease on the run was lost, so two daemons never write the same run.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, KnownVersion, assess_gone
from watchd.core.population.events import Entry, Event
from watchd.core.run import run_events
from watchd.core.run.path import PathLog
from watchd.core.run.scoring import Scoring
from watchd.core.run.visit_result import VisitResult
from watchd.flow.run.environment import AlertPlanner
from watchd.flow.run.page_memory import PageMemory
from watchd.model import ids
from watchd.model.agent import AgentRecord
from watchd.model.finding import Finding, Why
from watchd.model.page import Page
from watchd.model.profile import Profile
from watchd.model.run import Books, Run, RunCounts
from watchd.model.seed import SourceReport
from watchd.ports import Entropy
from watchd.store.tables import Tables

LEASE = timedelta(seconds=60)


class LeaseLost(Exception):
    """Raised when somebody else has taken over the run, or it is gone with its profile."""


class Step(Struct, frozen=True, kw_only=True):
    """Everything that one step of a run leaves behind."""

    number: int
    now: datetime
    visits: tuple[VisitResult, ...]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    counts: RunCounts
    books: Books
    first_event: int
    left: tuple[tuple[str, float, float], ...]  # pages whose energy moved: URL, energy, unspent share
    agents: tuple[AgentRecord, ...]
    sources: tuple[SourceReport, ...] | None = None  # of the run, when there is something new to say of them


class CommittedStep(Struct, frozen=True):
    """What a step has come to."""

    findings: tuple[Finding, ...]  # those that are new
    last_event: int


class StepContext(Struct, frozen=True):
    """A run that remembers: the profile it belongs to, and how its findings are kept and told."""

    profile: Profile
    memory: PageMemory
    scoring: Scoring
    planner: AlertPlanner
    entropy: Entropy
    is_baseline: bool  # no run of this profile has ended yet


class StepWriter:
    """Writes the steps of one run. Without `remembering` (a preview) only the run itself is written."""

    def __init__(self, run: Run, owner: str, paths: PathLog, remembering: StepContext | None) -> None:
        self._run = run
        self._owner = owner
        self._paths = paths
        self.remembering = remembering

    def transaction(self, step: Step) -> Callable[[Tables], Awaitable[CommittedStep]]:
        """The work to hand to the store."""
        self._paths.note(step.events)

        async def keep(tables: Tables) -> CommittedStep:
            # The lease first: when the run is gone with its profile, so is what the rest refers to.
            counts, until = step.counts, step.now + LEASE
            if not await tables.runs.progress(self._run.id, self._owner, counts, step.books, lease_until=until):
                raise LeaseLost(self._run.id)
            findings = await self._remember(tables, self.remembering, step) if self.remembering else None
            if findings:
                counts = structs.replace(counts, findings=counts.findings + len(findings))
                await tables.runs.set_counts(self._run.id, counts)
            point = run_events.point(step.now, counts, step.books)
            told = run_events.numbered(step.events, findings, point, first=step.first_event)
            pages = run_events.results(step.visits, step.events, self._paths)
            if step.sources is not None:
                await tables.runs.set_sources(self._run.id, step.sources)
            await tables.run_log.add_step(self._run.id, step.number, step.entries)
            await tables.run_log.add_events(self._run.id, told)
            await tables.run_log.put_agents(self._run.id, list(step.agents))
            await tables.run_log.put_pages(self._run.id, pages)
            return CommittedStep(tuple(findings or ()), told[-1].number)

        return keep

    async def _remember(self, tables: Tables, kept: StepContext, step: Step) -> list[Finding]:
        found: list[Finding] = []
        for result in step.visits:
            told = await self._one(tables, kept, result)
            if told is not None and await tables.findings.add(told):
                found.append(told)
        await tables.page_states.set_energies(kept.profile.id, list(step.left))
        if found:
            await kept.planner.plan(tables, kept.profile, found, now=step.now, is_baseline=kept.is_baseline)
        return found

    async def _one(self, tables: Tables, kept: StepContext, result: VisitResult) -> Finding | None:
        """Keep what one visit saw; the finding about it, if there is one."""
        if result.page is not None:
            page_id = await kept.memory.keep(tables, result, result.page)
            return await self._finding(tables, kept, result, page_id, result.judged) if result.judged else None
        if not await kept.memory.miss(tables, result):
            return None
        assert result.stored is not None
        judged = await self._gone(tables, kept, result)
        return await self._finding(tables, kept, result, result.stored.id, judged) if judged else None

    async def _gone(self, tables: Tables, kept: StepContext, result: VisitResult) -> Assessment | None:
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
        return assess_gone(known, topic=kept.scoring.topic, report=kept.profile.spec.report)

    async def _finding(
        self, tables: Tables, kept: StepContext, result: VisitResult, page_id: str, judged: Assessment
    ) -> Finding:
        why = Why(
            judged.matched,
            self._paths.path(result),
            self._paths.found_by(result),
            rounded(result.score.neighbours),
        )
        subject = _subject(result)
        return await finding(
            tables, kept, judged, why, subject, run_id=self._run.id, page_id=page_id, now=result.now
        )


class FindingSubject(Struct, frozen=True):
    """The page that a finding is about: as it is now, or as it was before it went."""

    url: str
    title: str
    language: str | None
    content_hash: str
    signature: int
    published_at: datetime | None

    @classmethod
    def of(cls, page: Page) -> "FindingSubject":
        return cls(page.url, page.title, page.language, page.content_hash, page.signature, page.published)


async def finding(
    tables: Tables,
    kept: StepContext,
    judged: Assessment,
    why: Why,
    subject: FindingSubject,
    *,
    run_id: str,
    page_id: str,
    now: datetime,
) -> Finding:
    """What was judged, as it is stored and told."""
    is_each_time_news = judged.kind == "changed" and kept.profile.spec.report.wants_every_edit
    found = Finding(
        id=ids.time_sorted(now, kept.entropy.bits(ids.RANDOM_BITS)),
        profile_id=kept.profile.id,
        run_id=run_id,
        page_id=page_id,
        kind=judged.kind,
        url=subject.url,
        title=subject.title,
        language=subject.language,
        score=round(judged.score, 4),
        found_at=now,
        content_hash=subject.content_hash,
        occasion=run_id if is_each_time_news else "",
        published_at=subject.published_at,
        summary=judged.summary,
        why=why,
        change=judged.change,
    )
    return structs.replace(found, story_id=await kept.planner.story_of(tables, found, subject.signature))


def rounded(company: float | None) -> float | None:
    """As people are shown it."""
    return None if company is None else round(company, 4)


def _subject(result: VisitResult) -> FindingSubject:
    if result.page is not None:
        return FindingSubject.of(result.page)
    known = result.stored
    assert known is not None
    # A page may go, come back and go again: each time is news.
    content_hash = f"gone {result.now.isoformat()}"
    return FindingSubject(
        known.url, known.title, known.language, content_hash, known.signature, known.published_at
    )
