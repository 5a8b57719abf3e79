"""How much is there that a run has not found? A guess from two halves of its population, by capture and recapture.

Agents belong to one half or the other by the founder they descend from. A relevant page is captured by a half when a
page that its agents have read links to it. If the halves were independent, the share of the second half's pages that the
first has captured too would be the share of all pages that the first has captured (Chapman's estimator).

They are not quite independent: both follow one frontier, and what many pages link to is captured by both. So the number
of pages is guessed too low rather than too high, and it only speaks of pages that links lead to.

How well has a run done, by its own measure? Canaries that it came to by itself, and how much it covers.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import median

from watchd.core.population.population import Population
from watchd.model.run import Canaries, Coverage, SelfCheck

MIN_RECAPTURED = 3  # pages captured by both halves; with fewer the guess is anybody's
CERTAINTY = 1.96  # standard errors: 95 %


def chapman(first: int, second: int, both: int) -> tuple[float, float]:
    """How many there are in all, and the standard error of that, when both captured some of the same."""
    total = (first + 1) * (second + 1) / (both + 1) - 1
    spread = (first + 1) * (second + 1) * (first - both) * (second - both) / ((both + 1) ** 2 * (both + 2))
    return total, math.sqrt(spread)


def coverage(population: Population, readers: Mapping[str, str], min_score: float) -> Coverage | None:
    """What a run has found of what there is; None when too little was captured twice. `readers` are agents by URL."""
    relevances = population.relevances()
    relevant = {url for url, relevance in relevances.items() if relevance >= min_score}
    halves: tuple[list[str], list[str]] = ([], [])
    for url in relevances:
        if url in readers:
            halves[half_of(readers[url])].append(url)
    one, other = (relevant & population.links_on(urls) for urls in halves)
    both = len(one & other)
    if both < MIN_RECAPTURED:
        return None
    total, error = chapman(len(one), len(other), both)
    found = len(one | other)
    return Coverage(
        found=found,
        expected=round(max(total, found), 1),
        low=round(max(found, total - CERTAINTY * error), 1),
        high=round(max(found, total + CERTAINTY * error), 1),
    )


def half_of(agent: str) -> int:
    """0 or 1, by the number of the founder that a lineage begins with."""
    return int(agent.partition(".")[0]) % 2


def self_check(
    canaries: Sequence[str],
    population: Population,
    readers: Mapping[str, str],
    *,
    min_score: float,
    former: Sequence[SelfCheck],
) -> SelfCheck:
    """What to say about a run that has ended; `former` are the checks of runs before."""
    return SelfCheck(_canaries(canaries, population, former), coverage(population, readers, min_score))


def _canaries(urls: Sequence[str], population: Population, former: Sequence[SelfCheck]) -> Canaries | None:
    if not urls:
        return None
    missed = tuple(url for url in urls if not population.has_read(url))
    # Runs with other canaries say nothing about these.
    alike = [check.canaries.found for check in former if check.canaries and check.canaries.of == len(urls)]
    return Canaries(len(urls) - len(missed), len(urls), median(alike) if alike else None, missed)
