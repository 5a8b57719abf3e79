"""A page as relevance sees it: the counts of its terms, its heading and its surroundings."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType, structs

from watchd.core.relevance.link_features import Matcher
from watchd.core.relevance.term_rarity import surrounding_key
from watchd.core.relevance.words import words
from watchd.model.page import Page

TITLE_WORD_COUNT = 3  # a word of the title counts as much as this number of words of the text


class Document(Struct, frozen=True):
    """A page with its counted terms: counted once, compared with many profiles."""

    language: str | None
    terms: tuple[str, ...]
    counts: dict[str, int]
    heading: frozenset[str] = frozenset()  # terms of the title and the address
    around: frozenset[str] = frozenset()  # terms that also stand outside the main text
    address: str | UnsetType = UNSET  # documents that earlier versions stored have none

    @property
    def url(self) -> str:
        return self.address or ""

    def counted_terms(self) -> Iterator[str]:
        """Yield the keys to count in `TermCounts`: every term of the text, then every term of the surroundings."""
        yield from self.counts
        yield from map(surrounding_key, self.around | self.heading)

    def count_of(self, sequence: tuple[str, ...]) -> int:
        """Count how often a sequence of terms occurs in the text."""
        if any(term not in self.counts for term in sequence):
            return 0
        n = len(sequence)
        return sum(self.terms[i : i + n] == sequence for i, t in enumerate(self.terms) if t == sequence[0])


def document_of(page: Page) -> Document:
    """Count the words of a page's title and main text, and collect the terms of its address and surroundings."""
    text = page.text or page.full_text
    terms = tuple(words(text, page.language))
    counts = Counter(terms)
    around = frozenset(Counter(page.terms) - counts)
    return with_title(
        Document(page.language, terms, dict(counts), around=around, address=page.url), page, page.title
    )


def with_title(document: Document, page: Page, title: str) -> Document:
    """Return the document of a page as if the page had this title."""
    terms = words(title, page.language)
    counts = Counter(document.terms)
    for term in terms:
        counts[term] += TITLE_WORD_COUNT
    heading = frozenset([*terms, *_address_reader(page.language).address(page.url)])
    return structs.replace(document, counts=dict(counts), heading=heading)


@lru_cache(maxsize=64)  # pages may state any language, and each language has its own words
def _address_reader(language: str | None) -> Matcher:
    return Matcher((), language)
