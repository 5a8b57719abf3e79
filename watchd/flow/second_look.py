"""Was the first look right? At the end of a profile's first run its pages are judged again.

The first pages were judged before anybody knew which words are common where the profile looks; now it is known. What
turns out not to be relevant is withdrawn before anybody is told, and what was passed over becomes a finding.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from msgspec import Struct, structs

from watchd.core.findings import Judged, judge
from watchd.core.relevance import Score, read
from watchd.flow.step import Remembering, Subject, finding
from watchd.model.finding import Finding, PathStep, Why
from watchd.model.page import Page
from watchd.model.page_state import KnownState, PageState
from watchd.ports import RunStore, RunTables

WORTH_IT = 0.01  # pages that scored less will not turn out to be relevant
MOST = 2000  # pages that are looked at again


class _Again(Struct, frozen=True):
    """A page with its new score."""

    state: PageState
    page: Page
    score: Score
    judged: Judged | None


class SecondLook:
    """Judges the pages of a baseline again, with what was learned on the way."""

    def __init__(self, store: RunStore, run_id: str, kept: Remembering) -> None:
        self._store = store
        self._run_id = run_id
        self._kept = kept

    async def prepare(self, now: datetime) -> Callable[[RunTables], Awaitable[None]]:
        """Judge beside the writer; what is left for the transaction is little."""
        profile = self._kept.profile
        known = await self._store.read(lambda tables: tables.page_states.known(profile.id, MOST))
        worth = [k for k in known if k.kind == "page" and k.state.relevance >= WORTH_IT]
        looked_at = [again for one in worth if (again := await self._look(one)) is not None]

        async def apply(tables: RunTables) -> None:
            await self._apply(tables, looked_at, now)

        return apply

    async def _look(self, known: KnownState) -> _Again | None:
        page = await self._store.read(lambda tables: tables.pages.snapshot(known.state.page_id))
        if page is None or page.content_hash != known.state.content_hash:
            return None
        await asyncio.sleep(0)  # others have their turn between two pages
        scoring = self._kept.scoring
        score = scoring.score(read(page), is_new=False)
        report = self._kept.profile.spec.report
        return _Again(known.state, page, score, judge(None, page, score, topic=scoring.topic, report=report))

    async def _apply(self, tables: RunTables, looked_at: Sequence[_Again], now: datetime) -> None:
        told = await tables.findings.of_run(self._run_id)
        states = [structs.replace(again.state, relevance=again.score.value) for again in looked_at]
        await tables.page_states.put(states)
        for again in looked_at:
            finding_id = told.get(again.state.page_id)
            if again.judged is None and finding_id is not None:
                await tables.findings.withdraw(finding_id)
            elif again.judged is not None and finding_id is None:
                await tables.findings.add(await self._finding(tables, again, again.judged, now))

    async def _finding(self, tables: RunTables, again: _Again, judged: Judged, now: datetime) -> Finding:
        why = Why(judged.matched, (PathStep(again.page.url),), again.state.source)
        subject = Subject.of(again.page)
        return await finding(
            tables, self._kept, judged, why, subject, run_id=self._run_id, page_id=again.state.page_id, now=now
        )
