"""How close do an agent's keywords stand to each link? The inputs of its net (S002 section 3.2).

A term counts 1/dist for a link, where dist is 1 inside the anchor and grows by one with every link in
between, up to the window rho. Occurrences far away count nothing.
"""

from collections.abc import Mapping, Sequence
from itertools import compress

import numpy as np

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
