"""What is kept of a step? Pages, what they mean to the profile, findings, events, agents, the journal: one transaction.

The transaction is refused as a whole when the lease on the run was lost, so two daemons never write the same run.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct, structs

from watchd.core.events import Entry, Event, Visited
from watchd.core.findings import Judged, Known, gone
from watchd.core.freshness import hub_prior
from watchd.core.population import Population
from watchd.core.relevance import Topic
from watchd.core.remembering import Visit, after_visit
from watchd.flow.visit import Sight
from watchd.model import ids
from watchd.model.agent import AgentRecord, RunEvent, RunPage
from watchd.model.finding import Finding, PathStep, Why
from watchd.model.page import Page
from watchd.model.page_state import PageState
from watchd.model.page_version import PageVersion
from watchd.model.profile import Profile
from watchd.model.run import Books, Run, RunCounts
from watchd.model.stored_page import StoredPage
from watchd.ports import Entropy, RunTables

LEASE = timedelta(seconds=60)
REMEMBERED = 0.05  # pages of at least this relevance are kept as they were read, to go on from them
TIMES_MISSED = 2  # a page is gone when so many visits in a row found none
LIKELY = 0.3  # of a page's links, those that score as much are expected to lead to relevant pages


class LeaseLost(Exception):
    """Raised when somebody else has taken over the run."""


class Sighting(Struct, frozen=True, kw_only=True):
    """A relevant page, for the portal."""

    page_id: str
    page: Page
    profile_id: str
    score: float
    source: str
    parent_url: str | None
    now: datetime


class Teller(Protocol):
    """Writes alerts, in the transaction of the findings that they are about."""

    async def story_of(
        self, tables: RunTables, profile_id: str, signature: int, now: datetime
    ) -> str | None: ...

    async def tell(
        self,
        tables: RunTables,
        profile: Profile,
        findings: Sequence[Finding],
        *,
        now: datetime,
        is_baseline: bool,
    ) -> None: ...

    async def run_ended(
        self, tables: RunTables, profile: Profile, run: Run, *, now: datetime, is_baseline: bool
    ) -> None: ...


class Shelf(Protocol):
    """Keeps relevant pages for the portal."""

    async def keep(self, tables: RunTables, sighting: Sighting) -> None: ...

    async def drop(self, tables: RunTables, page_id: str, *, now: datetime) -> None: ...


class Step(Struct, frozen=True, kw_only=True):
    """Everything that one step of a run leaves behind."""

    number: int
    now: datetime
    sights: tuple[Sight, ...]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    counts: RunCounts
    books: Books
    first_event: int
    left: tuple[tuple[str, float, float], ...]  # pages whose energy moved: URL, energy, unspent share
    agents: tuple[AgentRecord, ...]


class Kept(Struct, frozen=True):
    """What a step has come to."""

    findings: tuple[Finding, ...]  # those that are new
    last_event: int


class Keeper:
    """Writes the steps of one run."""

    def __init__(
        self,
        run: Run,
        profile: Profile | None,
        *,
        owner: str,
        population: Population,
        topic: Topic,
        entropy: Entropy,
        source_of: Callable[[str], str | None],
        teller: Teller,
        shelf: Shelf,
    ) -> None:
        self._run = run
        self._profile = profile
        self._owner = owner
        self._population = population
        self._topic = topic
        self._entropy = entropy
        self.is_baseline = False  # no run of this profile has ended yet
        self._source_of = source_of
        self._teller = teller
        self._shelf = shelf
        self._energy_at: dict[str, float] = {}  # of the agent that read a page first, after reading it

    def transaction(self, step: Step) -> Callable[[RunTables], Awaitable[Kept]]:
        """The work to hand to the store."""
        self.note(step.events)

        async def keep(tables: RunTables) -> Kept:
            findings = await self._remember(tables, step) if self._profile else []
            counts = structs.replace(step.counts, findings=step.counts.findings + len(findings))
            held = await tables.runs.progress(
                self._run.id, self._owner, counts, step.books, lease_until=step.now + LEASE
            )
            if not held:
                raise LeaseLost(self._run.id)
            await tables.run_log.add_step(self._run.id, step.number, step.entries)
            told = self._numbered(step, findings)
            await tables.run_log.add_events(self._run.id, told)
            await tables.run_log.put_agents(self._run.id, list(step.agents))
            await tables.run_log.put_pages(
                self._run.id, [p for s in step.sights if (p := self._result(s, step))]
            )
            return Kept(tuple(findings), told[-1].number)

        return keep

    def note(self, events: Sequence[Event]) -> None:
        """Remember how much energy agents had where, for the paths of findings."""
        for event in events:
            if isinstance(event, Visited):
                self._energy_at.setdefault(event.url, event.energy)

    async def _remember(self, tables: RunTables, step: Step) -> list[Finding]:
        assert self._profile is not None
        found: list[Finding] = []
        credit: Counter[str] = Counter()
        for sight in step.sights:
            finding = await self._one(tables, sight, credit)
            if finding is not None and await tables.findings.add(finding):
                found.append(finding)
        await tables.page_states.set_energies(self._profile.id, list(step.left))
        for page_id, times in credit.items():
            await tables.page_states.credit_hub(self._profile.id, page_id, times)
        if found:
            await self._teller.tell(tables, self._profile, found, now=step.now, is_baseline=self.is_baseline)
        return found

    async def _one(self, tables: RunTables, sight: Sight, credit: Counter[str]) -> Finding | None:
        """Keep one page; the finding about it, if there is one."""
        assert self._profile is not None
        if sight.page is None:
            return await self._without_page(tables, sight)
        page_id = await self._put_page(tables, sight, sight.page)
        before = sight.state or self._new_state(page_id, sight)
        if sight.came != "recalled" or sight.state is None:
            await tables.page_states.put([after_visit(before, self._as_visit(sight, sight.page))])
        if sight.kind != "page":
            return None
        report = self._profile.spec.report
        if sight.score.value >= report.min_score:
            await self._put_relevant(tables, sight, sight.page, page_id, credit)
        return await self._finding(tables, sight, page_id, sight.judged) if sight.judged else None

    async def _put_page(self, tables: RunTables, sight: Sight, page: Page) -> str:
        if sight.came != "fetched":
            assert sight.stored is not None
            if sight.came == "not_modified":
                await tables.pages.asked(sight.stored.id, sight.stored.status or 200, sight.now)
            return sight.stored.id
        is_same = sight.stored is not None and sight.stored.content_hash == page.content_hash
        stored = StoredPage(
            id=self._new_id(sight.now),
            url=page.url,
            host=urlsplit(page.url).netloc,
            kind=sight.kind,
            status=sight.status,
            validators=sight.validators,
            title=page.title,
            language=page.language,
            content_hash=page.content_hash,
            signature=page.signature,
            published_at=page.published,
            fetched_at=sight.now,
            changed_at=sight.stored.changed_at if is_same and sight.stored else sight.now,
            noindex=page.noindex,
        )
        page_id = await tables.pages.put(stored)
        if sight.move.url != page.url:
            await tables.pages.add_alias(sight.move.url, page_id)
        if sight.score.value >= REMEMBERED or sight.kind != "page" or self._source_of(sight.move.url):
            await tables.pages.put_snapshot(page_id, structs.replace(page, full_text=""), sight.now)
        return page_id

    async def _put_relevant(
        self, tables: RunTables, sight: Sight, page: Page, page_id: str, credit: Counter[str]
    ) -> None:
        assert self._profile is not None
        parent = self._population.ground.parent_of(page.url)
        if sight.state is None and (hub := await self._hub(tables, sight, parent)):
            credit[hub] += 1
        if sight.is_changed:
            await tables.versions.put(page_id, PageVersion(page.content_hash, sight.now, page.text))
        if sight.came != "recalled" or sight.state is None:
            await self._shelf.keep(
                tables,
                Sighting(
                    page_id=page_id,
                    page=page,
                    profile_id=self._profile.id,
                    score=sight.score.value,
                    source=self._found_by(sight),
                    parent_url=parent,
                    now=sight.now,
                ),
            )

    async def _hub(self, tables: RunTables, sight: Sight, parent: str | None) -> str | None:
        """The page that led here: the one with the link, or the feed or sitemap that announced it."""
        source = self._source_of(sight.move.url) or ""
        url = parent or source.partition(":")[2]
        hub = await tables.pages.by_url(url) if url else None
        return hub.id if hub else None

    async def _without_page(self, tables: RunTables, sight: Sight) -> Finding | None:
        """Nothing readable came. A page that is not there is remembered, so that nobody asks again and again."""
        assert self._profile is not None
        if sight.came == "gone" and sight.stored is None:
            url = sight.move.url
            blank = StoredPage(
                id=self._new_id(sight.now), url=url, host=urlsplit(url).netloc, status=sight.status
            )
            page_id = await tables.pages.put(structs.replace(blank, fetched_at=sight.now))
            state = structs.replace(self._new_state(page_id, sight), visits=1, visited_at=sight.now, missed=1)
            await tables.page_states.put([structs.replace(state, unspent=0.0)])
            return None
        if sight.stored is None or sight.state is None:
            return None
        missed = sight.state.missed + (sight.came == "gone")
        await tables.page_states.put([structs.replace(sight.state, visited_at=sight.now, missed=missed)])
        if sight.came != "gone" or missed != TIMES_MISSED:
            return None
        await self._shelf.drop(tables, sight.stored.id, now=sight.now)
        snapshot = await tables.pages.snapshot(sight.stored.id)
        known = Known(
            snapshot.text if snapshot else "",
            sight.state.content_hash or "",
            sight.state.relevance,
            sight.stored.language,
        )
        judged = gone(known, topic=self._topic, report=self._profile.spec.report)
        return await self._finding(tables, sight, sight.stored.id, judged) if judged else None

    async def _finding(self, tables: RunTables, sight: Sight, page_id: str, judged: Judged) -> Finding:
        assert self._profile is not None
        page, stored = sight.page, sight.stored
        signature = page.signature if page else stored.signature if stored else 0
        title = page.title if page else stored.title if stored else ""
        return Finding(
            id=self._new_id(sight.now),
            profile_id=self._profile.id,
            run_id=self._run.id,
            page_id=page_id,
            kind=judged.kind,
            url=page.url if page else sight.move.url,
            title=title,
            language=page.language if page else stored.language if stored else None,
            score=round(judged.score, 4),
            found_at=sight.now,
            content_hash=page.content_hash if page else f"gone {sight.now.isoformat()}",
            published_at=page.published if page else stored.published_at if stored else None,
            summary=judged.summary,
            why=Why(judged.matched, self._path(sight), self._found_by(sight)),
            change=judged.change,
            story_id=await self._teller.story_of(tables, self._profile.id, signature, sight.now),
        )

    def _path(self, sight: Sight) -> tuple[PathStep, ...]:
        """The way from the start page, with the energy that the agents had on it."""
        url = sight.page.url if sight.page else sight.move.url
        if url not in self._population.ground.pages:
            return (PathStep(url),)
        hops = self._population.ground.path(url)
        steps = [PathStep(h.url, h.anchor, round(self._energy_at.get(h.url, 0.0), 4)) for h in hops]
        announced = (self._source_of(hops[0].url) or "").partition(":")[2]
        return tuple([PathStep(announced), *steps] if announced else steps)

    def _found_by(self, sight: Sight) -> str:
        """A start page was found by whoever named it, any other by the agent that followed a link to it."""
        return (
            self._source_of(sight.move.url) or sight.move.agent
            if sight.move.how == "seed"
            else sight.move.agent
        )

    def _new_state(self, page_id: str, sight: Sight) -> PageState:
        assert self._profile is not None
        return PageState(
            profile_id=self._profile.id,
            page_id=page_id,
            relevance=0.0,
            unspent=0.0,
            energy=0.0,
            hub_prior=self._prior(sight),
            source=self._found_by(sight),
        )

    def _prior(self, sight: Sight) -> float:
        """A page with many promising links is expected to show more of them."""
        ground = self._population.ground
        page = ground.pages.get(sight.page.url) if sight.page else None
        if page is None or len(page.rows) == 0:
            return hub_prior(0, 0).prior_shape
        likely = int((ground.frontier.scores[page.rows] >= LIKELY).sum())
        return hub_prior(likely, len(page.rows)).prior_shape

    def _as_visit(self, sight: Sight, page: Page) -> Visit:
        return Visit(
            now=sight.now,
            relevance=sight.score.value,
            content_hash=page.content_hash,
            changed=sight.is_changed,
        )

    def _numbered(self, step: Step, findings: Sequence[Finding]) -> list[RunEvent]:
        """What happened, as it is streamed: every event of the population, the findings, and the state of the run."""
        told = [(_kind(e), msgspec.json.encode(e)) for e in step.events if _kind(e) != "finding"]
        told += [("finding", msgspec.json.encode(_short(f))) for f in findings]
        if self._profile is None:
            told += [("finding", msgspec.json.encode(e)) for e in step.events if _kind(e) == "finding"]
        told.append(("population", msgspec.json.encode(_population(step))))
        return [RunEvent(step.first_event + i, kind, body) for i, (kind, body) in enumerate(told)]

    def _result(self, sight: Sight, step: Step) -> RunPage | None:
        if sight.page is None or sight.kind != "page":
            return None
        visit = next((e for e in step.events if isinstance(e, Visited) and e.url == sight.page.url), None)
        gain, energy = (visit.gain, visit.energy) if visit else (0.0, 0.0)
        return RunPage(
            url=sight.page.url,
            title=sight.page.title,
            language=sight.page.language,
            relevance=sight.score.value,
            found_by=self._found_by(sight),
            agent=sight.move.agent,
            number=sight.move.number,
            gain=gain,
            energy=energy,
        )

    def _new_id(self, now: datetime) -> str:
        return ids.time_sorted(now, self._entropy.bits(ids.RANDOM_BITS))


def _kind(event: Event) -> str:
    tag: str = event.__struct_config__.tag  # type: ignore[assignment]
    return tag


def _short(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.id,
        "kind": finding.kind,
        "url": finding.url,
        "title": finding.title,
        "score": finding.score,
        "found_by": finding.why.found_by,
    }


def _population(step: Step) -> dict[str, object]:
    """One point of the timeline."""
    return {
        "at": step.now,
        "settled": step.counts.fetched + step.counts.not_modified + step.counts.recalled,
        "population": step.counts.alive,
        "energy": round(step.books.agents, 6),
        "remnants": round(step.books.remnants, 6),
        "relevant": step.counts.relevant,
    }
