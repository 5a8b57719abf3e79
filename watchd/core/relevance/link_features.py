"""Features of a link before an agent follows it: its words, from the page and from its URL.

A page has many links and most of them are known, so this must be cheap. One pass along the terms of a page sums the
matching words of all its links; only a link that is new has its own words examined.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Mapping, Sequence
from itertools import chain, compress
from zlib import crc32

from msgspec import Struct

from watchd.core.relevance.words import reader
from watchd.model.page import Page

BUCKETS = 2048  # hashed words share this number of weights; bucket 0 is "no word" and its weight is always 0
MAX_LINK_WORDS = 5  # hashed words of the anchor, and as many around it
MAX_ADDRESS_WORDS = 6
SLOTS = 2 * MAX_LINK_WORDS + MAX_ADDRESS_WORDS
MAX_CACHED_WORDS = 50_000  # with their buckets, about 5 MB; then the cache is cleared
CONTEXT_TERMS = 6  # on each side of the anchor

_SEPARATORS = re.compile(r"[^0-9A-Za-z\u00c0-\uffff]+|(?<=[a-z])(?=[A-Z])")
_MARKS = b"/-_.,;:?&=+%~()!*'@$#"
_TO_SPACES = bytes.maketrans(_MARKS, b" " * len(_MARKS))
MIN_LISTED_PAGES = 3  # pages of its site that were read, and that a front page links to
_FRONT_PAGE = re.compile(r"(?:(?:index|default|home)\.\w+)?")
_IGNORED = frozenset({"html", "htm", "http", "https", "www", "index", "php", "aspx", "com", "org"})


Words = tuple[Sequence[str], Sequence[str]]  # of an anchor, and around it


class Surroundings(Struct, frozen=True):
    """Links of one page with the terms at and around each."""

    terms: tuple[str, ...]
    coordinates: tuple[int, ...]
    # How well anchor and context match, by link; only links with a match.
    matches: dict[int, tuple[float, float]]

    def words(self, link: int) -> Words:
        """Return the terms of an anchor and those around it."""
        start = bisect_left(self.coordinates, 2 * link)
        end = bisect_right(self.coordinates, 2 * link, start)
        context = self.terms[max(0, start - CONTEXT_TERMS) : start] + self.terms[end : end + CONTEXT_TERMS]
        return self.terms[start:end], context


class Matcher:
    """Comparison of short texts with a profile: the share of a facet's weight that they mention."""

    def __init__(self, facets: Sequence[Mapping[str, float]], language: str | None) -> None:
        self._read = reader(language)
        self._facets = [{t: w for t, w in facet.items() if w > 0 and " " not in t} for facet in facets]
        self._any = frozenset(term for facet in self._facets for term in facet)
        self._totals = [sum(facet.values()) or 1.0 for facet in self._facets]

    def surroundings(self, page: Page) -> Surroundings:
        """Match the words at each link of a page with the facets: 0 for no term, 1 for every term of a facet."""
        best: dict[int, tuple[float, float]] = {}
        places = range(len(page.terms))
        matching = list(compress(places, map(self._any.__contains__, page.terms)))  # only few terms match
        for facet, total in zip(self._facets, self._totals, strict=True):
            weights = {p: facet[t] / total for p in matching if (t := page.terms[p]) in facet}
            for link, (anchor, context) in _weights_by_link(page, weights).items():
                before = best.get(link, (0.0, 0.0))
                best[link] = max(before[0], min(anchor, 1.0)), max(before[1], min(context, 1.0))
        return Surroundings(page.terms, page.coordinates, best)

    def match(self, terms: Sequence[str]) -> float:
        """Match any short list of terms with the facets."""
        if self._any.isdisjoint(terms):
            return 0.0
        found = set(terms)
        shares = [
            sum(facet[term] for term in found if term in facet) / total
            for facet, total in zip(self._facets, self._totals, strict=True)
        ]
        return max(shares)

    def address(self, url: str) -> list[str]:
        """Return the terms of a URL's path and query, without the host."""
        path = url.partition("://")[2].partition("/")[2]
        parts = _lower_parts(path) if path.islower() else _SEPARATORS.split(path)
        # Numbers alone say nothing about a topic.
        informative = [part for part in parts if not part.isdigit() and part not in _IGNORED]
        return list(chain.from_iterable(map(self._read, informative)))


def _lower_parts(path: str) -> list[str]:
    """Split a lower-case path at its punctuation; as bytes, which is faster than a regular expression."""
    return path.encode(errors="replace").translate(_TO_SPACES).decode().split()


def _weights_by_link(page: Page, weights: Mapping[int, float]) -> dict[int, list[float]]:
    """Sum the weights of the terms in the anchor of each link, and of the terms around it.

    The anchors beside a link count as context too: links next to each other in a list are similar. Without them, recall
    fell by a quarter on two of three development corpora.
    """
    at, last, links = page.coordinates, len(page.coordinates) - 1, len(page.links)
    sums: dict[int, list[float]] = {}
    for place, weight in weights.items():
        # The links whose context contains the term: their anchors start or end at most CONTEXT_TERMS away.
        first = (at[place - CONTEXT_TERMS] + 1) // 2 if place >= CONTEXT_TERMS else 0
        end = at[place + CONTEXT_TERMS] // 2 + 1 if place + CONTEXT_TERMS <= last else links
        own = at[place] / 2
        for link in range(first, end):
            sums.setdefault(link, [0.0, 0.0])[link != own] += weight
    return sums


class _Buckets(dict[str, int]):
    """Cache from a word to its bucket; the same word has different buckets in an anchor and in an address."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._salt = crc32(f"{part}:".encode())

    def __missing__(self, term: str) -> int:
        if len(self) >= MAX_CACHED_WORDS:
            self.clear()
        bucket = self[term] = 1 + crc32(term.encode(), self._salt) % (BUCKETS - 1)
        return bucket


_OF_ANCHOR, _OF_CONTEXT, _OF_ADDRESS = _Buckets("a"), _Buckets("c"), _Buckets("u")


def hashed(anchor: Sequence[str], context: Sequence[str], address: Sequence[str]) -> list[int]:
    """Return the buckets of the words at a link and of the last words of its address, which say most."""
    return [
        *map(_OF_ANCHOR.__getitem__, anchor[:MAX_LINK_WORDS]),
        *map(_OF_CONTEXT.__getitem__, context[:MAX_LINK_WORDS]),
        *map(_OF_ADDRESS.__getitem__, address[: -MAX_ADDRESS_WORDS - 1 : -1]),
    ]


def site_of(url: str) -> str:
    """Return the host, as written in the URL."""
    return url.partition("://")[2].partition("/")[0] or url.partition("/")[0]


def is_known_front_page(page: Page, read: Container[str]) -> bool:
    """Return whether a page is the front page of a site of which other pages were read: it repeats what they say."""
    if not _FRONT_PAGE.fullmatch(page.url.partition("://")[2].partition("/")[2]):
        return False
    site = site_of(page.url)
    linked = {link.url for link in page.links if link.url in read and site_of(link.url) == site}
    return len(linked - {page.url}) >= MIN_LISTED_PAGES


def folder_of(url: str) -> str:
    """Return the URL up to its last slash."""
    return url.partition("?")[0].rpartition("/")[0]
