"""How relevant is a page to the profile of a run? The topic, with what is common and what is best on the pages read so far.

A site has its own common words: on a manual of Python, "python" tells nothing. So the terms of the pages that a profile
has read are counted, and the topic is made anew now and then. Only pages that are not relevant count: agents gather where
the topic is, and a profile that counts its own finds would take its own words for common ones and go blind.

How much a page needs to be relevant depends on how well pages match at all where the profile looks. At first only pages
that search engines named can tell; later the best pages that were read join them.

Replays do not depend on it: an arrival carries its score.
"""

from collections import Counter

from msgspec import structs

from watchd.core.origin import Origin, topic_of
from watchd.core.rarity import Counts
from watchd.core.relevance import IRRELEVANT, Document, Score, Topic

EVERY = 20  # new pages between two topics
MOST_HINTS = 10  # best pages that are kept
MOST_TERMS = 20_000  # kept between runs: the most common ones; a rare word needs no count to be rare
MOST_DOCUMENTS = 5_000  # beyond, old pages fade, so that a profile's web may change


class Scoring:
    """Scores pages for one run."""

    def __init__(self, origin: Origin, own: Counts, languages: list[str]) -> None:
        self._origin = origin
        self._languages = languages
        self._documents = own.documents
        self._terms: Counter[str] = Counter(own.terms)
        self._hints = list(origin.hints)
        self._read = 0
        self.topic: Topic = topic_of(origin, self.counts())

    def score(self, document: Document, *, is_new: bool) -> Score:
        """A page in another language pays nothing; its links may still lead somewhere."""
        if self._languages and document.language and document.language not in self._languages:
            return IRRELEVANT
        score = self.topic.score(document)
        if is_new:
            self._learn(document, score)
        return score

    def counts(self) -> Counts:
        """In how many pages each term occurs, as far as it is worth remembering."""
        if self._documents > MOST_DOCUMENTS:
            share = MOST_DOCUMENTS / self._documents
            self._documents = MOST_DOCUMENTS
            self._terms = Counter({t: faded for t, n in self._terms.items() if (faded := int(n * share)) > 0})
        return Counts(self._documents, dict(self._terms.most_common(MOST_TERMS)))

    def hints(self) -> tuple[Document, ...]:
        """The best pages that engines named or that were read."""
        return tuple(sorted(self._hints, key=lambda hint: -self.topic.score(hint).total)[:MOST_HINTS])

    def _learn(self, document: Document, score: Score) -> None:
        if score.value >= self._origin.min_score:
            self._hints.append(document)
        else:
            self._documents += 1
            self._terms.update(document.seen())
        self._read += 1
        if self._read % EVERY == 0:
            self._hints = list(self.hints())
            self.topic = topic_of(structs.replace(self._origin, hints=tuple(self._hints)), self.counts())
