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
    """What speaks for a page, each from 0 to 1; a text without surroundings has only the first two."""

    closeness: float = 0.0
    coverage: float = 0.0
    heading: float = 0.0
    around: float | None = None
    taught: float = 0.0  # what verdicts say of where the site puts the page; below 0 when it speaks against it


class Curve(Struct, frozen=True):
    """From evidence to the chance of being relevant; `plain_*` is for texts without surroundings."""

    plain_base: float = -5.0
    plain_closeness: float = 7.0
    plain_coverage: float = 3.3
    closeness: float = 10.0
    coverage: float = 1.5
    heading: float = 9.1
    around: float = 5.0
    taught: float = 1.6  # in places that verdicts speak for
    scale: float = 3.56  # what a page needs
    telling: float = -0.25  # depends on how much the words of the topic tell
    best: float = 0.38  # and on how well the best pages match
    odds: float = 3 / 7  # of a page that has just what is needed
    steepness: float = 5.5

    def __call__(self, evidence: Evidence, needed: float) -> float:
        if evidence.around is None:
            matched = self.plain_closeness * evidence.closeness + self.plain_coverage * evidence.coverage
            return _chance(self.plain_base, matched)
        odds = self.odds * math.pow(self.total(evidence) / needed, self.steepness)
        return odds / (1.0 + odds)

    def needed(self, telling: float, best: float) -> float:
        """The total of pages that are worth telling about."""
        return (
            self.scale
            * math.pow(max(1.0, telling), self.telling)
            * math.pow(max(MIN_BEST_TOTAL, best), self.best)
        )

    def total(self, evidence: Evidence) -> float:
        """The evidence of a page as one number; 0 when nothing matches."""
        matched = self.closeness * evidence.closeness + self.coverage * evidence.coverage
        matched += self.heading * evidence.heading + self.around * (evidence.around or 0.0)
        # What speaks against a place divides: pages in wrong places keep their order, and none falls below nothing.
        return (
            matched + self.taught * evidence.taught
            if evidence.taught >= 0
            else matched / (1.0 - evidence.taught)
        )


def _chance(base: float, matched: float) -> float:
    """Logistic, but without any match exactly 0."""
    at_nothing = 1.0 / (1.0 + math.exp(-base))
    chance = 1.0 / (1.0 + math.exp(-(base + matched)))
    return min(1.0, max(0.0, (chance - at_nothing) / (1.0 - at_nothing)))


CURVE = Curve()
