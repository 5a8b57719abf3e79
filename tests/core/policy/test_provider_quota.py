"""watchd asks a provider within its quota and not while it rests; its rests grow while it fails."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import MONDAY
from watchd.core.policy.clock_skew import CLOCK_SLACK, provider_state
from watchd.core.policy.provider_quota import (
    left,
    pause_left,
    refusal,
    renewed,
    reserved,
    resting_until,
    settled,
)
from watchd.model.provider import Meaning, ProviderAnswer, ProviderState, ProviderTerms
from watchd.model.seed import SearchResult

TERMS = ProviderTerms(pause=5.0, daily=20, monthly=100)
FRESH = ProviderState()
BROKEN: Meaning = "broken"


def answer(meaning: Meaning, retry_after: float | None = None) -> ProviderAnswer:
    return ProviderAnswer(means=meaning, detail="Trouble.", retry_after=retry_after)


def after(*meanings: Meaning, terms: ProviderTerms = TERMS, state: ProviderState = FRESH) -> ProviderState:
    for meaning in meanings:
        state = settled(state, terms, answer(meaning), MONDAY, 0.0)
    return state


def rest(state: ProviderState) -> timedelta | None:
    return state.rests_until - MONDAY if state.rests_until else None


def test_requests_are_counted_per_day_and_month() -> None:
    state = FRESH
    for _ in range(3):
        state = reserved(state, MONDAY)
    assert left(state, TERMS, MONDAY) == (17, 97)
    assert left(state, TERMS, MONDAY + timedelta(days=1)) == (20, 97)
    assert left(state, TERMS, MONDAY + timedelta(days=20)) == (20, 100)
    assert left(state, ProviderTerms(), MONDAY) == (None, None)


def test_a_spent_quota_stands_until_its_window_ends_and_a_tenth_is_kept_for_tests() -> None:
    state = FRESH
    for _ in range(18):
        assert refusal(state, TERMS, MONDAY) is None
        state = reserved(state, MONDAY)
    refused = refusal(state, TERMS, MONDAY)
    assert refused is not None
    assert refused.until == datetime(2026, 11, 17, tzinfo=UTC)
    assert "20 requests a day" in refused.reason
    assert refusal(state, TERMS, MONDAY, is_test=True) is None
    assert refusal(state, TERMS, refused.until) is None


def test_the_quota_of_a_month_ends_with_the_month() -> None:
    state = ProviderState(month="2026-12", month_count=100)
    refused = refusal(state, TERMS, datetime(2026, 12, 31, 23, 59, tzinfo=UTC))
    assert refused is not None
    assert refused.until == datetime(2027, 1, 1, tzinfo=UTC)


def test_the_pause_between_two_requests() -> None:
    state = reserved(FRESH, MONDAY)
    assert pause_left(FRESH, TERMS, MONDAY) == 0
    assert pause_left(state, TERMS, MONDAY + timedelta(seconds=2)) == 3
    assert pause_left(state, TERMS, MONDAY + timedelta(seconds=9)) == 0
    assert pause_left(state, TERMS, MONDAY - timedelta(days=365)) == 5, (
        "a clock that was set back delays no request"
    )


def test_three_failures_in_a_row_are_a_rest_and_it_doubles_while_it_fails() -> None:
    assert rest(after("broken", "unreachable")) is None
    assert rest(after("broken", "unreachable", "broken")) == timedelta(minutes=5)
    assert rest(after(*[BROKEN] * 4)) == timedelta(minutes=10)
    assert rest(after(*[BROKEN] * 5)) == timedelta(minutes=20)
    assert rest(after(*[BROKEN] * 40)) == timedelta(days=1)


def test_one_good_answer_ends_everything() -> None:
    state = after(*[BROKEN] * 5)
    well = settled(state, TERMS, ProviderAnswer("ok", (SearchResult("https://a/"),)), MONDAY, 0.0)
    assert (well.failures, well.rests, well.rests_until, well.last_error) == (0, 0, None, "")
    assert (well.answered_at, well.last_count) == (MONDAY, 1)


@pytest.mark.parametrize(
    ("meaning", "asked_for", "expected"),
    [
        ("throttled", None, timedelta(minutes=1)),
        ("throttled", 120.0, timedelta(seconds=120)),
        ("throttled", 0.001, timedelta(seconds=1)),
        ("throttled", 1e9, timedelta(days=7)),
        ("spent", None, timedelta(hours=16.5)),  # until midnight
        ("spent", 60.0, timedelta(seconds=60)),
        ("key", 60.0, timedelta(days=7)),
        ("refused", None, timedelta(days=1)),
        ("question", None, None),
        ("local", None, None),
    ],
)
def test_how_long_a_provider_is_left_alone(
    meaning: Meaning, asked_for: float | None, expected: timedelta | None
) -> None:
    assert rest(settled(FRESH, TERMS, answer(meaning, asked_for), MONDAY, 0.0)) == expected


def test_a_wait_is_never_shorter_than_asked_for() -> None:
    late = settled(FRESH, TERMS, answer("throttled", 100.0), MONDAY, 0.999)
    assert timedelta(seconds=100) <= (rest(late) or timedelta()) <= timedelta(seconds=110)


def test_a_person_may_try_what_failed_but_not_what_asked_for_a_pause() -> None:
    for meaning, may in (("key", True), ("refused", True), ("throttled", False), ("spent", False)):
        state = after(meaning)  # type: ignore[arg-type]
        assert refusal(state, TERMS, MONDAY) is not None
        assert (refusal(state, TERMS, MONDAY, is_test=True) is None) is may, meaning


def test_a_new_key_ends_a_rest_but_not_the_count() -> None:
    state = msgspec.structs.replace(reserved(after("key"), MONDAY), fingerprint="old")
    assert renewed(state, "old") is state
    fresh = renewed(state, "new")
    assert resting_until(fresh, MONDAY) is None
    assert left(fresh, TERMS, MONDAY) == left(state, TERMS, MONDAY) == (19, 99)


def test_the_last_request_of_a_window_is_followed_by_a_rest_without_blame() -> None:
    state = settled(FRESH, TERMS, ProviderAnswer("ok", retry_after=30.0), MONDAY, 0.5)
    assert (rest(state), state.rests, state.last_error) == (timedelta(seconds=30), 0, "")


@given(
    st.lists(
        st.sampled_from(
            ["ok", "throttled", "spent", "key", "question", "refused", "broken", "unreachable", "local"]
        )
    )
)
def test_no_history_leaves_a_provider_alone_for_more_than_a_week_and_a_tenth(history: list[Meaning]) -> None:
    state = after(*history)
    assert state.rests_until is None or state.rests_until <= MONDAY + timedelta(days=7.7)


@given(
    st.sampled_from(["throttled", "spent", "key", "refused", "broken"]),
    st.floats(-400, 4000).map(lambda days: timedelta(days=days)),
)
def test_a_rest_is_never_longer_from_now_than_it_was_meant_to_be(meaning: Meaning, wrong: timedelta) -> None:
    written = MONDAY + wrong
    state = settled(reserved(FRESH, written), TERMS, answer(meaning), written, 0.0)
    meant = state.rests_until - written if state.rests_until else timedelta(0)
    kept = provider_state(state, MONDAY)
    assert kept.rests_until is None or kept.rests_until - MONDAY <= meant + CLOCK_SLACK
    assert provider_state(kept, MONDAY) is kept
