"""What can be said about a link before it is followed? Its words, from the page and from its URL.

Cheap by design, since a page has many links and most of them are known: the matching words of all links of a
page are summed in one go along its stream of terms, and only a link seen for the first time has its own words
looked at.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import chain, compress
from zlib import crc32

from msgspec import Struct

from watchd.core.relevance.words import reader
from watchd.model.page import Page

BUCKETS = 2048  # hashed words share this many weights; bucket 0 is "no word" and always weighs nothing
MAX_AT_LINK, MAX_OF_ADDRESS = 5, 6  # hashed words: of the anchor and as many around it, of the address
SLOTS = 2 * MAX_AT_LINK + MAX_OF_ADDRESS
REMEMBERED = 50_000  # words whose buckets are remembered, some 5 MB; then the memory starts afresh
AROUND = 6  # terms on each side of the anchor that make its context

_SEPARATORS = re.compile(r"[^0-9A-Za-z\u00c0-\uffff]+|(?<=[a-z])(?=[A-Z])")
_MARKS = b"/-_.,;:?&=+%~()!*'@$#"
_TO_SPACES = bytes.maketrans(_MARKS, b" " * len(_MARKS))
_NO_WORDS = frozenset({"html", "htm", "http", "https", "www", "index", "php", "aspx", "com", "org"})


Words = tuple[Sequence[str], Sequence[str]]  # of an anchor, and around it


class Surroundings(Struct, frozen=True):
    """The links of one page in its stream of terms: what is said at each."""

    terms: tuple[str, ...]
    coordinates: tuple[int, ...]
    matches: dict[int, tuple[float, float]]  # how well anchor and context of a link match; most say nothing

    def words(self, link: int) -> Words:
        """The terms of the anchor and those around it."""
        start = bisect_left(self.coordinates, 2 * link)
        end = bisect_right(self.coordinates, 2 * link, start)
        around = self.terms[max(0, start - AROUND) : start] + self.terms[end : end + AROUND]
        return self.terms[start:end], around


class Matcher:
    """Compares short texts with a profile: the share of a facet's weight that they mention."""

    def __init__(self, facets: Sequence[Mapping[str, float]], language: str | None) -> None:
        self._read = reader(language)
        self._facets = [{t: w for t, w in facet.items() if w > 0 and " " not in t} for facet in facets]
        self._any = frozenset(term for facet in self._facets for term in facet)
        self._totals = [sum(facet.values()) or 1.0 for facet in self._facets]

    def surroundings(self, page: Page) -> Surroundings:
        """How well the words at each link of the page match: 0 nothing, 1 every term of a facet."""
        best: dict[int, tuple[float, float]] = {}
        places = range(len(page.terms))
        matching = list(compress(places, map(self._any.__contains__, page.terms)))  # few of many
        for facet, total in zip(self._facets, self._totals, strict=True):
            said = _said(page, {p: facet[t] / total for p in matching if (t := page.terms[p]) in facet})
            for link, (anchor, context) in said.items():
                before = best.get(link, (0.0, 0.0))
                best[link] = max(before[0], min(anchor, 1.0)), max(before[1], min(context, 1.0))
        return Surroundings(page.terms, page.coordinates, best)

    def match(self, terms: Sequence[str]) -> float:
        """The same for any few terms."""
        if self._any.isdisjoint(terms):
            return 0.0
        found = set(terms)
        shares = [
            sum(facet[term] for term in found if term in facet) / total
            for facet, total in zip(self._facets, self._totals, strict=True)
        ]
        return max(shares)

    def address(self, url: str) -> list[str]:
        """The terms of an address's path and query; hosts are known by their yield instead."""
        path = url.partition("://")[2].partition("/")[2] or url
        parts = _lower_parts(path) if path.islower() else _SEPARATORS.split(path)
        # Numbers alone say nothing about a topic.
        telling = [part for part in parts if not part.isdigit() and part not in _NO_WORDS]
        return list(chain.from_iterable(map(self._read, telling)))


def _lower_parts(path: str) -> list[str]:
    """The parts of a lower-case path: as bytes, since that is quicker than a regular expression."""
    return path.encode(errors="replace").translate(_TO_SPACES).decode().split()


def _said(page: Page, weights: Mapping[int, float]) -> dict[int, list[float]]:
    """By link: the weights of the terms in its anchor and of those around it.

    Anchors beside it count, too: neighbours in a list are alike, and leaving them out cost a quarter of the
    recall on two of three development corpora.
    """
    at, last, links = page.coordinates, len(page.coordinates) - 1, len(page.links)
    said: dict[int, list[float]] = {}
    for place, weight in weights.items():
        # Whose context holds the term: an anchor starts or ends at most a few terms away.
        first = (at[place - AROUND] + 1) // 2 if place >= AROUND else 0
        end = at[place + AROUND] // 2 + 1 if place + AROUND <= last else links
        own = at[place] / 2
        for link in range(first, end):
            said.setdefault(link, [0.0, 0.0])[link != own] += weight
    return said


class _Buckets(dict[str, int]):
    """From a word to its bucket; the same word means something else in an anchor and in an address."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._salt = crc32(f"{part}:".encode())

    def __missing__(self, term: str) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        bucket = self[term] = 1 + crc32(term.encode(), self._salt) % (BUCKETS - 1)
        return bucket


_OF_ANCHOR, _OF_CONTEXT, _OF_ADDRESS = _Buckets("a"), _Buckets("c"), _Buckets("u")


def hashed(anchor: Sequence[str], context: Sequence[str], address: Sequence[str]) -> list[int]:
    """Buckets of the words at a link and in its address, of which the end says most."""
    return [
        *map(_OF_ANCHOR.__getitem__, anchor[:MAX_AT_LINK]),
        *map(_OF_CONTEXT.__getitem__, context[:MAX_AT_LINK]),
        *map(_OF_ADDRESS.__getitem__, address[: -MAX_OF_ADDRESS - 1 : -1]),
    ]


def site_of(url: str) -> str:
    """The host, as written in the URL."""
    return url.partition("://")[2].partition("/")[0] or url.partition("/")[0]


def folder_of(url: str) -> str:
    """The address up to its last slash."""
    return url.partition("?")[0].rpartition("/")[0]
