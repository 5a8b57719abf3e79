"""How close do an agent's keywords stand to each link? The inputs of its net (S002 section 3.2).

A term counts 1/dist for a link, where dist is 1 inside the anchor and grows by one with every link in
between, up to the window rho. Occurrences far away count nothing.

The small net inside an agent: it estimates what a link is worth and learns from it (S002 section 3.3).

One hidden tanh layer and one tanh output. Learning is Q-learning by back-propagation: the estimate of the
link taken moves towards the energy it brought plus the discounted best estimate on the page it led to.

Which link does an agent take? A draw with the odds of exp(beta x estimate) (S002 equation 3).
"""

from collections.abc import Mapping, Sequence
from itertools import compress
from random import Random

import numpy as np
from msgspec import Struct

WINDOW = 5  # rho


def link_inputs(
    occurrences: Sequence[Sequence[int]], links: int, *, window: int = WINDOW, squash: bool = True
) -> np.ndarray:
    """One row per link, one column per keyword, whose coordinates on the page are its `occurrences`."""
    inputs = np.zeros((links, len(occurrences)))
    if links == 0:
        return inputs
    anchors = 2 * np.arange(links)
    for k, coordinates in enumerate(occurrences):
        if len(coordinates):
            gaps = np.abs(np.asarray(coordinates)[None, :] - anchors[:, None])
            distances = 1 + gaps // 2
            inputs[:, k] = np.where(distances <= window, 1.0 / distances, 0.0).sum(axis=1)
    return inputs / (1.0 + inputs) if squash else inputs


def occurrences_of(
    keywords: Sequence[str], terms: Sequence[str], coordinates: Sequence[int]
) -> list[list[int]]:
    """Where on the page each keyword stands."""
    where: Mapping[str, list[int]] = {keyword: [] for keyword in keywords}
    occurring = map(where.__contains__, terms)  # few of many
    for term, coordinate in compress(zip(terms, coordinates, strict=True), occurring):
        where[term].append(coordinate)
    return [where[keyword] for keyword in keywords]


HIDDEN = 4


class Net(Struct, frozen=True):
    """Weights as plain tuples, so that a genome can be stored and compared."""

    hidden: tuple[tuple[float, ...], ...]  # W1: one row per hidden unit, one column per keyword
    hidden_bias: tuple[float, ...]  # b1
    output: tuple[float, ...]  # W2
    output_bias: float  # b2


class NetLesson(Struct, frozen=True):
    """What one step of Q-learning changed."""

    net: Net
    error: float  # delta


def newborn(inputs: int, random: Random, hidden: int = HIDDEN) -> Net:
    """All weights and biases from U[-.5, .5]."""

    def draw() -> float:
        return random.uniform(-0.5, 0.5)

    return Net(
        hidden=tuple(tuple(draw() for _ in range(inputs)) for _ in range(hidden)),
        hidden_bias=tuple(draw() for _ in range(hidden)),
        output=tuple(draw() for _ in range(hidden)),
        output_bias=draw(),
    )


def estimates(net: Net, inputs: np.ndarray) -> np.ndarray:
    """The net's estimate for every link (one row of inputs each)."""
    layer = np.tanh(inputs @ np.asarray(net.hidden).T + np.asarray(net.hidden_bias))
    return np.asarray(np.tanh(layer @ np.asarray(net.output) + net.output_bias))


def q_target(reward: float, best_next: float, discount: float = 0.5) -> float:
    """What the estimate should have been; the output is a tanh, so it cannot ask for more than 1."""
    return min(1.0, max(-1.0, reward + discount * best_next))


def learn(
    net: Net,
    taken: np.ndarray,
    *,
    reward: float,
    best_next: float = 0.0,
    rate: float = 0.05,
    discount: float = 0.5,
) -> NetLesson:
    """Back-propagate the error for the link that was taken (`best_next` 0: a page without links)."""
    w1, w2 = np.asarray(net.hidden), np.asarray(net.output)
    layer = np.tanh(w1 @ taken + np.asarray(net.hidden_bias))
    estimate = float(np.tanh(w2 @ layer + net.output_bias))
    error = q_target(reward, best_next, discount) - estimate
    at_output = error * (1.0 - estimate**2)
    at_hidden = at_output * w2 * (1.0 - layer**2)
    changed = Net(
        hidden=tuple(map(tuple, (w1 + rate * np.outer(at_hidden, taken)).tolist())),
        hidden_bias=tuple((np.asarray(net.hidden_bias) + rate * at_hidden).tolist()),
        output=tuple((w2 + rate * at_output * layer).tolist()),
        output_bias=net.output_bias + rate * at_output,
    )
    return NetLesson(net=changed, error=error)


def odds(estimates: Sequence[float] | np.ndarray, beta: float) -> np.ndarray:
    """Softmax; the largest estimate is subtracted so that nothing overflows."""
    scaled = beta * np.asarray(estimates, dtype=float)
    grown = np.exp(scaled - scaled.max())
    return np.asarray(grown / grown.sum())


def draw_link(chances: np.ndarray, random: Random) -> int:
    """The index that a roulette with these chances picks."""
    ball = random.random() * float(chances.sum())
    return min(int(np.searchsorted(np.cumsum(chances), ball, side="right")), len(chances) - 1)
