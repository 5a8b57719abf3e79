"""A page as relevance sees it: the counts of its terms, its heading and its surroundings."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from watchd.core.relevance.link_features import Matcher
from watchd.core.relevance.term_rarity import around
from watchd.core.relevance.words import words
from watchd.model.page import Page

TITLE = 3  # a word of the title counts as so many words of the text


class Document(Struct, frozen=True):
    """A page as relevance sees it: counted once, compared with many profiles."""

    language: str | None
    terms: tuple[str, ...]
    counts: dict[str, int]
    heading: frozenset[str] = frozenset()  # terms of the title and the address
    around: frozenset[str] = frozenset()  # terms that stand outside the main text, too

    def seen(self) -> Iterator[str]:
        """What to count in `Counts`: every term of the text, and apart from these every term around it."""
        yield from self.counts
        yield from map(around, self.around | self.heading)

    def has(self, sequence: tuple[str, ...]) -> int:
        """How often the sequence of terms occurs."""
        if any(term not in self.counts for term in sequence):
            return 0
        n = len(sequence)
        return sum(self.terms[i : i + n] == sequence for i, t in enumerate(self.terms) if t == sequence[0])


def read(page: Page) -> Document:
    """Count the words of a page's title and main text, and note what its address and surroundings say."""
    text = page.text or page.full_text
    terms = tuple(words(text, page.language))
    title = words(page.title, page.language)
    counts = Counter(terms)
    outside = Counter(page.terms) - counts
    for term in title:
        counts[term] += TITLE
    return Document(
        language=page.language,
        terms=terms,
        counts=dict(counts),
        heading=frozenset([*title, *_addresses(page.language).address(page.url)]),
        around=frozenset(outside),
    )


@lru_cache(maxsize=64)  # pages may state any language, and each has its own words
def _addresses(language: str | None) -> Matcher:
    return Matcher((), language)
