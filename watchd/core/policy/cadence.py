"""Due times of profiles: pure arithmetic on schedules. The due time itself is a column in the database."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import ceil, inf, sqrt

from cronsim import CronSim

from watchd.model.profile import Adaptive, Schedule
from watchd.model.values import duration_seconds, zone

# After a pause of the daemon, overdue profiles are spread over this time, so that they do not all start at once. With few
# of them the time is shorter: SPREAD_PER_PROFILE_SECONDS each. With many it is longer: at most MAX_STARTS_PER_SECOND start.
MAX_SPREAD_SECONDS = 60.0
SPREAD_PER_PROFILE_SECONDS = 5.0
MAX_STARTS_PER_SECOND = 20.0

SHRINK_WHEN_FOUND = 0.5
GROW_WHEN_NOTHING = 1.5
USUAL_PERIOD_SECONDS = 6 * 3600.0  # the default of a profile
MIN_RUN_SECONDS = 30.0  # shorter runs would spend most of their time on their start and end
MIN_FIRST_RUN_SECONDS = 60.0  # it takes about a hundred pages to learn which words are common on these sites


def first_due(schedule: Schedule, now: datetime) -> datetime | None:
    """Return the first due time: now, unless the owner set the times (cron) or starts runs by hand (manual)."""
    if schedule.manual:
        return None
    if schedule.cron is not None:
        return _next_cron(schedule, now)
    return now


def next_due(
    schedule: Schedule, *, was_due: datetime, now: datetime, interval: float | None
) -> datetime | None:
    """Return the first due time after now. Missed due times do not add up: one run replaces all of them."""
    if schedule.manual:
        return None
    if schedule.cron is not None:
        return _next_cron(schedule, now)
    return _next_on_grid(was_due, now, period_of(schedule, interval))


def period_of(schedule: Schedule, interval: float | None) -> float:
    """Return the seconds between two runs of a schedule with a period."""
    if schedule.every is not None:
        return duration_seconds(schedule.every)
    assert schedule.adaptive is not None
    return interval if interval is not None else starting_interval(schedule.adaptive)


def pace_of(schedule: Schedule) -> float:
    """Return the length of a day for a profile, in days: shorter for a profile that runs more often than usual.

    The priors for pages with few visits were chosen for profiles that run a few times a day. A profile that runs every
    minute expects news within minutes; with priors in days, it would learn nothing from visits for a week.
    """
    if schedule.manual or schedule.cron is not None:
        return 1.0
    return min(1.0, period_of(schedule, None) / USUAL_PERIOD_SECONDS)


def time_for_run(schedule: Schedule, now: datetime, interval: float | None, *, is_first: bool) -> float:
    """Return the seconds until the next due time. A longer run would delay the next one."""
    due = next_due(schedule, was_due=now, now=now, interval=interval)
    min_seconds = MIN_FIRST_RUN_SECONDS if is_first else MIN_RUN_SECONDS
    return max(min_seconds, (due - now).total_seconds()) if due else inf


def starting_interval(adaptive: Adaptive) -> float:
    """Return the geometric mean of the bounds: the same number of doublings from both."""
    return sqrt(duration_seconds(adaptive.min) * duration_seconds(adaptive.max))


def adapted_interval(adaptive: Adaptive, interval: float | None, *, findings: int) -> float:
    """Return a shorter interval after findings and a longer one after none, within the person's bounds."""
    current = interval if interval is not None else starting_interval(adaptive)
    factor = SHRINK_WHEN_FOUND if findings else GROW_WHEN_NOTHING
    return min(max(current * factor, duration_seconds(adaptive.min)), duration_seconds(adaptive.max))


def spread(overdue: Sequence[str], now: datetime, chances: Sequence[float]) -> dict[str, datetime]:
    """Return new due times for missed profiles, the oldest first, each at a random time of its slot."""
    count = len(overdue)
    span = min(MAX_SPREAD_SECONDS, SPREAD_PER_PROFILE_SECONDS * count)
    span = max(span, count / MAX_STARTS_PER_SECOND)
    slot = span / count if count else 0.0
    pairs = zip(overdue, chances, strict=True)
    return {name: now + timedelta(seconds=(i + chance) * slot) for i, (name, chance) in enumerate(pairs)}


def _next_on_grid(was_due: datetime, now: datetime, period: float) -> datetime:
    """Return the next due time of the same phase, so that a late start does not delay all later ones."""
    late = (now - was_due).total_seconds()
    # A clock that was ahead computed the due time: start a new grid (core/policy/clock_skew.py).
    if late < -period:
        return now + timedelta(seconds=period)
    steps = max(1, ceil(late / period)) if late > 0 else 1
    due = was_due + timedelta(seconds=steps * period)
    return due if due > now else due + timedelta(seconds=period)


def _next_cron(schedule: Schedule, now: datetime) -> datetime:
    """Return the next cron time as in Debian's cron: a skipped local time runs after the gap, a repeated one once."""
    assert schedule.cron is not None
    local = now.astimezone(zone(schedule.timezone or "UTC"))
    return next(CronSim(schedule.cron, local)).astimezone(UTC)
