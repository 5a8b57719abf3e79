"""What happens when somebody judges a page? The verdict is kept, what it teaches is computed, what moved is said.

1. The page as it is now, and the way that led to it, are kept with the verdict: later changes change no lesson.
2. What the profile has learned is computed from all verdicts that stand, in their order. A verdict that is changed or
   withdrawn ("neutral") is simply not among them any more.
3. What is different from before is the answer.

A verdict that came by a signed link: the finding that it is about, judged as over the API.
"""

from datetime import datetime

from watchd.core.feedback.feedback import (
    Judgement,
    Lessons,
    Movement,
    VerdictEvidence,
    informative_terms,
    movements,
    taught_by,
)
from watchd.core.feedback.link_lessons import LinkTaken, named_weights, taught_scorer
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Topic
from watchd.flow.alerts.links import VerdictClaim
from watchd.flow.profiles.topics import experience_of, topic_for
from watchd.model.finding import Finding, PathStep, Verdict
from watchd.model.page import Page, PageState
from watchd.model.profile import Profile
from watchd.store.tables import Tables

PART = "taught"  # of what a profile has learned


class VerdictEffect:
    """Learns from verdicts, in the transaction that stores them."""

    async def learn(
        self, tables: Tables, finding: Finding, verdict: Verdict, *, now: datetime
    ) -> tuple[Movement, ...]:
        """Take a verdict on a finding to heart; what moved."""
        profile = await tables.profiles.get(finding.profile_id)
        assert profile is not None, "a finding goes with its profile"
        page = await tables.pages.snapshot(finding.page_id)
        if page is None:  # not remembered any more: the finding itself says something
            page = Page(url=finding.url, title=finding.title, text=finding.summary, language=finding.language)
        return await self.judge(tables, profile, finding.page_id, page, verdict, path=finding.why.path, now=now)

    async def judge(
        self,
        tables: Tables,
        profile: Profile,
        page_id: str,
        page: Page,
        verdict: Verdict,
        *,
        path: tuple[PathStep, ...] = (),
        now: datetime,
    ) -> tuple[Movement, ...]:
        """Take a verdict on a page to heart; what moved."""
        before = await taught(tables, profile.id)
        known = await experience_of(tables, profile.id, profile.spec.query.text)
        topic = await topic_for(tables, profile.spec, experience=known)
        state = await tables.page_states.get(profile.id, page_id)
        if verdict == "neutral":
            await tables.verdicts.remove(profile.id, page_id)
        else:
            evidence = await _evidence(tables, profile, page, topic, state, path)
            await tables.verdicts.put(profile.id, page_id, verdict, evidence, now)
        await tables.findings.set_verdicts(profile.id, page_id, verdict)
        after = await relearn(tables, profile, topic, now=now)
        return await _moved(tables, profile, topic, (before, after), page.url, state)


async def taught(tables: Tables, profile_id: str) -> Lessons:
    """What the verdicts of a profile have taught."""
    return await tables.learned.get(profile_id, PART, Lessons) or Lessons()


async def relearn(tables: Tables, profile: Profile, topic: Topic, *, now: datetime) -> Lessons:
    """Compute what the verdicts that stand teach, and keep it."""
    standing = [Judgement(*row) for row in await tables.verdicts.standing(profile.id, VerdictEvidence)]
    if not standing:
        await tables.learned.drop(profile.id, PART)
        return Lessons()
    languages = {judgement.evidence.language for judgement in standing}
    asked = [term for language in sorted(languages, key=str) for term in topic.weights(language)]
    learned = taught_by(standing, asked=asked, min_score=profile.spec.report.min_score)
    await tables.learned.put(profile.id, PART, learned, now)
    return learned


async def forget(tables: Tables, profile_id: str) -> None:
    """Everything that a profile has learned, from its runs and from verdicts; its findings and pages stay."""
    await tables.verdicts.forget(profile_id)
    await tables.findings.forget_verdicts(profile_id)
    await tables.learned.forget(profile_id)


async def _evidence(
    tables: Tables,
    profile: Profile,
    page: Page,
    topic: Topic,
    state: PageState | None,
    path: tuple[PathStep, ...],
) -> VerdictEvidence:
    document = document_of(page)
    return VerdictEvidence(
        url=page.url,
        language=page.language,
        terms=informative_terms(document, topic),
        score=topic.score(document).value,
        visits=state.visits if state else 0,
        links=tuple([await _taken(tables, profile.id, step) for step in path]),
    )


async def _taken(tables: Tables, profile_id: str, step: PathStep) -> LinkTaken:
    stored = await tables.pages.by_url(step.url)
    state = await tables.page_states.get(profile_id, stored.id) if stored else None
    return LinkTaken(step.url, step.anchor, state.relevance if state else 0.0)


async def _moved(
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


async def give_verdict(tables: Tables, claim: VerdictClaim, *, now: datetime) -> Finding | None:
    """The finding that was judged; None when it is gone. It may be judged again at any time."""
    finding = await tables.findings.get(claim.finding_id)
    if finding is None or finding.profile_id != claim.profile_id:
        return None
    await VerdictEffect().learn(tables, finding, claim.verdict, now=now)
    return finding
