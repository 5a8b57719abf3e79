"""Self-check of a run: the canaries that it reached, and an estimate of its coverage by capture and recapture.

Canaries are known good pages that a run must reach by itself. Coverage is estimated from two halves of the population. An
agent belongs to one half or the other by the founder of its lineage. A half captures a relevant page when a page that its
agents have read links to it. If the halves were independent, the share of the second half's pages that the first has
captured too would be the share of all pages that the first has captured (Chapman's estimator).

They are not quite independent: both follow one frontier, and both capture pages with many incoming links. So the estimated
number of pages is too low rather than too high, and it covers only pages with incoming links.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import median

from watchd.core.population.population import Population
from watchd.model.run import Canaries, Coverage, SelfCheck

MIN_RECAPTURED = 3  # pages captured by both halves; with fewer the estimate says nothing
CONFIDENCE_ERRORS = 1.96  # standard errors of a 95 % confidence interval


def chapman(first: int, second: int, both: int) -> tuple[float, float]:
    """Return the estimated total, and its standard error."""
    total = (first + 1) * (second + 1) / (both + 1) - 1
    spread = (first + 1) * (second + 1) * (first - both) * (second - both) / ((both + 1) ** 2 * (both + 2))
    return total, math.sqrt(spread)


def coverage(population: Population, readers: Mapping[str, str], min_score: float) -> Coverage | None:
    """Estimate the coverage of a run; None when too few pages were captured twice. `readers` are agents by URL."""
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
        low=round(max(found, total - CONFIDENCE_ERRORS * error), 1),
        high=round(max(found, total + CONFIDENCE_ERRORS * error), 1),
    )


def half_of(agent: str) -> int:
    """Return 0 or 1, by the number of the founder that a lineage begins with."""
    return int(agent.partition(".")[0]) % 2


def self_check(
    canaries: Sequence[str],
    population: Population,
    readers: Mapping[str, str],
    *,
    min_score: float,
    former: Sequence[SelfCheck],
) -> SelfCheck:
    """Check a run that has ended; `former` are the checks of earlier runs."""
    return SelfCheck(_canaries(canaries, population, former), coverage(population, readers, min_score))


def _canaries(urls: Sequence[str], population: Population, former: Sequence[SelfCheck]) -> Canaries | None:
    if not urls:
        return None
    missed = tuple(url for url in urls if not population.has_read(url))
    # Runs with other canaries say nothing about these.
    alike = [check.canaries.found for check in former if check.canaries and check.canaries.of == len(urls)]
    return Canaries(len(urls) - len(missed), len(urls), median(alike) if alike else None, missed)
