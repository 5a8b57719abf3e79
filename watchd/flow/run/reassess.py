"""Was the first look right? When a run ends, some of its pages are judged again.

- *All pages of a profile's first run.* They were judged before anybody knew which words are common where the profile
  looks and who keeps company with whom; now it is known. What turns out not to be relevant is withdrawn before anybody is
  told, and what was passed over becomes a finding.
- *In later runs, pages that were passed over and that a neighbour has begun to link to.* A new page is often announced
  before its site links to it: then its company shows only afterwards.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, assess
from watchd.core.relevance.document import document_of
from watchd.core.relevance.neighbours import Candidate, score_together, strength_of
from watchd.core.relevance.topic import Score
from watchd.flow.run.commit import FindingSubject, StepContext, finding, rounded
from watchd.model.finding import Finding, PathStep, Why
from watchd.model.page import KnownState, Page, PageState
from watchd.store.database import Store
from watchd.store.tables import Tables

WORTH_IT = 0.01  # pages that scored less will not turn out to be relevant
MOST = 2000  # pages that are looked at again


class _Again(Struct, frozen=True):
    """A page with its new score."""

    state: PageState
    page: Page
    score: Score
    judged: Assessment | None


class ReassessResult(Struct, frozen=True):
    """What a second look has brought."""

    found: tuple[Finding, ...] = ()
    withdrawn: int = 0

    @property
    def difference(self) -> int:
        """How many findings more the run has."""
        return len(self.found) - self.withdrawn


class Reassessment:
    """Judges pages again, with what was learned on the way."""

    def __init__(self, store: Store, run_id: str, kept: StepContext) -> None:
        self._store = store
        self._run_id = run_id
        self._kept = kept

    async def prepare(self, now: datetime) -> Callable[[Tables], Awaitable[ReassessResult]]:
        """Judge beside the writer; what is left for the transaction is little."""
        looked_at = await (self._everything() if self._kept.is_baseline else self._belated())

        async def apply(tables: Tables) -> ReassessResult:
            return await self._apply(tables, looked_at, now)

        return apply

    async def _everything(self) -> list[_Again]:
        """The pages of a first run, beside each other."""
        profile, scoring = self._kept.profile, self._kept.scoring
        known = await self._store.read(lambda tables: tables.page_states.known(profile.id, MOST))
        worth = [k for k in known if k.kind == "page" and k.state.relevance >= WORTH_IT]
        pages = {k.url: (k.state, page) for k in worth if (page := await self._page(k)) is not None}
        words: dict[str, Score] = {}
        for url, (_, page) in pages.items():
            await asyncio.sleep(0)
            words[url] = scoring.score_words(document_of(page))
        candidates = [
            Candidate(url, strength_of(words[url].value), frozenset(link.url for link in page.links))
            for url, (_, page) in pages.items()
        ]
        linked = {link for candidate in candidates for link in candidate.links}
        common = frozenset(filter(scoring.link_graph.is_common, linked))
        others = {
            url: score for url, score in scoring.link_graph.scores_when_read().items() if url not in pages
        }
        evidence, benchmark = await asyncio.to_thread(score_together, candidates, others, common)
        scores = scoring.score_with_neighbours(
            {url: (words[url], one) for url, one in evidence.items()}, benchmark
        )
        for candidate in candidates:
            value = scores[candidate.url].value
            scoring.link_graph.add(candidate.url, candidate.links, value, evidence[candidate.url], is_new=False)
        again = []
        for url, (state, page) in pages.items():
            await asyncio.sleep(0)
            again.append(self._judged(state, page, scores[url]))
        return again

    async def _belated(self) -> list[_Again]:
        """Pages whose company has changed; only those that nobody was told of, and that are worth it now."""
        profile, scoring = self._kept.profile, self._kept.scoring
        found = []
        for url in scoring.became_relevant()[:MOST]:
            state = await self._store.read(partial(_untold, profile_id=profile.id, url=url))
            page = await self._page(KnownState(url, "page", state)) if state else None
            if state is None or page is None:
                continue
            again = self._judged(state, page, scoring.score(document_of(page), page, is_new=False))
            found += [again] if again.judged is not None else []
        return found

    async def _page(self, known: KnownState) -> Page | None:
        """The page as the profile knows it; None when it is not kept."""
        await asyncio.sleep(0)  # others have their turn between two pages
        page = await self._store.read(lambda tables: tables.pages.snapshot(known.state.page_id))
        return page if page is not None and page.content_hash == known.state.content_hash else None

    def _judged(self, state: PageState, page: Page, score: Score) -> _Again:
        report, topic = self._kept.profile.spec.report, self._kept.scoring.topic
        return _Again(state, page, score, assess(None, page, score, topic=topic, report=report))

    async def _apply(self, tables: Tables, looked_at: Sequence[_Again], now: datetime) -> ReassessResult:
        told = await tables.findings.of_run(self._run_id)
        states = [structs.replace(again.state, relevance=again.score.value) for again in looked_at]
        await tables.page_states.put(states)
        found: list[Finding] = []
        withdrawn = 0
        for again in looked_at:
            finding_id = told.get(again.state.page_id)
            if again.judged is None and finding_id is not None:
                await tables.findings.withdraw(finding_id)
                withdrawn += 1
            elif again.judged is not None and finding_id is None:
                found += await self._add(tables, again, again.judged, now)
        if found:
            kept = self._kept
            await kept.planner.plan(tables, kept.profile, found, now=now, is_baseline=kept.is_baseline)
        return ReassessResult(tuple(found), withdrawn)

    async def _add(self, tables: Tables, again: _Again, judged: Assessment, now: datetime) -> list[Finding]:
        state, page = again.state, again.page
        why = Why(judged.matched, (PathStep(page.url),), state.source, rounded(again.score.neighbours))
        one = await finding(
            tables,
            self._kept,
            judged,
            why,
            FindingSubject.of(page),
            run_id=self._run_id,
            page_id=state.page_id,
            now=now,
        )
        await self._kept.memory.follow(tables, state.page_id, page, again.score.value, state.source, now)
        return [one] if await tables.findings.add(one) else []


async def _untold(tables: Tables, profile_id: str, url: str) -> PageState | None:
    """What the profile knows of a page, unless it was told of it."""
    stored = await tables.pages.by_url(url)
    if stored is None or await tables.findings.newest_of(profile_id, stored.id) is not None:
        return None
    return await tables.page_states.get(profile_id, stored.id)
