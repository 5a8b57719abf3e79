"""Time for deletions: it never follows a clock that went ahead before the clock has proven itself."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as some

from tests.support import MONDAY
from watchd.core.policy.clock_skew import CLOCK_SLACK, MAX_UNDOUBTED_BREAK, PROOF, ProvenTime

YEARS = timedelta(days=3650)
MINUTE = timedelta(minutes=1)


def after(time: ProvenTime, elapsed: timedelta, ahead: timedelta = timedelta()) -> datetime:
    return time.at(MONDAY + elapsed + ahead, elapsed)


def test_it_is_the_time_of_a_clock_that_runs_as_it_should() -> None:
    time = ProvenTime(MONDAY, timedelta(), None)
    assert after(time, MINUTE) == MONDAY + MINUTE
    assert after(time, PROOF) == MONDAY + PROOF


def test_it_goes_on_as_before_when_the_clock_goes_ahead_and_believes_it_after_the_proof() -> None:
    time = ProvenTime(MONDAY, timedelta(), None)
    assert after(time, MINUTE, YEARS) == MONDAY + MINUTE
    assert after(time, PROOF, YEARS) == MONDAY + PROOF
    assert after(time, PROOF + MINUTE, YEARS) == MONDAY + PROOF + MINUTE + YEARS


def test_every_jump_begins_a_new_proof() -> None:
    time = ProvenTime(MONDAY, timedelta(), None)
    after(time, MINUTE, YEARS)
    assert after(time, PROOF, 2 * YEARS) == MONDAY + PROOF
    assert after(time, PROOF + MINUTE, 2 * YEARS) == MONDAY + PROOF + MINUTE


def test_it_follows_a_clock_that_is_set_back_at_once() -> None:
    time = ProvenTime(MONDAY, timedelta(), None)
    after(time, MINUTE, YEARS)
    assert after(time, 2 * MINUTE) == MONDAY + 2 * MINUTE
    assert after(time, 3 * MINUTE, -YEARS) == MONDAY + 3 * MINUTE - YEARS


def test_a_start_doubts_its_clock_after_a_long_break_only() -> None:
    for wait, believed in ((MAX_UNDOUBTED_BREAK, True), (MAX_UNDOUBTED_BREAK + MINUTE, False)):
        time = ProvenTime(MONDAY, timedelta(), MONDAY - wait)
        assert (after(time, MINUTE) == MONDAY + MINUTE) is believed
        assert after(time, PROOF) == MONDAY + PROOF


@given(
    some.lists(
        some.tuples(some.integers(1, 3600), some.integers(-YEARS // MINUTE, YEARS // MINUTE)), max_size=30
    )
)
def test_it_is_never_ahead_of_the_clock_nor_of_the_time_that_has_passed(steps: list[tuple[int, int]]) -> None:
    time, elapsed, last = ProvenTime(MONDAY, timedelta(), None), timedelta(), MONDAY
    for seconds, ahead in steps:
        passed = min(
            timedelta(seconds=seconds), PROOF / (len(steps) + 1)
        )  # shorter than the proof, all together
        elapsed += passed
        now = after(time, elapsed, ahead * MINUTE)
        assert now <= MONDAY + elapsed + ahead * MINUTE + CLOCK_SLACK
        assert now <= last + passed + CLOCK_SLACK
        last = now
