"""Paired significance tests over topics (numpy only)."""

import numpy as np
from msgspec import Struct


class Comparison(Struct, frozen=True):
    """Comparison of two strategies over the same topics."""

    difference: float  # of the means
    relative: float  # to the other's mean
    low: float  # 95 % bootstrap interval of the difference
    high: float
    p: float  # sign-flip test, two-sided
    wins: int
    losses: int


def compare(ours: np.ndarray, theirs: np.ndarray, *, draws: int = 10_000, entropy: int = 1) -> Comparison:
    """Compare pairs of values, one per topic; average the entropies of a topic first."""
    gaps = np.asarray(ours, float) - np.asarray(theirs, float)
    random = np.random.default_rng(entropy)
    means = gaps[random.integers(0, len(gaps), (draws, len(gaps)))].mean(axis=1)
    flips = (gaps * random.choice([-1.0, 1.0], (draws, len(gaps)))).mean(axis=1)
    return Comparison(
        difference=float(gaps.mean()),
        relative=float(gaps.mean() / theirs.mean()) if theirs.mean() else float("nan"),
        low=float(np.percentile(means, 2.5)),
        high=float(np.percentile(means, 97.5)),
        p=float((np.abs(flips) >= abs(gaps.mean()) - 1e-12).mean()),
        wins=int((gaps > 1e-12).sum()),
        losses=int((gaps < -1e-12).sum()),
    )


def mean_interval(values: np.ndarray, *, draws: int = 4_000, entropy: int = 1) -> tuple[float, float, float]:
    """Return the mean over topics with its 95 % bootstrap interval."""
    random = np.random.default_rng(entropy)
    means = values[random.integers(0, len(values), (draws, len(values)))].mean(axis=1)
    return float(values.mean()), float(np.percentile(means, 2.5)), float(np.percentile(means, 97.5))
