"""Is a profile well? What a run showed, and how long it has been silent, become one sentence or none."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from watchd.model.run import Run
from watchd.model.seed import HELPFUL, SourceReport

# A profile that was never lively cannot fall silent: with fewer findings than this there is no habit to compare with.
HABIT = 5
# Silence is unusual when it lasts longer than a week and than four times the longest pause of late.
MIN_SILENCE = timedelta(days=7)
UNUSUAL = 4

# One canary fewer may be chance; half of what is usual is a sign.
DROP = 0.5

NAMED = 3  # reasons that one sentence names

# Sources that are the profile's own. One page, feed or sitemap goes by kind and address, such as "feed:https://…".
OWN = ("url", "example", "feed", "sitemap")


class Signs(Struct, frozen=True, kw_only=True):
    """What a run showed about its profile."""

    unanswered: tuple[str, ...] = ()  # why no search provider helped, by provider
    named: int = 0  # pages, feeds and sitemaps that the profile itself names
    unread: tuple[str, ...] = ()  # those of them that could not be read, and why
    canaries_of: int = 0  # known good pages that it was not told of
    canaries_found: int = 0
    canaries_usual: float = 0.0  # as many as earlier runs have come to


def signs_of(run: Run) -> Signs:
    """What the sources of a run's seeds and its self-check say."""
    canaries, seeds = run.self_check.canaries if run.self_check else None, run.spec.seeds
    return Signs(
        unanswered=degraded(run.sources),
        named=len({*seeds.urls, *seeds.feeds, *seeds.sitemaps, *run.spec.query.examples}),
        unread=tuple(_unread(run.sources)),
        canaries_of=canaries.of if canaries else 0,
        canaries_found=canaries.found if canaries else 0,
        canaries_usual=(canaries.usual or 0.0) if canaries else 0.0,
    )


def degraded(sources: Iterable[SourceReport]) -> tuple[str, ...]:
    """Why no search provider helped, one line for each; none when one did, or when there was nothing to ask.

    A provider that was not asked, because it rests, its quota is spent, its key is refused or it is not configured, has
    not answered: otherwise a profile would seem well as soon as we give up on its engines.
    """
    wanted = [s for s in sources if s.source.partition(":")[0] not in OWN and s.state != "idle"]
    if any(source.state in HELPFUL for source in wanted):
        return ()
    return tuple(f"{source.source}: {source.reason}" for source in wanted)


def _unread(sources: Iterable[SourceReport]) -> Iterator[str]:
    """Why single pages, feeds and sitemaps of the profile could not be read."""
    for source in sources:
        kind, _, address = source.source.partition(":")
        if kind in OWN and address and source.state not in HELPFUL:
            yield f"{address}: {source.reason}"


def ailment(signs: Signs, found_at: Sequence[datetime], now: datetime) -> str | None:
    """What is wrong, for the profile's owner; None when nothing is. `found_at` are the latest findings' times."""
    if signs.unanswered:
        return f"None of its search providers answered. {_some(signs.unanswered)}"
    if signs.named and len(signs.unread) >= signs.named:
        return f"Nothing that it names itself could be read. {_some(signs.unread)}"
    if signs.canaries_found <= DROP * signs.canaries_usual and signs.canaries_usual > 0:
        return (
            f"It came to only {signs.canaries_found} of its {signs.canaries_of} canaries, usually to "
            f"{signs.canaries_usual:g}; its seeds, its budget or the sites have changed."
        )
    return _silence(found_at, now)


def _some(reasons: Sequence[str]) -> str:
    rest = len(reasons) - NAMED
    more = [f"And {rest} more; the last run's sources name them."] if rest > 0 else []
    return " ".join([*reasons[:NAMED], *more])


def _silence(found_at: Sequence[datetime], now: datetime) -> str | None:
    times = sorted(found_at)
    if len(times) < HABIT:
        return None
    longest = max(later - earlier for earlier, later in pairwise(times))
    silence = now - times[-1]
    if silence <= max(MIN_SILENCE, UNUSUAL * longest):
        return None
    return (
        f"It has found nothing for {silence.days} days, which is unusual for it; "
        "check its query and its seeds, or lower report.min_score."
    )
