"""Scale of stored scores, and what scores of earlier versions say on the present one.

Nearly all pages that those versions reported had scores of 0.99. A score was 0.3 where the evidence was just enough, as
now; but its log-odds grew much faster with the evidence.
"""

import math

from watchd.core.relevance.curve import CURVE, chance_of, log_odds_of

FORMER_SCALE = 0
SCALE = 1
FORMER_STEEPNESS = 5.5  # of the former curve: log-odds for each unit of the logarithm of the evidence
SLOPE = 0.4  # of the present log-odds for each unit of the former ones


def present_score(score: float, scale: int) -> float:
    """Return a stored score on the present scale; 0 stays 0, and 0.3 stays 0.3."""
    if scale == SCALE or score <= 0.0:
        return score
    return chance_of(_present(log_odds_of(score)))


def former_words(strength: float) -> float:
    """Return the present log-odds of the strength of a page's words, as earlier versions stored it."""
    return _present(math.log(CURVE.odds) + FORMER_STEEPNESS * strength)


def _present(log_odds: float) -> float:
    enough = math.log(CURVE.odds)
    return enough + SLOPE * (log_odds - enough)
