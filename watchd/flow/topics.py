"""What is a stored profile about? Its topic, from what it says and from example pages that are remembered."""

from watchd.core.rarity import NOTHING, Counts
from watchd.core.relevance import Document, Topic, read
from watchd.core.wordlist import WordList
from watchd.model.page import Page
from watchd.model.profile import ProfileSpec
from watchd.ports import LearnedTables, SnapshotTables


async def topic_for(
    tables: SnapshotTables, spec: ProfileSpec, *, learned: WordList | None = None, own: Counts = NOTHING
) -> Topic:
    """The topic without asking the web: an example that no run has read yet says nothing."""
    documents = [await _example(tables, url) for url in spec.query.examples]
    return Topic(
        spec.query.text,
        languages=spec.query.languages,
        examples=[document for document in documents if document],
        learned=learned,
        own=own,
    )


async def snapshot_at(tables: SnapshotTables, url: str) -> Page | None:
    """The page at an address as it was read last."""
    stored = await tables.pages.by_url(url)
    return await tables.pages.snapshot(stored.id) if stored else None


async def _example(tables: SnapshotTables, url: str) -> Document | None:
    page = await snapshot_at(tables, url)
    return read(page) if page else None


async def counts_of(tables: LearnedTables, profile_id: str) -> Counts:
    """How common words are on the pages that a profile has read."""
    return await tables.learned.get(profile_id, "counts", Counts) or NOTHING
