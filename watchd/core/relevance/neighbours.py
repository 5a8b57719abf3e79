"""Relevance by neighbours: the scores of linked pages complete what a page's own words say.

A page on IP addresses need not say "internet protocols"; that it links to pages on FTP and on SMTP shows it. So a page gets
its score in two steps. Its words give it a *strength* (core/relevance/topic.py). Then the mean score of its neighbours
counts, above all of the pages that it links to:

- a reciprocal link (the other page links back) counts in full, any other link a fifth of it: a one-way reference may lead
  anywhere;
- only links within a site count, and links that more than a tenth of all pages have, or most pages of the site, are
  navigation and do not count;
- pages of one folder whose names begin with the same word (http.client, http.server) are *name relatives*: they count two
  fifths, linked or not, unless they are so many that the word says nothing;
- the folder as a whole counts half of a link, because a site may keep its pages on a topic in one folder. If only few pages
  of the folder were read, the folder around it counts instead, but not the whole site: its pages have many topics.

Words and neighbours add up to the *evidence* for a page. The amount that relevant pages have differs between topics and
between sites, so a page is compared with the best ones: the more evidence they have (the *benchmark* of the profile), the
more a page needs. The fewer of its neighbours were read, the less they count: the pages read so far lie near the topic and
would always look like good neighbours.

Scores depend on each other. What neighbours can add is bounded, and it raises the benchmark as well. So pages that all link
to each other and say nothing of the topic cannot make each other relevant.

The numbers are chosen over 105 topics of eight manuals (docs/explanation/measured-relevance.md).
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from watchd.core.relevance.curve import CURVE
from watchd.core.relevance.link_features import site_of

Key = TypeVar("Key", str, int)
_FIRST_WORD = re.compile(r"[._-]")
BEST_PAGES = 3  # pages whose evidence is the benchmark
ONE_WAY_WEIGHT = 0.2  # of a link that is not reciprocal; a reciprocal link weighs 1
RELATIVE_WEIGHT = 0.4  # of a name relative
FOLDER_WEIGHT = 0.5  # of a folder, when many of its pages were read
HALF_WEIGHT_PAGES = 3.0  # number of pages that give a folder half of that weight
MAX_RELATIVES = 60  # in larger groups the first word is a prefix that the site gives to all pages
WORDS_WEIGHT = 0.1  # of the page's own words: a one-way link weighs twice as much
NAVIGATION_SHARE = 0.1  # a link that more than this share of all pages have is navigation
# Pages below this do not count for the benchmark; a low value, so that weak topics have one.
MIN_BENCHMARK_SCORE = 0.1
ROUNDS = 3  # scores depend on each other: after this number of rounds they hardly change
MIN_STRENGTH, MAX_STRENGTH = -4.0, 3.0
USUAL_EVIDENCE = 5.0  # for the best pages, before enough of them are known
MIN_BENCHMARK = 2.0  # where pages hardly mention the topic
MAX_BENCHMARK = 10.0  # so that a page full of repeated words cannot raise it without limit


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
    """Strength of a page's words, and its neighbours."""

    strength: float
    neighbours: NeighbourLinks = NeighbourLinks()


class Benchmark(Struct, frozen=True):
    """Evidence for the best pages of a profile."""

    best: float = USUAL_EVIDENCE


class NeighbourCurve(Struct, frozen=True):
    """Curve from words and neighbours to the chance of being relevant, in log-odds."""

    neighbours: float = 6.0  # what the best neighbours add
    share: float = 0.5  # this share of the best pages' evidence is needed
    spared: float = 3.4  # minus this

    def __call__(self, page: PageEvidence, benchmark: Benchmark) -> float:
        """Return the chance. A page with exactly the needed evidence has the odds of one whose words are just enough."""
        needed = self.share * benchmark.best - self.spared
        return _chance(math.log(CURVE.odds) + self.evidence(page) - needed)

    def evidence(self, page: PageEvidence) -> float:
        """Return the evidence for a page: its words, and its neighbours as far as they are known."""
        words = math.log(CURVE.odds) + CURVE.steepness * page.strength
        return words + self.neighbours * page.neighbours.trust * page.neighbours.mean_score


NEIGHBOUR_CURVE = NeighbourCurve()


def strength_of(score: float) -> float:
    """Return the strength of a page's words from their score: the inverse of the curve of words.

    It is the logarithm of the ratio of the page's total to what it needs.
    """
    if score <= 0.0:
        return MIN_STRENGTH
    odds = score / max(1.0 - score, 1e-12)
    return min(MAX_STRENGTH, max(MIN_STRENGTH, math.log(odds / CURVE.odds) / CURVE.steepness))


def benchmark_of(pages: Sequence[PageEvidence]) -> Benchmark:
    """Return the benchmark that a profile's best pages set; missing ones count with the usual evidence."""
    best = sorted(map(NEIGHBOUR_CURVE.evidence, pages), reverse=True)[:BEST_PAGES]
    mean = (sum(best) + USUAL_EVIDENCE * (BEST_PAGES - len(best))) / BEST_PAGES
    return Benchmark(min(MAX_BENCHMARK, max(MIN_BENCHMARK, mean)))


class Candidate(Struct, frozen=True):
    """A page that is scored together with others."""

    url: str
    strength: float
    links: frozenset[str]


def score_together(
    candidates: Sequence[Candidate], known: Mapping[str, float], common: frozenset[str] = frozenset()
) -> tuple[dict[str, PageEvidence], Benchmark]:
    """Score all candidates at once; return each with its neighbours, and their benchmark.

    `known` has the scores of pages that are not candidates; links to `common` pages are navigation.
    """
    by_url = {candidate.url: candidate for candidate in candidates}
    relatives = NameRelatives([*by_url, *known])
    weights = {one.url: _weights(one, by_url, relatives, common) for one in candidates}
    pages = {one.url: PageEvidence(one.strength) for one in candidates}
    scores = {url: NEIGHBOUR_CURVE(page, Benchmark()) for url, page in pages.items()}  # by their words
    benchmark = Benchmark()
    for _ in range(ROUNDS):
        read = {**known, **scores}
        folders = FolderScores(read)
        pages = {
            url: PageEvidence(
                page.strength, folders.added_to(neighbour_links(weights[url], read), url, scores[url])
            )
            for url, page in pages.items()
        }
        benchmark = benchmark_of([page for url, page in pages.items() if scores[url] >= MIN_BENCHMARK_SCORE])
        scores = {url: NEIGHBOUR_CURVE(page, benchmark) for url, page in pages.items()}
    return pages, benchmark


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


class NameRelatives:
    """Pages of one folder whose names begin with the same word."""

    def __init__(self, urls: Iterable[str] = ()) -> None:
        self._groups: dict[str, list[str]] = {}
        for url in urls:
            self.add(url)

    def add(self, url: str) -> None:
        self._groups.setdefault(_group_of(url), []).append(url)

    def of(self, url: str) -> list[str]:
        """Return the other pages of the group; none when the group is too large to say something."""
        group = self._groups.get(_group_of(url), [])
        return [other for other in group if other != url] if len(group) <= MAX_RELATIVES else []


def _folders_of(url: str) -> list[str]:
    """Return the folders that contain a page, the innermost first; the outermost is the site."""
    scheme, _, path = url.partition("?")[0].partition("://")
    parts = path.split("/")[:-1]
    return [f"{scheme}://{'/'.join(parts[:length])}" for length in range(len(parts), 0, -1)]


def _group_of(url: str) -> str:
    folder, _, name = url.partition("?")[0].rpartition("/")
    return f"{folder}/{_FIRST_WORD.split(name, maxsplit=1)[0]}"


def neighbour_weights(
    linked: Iterable[Key], relatives: Iterable[Key], links_back: Callable[[Key], bool]
) -> dict[Key, float]:
    """Return the weight of each neighbour of a page: those that it links to, and its name relatives."""
    weights = {key: 1.0 if links_back(key) else ONE_WAY_WEIGHT for key in linked}
    for key in relatives:
        if weights.get(key, 0.0) < 1.0:  # a reciprocal link has the full weight already
            weights[key] = weights.get(key, 0.0) + RELATIVE_WEIGHT
    return weights


def _weights(
    one: Candidate, by_url: Mapping[str, Candidate], relatives: NameRelatives, common: frozenset[str]
) -> dict[str, float]:
    site = site_of(one.url)
    # Sorted, because sums of floats depend on the order.
    near = [url for url in sorted(one.links - common) if url != one.url and site_of(url) == site]
    return neighbour_weights(
        near, sorted(relatives.of(one.url)), lambda url: url in by_url and one.url in by_url[url].links
    )


def _chance(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-700.0, logit)))
