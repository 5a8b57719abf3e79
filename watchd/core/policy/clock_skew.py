"""Clock skew: times that were written while the clock was ahead, and how they are pulled back.

The daemon stores times of the future: due times, leases, pauses, rests. If the clock was ahead when such a time was written
and is corrected later, everything that waits for it waits too long. These rules limit the damage:

1. Clocks are corrected by a little all the time, so CLOCK_SLACK is always allowed.
2. A rule limits how far ahead each kind of time can lie. A time beyond that limit was written by a clock that was ahead.
3. Such a time is computed again from now, or shortened to what it can be at most. The result is stored: a rest that is only
   shown shorter would begin again every time that it is read.
4. What seems to have happened in the future happened now. So elapsed time is never negative, and no wait is longer than it
   was meant to be.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec import structs

from watchd.core.policy import cadence, delivery
from watchd.model.alert import AlertKind, Horizon
from watchd.model.profile import Delivery, Schedule
from watchd.model.provider import ProviderState

CLOCK_SLACK = timedelta(seconds=5)


def latest_valid(moment: datetime) -> datetime:
    """Return the latest time that a correct clock can have written for a time that is at most `moment`."""
    return moment + CLOCK_SLACK


def is_from_future(written: datetime, now: datetime) -> bool:
    """Return whether a clock that was ahead wrote the time of a past event."""
    return written > latest_valid(now)


def profile_due(schedule: Schedule, now: datetime, interval: float | None, chance: float) -> datetime | None:
    """Compute the due time of a profile again: within one period, so that not all profiles are due at once."""
    if schedule.manual or schedule.cron is not None:
        return cadence.first_due(schedule, now)
    return now + timedelta(seconds=chance * cadence.period_of(schedule, interval))


def outbox_horizon(now: datetime, *, lease: timedelta) -> Horizon:
    """Return how far ahead each time of the outbox can lie."""
    return Horizon(
        now=now,
        written=latest_valid(now),
        due=now + delivery.MAX_HOLD,
        paused=now + timedelta(seconds=delivery.MAX_PAUSE_SECONDS * (1 + delivery.SPREAD)),
        leased=latest_valid(now + lease),
    )


def alert_due(rules: Delivery | None, kind: AlertKind, now: datetime) -> datetime:
    """Compute the due time of an alert again; it has no rules if it is not about a profile."""
    if rules is None:
        return now
    if kind == "findings" and rules.mode == "digest":
        return delivery.digest(rules, now)
    return delivery.after_quiet_hours(rules, now)


def provider_state(state: ProviderState, now: datetime) -> ProviderState:
    """Pull back the times of a provider; its rest lasts as long from now as it was meant to last."""
    ahead = _newest((state.asked_at, state.answered_at, state.last_error_at), now) - now
    if ahead <= CLOCK_SLACK:
        return state
    return structs.replace(
        state,
        asked_at=state.asked_at and min(state.asked_at, now),
        answered_at=state.answered_at and min(state.answered_at, now),
        last_error_at=state.last_error_at and min(state.last_error_at, now),
        rests_until=state.rests_until and state.rests_until - ahead,
    )


def _newest(moments: Iterable[datetime | None], otherwise: datetime) -> datetime:
    return max((moment for moment in moments if moment), default=otherwise)
