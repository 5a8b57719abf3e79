"""Curve from the evidence for a page to its score: the chance that it is relevant.

The five kinds of evidence (core/relevance/topic.py) add up to a total. A page whose total is exactly what its topic needs
has a score of 0.3, the default of `report.min_score`. What a topic needs depends on how well pages can match it at all:
on the mean total of its best pages. Below a maximum, that is: where the best pages match very well, a page needs no more
than where they match well, so a page never loses because others are read better.

The weights and the curve were fitted over topics of 17 manuals in one pool (docs/explanation/measured-relevance.md). All
pages have the same curve. A page without surroundings (a plain text, a feed entry) has no evidence of that kind, and
needs more of the others.
"""

import math

from msgspec import Struct


class Evidence(Struct, frozen=True):
    """Evidence for a page, each part from 0 to 1."""

    closeness: float = 0.0
    coverage: float = 0.0
    heading: float = 0.0
    around: float = 0.0
    likeness: float = 0.0


class Curve(Struct, frozen=True):
    """Weights of the evidence and shape of the curve."""

    closeness: float = 3.2
    coverage: float = 3.6
    heading: float = 3.4
    around: float = 5.2
    likeness: float = 5.5
    needed_always: float = 1.2
    needed_share: float = 0.65  # of the mean total of the best pages
    min_best: float = 4.3  # where all hints are off the topic, they must not make every page relevant
    max_best: float = 9.0  # better pages do not raise what is needed
    odds: float = 3 / 7  # of a page that has exactly the total that it needs
    slope: float = 0.7  # log-odds for each unit of the total

    def __call__(self, total: float, needed: float) -> float:
        """Return the score of a page from its total."""
        return chance_of(self.log_odds(total, needed))

    def log_odds(self, total: float, needed: float) -> float:
        return math.log(self.odds) + self.slope * (total - needed)

    def needed(self, best: float) -> float:
        """Return the total that makes a page worth reporting, from the mean total of the best pages."""
        return self.needed_always + self.needed_share * min(self.max_best, max(self.min_best, best))

    def total(self, evidence: Evidence) -> float:
        """Return the evidence for a page as one number; 0 when nothing matches."""
        matched = self.closeness * evidence.closeness + self.coverage * evidence.coverage
        matched += self.heading * evidence.heading + self.around * evidence.around
        return matched + self.likeness * evidence.likeness


def chance_of(log_odds: float) -> float:
    """Return the logistic of log-odds."""
    return 1.0 / (1.0 + math.exp(-max(-700.0, log_odds)))


def log_odds_of(chance: float) -> float:
    """Return the log-odds of a chance; the inverse of `chance_of` between 1e-12 and 1 - 1e-12."""
    held = min(1.0 - 1e-12, max(1e-12, chance))
    return math.log(held / (1.0 - held))


def logistic_chance(base: float, matched: float) -> float:
    """Return the logistic of base + matched, scaled so that it is exactly 0 without any match."""
    at_nothing = 1.0 / (1.0 + math.exp(-base))
    chance = 1.0 / (1.0 + math.exp(-(base + matched)))
    return min(1.0, max(0.0, (chance - at_nothing) / (1.0 - at_nothing)))


CURVE = Curve()
