"""When may a message leave, and what follows when it could not?

Delivery rules hold messages, never checks: a run finds at any hour, and the alert waits. All rules speak of the wall clock
in the profile's time zone. A digest comes once on every day: where a change of the clock skips its time it comes after the
gap, and where the time comes twice it comes at the first.
"""

from datetime import UTC, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from watchd.model.alert import AlertKind, Delayed, Delivered, DeliveryOutcome, Horizon, Rejected
from watchd.model.profile import Delivery, QuietHours
from watchd.model.times import CLOCK_SLACK, zone

# Findings that follow an alert of the same profile this soon are gathered into one message.
GATHER = timedelta(seconds=5)
# Pauses after failures: 10 s, doubled up to an hour. No receiver can ask for more than that hour.
FIRST_PAUSE = 10.0
MAX_PAUSE = 3600.0
# Chance makes a pause shorter or longer by this part of it, so that those who failed together do not come back together.
SPREAD = 0.2
# A digest is a day away at most, and quiet hours may hold it for most of another; each may meet a change of the clock.
MAX_HOLD = timedelta(hours=50)
# With these pauses, 80 tries take about 72 hours.
MAX_TRIES = 80

Step = Literal["sent", "again", "give_up", "rest"]


def instant(delivery: Delivery, now: datetime, *, previous: datetime | None) -> datetime:
    """When a finding of now may be told, if its profile wants to hear at once."""
    soonest = now if previous is None else max(now, previous + GATHER)
    return after_quiet_hours(delivery, soonest)


def digest(delivery: Delivery, now: datetime) -> datetime:
    """The next digest after now."""
    return after_quiet_hours(delivery, _next(delivery.digest_at, now, zone(delivery.timezone), folds=(0,)))


def after_quiet_hours(delivery: Delivery, moment: datetime) -> datetime:
    """The moment itself, or the end of the quiet hours that it falls into."""
    place = zone(delivery.timezone)
    quiet = delivery.quiet_hours
    if quiet is None or not _is_quiet(quiet, moment.astimezone(place).time()):
        return moment
    return _next(quiet.end, moment, place, folds=(0, 1))


def start_of_day(delivery: Delivery, now: datetime) -> datetime:
    """The midnight that `max_per_day` counts from."""
    place = zone(delivery.timezone)
    return datetime.combine(now.astimezone(place).date(), time(), place).astimezone(UTC)


def next_step(outcome: DeliveryOutcome, attempts: int) -> Step:
    """What to do with an alert, and with its channel, after this many tries."""
    match outcome:
        case Delivered():
            return "sent"
        case Rejected(by=by, tries=tries) if attempts >= tries:
            return "rest" if by == "channel" else "give_up"
        case Delayed() | Rejected():
            return "give_up" if attempts >= MAX_TRIES else "again"


def pause(attempts: int, *, asked: float | None, chance: float) -> timedelta:
    """How long to leave a channel alone after its message failed for the nth time; `chance` spreads the crowd."""
    if asked is not None:
        return timedelta(seconds=min(asked, MAX_PAUSE))
    grown = min(MAX_PAUSE, FIRST_PAUSE * 2.0 ** min(attempts - 1, 20))
    return timedelta(seconds=grown * (1 - SPREAD + 2 * SPREAD * chance))


def horizon(now: datetime, *, lease: timedelta) -> Horizon:
    """The furthest that anything can lie ahead which was written by a clock like ours."""
    return Horizon(
        now=now,
        written=now + CLOCK_SLACK,
        due=now + MAX_HOLD,
        paused=now + timedelta(seconds=MAX_PAUSE * (1 + SPREAD)),
        leased=now + lease + CLOCK_SLACK,
    )


def due_again(delivery: Delivery | None, kind: AlertKind, now: datetime) -> datetime:
    """When an alert may leave whose due time a wrong clock has computed; no rules: it is not about a profile."""
    if delivery is None:
        return now
    if kind == "findings" and delivery.mode == "digest":
        return digest(delivery, now)
    return after_quiet_hours(delivery, now)


def _is_quiet(quiet: QuietHours, clock: time) -> bool:
    start, end = time.fromisoformat(quiet.start), time.fromisoformat(quiet.end)
    if start < end:
        return start <= clock < end
    return clock >= start or clock < end


def _next(clock: str, after: datetime, place: ZoneInfo, folds: tuple[int, ...]) -> datetime:
    """The first moment after this one at which the clock on the wall shows that time."""
    today = after.astimezone(place).date()
    shown = [
        datetime.combine(today + timedelta(days=day), time.fromisoformat(clock).replace(fold=fold), place)
        for day in (-1, 0, 1, 2)
        for fold in folds
    ]
    return min(moment for moment in (local.astimezone(UTC) for local in shown) if moment > after)
