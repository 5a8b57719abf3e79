"""Corpus of an experiment: pages in memory, topics from their contents, a search provider that knows half.

Topics are formed as in S002's encyclopaedia experiment: a query is the title of a contents page, the pages
below it are relevant, and the contents pages of that part are hidden, since an agent that finds one finds
all. Pages that link to a large share of the corpus (full tables of contents, indexes) do not link directly
to pages of the topic either.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct, structs

from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page

MIN_TOPIC_PAGES = 5
MAX_TOPIC_SHARE = 0.10  # of the corpus
OVERVIEW_SHARE = 0.20  # a page that links to this share of the corpus is an overview
KNOWN_SHARE = 0.5  # share of the pages that the search provider knows
SEEDS_PER_TOPIC = 5
_PARTS = re.compile(r"\s+[-—–|]\s+")
_NUMBERING = re.compile(r"^(?:(?:Chapter|Part|Appendix|Section)\s+)?(?:[0-9IVXLC]+|[A-Z])(?:\.[0-9]+)*\.\s+")


class CorpusTopic(Struct, frozen=True):
    """A topic, its relevant pages and its hidden pages."""

    title: str
    relevant: frozenset[str]
    hidden: frozenset[str]
    held_out: bool


class Corpus:
    """Pages by URL, and the tree of contents pages above them."""

    def __init__(self, name: str, pages: Sequence[Page], above: Mapping[str, str]) -> None:
        self.name = name
        self.pages = {page.url: page for page in pages}
        self._above = dict(above)
        self._documents: dict[str, Document] = {}
        self.titles = _short_titles(pages)
        targets = {page.url: {link.url for link in page.links} for page in pages}
        self._counts: Counter[str] | None = None
        self.overviews = {url for url, links in targets.items() if len(links) > OVERVIEW_SHARE * len(pages)}

    def document(self, url: str) -> Document:
        """Return the page as a document for scoring; each is read once."""
        if url not in self._documents:
            self._documents[url] = document_of(structs.replace(self.pages[url], title=self.titles[url]))
        return self._documents[url]

    @cached_property
    def known(self) -> list[str]:
        """The pages that the search provider knows."""
        sampled = (u for u in self.pages if int(_hash(u)[:4], 16) < KNOWN_SHARE * 0x10000)
        return [url for url in sampled if url not in self.overviews]

    def known_counts(self) -> Counter[str]:
        """Return in how many of these pages each term occurs."""
        if self._counts is None:
            self._counts = Counter()
            for url in self.known:
                self._counts.update(self.document(url).counted_terms())
        return self._counts

    def subjects(self, limit: int | None = None) -> list[CorpusTopic]:
        """Return all topics in an order that depends on their names only; at most `limit` of each side of the split."""
        below: dict[str, list[str]] = defaultdict(list)
        for url, parent in self._above.items():
            below[parent].append(url)
        found: dict[frozenset[str], CorpusTopic] = {}
        for node in sorted(below):
            subject = self._subject(node, below)
            if subject is not None:
                found.setdefault(subject.relevant, subject)
        ranked = sorted(found.values(), key=lambda s: _hash(s.title))
        if limit is None:
            return ranked
        sides = ([s for s in ranked if not s.held_out][:limit], [s for s in ranked if s.held_out][:limit])
        return [*sides[0], *sides[1]]

    def _subject(self, node: str, below: Mapping[str, list[str]]) -> CorpusTopic | None:
        leaves: set[str] = set()
        inner: set[str] = set()
        todo = [node]
        while todo:
            at = todo.pop()
            if at in leaves or at in inner:
                continue
            (inner if below.get(at) else leaves).add(at)
            todo.extend(below.get(at, ()))
        title = self.titles.get(node, "")
        if not MIN_TOPIC_PAGES <= len(leaves) <= MAX_TOPIC_SHARE * len(self.pages) or not title:
            return None
        return CorpusTopic(title, frozenset(leaves), frozenset(inner), is_held_out(title))


def is_held_out(title: str) -> bool:
    """Return whether a topic is held out, by the hash of its name: half are, before anything is tuned."""
    return _hash(title)[-1] in "13579bdf"


def half_of(url: str) -> bool:
    """Return in which of two halves a page is, by the hash of its address."""
    return _hash(f"half {url}")[-1] in "13579bdf"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _short_titles(pages: Sequence[Page]) -> dict[str, str]:
    """Return titles without the part that many pages share, such as the name of the manual."""
    tails = Counter(_PARTS.split(page.title)[-1] for page in pages)
    common = {tail for tail, count in tails.items() if count > len(pages) / 3}
    return {
        page.url: _NUMBERING.sub("", " ".join(part for part in _PARTS.split(page.title) if part not in common))
        for page in pages
    }


class TopicTask:
    """One topic of a corpus as a crawl sees it: without the hidden pages, and with the start pages of the search."""

    def __init__(self, corpus: Corpus, subject: CorpusTopic, seeds: int = SEEDS_PER_TOPIC) -> None:
        self.corpus, self.subject = corpus, subject
        self.topic = Topic(subject.title, languages=("en",), own=self.portal())
        self._relevance: dict[str, float] = {}
        self.seeds = self._search(seeds)
        self.reachable = self._reach()

    def page(self, url: str) -> Page | None:
        """Return the page as the crawler gets it; None if there is no such page."""
        page = self.corpus.pages.get(url)
        if page is None or url in self.subject.hidden:
            return None
        if url not in self.corpus.overviews:
            return page
        links = tuple(link for link in page.links if link.url not in self.subject.relevant)
        kept = [2 * i for i, link in enumerate(page.links) if link.url not in self.subject.relevant]
        return structs.replace(page, links=links, coordinates=_renumbered(page.coordinates, kept))

    def relevance(self, url: str) -> float:
        """Return the score of the page for the profile; the truth is not used."""
        if url not in self._relevance:
            self._relevance[url] = self.topic.score(self.corpus.document(url)).value
        return self._relevance[url]

    def portal(self) -> TermCounts:
        """Return how common words are in the portal so far: in the pages that the search provider knows."""
        counts = Counter(self.corpus.known_counts())
        missing = [u for u in self.corpus.known if u in self.subject.relevant or u in self.subject.hidden]
        for url in missing:
            counts.subtract(self.corpus.document(url).counted_terms())
        return TermCounts(documents=len(self.corpus.known) - len(missing), terms=dict(counts))

    def _search(self, limit: int) -> list[str]:
        """Return the best pages that the search provider knows; it knows none of the topic itself."""
        missing = self.subject.relevant | self.subject.hidden
        known = [url for url in self.corpus.known if url not in missing]
        return sorted(known, key=lambda url: (-self.relevance(url), url))[:limit]

    def _reach(self) -> frozenset[str]:
        """Return the relevant pages that a path of links leads to."""
        seen, todo = set(self.seeds), list(self.seeds)
        while todo:
            page = self.page(todo.pop())
            for link in page.links if page is not None else ():
                if link.url not in seen and link.url not in self.subject.hidden:
                    seen.add(link.url)
                    todo.append(link.url)
        return frozenset(self.subject.relevant & seen)


def _renumbered(coordinates: Sequence[int], kept: Sequence[int]) -> tuple[int, ...]:
    """Return coordinates without the removed links: their words become part of the gap before them."""
    place = {old: 2 * new for new, old in enumerate(kept)}
    moved: list[int] = []
    last = -1
    for c in coordinates:
        if c % 2 == 0 and c in place:
            last = place[c]
            moved.append(last)
        else:
            if c - 1 in place:
                last = place[c - 1] + 1
            moved.append(last if last % 2 else last + 1)
    return tuple(moved)
