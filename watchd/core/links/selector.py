"""Which link does an agent take? A draw with the odds of exp(beta x estimate) (S002 equation 3)."""

from collections.abc import Sequence
from random import Random

import numpy as np


def odds(estimates: Sequence[float] | np.ndarray, beta: float) -> np.ndarray:
    """Softmax; the largest estimate is subtracted so that nothing overflows."""
    scaled = beta * np.asarray(estimates, dtype=float)
    grown = np.exp(scaled - scaled.max())
    return np.asarray(grown / grown.sum())


def draw(chances: np.ndarray, random: Random) -> int:
    """The index that a roulette with these chances picks."""
    ball = random.random() * float(chances.sum())
    return min(int(np.searchsorted(np.cumsum(chances), ball, side="right")), len(chances) - 1)
