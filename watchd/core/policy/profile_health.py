"""Health of a profile: one sentence about a problem, or none, from its last run and the time since its last finding."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from msgspec import Struct

from watchd.model.run import Run
from watchd.model.seed import HELPFUL, SourceReport

MIN_FINDINGS = 5  # with fewer findings there is no usual pause to compare with
# Silence is unusual when it lasts longer than a week and than four times the longest recent pause.
MIN_SILENCE = timedelta(days=7)
UNUSUAL_FACTOR = 4
CANARY_DROP = 0.5  # one canary fewer may be chance; half of the usual number is a sign
MAX_REASONS = 3  # that one sentence names
NO_START = (
    "Its runs start from nothing: it uses no search provider and names no page; remove seeds.providers to ask all enabled "
    "ones, or add pages, feeds or sitemaps to seeds."
)
# Sources that the profile itself names. One page, feed or sitemap has a kind and an address, such as "feed:https://…".
OWN = ("url", "example", "feed", "sitemap")


class Signs(Struct, frozen=True, kw_only=True):
    """Signs of problems that a run showed about its profile."""

    unanswered: tuple[str, ...] = ()  # why no search provider helped, by provider
    named: int = 0  # pages, feeds and sitemaps that the profile itself names
    unread: tuple[str, ...] = ()  # those of them that could not be read, and why
    is_without_start: bool = False  # the run asked no source and visited no page
    canaries_of: int = 0  # known good pages that the run must reach by itself
    canaries_found: int = 0
    canaries_usual: float = 0.0  # number that earlier runs reached


def signs_of(run: Run) -> Signs:
    """Return the signs in the sources and the self-check of a run."""
    canaries, seeds = run.self_check.canaries if run.self_check else None, run.spec.seeds
    counts = run.counts
    return Signs(
        is_without_start=not run.sources and not counts.requests + counts.refused + counts.recalled,
        unanswered=degraded(run.sources),
        named=len({*seeds.urls, *seeds.feeds, *seeds.sitemaps, *run.spec.query.examples}),
        unread=tuple(_unread(run.sources)),
        canaries_of=canaries.of if canaries else 0,
        canaries_found=canaries.found if canaries else 0,
        canaries_usual=(canaries.usual or 0.0) if canaries else 0.0,
    )


def degraded(sources: Iterable[SourceReport]) -> tuple[str, ...]:
    """Return why no search provider helped, one line for each; none when one did, or when none was needed.

    A provider that was not asked, because it rests, its quota is spent, its key is refused or it is not configured, counts
    as one that did not answer: otherwise a profile would seem healthy as soon as all its providers rest.
    """
    wanted = [s for s in sources if s.source.partition(":")[0] not in OWN and s.state != "idle"]
    if any(source.state in HELPFUL for source in wanted):
        return ()
    return tuple(f"{source.source}: {source.reason}" for source in wanted)


def _unread(sources: Iterable[SourceReport]) -> Iterator[str]:
    """Yield why single pages, feeds and sitemaps of the profile could not be read."""
    for source in sources:
        kind, _, address = source.source.partition(":")
        if kind in OWN and address and source.state not in HELPFUL:
            yield f"{address}: {source.reason}"


def ailment(signs: Signs, found_at: Sequence[datetime], now: datetime) -> str | None:
    """Describe the problem for the profile's owner; None without a problem. `found_at` are times of the latest findings."""
    if signs.unanswered:
        return f"No search provider helped. {_first(signs.unanswered)}"
    if signs.named and len(signs.unread) >= signs.named:
        return f"None of its own pages, feeds and sitemaps could be read. {_first(signs.unread)}"
    if signs.is_without_start and not signs.named and not found_at:
        return NO_START
    if signs.canaries_found <= CANARY_DROP * signs.canaries_usual and signs.canaries_usual > 0:
        return (
            f"It reached only {signs.canaries_found} of its {signs.canaries_of} canaries, usually "
            f"{signs.canaries_usual:g}; its seeds, its budget or the sites have changed."
        )
    return _silence(found_at, now)


def _first(reasons: Sequence[str]) -> str:
    rest = len(reasons) - MAX_REASONS
    more = [f"And {rest} more; see the sources of the last run."] if rest > 0 else []
    return " ".join([*reasons[:MAX_REASONS], *more])


def _silence(found_at: Sequence[datetime], now: datetime) -> str | None:
    times = sorted(found_at)
    if len(times) < MIN_FINDINGS:
        return None
    longest = max(later - earlier for earlier, later in pairwise(times))
    silence = now - times[-1]
    if silence <= max(MIN_SILENCE, UNUSUAL_FACTOR * longest):
        return None
    return (
        f"It has found nothing for {silence.days} days, which is unusual for it; "
        "check its query and its seeds, or lower report.min_score."
    )
