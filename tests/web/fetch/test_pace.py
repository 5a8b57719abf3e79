"""The pace rule by example and by property."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.web.fetch.pace import PaceRecord, PaceRule, is_fault_of_page, is_for_page
from watchd.web.settings import FetchBounds

RULE = PaceRule.of(FetchBounds())
ERRORS = FetchBounds().breaker_errors
NEW = PaceRecord()
times = st.floats(0.0, 30.0)
delays = st.floats(0.0, 120.0)


def after(*seconds: float, record: PaceRecord = NEW) -> PaceRecord:
    return reduce(lambda known, answer: known.after_answer(answer), seconds, record)


def failed(count: int, record: PaceRecord = NEW) -> PaceRecord:
    return reduce(lambda known, _: known.after_failure(ERRORS), range(count), record)


def rate_limited(count: int, record: PaceRecord = NEW) -> PaceRecord:
    return reduce(lambda known, _: known.after_failure(ERRORS, is_rate_limited=True), range(count), record)


@st.composite
def records(draw: st.DrawFn) -> PaceRecord:
    """Draw a record as a history of answers, timeouts, failures and refusals leaves it."""
    record = NEW
    for kind, seconds in draw(st.lists(st.tuples(st.sampled_from("agtfl"), times), max_size=30)):
        match kind:
            case "a" | "g":
                record = record.after_answer(seconds if kind == "a" else 0.05)
            case "t":
                record = record.after_failure(ERRORS, timed_out_after=seconds)
            case "f":
                record = record.after_failure(ERRORS)
            case _:
                record = record.after_failure(ERRORS, is_rate_limited=True)
    return record


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.3, 1.0])
@pytest.mark.parametrize(("crawl_delay", "pause"), [(0.0, 1.0), (0.5, 1.0), (10.0, 10.0)])
def test_a_host_that_answers_in_a_second_gets_the_usual_pause(
    seconds: float, crawl_delay: float, pause: float
) -> None:
    assert RULE.pause(after(*[seconds] * 20), crawl_delay) == pause


@pytest.mark.parametrize(("seconds", "pause"), [(1.1, 1.0), (1.4, 2.0), (3.0, 10.0), (7.0, 30.0), (20.0, 30.0)])
def test_the_pause_of_a_slow_host_grows_with_its_answer_time(seconds: float, pause: float) -> None:
    assert RULE.pause(after(*[seconds] * 5), 0.0) == pytest.approx(pause)


def test_a_host_is_not_slow_before_it_has_answered_three_times() -> None:
    pauses = [RULE.pause(after(*[3.0] * count), 0.0) for count in range(5)]
    assert pauses == [1.0, 1.0, 1.0, 10.0, 10.0]


def test_a_host_that_becomes_slow_under_our_requests_is_noticed_below_the_level_for_all_hosts() -> None:
    """It answered in 50 ms; 0.8 s would be usual for another host."""
    healthy = after(*[0.05] * 20)
    slower = after(*[0.8] * 5, record=healthy)
    assert RULE.pause(healthy, 0.0) == 1.0
    assert RULE.pause(slower, 0.0) > 2.0
    assert RULE.pause(after(*[0.8] * 25), 0.0) == 1.0


def test_a_host_that_stays_slower_is_believed_in_the_end() -> None:
    record = after(*[0.8] * 400, record=after(*[0.05] * 20))
    assert RULE.pause(record, 0.0) == 1.0


def test_a_host_that_recovers_gets_the_usual_pause_after_three_answers() -> None:
    record = after(*[3.0] * 10)
    pauses = [RULE.pause(after(*[0.05] * count, record=record), 0.0) for count in range(4)]
    assert pauses == [10.0, 10.0, 10.0, 1.0]


@given(st.lists(st.floats(0.0, 0.3), min_size=4, max_size=4), times, st.integers(0, 4))
def test_one_slow_answer_of_five_changes_nothing(fast: list[float], slow: float, place: int) -> None:
    answers = [*fast[:place], slow, *fast[place:]]
    assert RULE.slowness_pause(after(*answers)) == 0.0


def test_timeouts_count_as_slow_answers() -> None:
    record = after(0.05, 0.05)
    for _ in range(3):
        record = record.after_failure(ERRORS, timed_out_after=20.0)
    assert RULE.slowness_pause(record) == 30.0


def test_failures_in_a_row_double_the_pause_until_the_breaker_opens_and_then_its_pause_doubles() -> None:
    pauses = [RULE.pause(failed(count), 0.0) for count in range(20)]
    assert pauses[:11] == [1, 2, 4, 8, 10, 10, 20, 40, 80, 160, 320]
    assert pauses[-1] == 6 * 3600.0


def test_a_host_that_has_been_dead_for_a_week_is_asked_four_times_a_day() -> None:
    elapsed, record, requests = 0.0, NEW, 0
    while elapsed < 7 * 86400.0:
        record = failed(1, record)
        elapsed += RULE.pause(record, 0.0)
        requests += 1
    assert requests < 17 + 7 * 4


def test_one_good_answer_forgets_failures_and_what_they_took() -> None:
    record = NEW
    for _ in range(8):
        record = record.after_failure(ERRORS, timed_out_after=20.0)
    record = record.after_answer(0.05)
    assert (record.failures, record.openings) == (0, 0)
    assert RULE.pause(record, 0.0) == 1.0


def test_each_429_doubles_the_usual_pause_and_good_answers_lower_it_slowly() -> None:
    record = rate_limited(2).after_answer(0.05)
    assert RULE.pause(record, 0.0) == pytest.approx(4.0, rel=0.01)
    assert RULE.pause(after(*[0.05] * 700, record=record), 0.0) == pytest.approx(2.0, rel=0.02)
    assert RULE.pause(after(*[0.05] * 3000, record=record), 0.0) == 1.0


def test_a_crawl_delay_is_never_doubled_beyond_the_longest_pause_of_slow_hosts() -> None:
    record = rate_limited(4).after_answer(0.05)
    assert RULE.pause(record, 20.0) == 30.0
    assert RULE.pause(record, 120.0) == 120.0


@given(records(), delays)
def test_no_pause_is_shorter_than_the_usual_one_or_longer_than_its_limits(
    record: PaceRecord, crawl_delay: float
) -> None:
    pause, usual = RULE.pause(record, crawl_delay), RULE.usual_pause(crawl_delay)
    assert pause >= usual
    assert pause <= max(usual, RULE.max_breaker_pause if record.openings else RULE.max_delay)


@given(records(), delays)
def test_another_failure_never_makes_the_pause_shorter(record: PaceRecord, crawl_delay: float) -> None:
    assert RULE.pause(record.after_failure(ERRORS), crawl_delay) >= RULE.pause(record, crawl_delay)


@given(records(), times)
def test_after_a_good_answer_the_breaker_is_closed(record: PaceRecord, seconds: float) -> None:
    answered = record.after_answer(seconds)
    assert (answered.failures, answered.openings) == (0, 0)
    assert answered.restraint <= record.restraint


@given(records(), st.floats(0.0, 0.2))
def test_three_fast_answers_end_every_pause_because_of_slowness(record: PaceRecord, seconds: float) -> None:
    assert RULE.slowness_pause(after(*[seconds] * 3, record=record)) == 0.0


@given(records(), delays)
def test_after_a_request_that_was_broken_off_the_pause_has_a_margin(
    record: PaceRecord, crawl_delay: float
) -> None:
    """The request may reach the server later than the moment when we stopped."""
    margin = RULE.interruption_pause(record, crawl_delay) - RULE.pause(record, crawl_delay)
    assert margin == pytest.approx(min(1.0, RULE.usual_pause(crawl_delay)))


@pytest.mark.parametrize(
    ("status", "seconds", "failures", "page_only"),
    [
        (503, 3.0, 0, True),
        (503, 10.0, 0, True),
        (503, 11.0, 0, False),  # maintenance
        (503, 3.0, 1, False),  # the page before failed too
        (429, 3.0, 0, False),  # our rate
    ],
)
def test_a_single_short_503_concerns_its_page_and_all_else_the_host(
    status: int, seconds: float, failures: int, page_only: bool
) -> None:
    assert is_for_page(status, seconds, failures) == page_only


def test_pages_are_not_blamed_for_an_outage() -> None:
    assert [is_fault_of_page(failures) for failures in range(4)] == [True, True, False, False]
