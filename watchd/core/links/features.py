"""What can be said about a link before it is followed? Its words, from the page and from its URL.

Cheap by design, since a page has many links and most of them are known: the matching words of all links of a
page are summed in one go along its stream of terms, and only a link seen for the first time has its own words
looked at.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import compress
from zlib import crc32

import numpy as np
from msgspec import Struct

from watchd.core.words import words
from watchd.model.page import Page

BUCKETS = 2048  # hashed words share this many weights; bucket 0 is "no word" and always weighs nothing
SLOTS = 16  # hashed words per link
PER_PART = {"a": 5, "c": 5, "u": 6}  # anchor, context, URL: how many of the slots each may take
_SALT = {part: crc32(f"{part}:".encode()) for part in PER_PART}
AROUND = 6  # terms on each side of the anchor that make its context

_SEPARATORS = re.compile(r"[^0-9A-Za-z\u00c0-\uffff]+|(?<=[a-z])(?=[A-Z])")
_TO_SPACES = str.maketrans(dict.fromkeys("/-_.,;:?&=+%~()!*'@$#", " "))  # for lower-case paths
_NO_WORDS = frozenset({"html", "htm", "http", "https", "www", "index", "php", "aspx", "com", "org"})


Words = tuple[Sequence[str], Sequence[str]]  # of an anchor, and around it


class Surroundings(Struct, frozen=True):
    """The links of one page in its stream of terms: how well the words at each match the profile."""

    terms: tuple[str, ...]
    starts: list[int]  # by link: where its anchor starts and ends in the stream
    ends: list[int]
    low: list[int]  # and where its context does
    high: list[int]
    anchor: np.ndarray
    context: np.ndarray

    def words(self, link: int) -> Words:
        """The terms of the anchor and those around it."""
        start, end = self.starts[link], self.ends[link]
        around = self.terms[self.low[link] : start] + self.terms[end : self.high[link]]
        return self.terms[start:end], around


class Matcher:
    """Compares short texts with a profile: the share of a facet's weight that they mention."""

    def __init__(self, facets: Sequence[Mapping[str, float]], language: str | None) -> None:
        self.language = language
        self._facets = [{t: w for t, w in facet.items() if w > 0 and " " not in t} for facet in facets]
        self._any = frozenset(term for facet in self._facets for term in facet)
        self._totals = [sum(facet.values()) or 1.0 for facet in self._facets]

    def surroundings(self, page: Page) -> Surroundings:
        """How well the words at each link of the page match: 0 nothing, 1 every term of a facet."""
        links, n = len(page.links), len(page.terms)
        anchors = 2 * np.arange(links)
        coordinates = np.fromiter(page.coordinates, dtype=np.int64, count=n)
        starts = coordinates.searchsorted(anchors, side="left")
        ends = coordinates.searchsorted(anchors, side="right")
        low, high = _gaps(starts, ends, n)
        anchor, context = np.zeros(links), np.zeros(links)
        matching = list(compress(range(n), map(self._any.__contains__, page.terms)))  # few of many
        edges = np.array(matching).searchsorted((starts, ends, low, high)) if matching else None
        for facet, total in zip(self._facets, self._totals, strict=True) if edges is not None else ():
            upto = np.zeros(len(matching) + 1)
            upto[1:] = [facet.get(page.terms[place], 0.0) / total for place in matching]
            at_start, at_end, at_low, at_high = upto.cumsum()[edges]
            inside = at_end - at_start
            anchor = np.maximum(anchor, np.minimum(inside, 1.0))
            context = np.maximum(context, np.minimum(at_high - at_low - inside, 1.0))
        places = (starts.tolist(), ends.tolist(), low.tolist(), high.tolist())
        return Surroundings(page.terms, *places, anchor, context)

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
        parts = path.translate(_TO_SPACES).split() if path.islower() else _SEPARATORS.split(path)
        telling = [part for part in parts if not part.isdigit()]  # numbers alone say nothing about a topic
        return [term for part in telling for term in _terms(part, self.language)]


def _gaps(starts: np.ndarray, ends: np.ndarray, terms: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the context of each link starts and ends: a few terms on each side.

    Anchors beside it count, too: neighbours in a list are alike, and leaving them out cost a quarter of the
    recall on two of three development corpora.
    """
    return np.maximum(starts - AROUND, 0), np.minimum(ends + AROUND, terms)


@lru_cache(maxsize=100_000)
def _terms(part: str, language: str | None) -> tuple[str, ...]:
    """The terms of one part of an address."""
    return () if part in _NO_WORDS else tuple(words(part, language))


def hashed(anchor: Sequence[str], context: Sequence[str], address: Sequence[str]) -> list[int]:
    """Buckets of the words; the same word means something else in an anchor and in an address."""
    parts = (("a", anchor), ("c", context), ("u", address[::-1]))  # the end of a path says most
    return [
        1 + crc32(term.encode(), _SALT[part]) % (BUCKETS - 1)  # quicker than to remember every word
        for part, terms in parts
        for term in terms[: PER_PART[part]]
    ]


def site_of(url: str) -> str:
    """The host, as written in the URL."""
    return url.partition("://")[2].partition("/")[0] or url.partition("/")[0]


def folder_of(url: str) -> str:
    """The address up to its last slash."""
    return url.partition("?")[0].rpartition("/")[0]
