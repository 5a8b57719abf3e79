"""Effect of a verdict on pages of the past: which of them would no longer be reported, and what the lessons could not do.

The pages that the profile knows are scored again with the lessons before the verdict and with those after it. A run scored
each of them beside its neighbours, so only the difference by the lessons is added to that score. Nothing is fetched, stored
or reported again.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from watchd.core.feedback.contrast import Contrast
from watchd.core.feedback.feedback import Lessons, VerdictEvidence, threshold_of
from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.document import document_of
from watchd.core.relevance.score_scale import present_score
from watchd.core.relevance.score_shift import ScoreShift
from watchd.core.relevance.site_wording import SiteWording
from watchd.core.relevance.topic import Topic
from watchd.flow.feedback.verdicts import AppliedVerdict, shift_in_run
from watchd.flow.profiles.topics import experience_of, topic_for
from watchd.model.finding import Verdict
from watchd.model.page import Page
from watchd.model.profile import Profile
from watchd.store.tables import Tables

MAX_PAGES = 200  # those that the profile has visited last
MAX_LISTED = 20
MIN_RELEVANCE_SHARE = 0.1  # of the threshold: pages that score less are not looked at


class PastPage(Struct, frozen=True):
    """A page of the past that would no longer be reported."""

    url: str
    title: str
    verdict: Verdict | None
    before: float
    after: float


class VerdictEffect(Struct, frozen=True):
    """Effect of a verdict on the pages of the past."""

    pages: int  # that passed the threshold before the verdict
    kept: int  # of them still pass
    dropped: int  # of them were judged irrelevant and no longer pass
    would_lose: tuple[PastPage, ...]  # of them the others that no longer pass; those judged relevant come first
    would_gain: int  # pages that pass only now
    notes: tuple[str, ...]  # sentences for a person


class EffectInput(Struct, frozen=True):
    """Everything that the effect of a verdict is computed from."""

    topic: Topic
    sites: SiteWording
    in_run: ScoreShift
    pages: list[tuple[Page, float]]  # with the score of the last run
    verdicts: dict[str, Verdict]
    min_score: float


async def effect_input(tables: Tables, profile: Profile) -> EffectInput:
    """Read what the effect of a verdict is computed from."""
    spec = profile.spec
    known = await experience_of(tables, profile.id, spec.query.text)
    least = MIN_RELEVANCE_SHARE * spec.report.min_score
    visited = await tables.page_states.relevant(profile.id, least, MAX_PAGES)
    snapshots = [
        (await tables.pages.snapshot(state.page_id), present_score(state.relevance, state.score_scale))
        for state in visited
    ]
    judged = await tables.verdicts.current(profile.id, VerdictEvidence)
    return EffectInput(
        topic=await topic_for(tables, spec, experience=known),
        sites=SiteWording(known.sites),
        in_run=await shift_in_run(tables, profile.id),
        pages=[(page, relevance) for page, relevance in snapshots if page is not None],
        verdicts={evidence.url: verdict for verdict, evidence in judged},
        min_score=spec.report.min_score,
    )


def effect_of(given: EffectInput, applied: AppliedVerdict) -> VerdictEffect:
    """Score the pages of the past with the lessons before and after a verdict."""
    before, after = threshold_of(given.min_score, applied.before), threshold_of(given.min_score, applied.after)
    scored = list(_scored(given, applied))
    passed = [page for page in scored if page.before >= before]
    fallen = [page for page in passed if page.after < after]
    lost = [page for page in fallen if page.verdict != "irrelevant"]
    lost.sort(key=lambda page: (page.verdict != "relevant", -page.before, page.url))
    return VerdictEffect(
        pages=len(passed),
        kept=len(passed) - len(fallen),
        dropped=len(fallen) - len(lost),
        would_lose=tuple(lost[:MAX_LISTED]),
        would_gain=sum(page.before < before and page.after >= after for page in scored),
        notes=tuple(_notes(lost, applied.after, given.verdicts)),
    )


def _scored(given: EffectInput, applied: AppliedVerdict) -> Sequence[PastPage]:
    scored = []
    for page, relevance in given.pages:
        document = given.sites.without_shared(page, document_of(page), given.topic.terms(page.language))
        base = log_odds_of(relevance) - given.topic.shift_by(given.in_run, document)
        before, after = (
            round(chance_of(base + given.topic.shift_by(lessons.shift, document)), 4)
            for lessons in (applied.before, applied.after)
        )
        scored.append(PastPage(page.url, page.title, given.verdicts.get(page.url), before, after))
    return scored


def _notes(lost: Sequence[PastPage], after: Lessons, verdicts: Mapping[str, Verdict]) -> list[str]:
    """Say what a person should know, and what they can do."""
    notes = []
    if lost:
        notes.append(
            f"{len(lost)} page(s) of the past that you have not judged irrelevant would no longer be reported; judge those "
            "that you want as relevant, and pages like them stay."
        )
    contrast = after.contrast or Contrast()
    if contrast.strength < 1.0:
        notes.append(
            f"The lessons count only {contrast.strength:.0%}, because otherwise a page judged relevant would be lost."
        )
    if contrast.not_separated and "relevant" in verdicts.values():
        notes.append(
            f"{contrast.not_separated} page(s) that you judged irrelevant still pass: they are too much like the relevant "
            "ones. Add words to the query, or exclude a word of theirs with a minus."
        )
    if verdicts and "relevant" not in verdicts.values():
        notes.append(
            "You have judged no page as relevant yet, so verdicts change little; judge a page that you want."
        )
    return notes
