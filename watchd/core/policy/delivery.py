"""Delivery rules: when a message may leave, and what follows when it cannot be delivered.

The rules delay messages, never runs: a run finds pages at any hour, and the alert waits. All rules use local time in the
profile's time zone. A digest comes once on every day: if a clock change skips its time it comes after the gap, and if the
time occurs twice it comes at the first.
"""

from datetime import UTC, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Rejected
from watchd.model.profile import Delivery, QuietHours
from watchd.model.values import zone

# Findings that follow an alert of the same profile within this time join one message.
GATHER_WINDOW = timedelta(seconds=5)
# A message that waits for more findings leaves this long before quiet hours begin, so that it is not sent in them.
QUIET_MARGIN = timedelta(seconds=5)
# Pauses after failures: 10 s, doubled up to an hour. No receiver can ask for more than that hour.
FIRST_PAUSE_SECONDS = 10.0
MAX_PAUSE_SECONDS = 3600.0
# Share by which chance makes a pause shorter or longer, so that channels that failed together do not retry together.
SPREAD = 0.2
# A digest is at most a day away, and quiet hours may delay it for most of another day; each may include a clock change.
MAX_HOLD = timedelta(hours=50)
# With these pauses, 80 tries take about 72 hours.
MAX_TRIES = 80

Step = Literal["sent", "again", "give_up", "rest"]


def instant(delivery: Delivery, now: datetime, *, previous: datetime | None) -> datetime:
    """Return when a finding of now may leave, if its profile reports instantly."""
    soonest = now if previous is None else max(now, previous + GATHER_WINDOW)
    return after_quiet_hours(delivery, soonest)


def held(delivery: Delivery, now: datetime, window: timedelta) -> datetime | None:
    """Return until when an instant message of now may wait for more findings; None if it must not be held.

    No quiet hours begin before that time, so the message may leave earlier at any moment.
    """
    latest, quiet = now + window, delivery.quiet_hours
    if quiet is not None:
        if after_quiet_hours(delivery, now) > now:
            return None  # the end of the quiet hours decides
        begins = _next(quiet.start, now, zone(delivery.timezone), folds=(0, 1))
        latest = min(latest, begins - QUIET_MARGIN)
    return latest if latest > now else None


def digest(delivery: Delivery, now: datetime) -> datetime:
    """Return the time of the next digest after now."""
    return after_quiet_hours(delivery, _next(delivery.digest_at, now, zone(delivery.timezone), folds=(0,)))


def after_quiet_hours(delivery: Delivery, moment: datetime) -> datetime:
    """Return the moment, or the end of the quiet hours that contain it."""
    place = zone(delivery.timezone)
    quiet = delivery.quiet_hours
    if quiet is None or not _is_quiet(quiet, moment.astimezone(place).time()):
        return moment
    return _next(quiet.end, moment, place, folds=(0, 1))


def start_of_day(delivery: Delivery, now: datetime) -> datetime:
    """Return the midnight from which `max_per_day` counts."""
    place = zone(delivery.timezone)
    return datetime.combine(now.astimezone(place).date(), time(), place).astimezone(UTC)


def next_step(outcome: DeliveryOutcome, attempts: int) -> Step:
    """Return what to do with an alert, and with its channel, after this number of tries."""
    match outcome:
        case Delivered():
            return "sent"
        case Rejected(by=by, tries=tries) if attempts >= tries:
            return "rest" if by == "channel" else "give_up"
        case Delayed() | Rejected():
            return "give_up" if attempts >= MAX_TRIES else "again"


def pause(attempts: int, *, asked: float | None, chance: float) -> timedelta:
    """Return the pause of a channel after a message failed for the nth time; `chance` spreads the retries."""
    if asked is not None:
        return timedelta(seconds=min(asked, MAX_PAUSE_SECONDS))
    grown = min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** min(attempts - 1, 20))
    return timedelta(seconds=grown * (1 - SPREAD + 2 * SPREAD * chance))


def _is_quiet(quiet: QuietHours, clock: time) -> bool:
    start, end = time.fromisoformat(quiet.start), time.fromisoformat(quiet.end)
    if start < end:
        return start <= clock < end
    return clock >= start or clock < end


def _next(clock: str, after: datetime, place: ZoneInfo, folds: tuple[int, ...]) -> datetime:
    """Return the first moment after this one with that local time."""
    today = after.astimezone(place).date()
    shown = [
        datetime.combine(today + timedelta(days=day), time.fromisoformat(clock).replace(fold=fold), place)
        for day in (-1, 0, 1, 2)
        for fold in folds
    ]
    return min(moment for moment in (local.astimezone(UTC) for local in shown) if moment > after)
