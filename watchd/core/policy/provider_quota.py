"""May a search provider be asked now, and what follows from its answer?

Three things hold a request back: the pause that the provider wants between two requests, its quota per day and month, and
a rest. It rests when it says so (too fast, no quota, not you), or after several failures in a row. A rest after failures
doubles each time and is ended by one ordinary request: if that one fails too, the next rest begins at once. No clock can
make a rest longer than it was meant to be.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from watchd.model.provider import Meaning, ProviderAnswer, ProviderState, ProviderTerms
from watchd.model.times import CLOCK_SLACK

FAILURES: frozenset[Meaning] = frozenset(["broken", "unreachable"])
# What a person who has just mended something may try at once; a quota and a demand to wait are always kept.
MAY_BE_TRIED: frozenset[Meaning] = frozenset(["key", "refused", "broken", "unreachable"])
MIN_WAIT, MAX_WAIT = 1.0, 7 * 86_400.0  # seconds that a provider may demand
UNTIL_MENDED = timedelta(days=7)  # a key that is not accepted; a new key ends this rest
REFUSED_FIRST = 86_400.0
THROTTLED_FIRST, THROTTLED_LONGEST = 60.0, 6 * 3600.0


class Refusal(Struct, frozen=True):
    """Why a provider is not asked now, and until when."""

    reason: str
    until: datetime


def renewed(state: ProviderState, fingerprint: str) -> ProviderState:
    """The state under today's definition, address and key: a change of them ends a rest, but not a quota's count."""
    if state.fingerprint == fingerprint:
        return state
    return ProviderState(
        fingerprint=fingerprint,
        asked_at=state.asked_at,
        day=state.day,
        day_count=state.day_count,
        month=state.month,
        month_count=state.month_count,
    )


def mended(state: ProviderState, now: datetime) -> ProviderState:
    """The state as a clock that was not ahead would have written it: what happened in the future happened just now, and
    a rest is as long from now as it was meant to be."""
    newest = max(
        (moment for moment in (state.asked_at, state.answered_at, state.last_error_at) if moment), default=now
    )
    ahead = newest - now
    if ahead <= CLOCK_SLACK:
        return state
    return msgspec.structs.replace(
        state,
        asked_at=state.asked_at and min(state.asked_at, now),
        answered_at=state.answered_at and min(state.answered_at, now),
        last_error_at=state.last_error_at and min(state.last_error_at, now),
        rests_until=state.rests_until and state.rests_until - ahead,
    )


def is_fresh(asked_at: datetime, terms: ProviderTerms, now: datetime) -> bool:
    """Whether an answer can be used again; one from the future may be of any age."""
    return -CLOCK_SLACK <= now - asked_at < timedelta(seconds=terms.fresh_for)


def refusal(
    state: ProviderState, terms: ProviderTerms, now: datetime, *, is_test: bool = False
) -> Refusal | None:
    """Whether something stands against asking now. A tenth of each quota is kept for people who test."""
    may_try = is_test and state.rests_for in MAY_BE_TRIED
    if (until := resting_until(state, now)) and not may_try:
        return Refusal(f"It rests until {until:%Y-%m-%d %H:%M} UTC. {state.last_error}".strip(), until)
    day_left, month_left = left(state, terms, now)
    if day_left is not None and day_left <= (0 if is_test else terms.daily // 10):
        return Refusal(f"Its quota of {terms.daily} requests a day is used up.", _tomorrow(now))
    if month_left is not None and month_left <= (0 if is_test else terms.monthly // 10):
        return Refusal(f"Its quota of {terms.monthly} requests a month is used up.", _next_month(now))
    return None


def resting_until(state: ProviderState, now: datetime) -> datetime | None:
    """The end of its rest; None when it does not rest."""
    return state.rests_until if state.rests_until is not None and now < state.rests_until else None


def left(state: ProviderState, terms: ProviderTerms, now: datetime) -> tuple[int | None, int | None]:
    """Requests left today and this month; None where there is no bound."""
    today = state.day_count if state.day == _day(now) else 0
    this_month = state.month_count if state.month == _month(now) else 0
    return (
        max(0, terms.daily - today) if terms.daily else None,
        max(0, terms.monthly - this_month) if terms.monthly else None,
    )


def pause_left(state: ProviderState, terms: ProviderTerms, now: datetime) -> float:
    """Seconds until the provider may be asked again; never more than one pause, whatever a clock did."""
    if state.asked_at is None:
        return 0.0
    since = (now - state.asked_at).total_seconds()
    return min(terms.pause, max(0.0, terms.pause - since))


def reserved(state: ProviderState, now: datetime) -> ProviderState:
    """The state with one more request, written before it is sent: after a crash it counts as spent."""
    day, month = _day(now), _month(now)
    return msgspec.structs.replace(
        state,
        asked_at=now,
        day=day,
        day_count=1 + (state.day_count if state.day == day else 0),
        month=month,
        month_count=1 + (state.month_count if state.month == month else 0),
    )


def settled(
    state: ProviderState, terms: ProviderTerms, answer: ProviderAnswer, now: datetime, chance: float
) -> ProviderState:
    """The state after an answer. Chance spreads the waiting daemons of the world, who else all come back at once."""
    if answer.means == "ok":
        well = msgspec.structs.replace(
            state, failures=0, rests=0, rests_until=None, rests_for=None,
            answered_at=now, last_count=len(answer.results), last_error="", last_error_at=None,
        )  # fmt: skip
        if not answer.retry_after:
            return well
        # That was the last request of a window, as the provider's headers say.
        until = now + timedelta(seconds=min(MAX_WAIT, answer.retry_after))
        return msgspec.structs.replace(well, rests_until=until, rests_for="spent")
    told = msgspec.structs.replace(state, last_error=answer.detail, last_error_at=now)
    if answer.means in ("question", "local"):
        return told
    if answer.means in FAILURES:
        told = msgspec.structs.replace(told, failures=state.failures + 1)
        if told.failures < terms.rest_after and not state.rests:
            return told
    until = now + timedelta(seconds=_rest(told, terms, answer, now, chance))
    return msgspec.structs.replace(told, rests=told.rests + 1, rests_until=until, rests_for=answer.means)


def _rest(
    state: ProviderState, terms: ProviderTerms, answer: ProviderAnswer, now: datetime, chance: float
) -> float:
    """How long to leave it alone, in seconds."""
    again = 2.0 ** min(state.rests, 20)
    if answer.means == "key":
        return UNTIL_MENDED.total_seconds()
    if answer.retry_after is not None:
        return max(MIN_WAIT, min(MAX_WAIT, answer.retry_after)) * (1 + 0.1 * chance)
    match answer.means:
        case "spent":
            window = _tomorrow(now) if terms.daily or not terms.monthly else _next_month(now)
            return (window - now).total_seconds()
        case "refused":
            return min(MAX_WAIT, REFUSED_FIRST * again)
        case "throttled":
            return min(THROTTLED_LONGEST, THROTTLED_FIRST * again) * (1 + 0.1 * chance)
    return min(terms.longest_rest, terms.first_rest * again) * (1 + 0.1 * chance)


def _day(now: datetime) -> str:
    return f"{now:%Y-%m-%d}"


def _month(now: datetime) -> str:
    return f"{now:%Y-%m}"


def _tomorrow(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def _next_month(now: datetime) -> datetime:
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return (first + timedelta(days=32)).replace(day=1)
