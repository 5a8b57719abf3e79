"""Link scorer: a linear model that a profile learns while it crawls, and keeps between runs.

Ridge regression on the last pages read: it predicts their relevance from the features of the links that led to them.
It starts from a prior (the mix of parent relevance and matching words), or from what earlier runs
learned, and moves away only as far as the evidence requires. The dual form is solved, because a few hundred pages are
fewer than the weights.

Credit: if a page is not relevant itself but leads to relevant pages, the target of the link that led to it rises.
"""

import math

import numpy as np
from msgspec import Struct

from watchd.core.relevance.link_features import BUCKETS, SLOTS

# Columns of the dense features, in their order.
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
    "depth",
    "arm",  # the last four in the order in which the frontier keeps them
    "site",
    "folder",
    "siblings",
)
_ONES = np.ones(SLOTS, dtype=np.float32)  # a product with ones sums rows faster than sum
COLUMN = {name: number for number, name in enumerate(COLUMNS)}
WIDTH = len(COLUMNS)


class ScorerState(Struct, frozen=True):
    """Weights that are kept between runs."""

    dense: tuple[float, ...]
    hashed: bytes  # float32, one per bucket


class ScorerRule(Struct, frozen=True):
    """Learning rule of the scorer; ridge and word_scale were tuned on development topics."""

    memory: int = 400  # pages that the regression uses; older ones are part of the prior
    every: int = 5  # pages between two solves
    ridge: float = 0.3  # how much evidence is necessary to leave the prior
    word_scale: float = 0.6  # hashed words are many and rare, so each has less weight
    discount: float = 0.5  # share of a relevant page's relevance that goes to the link that led to its parent


# The weights before anything was learned: best-first on parent relevance and matching words.
PRIOR = {"parent_best": 0.3, "words": 0.3, "url": 0.2, "near": 0.2, "folder": 0.2}
# Added to the learned weights, so that a relevant parent and matching words always count.
FLOOR = {"parent_best": 0.3, "words": 0.3}
# Scale of columns: a lower scale lets the weight of the column move less.
SCALE = {"one": 0.3, "depth": 0.5}


def by_column(weights: dict[str, float]) -> np.ndarray:
    """Return weights by name as an array, 0 for columns without a name."""
    return np.array([weights.get(name, 0.0) for name in COLUMNS])


class LinkScorer:
    """Weights, a window of evidence, and a factor of the kernel between the rows of the window."""

    def __init__(self, rule: ScorerRule | None = None, state: ScorerState | None = None) -> None:
        self._rule = rule or ScorerRule()
        n = self._rule.memory  # a later rule does not change it
        self._scale = np.array([SCALE.get(name, 1.0) for name in COLUMNS])
        self.dense = by_column(PRIOR) if state is None else np.array(state.dense)
        self._floor = by_column(FLOOR)
        self.hashed = (
            np.zeros(BUCKETS) if state is None else np.frombuffer(state.hashed, np.float32).astype(float)
        )
        self._prior = (self.dense, self.hashed)
        self._rounded = self._rounded_weights()
        self._rows = np.zeros((n, WIDTH))
        self._words = np.zeros((n, SLOTS), dtype=np.intp)
        self._factor = np.zeros((n, n))  # W of `_border`
        self._expected = np.zeros(n)  # what the prior predicts for each row
        self._bordered = 0  # rows that are part of these two
        self._targets = np.zeros(n)
        self._place: dict[str, int] = {}  # by URL: the row of its evidence in the window
        self._count = 0

    @property
    def rule(self) -> ScorerRule:
        """The learning rule."""
        return self._rule

    @rule.setter
    def rule(self, rule: ScorerRule) -> None:
        self._rule = rule
        self._bordered = 0  # ridge and word scale are part of the factor

    def scores(self, features: np.ndarray, buckets: np.ndarray) -> np.ndarray:
        """Return the relevance that is expected of links with these features."""
        dense, hashed = self._rounded
        return np.asarray(features @ dense + hashed.take(buckets) @ _ONES)

    def observe(self, url: str, features: np.ndarray, buckets: np.ndarray, relevance: float) -> None:
        """Add evidence: a link with these features led to a page of this relevance.

        The target is the square root, because it separates low relevances from 0: low relevances are the most frequent.
        """
        if self._count == len(self._rows):
            self._fold()
        i = self._count
        self._rows[i] = features * self._scale
        self._words[i] = buckets
        self._targets[i] = math.sqrt(relevance)
        self._place[url] = i
        self._count += 1
        if self._count - self._bordered >= self._rule.every:
            self.solve()

    def credit(self, url: str, relevance: float) -> None:
        """Raise the target of the link to `url`, because it led on to a page of this relevance."""
        place = self._place.get(url)
        if place is not None:
            self._targets[place] = max(self._targets[place], math.sqrt(relevance))

    def state(self) -> ScorerState:
        """Return the weights to keep for the next run."""
        return ScorerState(dense=tuple(self.dense.tolist()), hashed=self.hashed.astype(np.float32).tobytes())

    def solve(self) -> None:
        """Compute the weights from the evidence: w = w0 + X'(XX' + ridge)^-1 (y - X w0), in scaled columns."""
        self._border()
        n, scale = self._count, self._rule.word_scale**2
        w = self._factor[:n, :n]
        pull = (w @ (self._targets[:n] - self._expected[:n])) @ w
        dense, hashed = self._prior
        self.dense = dense + self._scale * (pull @ self._rows[:n])
        words = self._words[:n].ravel()
        self.hashed = hashed + scale * np.bincount(words, np.repeat(pull, SLOTS), minlength=BUCKETS)
        self.hashed[0] = 0.0
        self._rounded = self._rounded_weights()

    def _border(self) -> None:
        """Add the new rows to W, where W'W is the inverse of the kernel with its ridge.

        W is the inverse of the Cholesky factor. It only grows: with B the kernel between new and old rows, C the kernel
        among the new rows, V = BW' and S the inverse of the factor of C - VV', the new rows are [-SVW, S]. That is
        much cheaper than solving everything again, and errors do not grow.
        """
        m, n = self._bordered, self._count
        self._expected[m:n] = self._by_prior(slice(m, n))
        kernel = self._kernel(slice(m, n), slice(0, n))
        beside, among = kernel[:, :m], kernel[:, m:] + self._rule.ridge * np.eye(n - m)
        w = self._factor[:m, :m]
        v = beside @ w.T
        s = np.tril(np.linalg.inv(np.linalg.cholesky(among - v @ v.T)))
        self._factor[m:n, :m] = -s @ (v @ w)
        self._factor[m:n, m:n] = s
        self._bordered = n

    def _kernel(self, rows: slice, others: slice) -> np.ndarray:
        """Return how similar rows of the window are, by their features and by the words they share."""
        words = self._words[rows]
        times = np.zeros((len(words), BUCKETS), dtype=np.float32)
        np.add.at(times, (np.arange(len(words))[:, None], words), np.float32(self._rule.word_scale**2))
        times[:, 0] = 0.0  # no word
        shared = times.take(self._words[others], axis=1) @ _ONES
        return np.asarray(self._rows[rows] @ self._rows[others].T + shared)

    def _by_prior(self, rows: slice) -> np.ndarray:
        """Return what the prior predicts for rows of the window."""
        dense, hashed = self._prior
        return np.asarray(self._rows[rows] @ (dense / self._scale) + hashed.take(self._words[rows]).sum(axis=1))

    def _rounded_weights(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the weights for scoring: with the floor, in the precision of the features."""
        return (self.dense + self._floor).astype(np.float32), self.hashed.astype(np.float32)

    def _fold(self) -> None:
        """Delete the older half of the evidence: what was learned from it becomes the prior."""
        self.solve()
        self._prior = (self.dense, self.hashed)
        n, half = self._count, self._count // 2
        kept = slice(0, n - half)
        for column in (self._rows, self._words, self._targets):
            column[kept] = column[half:n].copy()
        self._place = {url: i - half for url, i in self._place.items() if i >= half}
        self._count = n - half
        self._bordered = 0
        self._border()
