"""Curve from the evidence for a page to its chance of being relevant.

The four kinds of evidence (core/relevance/topic.py) add up to a total. The total that a page needs depends on the topic. No
page says all of a query of many words, so such a topic needs less. Sites differ in how well their pages can match at all,
so the best *hints* count too: pages that search providers named or that earlier runs read. The chance of being relevant
depends on the ratio of the total to what is needed. The curve was fitted once, over many topics. A text without
surroundings (a paragraph, a plain file) has a curve of its own.
"""

import math

from msgspec import Struct

MIN_BEST_TOTAL = 5.0  # if all hints are off the topic, they must not make every page relevant


class Evidence(Struct, frozen=True):
    """Evidence for a page, each part from 0 to 1; a text without surroundings has only the first two."""

    closeness: float = 0.0
    coverage: float = 0.0
    heading: float = 0.0
    around: float | None = None
    learned: float = 0.0  # what verdicts say about the page's place on its site; below 0 is against the page


class Curve(Struct, frozen=True):
    """Weights of the evidence and shape of the curve; `plain_*` is for texts without surroundings."""

    plain_base: float = -5.0
    plain_closeness: float = 7.0
    plain_coverage: float = 3.3
    closeness: float = 10.0
    coverage: float = 1.5
    heading: float = 9.1
    around: float = 5.0
    learned: float = 1.6  # in places that verdicts favour
    scale: float = 3.56  # of the total that a page needs
    rarity: float = -0.25  # exponent of the sum of the rarities of the topic's words
    best: float = 0.38  # exponent of the mean total of the best pages
    odds: float = 3 / 7  # of a page that has exactly the total that it needs
    steepness: float = 5.5

    def __call__(self, evidence: Evidence, needed: float) -> float:
        if evidence.around is None:
            matched = self.plain_closeness * evidence.closeness + self.plain_coverage * evidence.coverage
            return logistic_chance(self.plain_base, matched)
        odds = self.odds * math.pow(self.total(evidence) / needed, self.steepness)
        return odds / (1.0 + odds)

    def needed(self, rarity: float, best: float) -> float:
        """Return the total that makes a page worth reporting."""
        of_topic = math.pow(max(1.0, rarity), self.rarity)
        return self.scale * of_topic * math.pow(max(MIN_BEST_TOTAL, best), self.best)

    def total(self, evidence: Evidence) -> float:
        """Return the evidence for a page as one number; 0 when nothing matches."""
        matched = self.closeness * evidence.closeness + self.coverage * evidence.coverage
        matched += self.heading * evidence.heading + self.around * (evidence.around or 0.0)
        if evidence.learned >= 0:
            return matched + self.learned * evidence.learned
        # Evidence against a place divides: pages in wrong places keep their order, and no total is below 0.
        return matched / (1.0 - evidence.learned)


def logistic_chance(base: float, matched: float) -> float:
    """Return the logistic of base + matched, scaled so that it is exactly 0 without any match."""
    at_nothing = 1.0 / (1.0 + math.exp(-base))
    chance = 1.0 / (1.0 + math.exp(-(base + matched)))
    return min(1.0, max(0.0, (chance - at_nothing) / (1.0 - at_nothing)))


CURVE = Curve()
