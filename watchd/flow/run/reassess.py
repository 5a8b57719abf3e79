"""Reassessment of pages when a run ends, with what was learned on the way.

- *All pages of a profile's first run.* When they were read, neither the wording that sites share nor the pages' neighbours
  were known. A finding whose page turns out to be irrelevant is withdrawn before it is reported, scores are corrected, and
  a page that was passed over becomes a finding. A front page that leads to other pages that were read is not reported.
- *In later runs, pages that were passed over and that a neighbour has begun to link to.* A new page is often announced
  before its site links to it: its neighbours show only afterwards.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, assess
from watchd.core.relevance.document import Document
from watchd.core.relevance.link_features import is_known_front_page
from watchd.core.relevance.neighbours import NEIGHBOUR_CURVE, Candidate, score_together, words_of
from watchd.core.relevance.prior import Route, route_of_source
from watchd.core.relevance.score_scale import SCALE
from watchd.core.relevance.topic import Score
from watchd.flow.run.commit import FindingSubject, ProfileRun, new_finding, rounded
from watchd.flow.run.page_memory import MIN_FIRST_SNAPSHOT_RELEVANCE
from watchd.model.finding import Finding, PathStep, Why
from watchd.model.page import KnownState, Page, PageState
from watchd.model.visit import PageJudgement
from watchd.store.tables import Tables

MAX_PAGES = 2000


class _Reassessed(Struct, frozen=True):
    """A page with its new score."""

    state: PageState
    page: Page
    score: Score
    assessment: Assessment | None


class ReassessResult(Struct, frozen=True):
    """Findings that a reassessment added and withdrew."""

    found: tuple[Finding, ...] = ()
    withdrawn: int = 0

    @property
    def difference(self) -> int:
        """By how many findings the run grew."""
        return len(self.found) - self.withdrawn


class Reassessment:
    """Assesses pages of one run again."""

    def __init__(self, run: ProfileRun) -> None:
        self._run = run
        self._store = run.environment.store
        self._scoring = run.state.scoring

    async def prepare(self, now: datetime) -> Callable[[Tables], Awaitable[ReassessResult]]:
        """Assess outside of the transaction, which then has little to do; return the transaction."""
        pages = await (self._all_pages() if self._run.is_baseline else self._newly_linked_pages())
        return partial(self._apply, pages=pages, now=now)

    async def _all_pages(self) -> list[_Reassessed]:
        """Assess the pages of a first run, each beside all others."""
        profile, scoring = self._run.profile, self._scoring
        known = await self._store.read(lambda tables: tables.page_states.known(profile.id, MAX_PAGES))
        worth = [k for k in known if k.kind == "page" and k.state.relevance >= MIN_FIRST_SNAPSHOT_RELEVANCE]
        pages = {k.url: (k.state, page) for k in worth if (page := await self._page(k)) is not None}
        documents: dict[str, Document] = {}
        for url, (_, page) in pages.items():
            await asyncio.sleep(0)
            documents[url] = scoring.read(page, is_fresh=False)
        words = await asyncio.to_thread(scoring.settle, documents)
        candidates = [
            Candidate(url, words_of(words[url].value), frozenset(link.url for link in page.links))
            for url, (_, page) in pages.items()
        ]
        linked = {link for candidate in candidates for link in candidate.links}
        common = frozenset(filter(scoring.link_graph.is_common, linked))
        others = {
            url: score for url, score in scoring.link_graph.scores_when_read().items() if url not in pages
        }
        evidence = await asyncio.to_thread(score_together, candidates, others, common)
        scores = scoring.score_with_neighbours(
            {url: (words[url], page) for url, page in evidence.items()},
            {url: route_of_source(state.source) for url, (state, _) in pages.items()},
        )
        for candidate in candidates:
            beside = NEIGHBOUR_CURVE(evidence[candidate.url])
            scoring.link_graph.add(
                candidate.url, candidate.links, beside, evidence[candidate.url], is_new=False
            )
        reassessed = []
        for url, (state, page) in pages.items():
            await asyncio.sleep(0)
            reassessed.append(self._assess(state, page, scores[url]))
        return reassessed

    async def _newly_linked_pages(self) -> list[_Reassessed]:
        """Assess pages whose neighbours have changed; only those that were never reported and are relevant now."""
        found = []
        for url in self._scoring.became_relevant()[:MAX_PAGES]:
            state = await self._store.read(partial(_unreported, profile_id=self._run.profile.id, url=url))
            page = await self._page(KnownState(url, "page", state)) if state else None
            if state is None or page is None:
                continue
            again = self._assess(state, page, self._score(page, route_of_source(state.source)))
            found += [again] if again.assessment is not None else []
        return found

    async def _page(self, known: KnownState) -> Page | None:
        """Return the page as the profile knows it; None when it is not stored."""
        await asyncio.sleep(0)  # other tasks get the event loop between two pages
        page = await self._store.read(lambda tables: tables.pages.snapshot(known.state.page_id))
        # Snapshots have the main text only: a page without one keeps the score that it got when it was read.
        is_known = page is not None and page.text and page.content_hash == known.state.content_hash
        return page if is_known else None

    def _score(self, page: Page, route: Route) -> Score:
        return self._scoring.score(self._scoring.read(page, is_fresh=False), page, is_new=False, route=route)

    def _assess(self, state: PageState, page: Page, score: Score) -> _Reassessed:
        report, topic = self._run.profile.spec.report, self._scoring.topic
        is_list = is_known_front_page(page, self._scoring.link_graph.scores_when_read())
        judged = None if is_list else assess(None, page, score, topic=topic, report=report)
        return _Reassessed(state, page, score, judged)

    async def _apply(self, tables: Tables, pages: Sequence[_Reassessed], now: datetime) -> ReassessResult:
        reported = await tables.findings.of_run(self._run.state.run.id)
        states = [
            structs.replace(again.state, relevance=again.score.value, score_scale=SCALE) for again in pages
        ]
        await tables.page_states.put(states)
        found: list[Finding] = []
        judged: list[tuple[str, PageJudgement, float]] = []
        withdrawn = 0
        for again in pages:
            finding_id = reported.get(again.state.page_id)
            if again.assessment is not None or finding_id is not None:
                verdict: PageJudgement = "finding" if again.assessment is not None else "withdrawn"
                judged.append((again.page.url, verdict, round(again.score.value, 4)))
            if again.assessment is None and finding_id is not None:
                await tables.findings.withdraw(finding_id)
                withdrawn += 1
            elif again.assessment is not None and finding_id is not None:
                await self._set_score(tables, again, again.assessment, finding_id)
            elif again.assessment is not None:
                found += await self._add(tables, again, again.assessment, now)
        await tables.visits.rejudge(self._run.profile.id, judged)
        if found:
            await self._run.report(tables, found, now, is_active=False)
        return ReassessResult(tuple(found), withdrawn)

    async def _set_score(
        self, tables: Tables, again: _Reassessed, assessment: Assessment, finding_id: str
    ) -> None:
        finding = await tables.findings.get(finding_id)
        if finding is not None:
            neighbours = rounded(again.score.neighbours)
            why = structs.replace(
                finding.why, matched_terms=assessment.matched, company=neighbours, route=again.score.route
            )
            score = round(assessment.score, 4)
            await tables.findings.set_score(structs.replace(finding, score=score, why=why))

    async def _add(
        self, tables: Tables, again: _Reassessed, assessment: Assessment, now: datetime
    ) -> list[Finding]:
        state, page = again.state, again.page
        neighbours, route = rounded(again.score.neighbours), again.score.route
        why = Why(assessment.matched, (PathStep(page.url),), state.source, neighbours, route)
        subject = FindingSubject.of_page(page, state.page_id)
        finding = await new_finding(tables, self._run, assessment, why, subject, now)
        await self._run.memory.follow(tables, state.page_id, page, again.score.value, state.source, now)
        return [finding] if await tables.findings.add(finding) else []


async def _unreported(tables: Tables, profile_id: str, url: str) -> PageState | None:
    """Return what the profile knows of a page, unless the page was reported."""
    stored = await tables.pages.by_url(url)
    if stored is None or await tables.findings.newest_of(profile_id, stored.id) is not None:
        return None
    return await tables.page_states.get(profile_id, stored.id)
