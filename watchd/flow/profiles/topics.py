"""The topic of a stored profile, from its query and from stored pages. No request is sent."""

from msgspec import Struct

from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.site_wording import SiteCounts
from watchd.core.relevance.term_rarity import NO_COUNTS, TermCounts
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.word_list import WordList
from watchd.core.run.run_start import Hints
from watchd.model.page import Page
from watchd.model.profile import ProfileSpec
from watchd.store.tables import Tables


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
    learned: WordList | None = None,
    experience: Experience | None = None,
) -> Topic:
    """Build the topic; an example page that no run has read yet adds nothing."""
    known = experience or Experience()
    documents = [await _example(tables, url) for url in spec.query.examples]
    return Topic(
        spec.query.text,
        languages=spec.query.languages,
        examples=[document for document in documents if document],
        learned=learned,
        own=known.counts,
        hints=known.hints,
    )


async def snapshot_at(tables: Tables, url: str) -> Page | None:
    """Return the page at an address as it was last read."""
    stored = await tables.pages.by_url(url)
    return await tables.pages.snapshot(stored.id) if stored else None


async def _example(tables: Tables, url: str) -> Document | None:
    page = await snapshot_at(tables, url)
    return document_of(page) if page else None
