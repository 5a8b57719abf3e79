"""When is a profile due? Pure arithmetic on schedules; the truth about due times is a column in the database."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import ceil, inf, sqrt

from cronsim import CronSim

from watchd.model.profile import Adaptive, Schedule
from watchd.model.times import duration_seconds, zone

# After a pause of the daemon, overdue profiles are spread over at least this long, so that a restart is no stampede …
SPREAD_AT_MOST_SECONDS = 60.0
# … unless so few are overdue that nobody would notice: then each waits a few seconds at most.
SPREAD_PER_PROFILE_SECONDS = 5.0
# However many are overdue, no more than this many start per second.
STARTS_PER_SECOND = 20.0

SHRINK_WHEN_FOUND = 0.5
GROW_WHEN_NOTHING = 1.5
USUAL_PERIOD = 6 * 3600.0  # seconds: the default of a profile
MIN_RUN = 30.0  # seconds: what a run does before its first visit and after its last one should pay
MIN_FIRST_RUN = 60.0  # seconds: it takes some hundred pages to learn which words are common on these sites


def first_due(schedule: Schedule, now: datetime) -> datetime | None:
    """A new profile runs at once, unless its owner named the times (cron) or wants to start it (manual)."""
    if schedule.manual:
        return None
    if schedule.cron is not None:
        return _next_cron(schedule, now)
    return now


def next_due(
    schedule: Schedule, *, was_due: datetime, now: datetime, interval: float | None
) -> datetime | None:
    """The first due time after now. Times missed meanwhile are not made up for: one run stands for all of them."""
    if schedule.manual:
        return None
    if schedule.cron is not None:
        return _next_cron(schedule, now)
    return _next_on_grid(was_due, now, period_of(schedule, interval))


def period_of(schedule: Schedule, interval: float | None) -> float:
    """Seconds between two runs of a schedule that has a period."""
    if schedule.every is not None:
        return duration_seconds(schedule.every)
    assert schedule.adaptive is not None
    return interval if interval is not None else starting_interval(schedule.adaptive)


def pace_of(schedule: Schedule) -> float:
    """How long a day is to a profile, in days: shorter to one that looks more often than is usual.

    What to expect of pages that were hardly visited is known for profiles that look a few times a day. Who looks every
    minute expects news within minutes; with beliefs that are counted in days, visits would teach nothing for a week.
    """
    if schedule.manual or schedule.cron is not None:
        return 1.0
    return min(1.0, period_of(schedule, None) / USUAL_PERIOD)


def time_for_run(schedule: Schedule, now: datetime, interval: float | None, *, is_first: bool) -> float:
    """Seconds until the profile wants to look again. A longer run would keep it from seeing what is new meanwhile."""
    due = next_due(schedule, was_due=now, now=now, interval=interval)
    least = MIN_FIRST_RUN if is_first else MIN_RUN
    return max(least, (due - now).total_seconds()) if due else inf


def starting_interval(adaptive: Adaptive) -> float:
    """Knowing nothing, take the geometric middle: as many doublings from either end."""
    return sqrt(duration_seconds(adaptive.min) * duration_seconds(adaptive.max))


def adapted_interval(adaptive: Adaptive, interval: float | None, *, findings: int) -> float:
    """Come back sooner after a find, later after nothing, within the person's bounds."""
    current = interval if interval is not None else starting_interval(adaptive)
    factor = SHRINK_WHEN_FOUND if findings else GROW_WHEN_NOTHING
    return min(max(current * factor, duration_seconds(adaptive.min)), duration_seconds(adaptive.max))


def mended_due(schedule: Schedule, now: datetime, interval: float | None, chance: float) -> datetime | None:
    """A new due time for one that was computed while the clock was ahead: within one period, not all at once."""
    if schedule.manual or schedule.cron is not None:
        return first_due(schedule, now)
    return now + timedelta(seconds=chance * period_of(schedule, interval))


def spread(overdue: Sequence[str], now: datetime, chances: Sequence[float]) -> dict[str, datetime]:
    """New due times for profiles that were missed, oldest first, with jitter inside each one's slot."""
    count = len(overdue)
    span = max(min(SPREAD_AT_MOST_SECONDS, SPREAD_PER_PROFILE_SECONDS * count), count / STARTS_PER_SECOND)
    slot = span / count if count else 0.0
    pairs = zip(overdue, chances, strict=True)
    return {name: now + timedelta(seconds=(i + chance) * slot) for i, (name, chance) in enumerate(pairs)}


def _next_on_grid(was_due: datetime, now: datetime, period: float) -> datetime:
    """Keep the phase, so that a late start does not push all later ones back."""
    late = (now - was_due).total_seconds()
    # A due time far in the future was computed by a wrong clock: start a new grid.
    if late < -period:
        return now + timedelta(seconds=period)
    steps = max(1, ceil(late / period)) if late > 0 else 1
    due = was_due + timedelta(seconds=steps * period)
    return due if due > now else due + timedelta(seconds=period)


def _next_cron(schedule: Schedule, now: datetime) -> datetime:
    """cronsim follows Debian's cron over changes of the clock: a skipped time runs after the gap, a doubled one once."""
    assert schedule.cron is not None
    local = now.astimezone(zone(schedule.timezone or "UTC"))
    return next(CronSim(schedule.cron, local)).astimezone(UTC)
