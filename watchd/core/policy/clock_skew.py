"""Clock skew: times that were written while the clock was ahead, and how they are pulled back.

The daemon stores times of the future: due times, leases, pauses, rests. If the clock was ahead when such a time was written
and is corrected later, everything that waits for it waits too long. These rules limit the damage:

1. Clocks are corrected by a little all the time, so CLOCK_SLACK is always allowed.
2. A rule limits how far ahead each kind of time can lie. A time beyond that limit was written by a clock that was ahead.
3. Such a time is computed again from now, or shortened to what it can be at most. The result is stored: a rest that is only
   shown shorter would begin again every time that it is read.
4. What seems to have happened in the future happened now. So elapsed time is never negative, and no wait is longer than it
   was meant to be.
5. Old rows are deleted by a time that does not follow a clock at once when it goes ahead (ProvenTime): a deletion cannot be
   taken back.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec import structs

from watchd.core.policy import cadence, delivery
from watchd.model.alert import AlertKind, Horizon
from watchd.model.profile import Delivery, Schedule
from watchd.model.provider import ProviderState

CLOCK_SLACK = timedelta(seconds=5)
# A clock that went ahead is believed after the daemon has run with it for this time. A clock that is wrong is usually set
# right within minutes.
PROOF = timedelta(hours=6)
# A daemon may have been off for this time without a doubt about the clock.
MAX_UNDOUBTED_BREAK = timedelta(days=1)


def latest_valid(moment: datetime) -> datetime:
    """Return the latest time that a correct clock can have written for a time that is at most `moment`."""
    return moment + CLOCK_SLACK


def is_from_future(written: datetime, now: datetime) -> bool:
    """Return whether a clock that was ahead wrote the time of a past event."""
    return written > latest_valid(now)


class ProvenTime:
    """Time for deletions: the wall clock, except after it went ahead; then the time that has passed since, until PROOF.

    `elapsed` is the time since the machine was started, by a clock that cannot be set.
    """

    def __init__(self, wall: datetime, elapsed: timedelta, last: datetime | None) -> None:
        """Begin with the last time that an earlier process has proven, if there was one."""
        is_doubted = last is not None and wall - last > MAX_UNDOUBTED_BREAK
        self._time = last if last is not None and is_doubted else wall
        self._elapsed = elapsed
        self._ahead = wall - self._time
        self._doubted_since = elapsed

    def at(self, wall: datetime, elapsed: timedelta) -> datetime:
        """Return the time for deletions; call this often, because a jump shows only between two calls."""
        expected = self._time + (elapsed - self._elapsed)
        ahead = wall - expected
        if abs(ahead - self._ahead) > CLOCK_SLACK:  # the clock was set
            self._doubted_since = elapsed
        if ahead <= CLOCK_SLACK or elapsed - self._doubted_since >= PROOF:
            expected, ahead = wall, timedelta()
        self._time, self._elapsed, self._ahead = expected, elapsed, ahead
        return expected


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
