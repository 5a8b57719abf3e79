"""Verdicts on pages, and the lessons that a profile learns from them.

1. The verdict is stored with the page as it is now and the path that led to it, so that later changes of the page do not
   change the lesson.
2. The lessons are computed from all current verdicts, in their order. A verdict that was changed or withdrawn ("neutral")
   is not one of them.
3. The answer is the difference from the lessons before; flow/feedback/effect.py adds what it means for pages of the past.

Verdicts come from the API or from signed links in messages.
"""

from datetime import datetime

from msgspec import Struct

from watchd.core.feedback.feedback import (
    Lessons,
    Movement,
    VerdictEvidence,
    compared_terms,
    informative_terms,
    movements,
)
from watchd.core.feedback.link_lessons import LinkTaken, named_weights, taught_scorer
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.score_scale import present_score
from watchd.core.relevance.score_shift import NO_SHIFT, ScoreShift, with_related
from watchd.core.relevance.site_wording import SiteWording
from watchd.core.relevance.topic import Topic
from watchd.flow.alerts.signed_links import VerdictClaim
from watchd.flow.profiles.topics import TAUGHT, computed_lessons, experience_of, lessons_of, topic_for
from watchd.model.finding import Finding, PathStep, Verdict
from watchd.model.page import Page, PageState
from watchd.model.profile import Profile
from watchd.store.tables import Tables


class AppliedVerdict(Struct, frozen=True):
    """Every number that a verdict changed, and the lessons before and after."""

    moved: tuple[Movement, ...]
    before: Lessons
    after: Lessons


async def judge_finding(tables: Tables, finding: Finding, verdict: Verdict, *, now: datetime) -> AppliedVerdict:
    """Apply a verdict on a finding and return what it changed."""
    profile = await tables.profiles.get(finding.profile_id)
    assert profile is not None, "a finding is deleted with its profile"
    page = await tables.pages.snapshot(finding.page_id)
    if page is None:  # no longer stored; the finding itself has some of the text
        page = Page(url=finding.url, title=finding.title, text=finding.summary, language=finding.language)
    return await judge_page(tables, profile, finding.page_id, page, verdict, path=finding.why.path, now=now)


async def judge_page(
    tables: Tables,
    profile: Profile,
    page_id: str,
    page: Page,
    verdict: Verdict,
    *,
    path: tuple[PathStep, ...] = (),
    now: datetime,
) -> AppliedVerdict:
    """Apply a verdict on a page and return what it changed."""
    before = await lessons_of(tables, profile.id, profile.spec)
    known = await experience_of(tables, profile.id, profile.spec.query.text)
    topic = await topic_for(tables, profile.spec, experience=known)
    state = await tables.page_states.get(profile.id, page_id)
    if verdict == "neutral":
        await tables.verdicts.delete(profile.id, page_id)
    else:
        wording = SiteWording(known.sites)
        document = wording.without_shared(page, document_of(page), topic.terms(page.language))
        in_run = await shift_in_run(tables, profile.id)
        score = score_without_verdicts(topic, document, state, in_run)
        evidence = await _evidence(
            tables, profile, wording.place_of(page, document), page.url, score, topic, state, path
        )
        await tables.verdicts.put(profile.id, page_id, verdict, evidence, now)
    await tables.findings.set_verdicts(profile.id, page_id, verdict)
    after = await _relearn(tables, profile, now=now)
    moved = await _movements(tables, profile, topic, (before, after), page.url, state)
    return AppliedVerdict(moved, before, after)


async def judge_by_link(tables: Tables, claim: VerdictClaim, *, now: datetime) -> Finding | None:
    """Apply the verdict of a signed link and return the finding; None when the finding is gone."""
    finding = await tables.findings.get(claim.finding_id)
    if finding is None or finding.profile_id != claim.profile_id:
        return None
    await judge_finding(tables, finding, claim.verdict, now=now)
    return finding


async def shift_in_run(tables: Tables, profile_id: str) -> ScoreShift:
    """Return the shift by verdicts that the scores of the last run contain."""
    return with_related(await tables.learned.get(profile_id, "shift", ScoreShift) or NO_SHIFT, ())


def score_without_verdicts(
    topic: Topic, document: Document, state: PageState | None, in_run: ScoreShift
) -> float:
    """Return the score of a page as if nothing had been judged.

    A run scored a page beside its neighbours; a page that no run has visited is scored by its words.
    """
    if state is None or not state.visits or state.relevance <= 0.0:
        return topic.score(document).value
    score = present_score(state.relevance, state.score_scale)
    if in_run == NO_SHIFT:
        return score
    return chance_of(log_odds_of(score) - topic.shift_by(in_run, document))


async def _relearn(tables: Tables, profile: Profile, *, now: datetime) -> Lessons:
    """Compute the lessons from all current verdicts, and store them."""
    learned = await computed_lessons(tables, profile.id, profile.spec)
    if learned == Lessons():
        await tables.learned.delete(profile.id, TAUGHT)
    else:
        await tables.learned.put(profile.id, TAUGHT, learned, now)
    return learned


async def forget(tables: Tables, profile_id: str) -> None:
    """Delete everything that a profile has learned from runs and verdicts; keep its findings and pages."""
    await tables.verdicts.delete_all(profile_id)
    await tables.findings.clear_verdicts(profile_id)
    await tables.learned.delete_all(profile_id)


async def _evidence(
    tables: Tables,
    profile: Profile,
    document: Document,
    url: str,
    score: float,
    topic: Topic,
    state: PageState | None,
    path: tuple[PathStep, ...],
) -> VerdictEvidence:
    return VerdictEvidence(
        url=url,
        language=document.language,
        terms=informative_terms(document, topic),
        score=score,
        weights=compared_terms(document, topic),
        visits=state.visits if state else 0,
        links=tuple([await _link_taken(tables, profile.id, step) for step in path]),
    )


async def _link_taken(tables: Tables, profile_id: str, step: PathStep) -> LinkTaken:
    stored = await tables.pages.by_url(step.url)
    state = await tables.page_states.get(profile_id, stored.id) if stored else None
    return LinkTaken(step.url, step.anchor, state.relevance if state else 0.0)


async def _movements(
    tables: Tables,
    profile: Profile,
    topic: Topic,
    change: tuple[Lessons, Lessons],
    url: str,
    state: PageState | None,
) -> tuple[Movement, ...]:
    before, after = change
    memory = await tables.learned.get(profile.id, "memory", Memory) or Memory()
    lessons = [*before.lessons, *after.lessons]
    links = [named_weights(taught_scorer(memory.scorer, learned.lessons, topic), lessons) for learned in change]
    return movements(
        before, after, min_score=profile.spec.report.min_score, url=url, state=state, links=(links[0], links[1])
    )
