"""Which company does a page keep? What its neighbours are worth says what its own words leave open.

A page on IP addresses need not say "internet protocols"; that it stands between pages on FTP and on SMTP says it. So
the score of a page is settled in two steps. Its words give it a *strength* (core/relevance.py). Its *company* is the mean
score of its neighbours, above all the pages that it links to:

- a link that is answered (the other page links back) counts in full, one that is not a fifth of it: neighbours know each
  other, while a mere reference may lead anywhere;
- only links within a site count, and of these none that more than a tenth of all pages have: that is navigation;
- pages of one folder whose names begin with the same word (http.client, http.server) are *relatives*: they count two
  fifths, linked or not, unless there are so many of them that the word says nothing.

How strong and how sociable relevant pages are differs between topics and between sites, so a page is compared with the
best ones: with the *standing* of the profile. A page in poorer company than theirs needs stronger words; one that is alone
on its site needs less than one that is alone where the topic has a whole corner. The fewer of its neighbours were read, the
more a page is judged by its words alone: what was read so far lies near the topic and would look like good company.

Scores depend on each other, so a corner of a site can hold itself down: each page is in poor company because the others
are. That is why poor company takes away only so much from a page that speaks for itself.

The numbers are fitted over 41 topics of seven manuals (docs/explanation/measured-relevance.md).
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from watchd.core.links.features import site_of
from watchd.core.relevance import CURVE

Key = TypeVar("Key", str, int)
_FIRST_WORD = re.compile(r"[._-]")
BEST = 8  # pages whose strength and company are the measure
UNANSWERED = 0.2  # of the weight of a link that is answered
RELATED = 0.4  # the same for a relative
MOST_RELATIVES = 60  # in larger families the first word is a prefix that the site gives to everything
WORDS = 0.1  # the weight of the words: one unanswered link says twice as much
COMMON = 0.1  # a link that this share of all pages have is navigation
MATTERS = 0.1  # pages that score less set no standard; but where all are weak, the best of them do
ROUNDS = 3  # scores depend on each other: by then they hardly move
WEAKEST, STRONGEST = -4.0, 3.0
STRENGTH, USUAL = 0.35, 0.73  # of the best pages in the mean over topics: before enough of them are known


class Ties(Struct, frozen=True):
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


class Peer(Struct, frozen=True):
    """A page beside others: how much its words say, and its neighbours."""

    site: str
    strength: float
    ties: Ties = Ties()


class Standing(Struct, frozen=True):
    """How strong the best pages of a profile are and what company they keep: everywhere, and site by site."""

    strength: float = STRENGTH
    company: float = USUAL
    sites: dict[str, float] = {}

    def company_at(self, site: str) -> float:
        """What company is usual there: half as everywhere, half as on the site itself."""
        return (self.company + self.sites.get(site, 0.0)) / 2


class CompanyCurve(Struct, frozen=True):
    """From strength and company to the chance of being relevant."""

    base: float = 0.4
    strength: float = 2.2
    best: float = 0.51  # so much of the best pages' strength is expected
    company: float = 6.84
    usual: float = 0.48  # and so much of their company
    lost: float = 1.3  # at most: the odds of a page in poor company are a quarter of what its words say

    def __call__(self, peer: Peer, standing: Standing) -> float:
        """The chance; with nobody around it is that of the words."""
        words = math.log(CURVE.odds) + CURVE.steepness * peer.strength
        more = peer.ties.company - self.usual * standing.company_at(peer.site)
        above = peer.strength - self.best * standing.strength
        beside = self.base + self.strength * above + self.company * more
        trust = peer.ties.trust
        return _chance(max(words - self.lost, (1.0 - trust) * words + trust * beside))

    def rank(self, peer: Peer) -> float:
        """Which of two pages of a profile is the better one, whatever is usual."""
        return self.strength * peer.strength + self.company * peer.ties.company


COMPANY = CompanyCurve()


def strength_of(score: float) -> float:
    """How many times, as a logarithm, a page's words have what is needed: the curve of words, turned round."""
    if score <= 0.0:
        return WEAKEST
    odds = score / max(1.0 - score, 1e-12)
    return min(STRONGEST, max(WEAKEST, math.log(odds / CURVE.odds) / CURVE.steepness))


def standing_of(peers: Sequence[Peer]) -> Standing:
    """The measure that a profile's pages set; as long as they are few, they are taken to be as usual."""
    ranked = sorted(peers, key=COMPANY.rank, reverse=True)
    sites: dict[str, list[float]] = {}
    for peer in ranked:
        of_site = sites.setdefault(peer.site, [])
        if len(of_site) < BEST:
            of_site.append(peer.ties.company)
    strongest = sorted((peer.strength for peer in peers), reverse=True)
    return Standing(
        _filled(strongest, STRENGTH),
        _filled([peer.ties.company for peer in ranked], USUAL),
        # A site with few pages that matter has no corner for the topic.
        {site: sum(company) / BEST for site, company in sites.items()},
    )


def _filled(best: Sequence[float], usual: float) -> float:
    """The mean of the best, in the place of missing ones what is usual."""
    found = best[:BEST]
    return (sum(found) + usual * (BEST - len(found))) / BEST


class Candidate(Struct, frozen=True):
    """A page whose score is to be settled together with others."""

    url: str
    strength: float
    links: frozenset[str]


def settled(
    candidates: Sequence[Candidate], known: Mapping[str, float], common: frozenset[str] = frozenset()
) -> tuple[dict[str, Peer], Standing]:
    """Every candidate with its neighbours, and their standing, when all of them are judged at once.

    `known` has the scores of pages that are no candidates; links to `common` pages are navigation.
    """
    by_url = {candidate.url: candidate for candidate in candidates}
    families = Families([*by_url, *known])
    weights = {one.url: _weights(one, by_url, families, common) for one in candidates}
    peers = {one.url: Peer(site_of(one.url), one.strength) for one in candidates}
    scores = {url: COMPANY(peer, Standing()) for url, peer in peers.items()}  # by their words
    standing = Standing()
    for _ in range(ROUNDS):
        met = {**known, **scores}
        peers = {url: Peer(peer.site, peer.strength, ties_of(weights[url], met)) for url, peer in peers.items()}
        standing = standing_of([peer for url, peer in peers.items() if scores[url] >= MATTERS])
        scores = {url: COMPANY(peer, standing) for url, peer in peers.items()}
    return peers, standing


def ties_of(weights: Mapping[Key, float], scores: Mapping[Key, float]) -> Ties:
    """What the neighbours are worth, by the weights of the links to them."""
    read = {key: weight for key, weight in weights.items() if key in scores}
    weight = sum(read.values())
    return Ties(sum(w * scores[key] for key, w in read.items()), weight, sum(weights.values()) - weight)


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
        return [other for other in family if other != url] if len(family) <= MOST_RELATIVES else []


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
