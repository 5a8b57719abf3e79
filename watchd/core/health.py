"""Is a profile well? What a run showed, and how long it has been silent, become one sentence or none."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from watchd.model.run import Run
from watchd.model.seed import HELPFUL

# A profile that was never lively cannot fall silent: with fewer findings than this there is no habit to compare with.
HABIT = 5
# Silence is unusual when it lasts longer than a week and than four times the longest pause of late.
SHORTEST_SILENCE = timedelta(days=7)
UNUSUAL = 4

# One canary fewer may be chance; half of what is usual is a sign.
DROP = 0.5

# Sources that are a list in the profile itself; whether those pages are still there shows when they are visited.
OWN_PAGES = ("url", "example")


class Signs(Struct, frozen=True, kw_only=True):
    """What a run showed about its profile."""

    providers_asked: int = 0
    providers_failed: int = 0
    seeds_visited: int = 0  # addresses that the profile itself names
    seeds_gone: int = 0
    is_cut_short: bool = False  # the budget ended the run
    canaries_of: int = 0  # known good pages that it was not told of
    canaries_found: int = 0
    canaries_usual: float = 0.0  # as many as earlier runs have come to
    remnants_unvisited: int = 0  # remembered pages that the run meant to visit and did not get to


def signs_of(run: Run) -> Signs:
    """What the sources of a run's seeds say. Providers go by a plain name, feeds and sitemaps by kind and address."""
    asked = [report for report in run.sources if report.state != "skipped"]
    providers = [report for report in asked if ":" not in report.source and report.source not in OWN_PAGES]
    named = [report for report in asked if ":" in report.source]
    canaries = run.self_check.canaries if run.self_check else None
    return Signs(
        providers_asked=len(providers),
        providers_failed=sum(report.state not in HELPFUL for report in providers),
        seeds_visited=len(named),
        seeds_gone=sum(report.state not in HELPFUL for report in named),
        canaries_of=canaries.of if canaries else 0,
        canaries_found=canaries.found if canaries else 0,
        canaries_usual=(canaries.usual or 0.0) if canaries else 0.0,
        is_cut_short=(run.stop_reason or "").startswith("budget"),
    )


def ailment(signs: Signs, found_at: Sequence[datetime], now: datetime) -> str | None:
    """What is wrong, for the profile's owner; None when nothing is. `found_at` are the latest findings' times."""
    if signs.providers_asked and signs.providers_failed >= signs.providers_asked:
        return (
            f"None of its {signs.providers_asked} search provider(s) answered; "
            "GET /api/v1/providers says what is wrong with each."
        )
    if signs.seeds_visited and signs.seeds_gone >= signs.seeds_visited:
        return f"All {signs.seeds_visited} of its own seed(s) are gone; name others in seeds."
    if signs.canaries_found <= DROP * signs.canaries_usual and signs.canaries_usual > 0:
        return (
            f"It came to only {signs.canaries_found} of its {signs.canaries_of} canaries, usually to "
            f"{signs.canaries_usual:g}; its seeds, its budget or the sites have changed."
        )
    if signs.is_cut_short and signs.remnants_unvisited:
        return (
            f"Its budget ended before {signs.remnants_unvisited} remembered page(s) were visited; "
            "raise budget or let it run more often."
        )
    return _silence(found_at, now)


def _silence(found_at: Sequence[datetime], now: datetime) -> str | None:
    times = sorted(found_at)
    if len(times) < HABIT:
        return None
    longest = max(later - earlier for earlier, later in pairwise(times))
    silence = now - times[-1]
    if silence <= max(SHORTEST_SILENCE, UNUSUAL * longest):
        return None
    return (
        f"It has found nothing for {silence.days} days, which is unusual for it; "
        "check its query and its seeds, or lower report.min_score."
    )
