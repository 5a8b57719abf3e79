"""PagePool of the pages of unrelated sites, and a simulated search engine that knows half of them."""

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.site_wording import SiteWording
from watchd.core.relevance.words import words
from watchd.model.page import Page

KNOWN_SHARE = 0.5  # of the pages that the search engine knows
SATURATION = 1.2  # of BM25: how soon more of the same word says nothing new
LENGTH_SHARE = 0.75  # of BM25: how much longer pages are expected to repeat words


class PoolPage(Struct, frozen=True):
    """A page without its text: what scoring needs."""

    url: str
    site: str
    page: Page  # address, title and language
    document: Document  # with all of its words


class PagePool:
    """All pages by URL, by language and by term."""

    def __init__(self) -> None:
        self.pages: dict[str, PoolPage] = {}
        self.texts: dict[str, str] = {}
        self.wording = SiteWording()
        self._with_term: dict[tuple[str | None, str], list[str]] = {}

    def add(self, site: str, pages: Iterable[Page]) -> None:
        """Add the pages of a site."""
        for page in pages:
            document = document_of(page)
            light = Page(url=page.url, title=page.title, language=page.language)
            self.wording.add(light, document)
            self.pages[page.url] = PoolPage(page.url, site, light, document)
            self.texts[page.url] = page.text or page.full_text
            for term in document.counts.keys() | document.heading | document.around:
                self._with_term.setdefault((page.language, term), []).append(page.url)

    def document(self, url: str, topic_terms: frozenset[str]) -> Document:
        """Return a page as a run sees it, without the wording that its site shares."""
        page = self.pages[url]
        return self.wording.without_shared(page.page, page.document, topic_terms)

    def matching(self, terms: Iterable[str], language: str | None) -> set[str]:
        """Return the pages in a language, or without one, that have at least one of these terms."""
        keys = [(lang, term) for lang in {language, None} for term in terms]
        return {url for key in keys for url in self._with_term.get(key, ())}

    def pages_with(self, term: str, language: str | None) -> int:
        return len(self._with_term.get((language, term), ()))

    @cached_property
    def mean_length(self) -> float:
        """Mean number of words of a page."""
        return sum(len(page.document.terms) for page in self.pages.values()) / max(1, len(self.pages))

    def search(self, query: str, language: str | None, hidden: frozenset[str], limit: int) -> list[str]:
        """Return the best pages by BM25 among those that the search engine knows."""
        asked = dict.fromkeys(words(query, language))
        known = [u for u in self.matching(asked, language) if u not in hidden and is_known(u)]
        count = sum(page.page.language == language for page in self.pages.values())
        rarity = {t: math.log(1.0 + count / (self.pages_with(t, language) + 0.5)) for t in asked}
        return sorted(known, key=lambda url: (-self._bm25(url, rarity), url))[:limit]

    def _bm25(self, url: str, rarity: Mapping[str, float]) -> float:
        document = self.pages[url].document
        length = 1.0 - LENGTH_SHARE + LENGTH_SHARE * len(document.terms) / self.mean_length
        counts = {term: document.counts.get(term, 0) for term in rarity}
        return sum(
            weight * counts[term] * (SATURATION + 1.0) / (counts[term] + SATURATION * length)
            for term, weight in rarity.items()
            if counts[term]
        )


def is_known(url: str) -> bool:
    """Return whether the search engine knows a page, by the hash of its address."""
    return int(hash_of(url)[:4], 16) < KNOWN_SHARE * 0x10000


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def common_forms(texts: Sequence[str], language: str | None) -> dict[str, str]:
    """Return the form in which each term is written most often."""
    forms = Counter(form for text in texts for form in text.lower().split())
    best: dict[str, str] = {}
    for form, _ in sorted(forms.items(), key=lambda item: (-item[1], item[0])):
        bare = form.strip(".,;:!?()[]{}\"'“”„«»…")
        if bare.isalpha() and 3 <= len(bare) <= 18 and len(terms := words(bare, language)) == 1:
            best.setdefault(terms[0], bare)
    return best
