"""Which company does a page keep? What its neighbours are worth says what its own words leave open.

A page on IP addresses need not say "internet protocols"; that it stands between pages on FTP and on SMTP says it. So
the score of a page is settled in two steps. Its words give it a *strength* (core/relevance.py). Its *company* is the mean
score of the known pages that it links to:

- a link that is answered (the other page links back) counts in full, one that is not a tenth of it: neighbours know each
  other, while a mere reference may lead anywhere;
- a link that more than a tenth of all pages have is navigation and says nothing.

How strong and how sociable relevant pages are differs between topics and between sites, so a page is compared with the
best ones: with the *standing* of the profile. A page in poorer company than theirs needs stronger words; one that is alone
on its site needs less than one that is alone where the topic has a whole corner. The fewer neighbours are known, the more
a page is judged by its words alone.

The numbers are fitted over 41 topics of seven manuals (docs/explanation/measured-relevance.md).
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from urllib.parse import urlsplit

from msgspec import Struct

from watchd.core.relevance import CURVE

BEST = 8  # pages whose strength and company are the measure
UNANSWERED = 0.1  # of the weight of a link that is answered
WORDS = 0.05  # the weight of the words: one unanswered link says twice as much
ROUNDS = 3  # scores depend on each other: by then they hardly move
WEAKEST, STRONGEST = -4.0, 3.0


class Ties(Struct, frozen=True):
    """What is known of the neighbours of a page: the sum of their scores and of their weights."""

    kept: float = 0.0
    weight: float = 0.0

    @property
    def company(self) -> float:
        """Their mean score."""
        return self.kept / self.weight if self.weight > 0.0 else 0.0


class Peer(Struct, frozen=True):
    """A page beside others: how much its words say, and its neighbours."""

    site: str
    strength: float
    ties: Ties = Ties()


class Standing(Struct, frozen=True):
    """How strong the best pages of a profile are and what company they keep: everywhere, and site by site."""

    strength: float = 0.0
    company: float = 0.0
    sites: dict[str, float] = {}

    def company_at(self, site: str) -> float:
        """What company is usual there: half as everywhere, half as on the site itself."""
        return (self.company + self.sites.get(site, 0.0)) / 2


class CompanyCurve(Struct, frozen=True):
    """From strength and company to the chance of being relevant."""

    base: float = 0.47
    strength: float = 1.67
    best: float = 0.51  # so much of the best pages' strength is expected
    company: float = 6.84
    usual: float = 0.48  # and so much of their company

    def __call__(self, peer: Peer, standing: Standing) -> float:
        """The chance; with nobody around it is that of the words."""
        words = math.log(CURVE.odds) + CURVE.steepness * peer.strength
        more = peer.ties.company - self.usual * standing.company_at(peer.site)
        above = peer.strength - self.best * standing.strength
        beside = self.base + self.strength * above + self.company * more
        share = peer.ties.weight / (peer.ties.weight + WORDS)
        return _chance((1.0 - share) * words + share * beside)

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


def site_of(url: str) -> str:
    """Pages of one host are one site."""
    return urlsplit(url).netloc


def standing_of(peers: Sequence[Peer], curve: CompanyCurve = COMPANY) -> Standing:
    """The measure that a profile's pages set; without any, nothing is expected."""
    if not peers:
        return Standing()
    ranked = sorted(peers, key=curve.rank, reverse=True)
    sites: dict[str, list[float]] = {}
    for peer in ranked:
        of_site = sites.setdefault(peer.site, [])
        if len(of_site) < BEST:
            of_site.append(peer.ties.company)
    strongest = sorted((peer.strength for peer in peers), reverse=True)[:BEST]
    return Standing(
        fmean(strongest),
        fmean(peer.ties.company for peer in ranked[:BEST]),
        # A site with few pages that matter has no corner for the topic.
        {site: sum(company) / BEST for site, company in sites.items()},
    )


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
    weights = {one.url: _neighbours(one, by_url, known, common) for one in candidates}
    peers = {one.url: Peer(site_of(one.url), one.strength) for one in candidates}
    scores = {url: COMPANY(peer, Standing()) for url, peer in peers.items()}  # by their words
    standing = standing_of(list(peers.values()))
    for _ in range(ROUNDS):
        peers = {
            url: Peer(peer.site, peer.strength, _met(weights[url], scores, known))
            for url, peer in peers.items()
        }
        standing = standing_of(list(peers.values()))
        scores = {url: COMPANY(peer, standing) for url, peer in peers.items()}
    return peers, standing


def _neighbours(
    one: Candidate, by_url: Mapping[str, Candidate], known: Mapping[str, float], common: frozenset[str]
) -> dict[str, float]:
    """The known pages that it links to, with the weight of each."""
    weights: dict[str, float] = {}
    for url in sorted(one.links):  # sums of floats depend on their order
        if url == one.url or url in common:
            continue
        if url in by_url:
            weights[url] = 1.0 if one.url in by_url[url].links else UNANSWERED
        elif url in known:
            weights[url] = UNANSWERED
    return weights


def _met(weights: Mapping[str, float], scores: Mapping[str, float], known: Mapping[str, float]) -> Ties:
    kept = sum(
        weight * (scores[url] if url in scores else known.get(url, 0.0)) for url, weight in weights.items()
    )
    return Ties(kept, sum(weights.values()))


def _chance(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-700.0, logit)))
