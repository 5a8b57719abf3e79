"""What will a link bring? A linear scorer that a profile learns while it crawls, and keeps between runs.

Ridge regression on the last pages read: given the features of the links that led to them, predict their
relevance. It starts from a prior (the mix of parent relevance and matching words), or from what earlier runs
learned, and moves away only as far as the evidence asks. The dual form is solved: a few hundred pages are
fewer than the weights.

Credit flows back: a page that is dull itself but leads to relevant ones raises the target of the link that
led to it.
"""

import math
from collections import Counter

import numpy as np
from msgspec import Struct

from watchd.core.links.features import BUCKETS

# Columns of the dense features, in order.
COLUMNS = (
    "one",
    "parent_best",
    "parent_mean",
    "parent_sum",
    "parents",
    "anchor",
    "context",
    "words",  # the better of anchor and context
    "url",
    "near",
    "siblings",
    "depth",
    "arm",  # these three beside each other, in the order in which the frontier keeps them
    "site",
    "folder",
)
COLUMN = {name: number for number, name in enumerate(COLUMNS)}
WIDTH = len(COLUMNS)


class ScorerState(Struct, frozen=True):
    """Weights to keep between runs."""

    dense: tuple[float, ...]
    hashed: bytes  # float32, one per bucket


class ScorerRule(Struct, frozen=True):
    """How the scorer learns; ridge and word_scale were tuned on development topics."""

    memory: int = 400  # pages that the regression looks at; older ones live on in the prior
    every: int = 5  # pages between two solves
    ridge: float = 0.3  # how much evidence it takes to leave the prior
    word_scale: float = 0.6  # hashed words are many and rare, so each may say less
    discount: float = 0.5  # what a relevant page is worth to the link that led to its parent


# What is believed before anything was learned: best-first on parent relevance and matching words.
PRIOR = {"parent_best": 0.3, "words": 0.3, "url": 0.2, "near": 0.2, "folder": 0.2}
# Whatever is learned, a relevant parent and matching words keep this much: the floor.
FLOOR = {"parent_best": 0.3, "words": 0.3}
# How much the weight of a column may say (columns of a similar meaning share their evidence).
SCALE = {"one": 0.3, "depth": 0.5}


def by_column(weights: dict[str, float]) -> np.ndarray:
    """Weights by name as an array, 0 where none is named."""
    return np.array([weights.get(name, 0.0) for name in COLUMNS])


class LinkScorer:
    """Weights, the window of evidence, and the kernel between its rows."""

    def __init__(self, rule: ScorerRule | None = None, state: ScorerState | None = None) -> None:
        self.rule = rule or ScorerRule()
        n = self.rule.memory
        self._scale = np.array([SCALE.get(name, 1.0) for name in COLUMNS])
        self.dense = by_column(PRIOR) if state is None else np.array(state.dense)
        self._floor = by_column(FLOOR)
        self.hashed = (
            np.zeros(BUCKETS) if state is None else np.frombuffer(state.hashed, np.float32).astype(float)
        )
        self._prior = (self.dense.copy(), self.hashed.copy())
        self._quick = self._rounded()
        self._rows = np.zeros((n, WIDTH))
        self._words = np.zeros((BUCKETS, n), dtype=np.float32)  # one column per page: few rows are looked at
        self._kernel = np.zeros((n, n))
        self._targets = np.zeros(n)
        self._place: dict[str, int] = {}  # where in the window the evidence for a URL stands
        self._count = 0
        self._fresh = 0

    def scores(self, features: np.ndarray, buckets: np.ndarray) -> np.ndarray:
        """What links with these features are expected to bring."""
        dense, hashed = self._quick
        return np.asarray(features @ dense + hashed.take(buckets).sum(axis=1))

    def observe(self, url: str, features: np.ndarray, buckets: np.ndarray, relevance: float) -> None:
        """A link with these features led to a page of this relevance.

        The target is its square root: most pages score little, and what tells little from nothing is there.
        """
        if self._count == self.rule.memory:
            self._fold()
        i = self._count
        self._rows[i] = features * self._scale
        times = Counter(buckets.tolist())
        del times[0]  # no word
        present = np.fromiter(times, dtype=np.intp)
        self._words[present, i] = [self.rule.word_scale * n for n in times.values()]
        shared = self._words[present, i] @ self._words.take(present, axis=0)[:, : i + 1]
        near = self._rows[: i + 1] @ self._rows[i] + shared
        self._kernel[i, : i + 1] = near  # the lower half; the other is the same
        self._targets[i] = math.sqrt(relevance)
        self._place[url] = i
        self._count += 1
        self._fresh += 1
        if self._fresh >= self.rule.every:
            self._solve()

    def credit(self, url: str, relevance: float) -> None:
        """A page further on was relevant: the link to `url` was worth at least this much."""
        place = self._place.get(url)
        if place is not None:
            self._targets[place] = max(self._targets[place], math.sqrt(relevance))

    @property
    def discount(self) -> float:
        """What credit loses with every step back."""
        return self.rule.discount

    def state(self) -> ScorerState:
        """What to keep for the next run."""
        return ScorerState(dense=tuple(self.dense.tolist()), hashed=self.hashed.astype(np.float32).tobytes())

    def _solve(self) -> None:
        """w = w0 + X'(XX' + ridge)^-1 (y - X w0), in scaled columns."""
        n = self._count
        rows, words = self._rows[:n], self._words[:, :n]
        dense, hashed = self._prior
        said = (hashed / self.rule.word_scale).astype(np.float32) @ words
        expected = rows @ (dense / self._scale) + said
        lower = np.tril(self._kernel[:n, :n], -1)
        kernel = lower + lower.T + np.diag(np.diag(self._kernel)[:n] + self.rule.ridge)
        pull = np.linalg.solve(kernel, self._targets[:n] - expected)
        self.dense = dense + self._scale * (pull @ rows)
        self.hashed = hashed + self.rule.word_scale * (words @ pull.astype(np.float32))
        self.hashed[0] = 0.0
        self._quick = self._rounded()
        self._fresh = 0

    def _rounded(self) -> tuple[np.ndarray, np.ndarray]:
        """The weights as scores use them: with the floor, and as narrow as the features."""
        return (self.dense + self._floor).astype(np.float32), self.hashed.astype(np.float32)

    def _fold(self) -> None:
        """Let the older half of the evidence go: what it taught becomes the prior."""
        self._solve()
        self._prior = (self.dense.copy(), self.hashed.copy())
        n, half = self._count, self._count // 2
        self._rows[: n - half] = self._rows[half:n]
        self._words[:, : n - half] = self._words[:, half:n].copy()
        self._words[:, n - half :] = 0.0
        self._kernel[: n - half, : n - half] = self._kernel[half:n, half:n].copy()
        self._targets[: n - half] = self._targets[half:n]
        self._place = {url: i - half for url, i in self._place.items() if i >= half}
        self._count = n - half
