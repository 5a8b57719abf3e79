"""Neural net of an agent: it estimates the worth of links, learns from results, and selects a link.

Inputs (S002 section 3.2): a term counts 1/dist for a link, where dist is 1 inside the anchor and grows by one with
every link in between, up to the window rho. Occurrences further away do not count.

Net (S002 section 3.3): one hidden tanh layer and one tanh output. Learning is Q-learning by back-propagation: the
estimate of the link taken moves towards the energy gained plus the discounted best estimate on the page it led to.

Selector (S002 equation 3): a draw with the odds of exp(beta x estimate).
"""

from collections.abc import Mapping, Sequence
from itertools import compress
from random import Random

import numpy as np
from msgspec import Struct

WINDOW = 5  # rho, in links
HIDDEN_UNITS = 4


def link_inputs(
    occurrences: Sequence[Sequence[int]], links: int, *, window: int = WINDOW, squash: bool = True
) -> np.ndarray:
    """Return one row per link and one column per keyword; `occurrences` are the coordinates of each keyword."""
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
    """Return the coordinates of each keyword on the page."""
    where: Mapping[str, list[int]] = {keyword: [] for keyword in keywords}
    occurring = map(where.__contains__, terms)  # few terms are keywords
    for term, coordinate in compress(zip(terms, coordinates, strict=True), occurring):
        where[term].append(coordinate)
    return [where[keyword] for keyword in keywords]


class Net(Struct, frozen=True):
    """Weights of a net as plain tuples, so that a genome can be stored and compared."""

    hidden: tuple[tuple[float, ...], ...]  # W1: one row per hidden unit, one column per keyword
    hidden_bias: tuple[float, ...]  # b1
    output: tuple[float, ...]  # W2
    output_bias: float  # b2


class NetLesson(Struct, frozen=True):
    """Result of one step of Q-learning."""

    net: Net
    error: float  # delta


def random_net(inputs: int, random: Random, hidden: int = HIDDEN_UNITS) -> Net:
    """Draw all weights and biases from U[-.5, .5]."""

    def draw() -> float:
        return random.uniform(-0.5, 0.5)

    return Net(
        hidden=tuple(tuple(draw() for _ in range(inputs)) for _ in range(hidden)),
        hidden_bias=tuple(draw() for _ in range(hidden)),
        output=tuple(draw() for _ in range(hidden)),
        output_bias=draw(),
    )


def estimates(net: Net, inputs: np.ndarray) -> np.ndarray:
    """Return the net's estimate for every link (one row of inputs each)."""
    layer = np.tanh(inputs @ np.asarray(net.hidden).T + np.asarray(net.hidden_bias))
    return np.asarray(np.tanh(layer @ np.asarray(net.output) + net.output_bias))


def q_target(reward: float, best_next: float, discount: float = 0.5) -> float:
    """Return the target of the estimate, within -1..1 because the output is a tanh."""
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
    """Back-propagate the error for the link that was taken (`best_next` is 0 for a page without links)."""
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
    """Return the softmax of the estimates; the largest is subtracted so that nothing overflows."""
    scaled = beta * np.asarray(estimates, dtype=float)
    grown = np.exp(scaled - scaled.max())
    return np.asarray(grown / grown.sum())


def draw_link(chances: np.ndarray, random: Random) -> int:
    """Draw an index with these chances."""
    drawn = random.random() * float(chances.sum())
    return min(int(np.searchsorted(np.cumsum(chances), drawn, side="right")), len(chances) - 1)
