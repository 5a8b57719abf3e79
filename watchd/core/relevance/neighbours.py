"""Which company does a page keep? What its neighbours are worth says what its own words leave open.

A page on IP addresses need not say "internet protocols"; that it stands between pages on FTP and on SMTP says it. So
the score of a page is settled in two steps. Its words give it a *strength*
(core/relevance/relevance.py). Its *company* is the mean score of its neighbours, above all the pages that it links to:

- a link that is answered (the other page links back) counts in full, one that is not a fifth of it: neighbours know each
  other, while a mere reference may lead anywhere;
- only links within a site count, and of these none that more than a tenth of all pages have: that is navigation;
- pages of one folder whose names begin with the same word (http.client, http.server) are *relatives*: they count two
  fifths, linked or not, unless there are so many of them that the word says nothing;
- the folder as a whole counts half of a link: where a site puts its pages on a topic into one, that is a place of its own.
  A folder of which little was read says less than the one around it; the outermost is the site.

Words and company add up to the *evidence* for a page. How much of it relevant pages have differs between topics and
between sites, so a page is compared with the best ones: the more speaks for them (the *standing* of the profile), the more
is needed. The fewer of its neighbours were read, the less its company counts: what was read so far lies near the topic
and would look like good company.

Scores depend on each other. What company can add is bounded, and it raises the standing as well: so pages that all link to
each other and say nothing of the topic cannot talk each other into being relevant.

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
BEST = 3  # pages whose evidence is the measure
UNANSWERED = 0.2  # of the weight of a link that is answered
RELATED = 0.4  # the same for a relative
FOLDER = 0.5  # the same for a folder, when many of its pages were read
FEW_PAGES = 3.0  # of a folder that give it half of that weight
MAX_RELATIVES = 60  # in larger families the first word is a prefix that the site gives to everything
WORDS = 0.1  # the weight of the words: one unanswered link says twice as much
COMMON = 0.1  # a link that this share of all pages have is navigation
MATTERS = 0.1  # pages that score less set no standard; but where all are weak, the best of them do
ROUNDS = 3  # scores depend on each other: by then they hardly move
WEAKEST, STRONGEST = -4.0, 3.0
USUAL = 5.0  # evidence for the best pages, before enough of them are known
LEAST, MOST = (
    2.0,
    10.0,
)  # where the topic is hardly spoken of, and whatever a page that is stuffed with words may say


class NeighbourLinks(Struct, frozen=True):
    """What is known of the neighbours of a page."""

    kept: float = 0.0  # the sum of the scores of those that were read, each by its weight
    weight: float = 0.0  # the sum of these weights
    unread: float = 0.0  # the same for the others

    @property
    def company(self) -> float:
        """Their mean score, as far as they were read."""
        return self.kept / self.weight if self.weight > 0.0 else 0.0

    @property
    def trust(self) -> float:
        """How much the company says beside the words, from 0 to 1."""
        return self.weight / (self.weight + self.unread + WORDS)


class PageEvidence(Struct, frozen=True):
    """A page beside others: how much its words say, and its neighbours."""

    strength: float
    ties: NeighbourLinks = NeighbourLinks()


class Benchmark(Struct, frozen=True):
    """How much speaks for the best pages of a profile."""

    best: float = USUAL


class NeighbourCurve(Struct, frozen=True):
    """From words and company to the chance of being relevant, in logarithms of odds."""

    company: float = 6.0  # what the best company adds
    share: float = 0.5  # so much of the best pages' evidence is needed
    spared: float = 3.4  # less this

    def __call__(self, peer: PageEvidence, standing: Benchmark) -> float:
        """A page that has just what is needed has the odds of one whose words are just enough."""
        needed = self.share * standing.best - self.spared
        return _chance(math.log(CURVE.odds) + self.evidence(peer) - needed)

    def evidence(self, peer: PageEvidence) -> float:
        """What speaks for a page: its words, and its company as far as it is known."""
        words = math.log(CURVE.odds) + CURVE.steepness * peer.strength
        return words + self.company * peer.ties.trust * peer.ties.company


NEIGHBOUR_CURVE = NeighbourCurve()


def strength_of(score: float) -> float:
    """How many times, as a logarithm, a page's words have what is needed: the curve of words, turned round."""
    if score <= 0.0:
        return WEAKEST
    odds = score / max(1.0 - score, 1e-12)
    return min(STRONGEST, max(WEAKEST, math.log(odds / CURVE.odds) / CURVE.steepness))


def benchmark_of(peers: Sequence[PageEvidence]) -> Benchmark:
    """The measure that a profile's best pages set; as long as they are few, the others are taken to be as usual."""
    best = sorted(map(NEIGHBOUR_CURVE.evidence, peers), reverse=True)[:BEST]
    mean = (sum(best) + USUAL * (BEST - len(best))) / BEST
    return Benchmark(min(MOST, max(LEAST, mean)))


class Candidate(Struct, frozen=True):
    """A page whose score is to be settled together with others."""

    url: str
    strength: float
    links: frozenset[str]


def settled(
    candidates: Sequence[Candidate], known: Mapping[str, float], common: frozenset[str] = frozenset()
) -> tuple[dict[str, PageEvidence], Benchmark]:
    """Every candidate with its neighbours, and their standing, when all of them are judged at once.

    `known` has the scores of pages that are no candidates; links to `common` pages are navigation.
    """
    by_url = {candidate.url: candidate for candidate in candidates}
    families = Families([*by_url, *known])
    weights = {one.url: _weights(one, by_url, families, common) for one in candidates}
    peers = {one.url: PageEvidence(one.strength) for one in candidates}
    scores = {url: NEIGHBOUR_CURVE(peer, Benchmark()) for url, peer in peers.items()}  # by their words
    standing = Benchmark()
    for _ in range(ROUNDS):
        met = {**known, **scores}
        folders = Folders(met)
        peers = {
            url: PageEvidence(peer.strength, folders.joined(ties_of(weights[url], met), url, scores[url]))
            for url, peer in peers.items()
        }
        standing = benchmark_of([peer for url, peer in peers.items() if scores[url] >= MATTERS])
        scores = {url: NEIGHBOUR_CURVE(peer, standing) for url, peer in peers.items()}
    return peers, standing


def ties_of(weights: Mapping[Key, float], scores: Mapping[Key, float]) -> NeighbourLinks:
    """What the neighbours are worth, by the weights of the links to them."""
    read = {key: weight for key, weight in weights.items() if key in scores}
    weight = sum(read.values())
    return NeighbourLinks(
        sum(w * scores[key] for key, w in read.items()), weight, sum(weights.values()) - weight
    )


class Folders:
    """How relevant the pages below each folder are, as far as they were read."""

    def __init__(self, scores: Mapping[str, float]) -> None:
        self._sums: dict[str, float] = {}
        self._pages: dict[str, int] = {}
        for url, score in scores.items():
            self.change(url, None, score)

    def change(self, url: str, before: float | None, score: float) -> None:
        """A page was read or is judged anew; None: nobody had read it."""
        for folder in _folders_of(url):
            self._sums[folder] = self._sums.get(folder, 0.0) + score - (before or 0.0)
            self._pages[folder] = self._pages.get(folder, 0) + (before is None)

    def joined(self, ties: NeighbourLinks, url: str, own: float | None) -> NeighbourLinks:
        """The neighbours of a page with those that share its folder; `own` is its score, None when it is not known.

        A folder that has hardly more than this page says nothing: then it is the one around it.
        """
        for folder in _folders_of(url):
            others = self._pages.get(folder, 0) - (own is not None)
            if others >= FEW_PAGES:
                mean = max(0.0, self._sums[folder] - (own or 0.0)) / others
                weight = FOLDER * others / (others + FEW_PAGES)
                return NeighbourLinks(ties.kept + weight * mean, ties.weight + weight, ties.unread)
        return ties


class Families:
    """Pages of one folder whose names begin with the same word."""

    def __init__(self, urls: Iterable[str] = ()) -> None:
        self._members: dict[str, list[str]] = {}
        for url in urls:
            self.add(url)

    def add(self, url: str) -> None:
        self._members.setdefault(_family_of(url), []).append(url)

    def relatives(self, url: str) -> list[str]:
        """The others; nobody where the family is too large to be one."""
        family = self._members.get(_family_of(url), [])
        return [other for other in family if other != url] if len(family) <= MAX_RELATIVES else []


def _folders_of(url: str) -> list[str]:
    """The folders that a page stands in, the innermost first; the outermost is the site."""
    scheme, _, path = url.partition("?")[0].partition("://")
    parts = path.split("/")[:-1]
    return [f"{scheme}://{'/'.join(parts[:length])}" for length in range(len(parts), 0, -1)]


def _family_of(url: str) -> str:
    folder, _, name = url.partition("?")[0].rpartition("/")
    return f"{folder}/{_FIRST_WORD.split(name, maxsplit=1)[0]}"


def weights_of(
    linked: Iterable[Key], relatives: Iterable[Key], answers: Callable[[Key], bool]
) -> dict[Key, float]:
    """How much each neighbour of a page counts: those that it links to, and its relatives."""
    weights = {key: 1.0 if answers(key) else UNANSWERED for key in linked}
    for key in relatives:
        if weights.get(key, 0.0) < 1.0:  # a link that is answered says all that can be said
            weights[key] = weights.get(key, 0.0) + RELATED
    return weights


def _weights(
    one: Candidate, by_url: Mapping[str, Candidate], families: Families, common: frozenset[str]
) -> dict[str, float]:
    site = site_of(one.url)
    # In order, since sums of floats depend on it.
    near = [url for url in sorted(one.links - common) if url != one.url and site_of(url) == site]
    return weights_of(
        near, sorted(families.relatives(one.url)), lambda url: url in by_url and one.url in by_url[url].links
    )


def _chance(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-700.0, logit)))
