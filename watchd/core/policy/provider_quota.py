"""Quota of a search provider: whether watchd may send a request now, and the state after its answer.

Three things delay a request: the pause that the provider wants between two requests, its quota per day and month, and a
rest. A provider rests when it asks for it (too many requests, no quota left, access refused), or after several failures in
a row. A rest after failures doubles each time. One normal request ends it; if that one fails too, the next rest begins at
once. core/policy/clock_skew.py keeps a wrong clock from making a rest longer.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from watchd.core.policy.clock_skew import is_from_future
from watchd.model.provider import Meaning, ProviderAnswer, ProviderState, ProviderTerms
from watchd.model.seed import SearchResult, SeedAnswer

FAILURES: frozenset[Meaning] = frozenset(["broken", "unreachable"])
# A test by a person ignores these rests, because the person may have fixed the cause; other rests and quotas always count.
TESTABLE: frozenset[Meaning] = frozenset(["key", "refused", "broken", "unreachable"])
MIN_WAIT_SECONDS, MAX_WAIT_SECONDS = 1.0, 7 * 86_400.0  # that a provider may demand
BAD_KEY_REST_SECONDS = 7 * 86_400.0  # a new key ends this rest
FIRST_REFUSED_SECONDS = 86_400.0
FIRST_THROTTLED_SECONDS, MAX_THROTTLED_SECONDS = 60.0, 6 * 3600.0
# A provider that names the same pages again and again gets the same question less often.
FIRST_REPEAT_SECONDS, MAX_REPEAT_SECONDS = 60.0, 6 * 3600.0


class Refusal(Struct, frozen=True):
    """Reason why watchd does not ask a provider now, and until when."""

    reason: str
    until: datetime


def renewed(state: ProviderState, fingerprint: str) -> ProviderState:
    """Return the state for the current definition, address and key: a change of them ends a rest, but keeps the counts."""
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


def is_fresh(answer: SeedAnswer, terms: ProviderTerms, now: datetime) -> bool:
    """Return whether an answer can be used again; one from the future may have any age."""
    lasts = max(terms.fresh_for, min(MAX_REPEAT_SECONDS, FIRST_REPEAT_SECONDS * 2.0 ** min(answer.repeats, 20)))
    return not is_from_future(answer.asked_at, now) and now - answer.asked_at < timedelta(seconds=lasts)


def answered_again(before: SeedAnswer | None, results: Sequence[SearchResult], now: datetime) -> SeedAnswer:
    """Return an answer to store; it lasts twice as long as the one before it if it names no other page."""
    is_repeat = before is not None and {r.url for r in results} <= {r.url for r in before.results}
    return SeedAnswer(tuple(results), now, before.repeats + 1 if before and is_repeat else 0)


def refusal(
    state: ProviderState, terms: ProviderTerms, now: datetime, *, is_test: bool = False
) -> Refusal | None:
    """Return why watchd may not ask now; None if it may. A tenth of each quota is reserved for tests by people."""
    may_try = is_test and state.rests_for in TESTABLE
    if (until := resting_until(state, now)) and not may_try:
        return Refusal(f"It rests until {until:%Y-%m-%d %H:%M} UTC. {state.last_error}".strip(), until)
    day_left, month_left = left(state, terms, now)
    if day_left is not None and day_left <= (0 if is_test else terms.daily // 10):
        return Refusal(f"Its quota of {terms.daily} requests a day is used up.", _tomorrow(now))
    if month_left is not None and month_left <= (0 if is_test else terms.monthly // 10):
        return Refusal(f"Its quota of {terms.monthly} requests a month is used up.", _next_month(now))
    return None


def resting_until(state: ProviderState, now: datetime) -> datetime | None:
    """Return the end of its rest; None when it does not rest."""
    return state.rests_until if state.rests_until is not None and now < state.rests_until else None


def left(state: ProviderState, terms: ProviderTerms, now: datetime) -> tuple[int | None, int | None]:
    """Return the requests left today and this month; None without a limit."""
    today = state.day_count if state.day == _day(now) else 0
    this_month = state.month_count if state.month == _month(now) else 0
    return (
        max(0, terms.daily - today) if terms.daily else None,
        max(0, terms.monthly - this_month) if terms.monthly else None,
    )


def pause_left(state: ProviderState, terms: ProviderTerms, now: datetime) -> float:
    """Return the seconds until the next request; at most one pause, also after a clock change."""
    if state.asked_at is None:
        return 0.0
    since = (now - state.asked_at).total_seconds()
    return min(terms.pause, max(0.0, terms.pause - since))


def reserved(state: ProviderState, now: datetime) -> ProviderState:
    """Return the state with one more request. It is written before sending, so that the request counts after a crash."""
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
    """Return the state after an answer. Chance spreads the requests of all daemons that wait for this provider."""
    if answer.means == "ok":
        well = msgspec.structs.replace(
            state, failures=0, rests=0, rests_until=None, rests_for=None,
            answered_at=now, last_count=len(answer.results), last_error="", last_error_at=None,
        )  # fmt: skip
        if not answer.retry_after:
            return well
        # The headers of the provider say that this was the last request of a window.
        until = now + timedelta(seconds=min(MAX_WAIT_SECONDS, answer.retry_after))
        return msgspec.structs.replace(well, rests_until=until, rests_for="spent")
    failed = msgspec.structs.replace(state, last_error=answer.detail, last_error_at=now)
    if answer.means in ("question", "local"):
        return failed
    if answer.means in FAILURES:
        failed = msgspec.structs.replace(failed, failures=state.failures + 1)
        if failed.failures < terms.rest_after and not state.rests:
            return failed
    until = now + timedelta(seconds=_rest(failed, terms, answer, now, chance))
    return msgspec.structs.replace(failed, rests=failed.rests + 1, rests_until=until, rests_for=answer.means)


def _rest(
    state: ProviderState, terms: ProviderTerms, answer: ProviderAnswer, now: datetime, chance: float
) -> float:
    """Return the length of a rest in seconds."""
    factor = 2.0 ** min(state.rests, 20)
    if answer.means == "key":
        return BAD_KEY_REST_SECONDS
    if answer.retry_after is not None:
        return max(MIN_WAIT_SECONDS, min(MAX_WAIT_SECONDS, answer.retry_after)) * (1 + 0.1 * chance)
    match answer.means:
        case "spent":
            window = _tomorrow(now) if terms.daily or not terms.monthly else _next_month(now)
            return (window - now).total_seconds()
        case "refused":
            return min(MAX_WAIT_SECONDS, FIRST_REFUSED_SECONDS * factor)
        case "throttled":
            return min(MAX_THROTTLED_SECONDS, FIRST_THROTTLED_SECONDS * factor) * (1 + 0.1 * chance)
    return min(terms.longest_rest, terms.first_rest * factor) * (1 + 0.1 * chance)


def _day(now: datetime) -> str:
    return f"{now:%Y-%m-%d}"


def _month(now: datetime) -> str:
    return f"{now:%Y-%m}"


def _tomorrow(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def _next_month(now: datetime) -> datetime:
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return (first + timedelta(days=32)).replace(day=1)
