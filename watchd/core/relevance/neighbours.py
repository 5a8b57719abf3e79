"""Relevance by neighbours: the scores of linked pages support what a page's own words say.

A page on IP addresses need not say much of "internet protocols"; that it links to pages on FTP and on SMTP shows where it
belongs. So a page gets its score in two steps. Its words give it log-odds (core/relevance/curve.py). Then the mean score
of its neighbours counts, above all of the pages that it links to:

- a reciprocal link (the other page links back) counts in full, any other link a fifth of it: a one-way reference may lead
  anywhere;
- only links within a site count, and links that more than a tenth of all pages have, or most pages of the site, are
  navigation and do not count;
- the folder as a whole counts half of a link, because a site may keep its pages on a topic in one folder. If only few
  pages of the folder were read, the folder around it counts instead, but not the whole site: its pages have many topics.

Neighbours support a page and cannot replace its own evidence: they add to its log-odds in proportion to its own score,
and at most `lift`. A page whose words say hardly anything of the topic stays irrelevant in the best company. Neighbours
off the topic speak against a page, at most by `drop`. The fewer of its neighbours were read, the less they count: the
pages read so far lie near the topic and would always look like good neighbours.

The numbers are chosen over judged runs and topics of manuals (docs/explanation/measured-relevance.md).
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from watchd.core.relevance.curve import CURVE, chance_of, log_odds_of
from watchd.core.relevance.link_features import site_of

Key = TypeVar("Key", str, int)
ONE_WAY_WEIGHT = 0.2  # of a link that is not reciprocal; a reciprocal link weighs 1
FOLDER_WEIGHT = 0.5  # of a folder, when many of its pages were read
HALF_WEIGHT_PAGES = 3.0  # number of pages that give a folder half of that weight
WORDS_WEIGHT = 0.1  # of the page's own words: a one-way link weighs twice as much
NAVIGATION_SHARE = 0.1  # a link that more than this share of all pages have is navigation
ROUNDS = 3  # scores depend on each other: after this number of rounds they hardly change


MIN_WORDS, MAX_WORDS = -12.0, 5.0  # log-odds by words: a page full of the words of the query is still in doubt
ENOUGH = math.log(CURVE.odds)  # log-odds of a page that is just relevant


class NeighbourLinks(Struct, frozen=True):
    """Weighted scores of the neighbours of a page."""

    kept: float = 0.0  # weighted sum of the scores of those that were read
    weight: float = 0.0  # sum of these weights
    unread: float = 0.0  # sum of the weights of the others

    @property
    def mean_score(self) -> float:
        """Mean score of the neighbours that were read."""
        return self.kept / self.weight if self.weight > 0.0 else 0.0

    @property
    def trust(self) -> float:
        """Share of the weight that is known, from 0 to 1: how much the mean score counts beside the words."""
        return self.weight / (self.weight + self.unread + WORDS_WEIGHT)


class PageEvidence(Struct, frozen=True):
    """Log-odds by a page's words, and its neighbours."""

    words: float
    neighbours: NeighbourLinks = NeighbourLinks()


class NeighbourCurve(Struct, frozen=True):
    """Curve from words and neighbours to the chance of being relevant."""

    usual: float = 0.15  # mean score of neighbours that says nothing
    lift: float = 3.0  # log-odds that the best neighbours add to a page whose words are just enough
    drop: float = 0.6  # log-odds that neighbours off the topic take
    least: float = -4.5  # log-odds by words to which neighbours add nothing

    def __call__(self, page: PageEvidence) -> float:
        """Return the score of a page beside its neighbours."""
        return chance_of(page.words + self.support(page))

    def support(self, page: PageEvidence) -> float:
        """Return the log-odds that the neighbours add."""
        neighbours = page.neighbours
        if neighbours.weight <= 0.0:
            return 0.0
        apart = neighbours.mean_score - self.usual
        if apart < 0.0:
            return self.drop * neighbours.trust * apart / self.usual
        # In proportion to the page's own evidence: nothing at `least`, all where the words are just enough.
        own = (page.words - self.least) / (ENOUGH - self.least)
        return self.lift * neighbours.trust * apart / (1.0 - self.usual) * min(1.0, max(0.0, own))


NEIGHBOUR_CURVE = NeighbourCurve()


def words_of(score: float) -> float:
    """Return the log-odds of a score by words."""
    return min(MAX_WORDS, max(MIN_WORDS, log_odds_of(score)))


class Candidate(Struct, frozen=True):
    """A page that is scored together with others."""

    url: str
    words: float  # log-odds by its words
    links: frozenset[str]


def score_together(
    candidates: Sequence[Candidate], known: Mapping[str, float], common: frozenset[str] = frozenset()
) -> dict[str, PageEvidence]:
    """Score all candidates at once; return each with its neighbours.

    `known` has the scores of pages that are not candidates; links to `common` pages are navigation.
    """
    by_url = {candidate.url: candidate for candidate in candidates}
    weights = {one.url: _weights(one, by_url, common) for one in candidates}
    pages = {one.url: PageEvidence(one.words) for one in candidates}
    scores = {url: NEIGHBOUR_CURVE(page) for url, page in pages.items()}  # by their words
    for _ in range(ROUNDS):
        read = {**known, **scores}
        folders = FolderScores(read)
        pages = {
            url: PageEvidence(
                page.words, folders.added_to(neighbour_links(weights[url], read), url, scores[url])
            )
            for url, page in pages.items()
        }
        scores = {url: NEIGHBOUR_CURVE(page) for url, page in pages.items()}
    return pages


def neighbour_links(weights: Mapping[Key, float], scores: Mapping[Key, float]) -> NeighbourLinks:
    """Sum up the scores of neighbours by the weights of the links to them."""
    read = {key: weight for key, weight in weights.items() if key in scores}
    weight = sum(read.values())
    return NeighbourLinks(
        sum(w * scores[key] for key, w in read.items()), weight, sum(weights.values()) - weight
    )


class FolderScores:
    """Sum of the scores and number of the pages below each folder, as far as they were read."""

    def __init__(self, scores: Mapping[str, float]) -> None:
        self._sums: dict[str, float] = {}
        self._pages: dict[str, int] = {}
        for url, score in scores.items():
            self.change(url, None, score)

    def change(self, url: str, before: float | None, score: float) -> None:
        """Record the score of a page that was read (`before` is None) or scored again."""
        for folder in _folders_of(url):
            self._sums[folder] = self._sums.get(folder, 0.0) + score - (before or 0.0)
            self._pages[folder] = self._pages.get(folder, 0) + (before is None)

    def others(self, url: str, own: float | None, *, on_site: bool = False) -> tuple[float, int]:
        """Return the sum of the scores and the number of the other pages in the folder of a page, or on its site."""
        folder = _folders_of(url)[-1 if on_site else 0]
        others = self._pages.get(folder, 0) - (own is not None)
        return max(0.0, self._sums.get(folder, 0.0) - (own or 0.0)), others

    def added_to(self, neighbours: NeighbourLinks, url: str, own: float | None) -> NeighbourLinks:
        """Add the folder of a page to its neighbours; `own` is the score of the page, None when it is not known.

        A folder with hardly any other page says nothing: then the folder around it counts.
        """
        folders = _folders_of(url)
        for folder in folders[:1] + folders[1:-1]:
            others = self._pages.get(folder, 0) - (own is not None)
            if others >= HALF_WEIGHT_PAGES:
                mean = max(0.0, self._sums[folder] - (own or 0.0)) / others
                weight = FOLDER_WEIGHT * others / (others + HALF_WEIGHT_PAGES)
                return NeighbourLinks(
                    neighbours.kept + weight * mean, neighbours.weight + weight, neighbours.unread
                )
        return neighbours


def _folders_of(url: str) -> list[str]:
    """Return the folders that contain a page, the innermost first; the outermost is the site."""
    scheme, _, path = url.partition("?")[0].partition("://")
    parts = path.split("/")[:-1]
    return [f"{scheme}://{'/'.join(parts[:length])}" for length in range(len(parts), 0, -1)]


def neighbour_weights(linked: Iterable[Key], links_back: Callable[[Key], bool]) -> dict[Key, float]:
    """Return the weight of each page that a page links to."""
    return {key: 1.0 if links_back(key) else ONE_WAY_WEIGHT for key in linked}


def _weights(one: Candidate, by_url: Mapping[str, Candidate], common: frozenset[str]) -> dict[str, float]:
    site = site_of(one.url)
    # Sorted, because sums of floats depend on the order.
    near = [url for url in sorted(one.links - common) if url != one.url and site_of(url) == site]
    return neighbour_weights(near, lambda url: url in by_url and one.url in by_url[url].links)
