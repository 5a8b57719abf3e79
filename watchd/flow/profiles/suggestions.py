"""Suggested words of a profile: read from its best pages, accepted into `query.related`, or rejected by a person."""

from collections.abc import Collection, Sequence
from datetime import datetime

from msgspec import Struct

from watchd.core.feedback.suggestions import MAX_BEST_PAGES, WordGroup, suggested
from watchd.core.relevance.topic import Topic
from watchd.flow.profiles import rules
from watchd.flow.profiles.topics import experience_of, snapshot_at, topic_for
from watchd.model.page import Page
from watchd.model.profile import Profile, ProfileSpec
from watchd.store.tables import Tables

MAX_REJECTED = 500
PART = "suggestions"  # the name of the rejected words in the table `learned`


class RejectedWords(Struct, frozen=True):
    """Words that are not offered again."""

    words: tuple[str, ...] = ()


class SuggestionInput(Struct, frozen=True):
    """Everything that suggestions are computed from."""

    topic: Topic
    pages: list[Page]
    related: Sequence[str]
    rejected: Sequence[str]

    def groups(self) -> tuple[WordGroup, ...]:
        """Return the words to offer, by groups of similar pages."""
        return suggested(self.topic, self.pages, {*self.related, *self.rejected})


async def suggestion_input(tables: Tables, profile: Profile) -> SuggestionInput:
    """Read what suggestions are computed from: the best pages that runs have read, and the example pages."""
    spec = profile.spec
    known = await experience_of(tables, profile.id, spec.query.text)
    best = [
        await tables.pages.snapshot(page_id)
        for page_id in await tables.page_states.best(profile.id, MAX_BEST_PAGES)
    ]
    examples = [await snapshot_at(tables, url) for url in spec.query.examples]
    pages = {page.url: page for page in (*examples, *best) if page is not None}
    return SuggestionInput(
        topic=await topic_for(tables, spec, experience=known),
        pages=list(pages.values()),
        related=spec.query.related,
        rejected=(await _rejected(tables, profile.id)).words,
    )


async def answer_suggestions(
    tables: Tables, profile: Profile, accepted: Collection[str], rejected: Collection[str], now: datetime
) -> ProfileSpec:
    """Store which words were rejected, and return the profile with the accepted ones."""
    kept = [word for word in (await _rejected(tables, profile.id)).words if word not in accepted]
    all_rejected = tuple(dict.fromkeys([*kept, *rejected]))[-MAX_REJECTED:]
    await tables.learned.put(profile.id, PART, RejectedWords(all_rejected), now)
    related = dict.fromkeys([*profile.spec.query.related, *accepted])
    wanted = [word for word in related if word not in rejected]
    return rules.apply_patch(profile.spec, {"query": {"related": wanted}})


async def _rejected(tables: Tables, profile_id: str) -> RejectedWords:
    return await tables.learned.get(profile_id, PART, RejectedWords) or RejectedWords()
