"""The topic of a stored profile, from its query and from stored pages. No request is sent."""

from msgspec import Struct

from watchd.core.feedback.feedback import (
    NO_LESSONS,
    Judgement,
    Lessons,
    VerdictEvidence,
    taught_by,
)
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.score_shift import with_related
from watchd.core.relevance.site_wording import SiteCounts
from watchd.core.relevance.term_rarity import NO_COUNTS, TermCounts
from watchd.core.relevance.topic import Topic
from watchd.core.run.run_start import Hints
from watchd.model.page import Page
from watchd.model.profile import ProfileSpec
from watchd.store.tables import Tables

TAUGHT = "taught"  # the name of the lessons in the table `learned`


class Experience(Struct, frozen=True):
    """Statistics from the runs of a profile: word counts, hints for its query, and the wording that sites share."""

    counts: TermCounts = NO_COUNTS
    hints: tuple[Document, ...] = ()
    sites: dict[str, SiteCounts] = {}


async def experience_of(tables: Tables, profile_id: str, text: str) -> Experience:
    """Return what the runs have seen; hints and words around texts for another query text do not count."""
    hints = await tables.learned.get(profile_id, "hints", Hints) or Hints()
    is_same_query = hints.text == text
    sites = await tables.learned.get(profile_id, "sites", dict[str, SiteCounts]) if is_same_query else None
    return Experience(
        await tables.learned.get(profile_id, "counts", TermCounts) or NO_COUNTS,
        hints.documents if is_same_query else (),
        sites or {},
    )


async def topic_for(
    tables: Tables,
    spec: ProfileSpec,
    *,
    lessons: Lessons = NO_LESSONS,
    experience: Experience | None = None,
) -> Topic:
    """Build the topic; an example page that no run has read yet adds nothing."""
    known = experience or Experience()
    documents = [await _example(tables, url) for url in spec.query.examples]
    topic = Topic(
        spec.query.text,
        languages=spec.query.languages,
        examples=[document for document in documents if document],
        learned=lessons.words,
        own=known.counts,
        hints=known.hints,
    )
    return topic.with_shift(with_related(lessons.shift, tuple(spec.query.related)))


async def lessons_of(tables: Tables, profile_id: str, spec: ProfileSpec) -> Lessons:
    """Return the lessons from the verdicts on a profile's pages."""
    stored = await tables.learned.get(profile_id, TAUGHT, Lessons)
    if stored is None:
        return NO_LESSONS
    return stored if stored.contrast else await computed_lessons(tables, profile_id, spec)


async def computed_lessons(tables: Tables, profile_id: str, spec: ProfileSpec) -> Lessons:
    """Compute the lessons from all current verdicts."""
    judgements = [Judgement(*row) for row in await tables.verdicts.current(profile_id, VerdictEvidence)]
    if not judgements:
        return NO_LESSONS
    topic = await topic_for(tables, spec)
    languages = {judgement.evidence.language for judgement in judgements}
    asked = [term for language in sorted(languages, key=str) for term in topic.weights(language)]
    return taught_by(judgements, asked=asked, min_score=spec.report.min_score)


async def snapshot_at(tables: Tables, url: str) -> Page | None:
    """Return the page at an address as it was last read."""
    stored = await tables.pages.by_url(url)
    return await tables.pages.snapshot(stored.id) if stored else None


async def _example(tables: Tables, url: str) -> Document | None:
    page = await snapshot_at(tables, url)
    return document_of(page) if page else None
