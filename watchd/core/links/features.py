"""What can be said about a link before it is followed? Its words, from the page and from its URL.

Cheap by design: a page has many links, most of them known already, so words are cut only for links still open.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from zlib import crc32

from msgspec import Struct

from watchd.core.words import words
from watchd.model.page import Link

BUCKETS = 2048  # hashed words share this many weights; bucket 0 is "no word" and always weighs nothing
SLOTS = 16  # hashed words per link
PER_PART = {"a": 5, "c": 5, "u": 6}  # anchor, context, URL: how many of the slots each may take

_SEPARATORS = re.compile(r"[^0-9A-Za-z\u00c0-\uffff]+|(?<=[a-z])(?=[A-Z])")
_NO_WORDS = frozenset({"html", "htm", "http", "https", "www", "index", "php", "aspx", "com", "org"})


class LinkFacts(Struct, frozen=True):
    """What one occurrence of a link tells: how well its words match, and its hashed words."""

    anchor: float
    context: float
    url: float
    buckets: tuple[int, ...]


class Matcher:
    """Compares short texts with a profile: the share of a facet's weight that they mention."""

    def __init__(self, facets: Sequence[Mapping[str, float]], language: str | None) -> None:
        self._language = language
        self._facets = [{t: w for t, w in facet.items() if w > 0 and " " not in t} for facet in facets]
        self._totals = [sum(facet.values()) or 1.0 for facet in self._facets]
        self._any = frozenset(term for facet in self._facets for term in facet)

    def facts(self, link: Link) -> LinkFacts:
        """Everything about one link."""
        anchor = words(link.anchor, self._language)
        context = words(link.context, self._language)
        address = words(url_text(link.url), self._language)
        return LinkFacts(
            anchor=self.match(anchor),
            context=self.match(context),
            url=self.match(address),
            buckets=hashed(anchor, context, address),
        )

    def match(self, terms: Sequence[str]) -> float:
        """0: nothing in common; 1: every term of a facet is there."""
        present = self._any.intersection(terms)
        if not present:
            return 0.0
        return max(
            sum(facet.get(term, 0.0) for term in present) / total
            for facet, total in zip(self._facets, self._totals, strict=True)
        )


def url_text(url: str) -> str:
    """The words of an address's path and query; hosts are known by their yield instead."""
    path = url.partition("://")[2].partition("/")[2] or url
    return " ".join(w for w in _SEPARATORS.split(path) if w not in _NO_WORDS)


def hashed(anchor: Sequence[str], context: Sequence[str], address: Sequence[str]) -> tuple[int, ...]:
    """Buckets of the words; the same word means something else in an anchor and in an address."""
    parts = (("a", anchor), ("c", context), ("u", address[::-1]))  # the end of a path says most
    return tuple(_bucket(part, term) for part, terms in parts for term in terms[: PER_PART[part]])


@lru_cache(maxsize=200_000)
def _bucket(part: str, term: str) -> int:
    return 1 + crc32(f"{part}:{term}".encode()) % (BUCKETS - 1)


def site_of(url: str) -> str:
    """The host, as written in the URL."""
    return url.partition("://")[2].partition("/")[0] or url.partition("/")[0]


def folder_of(url: str) -> str:
    """The address up to its last slash."""
    return url.partition("?")[0].rpartition("/")[0]
