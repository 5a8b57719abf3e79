"""Whom does a profile know? The pages that it has read, what they are worth, and which of them link to each other.

The circle is what is remembered of it between runs: the pages that may matter, with the keys of their links, and the links
that are on so many pages that they say nothing. Everything else is known by its score alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from zlib import crc32

from msgspec import Struct

from watchd.core.company import UNANSWERED, Peer, Ties, site_of

WORTH_KNOWING = 0.05  # pages that score less are no neighbours, only places that links lead to
MOST_MEMBERS = 1_000
MOST_LINKS = 300  # of one page
COMMON = 0.1  # a link that this share of all pages have is navigation
FEWEST_PAGES = 30  # before so many were read, nobody can say what is common
RARE = 0.02  # links on fewer pages need not be remembered: they are not going to be common soon


class Member(Struct, frozen=True, array_like=True):
    """A page that may matter."""

    strength: float
    ties: Ties
    links: tuple[int, ...]  # keys of addresses


class Remembered(Struct, frozen=True):
    """The circle between two runs."""

    members: dict[str, Member] = {}
    pages: int = 0  # whose links were counted
    links: dict[int, int] = {}  # on how many of these each was


def key_of(url: str) -> int:
    """A short name of an address; that two share one is rare and harms little."""
    return crc32(url.encode())


class Circle:
    """Who knows whom, while a run goes on."""

    def __init__(self, before: Remembered, known: Mapping[str, float]) -> None:
        self._members = dict(before.members)
        self._keys = {url: frozenset(member.links) for url, member in before.members.items()}
        self._scores = dict(known)
        self._pages = before.pages
        self._links: Counter[int] = Counter(before.links)
        self.fresh_ties: set[str] = set()  # known pages that a page they link to has begun to answer

    def ties(self, url: str, links: Iterable[str]) -> Ties:
        """What is known of the neighbours of a page."""
        own, kept, weight = key_of(url), 0.0, 0.0
        for other in dict.fromkeys(links):
            score = self._scores.get(other)
            if score is None or other == url or self.is_common(other):
                continue
            ours = 1.0 if own in self._keys.get(other, ()) else UNANSWERED
            kept += ours * score
            weight += ours
        return Ties(kept, weight)

    def peers(self) -> list[Peer]:
        """The pages that may matter, beside which others are judged."""
        return [Peer(site_of(url), member.strength, member.ties) for url, member in self._members.items()]

    def score_of(self, url: str) -> float:
        """What a known page is worth."""
        return self._scores.get(url, 0.0)

    def scores(self) -> Mapping[str, float]:
        """What all known pages are worth."""
        return self._scores

    def is_common(self, url: str) -> bool:
        """Whether a link to this page is mere navigation."""
        return self._pages >= FEWEST_PAGES and self._links[key_of(url)] > COMMON * self._pages

    def meet(self, url: str, links: Iterable[str], score: float, peer: Peer, *, is_new: bool) -> None:
        """Take up a page that was judged."""
        keys = frozenset(map(key_of, links))
        if is_new:
            self._pages += 1
            self._links.update(keys)
        own, former = key_of(url), self._keys.get(url, frozenset())
        self.fresh_ties.update(
            other
            for other in dict.fromkeys(links)
            if own in self._keys.get(other, ()) and key_of(other) not in former and other != url
        )
        self._scores[url] = score
        if score >= WORTH_KNOWING:
            self._members[url] = Member(peer.strength, peer.ties, tuple(sorted(keys)[:MOST_LINKS]))
            self._keys[url] = keys
        else:
            self._members.pop(url, None)
            self._keys.pop(url, None)

    def remembered(self) -> Remembered:
        """What the next run starts from: the best pages, and the links that are not rare."""
        best = sorted(self._members, key=lambda url: (-self._scores.get(url, 0.0), url))[:MOST_MEMBERS]
        least = max(2.0, RARE * self._pages)
        return Remembered(
            {url: self._members[url] for url in best},
            self._pages,
            {key: count for key, count in self._links.items() if count >= least},
        )
