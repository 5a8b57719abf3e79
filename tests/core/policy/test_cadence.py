"""When profiles are due."""

from datetime import UTC, datetime, timedelta
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.policy import cadence
from watchd.model.profile import Adaptive, Schedule

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
HOURLY = Schedule(every="1h")


def berlin(line: str) -> Schedule:
    return Schedule(cron=line, timezone="Europe/Berlin")


def test_a_new_profile_with_a_period_is_due_at_once() -> None:
    assert cadence.first_due(HOURLY, NOON) == NOON
    assert cadence.first_due(Schedule(adaptive=Adaptive()), NOON) == NOON


def test_a_manual_profile_is_never_due() -> None:
    manual = Schedule(manual=True)
    assert cadence.first_due(manual, NOON) is None
    assert cadence.next_due(manual, was_due=NOON, now=NOON, interval=None) is None


def test_a_late_start_does_not_push_later_ones_back() -> None:
    late = NOON + timedelta(minutes=10)
    assert cadence.next_due(HOURLY, was_due=NOON, now=late, interval=None) == NOON + timedelta(hours=1)


def test_times_missed_for_three_days_are_not_made_up_for_one_by_one() -> None:
    after = NOON + timedelta(days=3, minutes=5)
    assert cadence.next_due(HOURLY, was_due=NOON, now=after, interval=None) == NOON + timedelta(days=3, hours=1)


def test_a_due_time_that_a_wrong_clock_computed_starts_a_new_grid() -> None:
    far = NOON + timedelta(days=3650)
    assert cadence.next_due(HOURLY, was_due=far, now=NOON, interval=None) == NOON + timedelta(hours=1)


@given(
    period=st.integers(1, 10**6),
    lateness=st.floats(-(10**7), 10**7, allow_nan=False),
)
def test_the_next_due_time_is_after_now_and_within_one_period(period: int, lateness: float) -> None:
    was_due = NOON - timedelta(seconds=lateness)
    due = cadence.next_due(Schedule(every=f"{period}s"), was_due=was_due, now=NOON, interval=None)
    assert due is not None
    early = min(0.0, lateness)  # a tick may come a little before its time
    assert timedelta() < due - NOON <= timedelta(seconds=period - max(early, -period) + 0.001)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        # Winter to summer: 02:30 does not exist on 2027-03-28; cron runs it right after the gap, at 03:00 local.
        ("2027-03-27T12:00:00+00:00", "2027-03-28T01:00:00+00:00"),
        # The day after it is back to 02:30 local, which is 00:30 UTC now.
        ("2027-03-28T02:00:00+00:00", "2027-03-29T00:30:00+00:00"),
        # Summer to winter: 02:30 comes twice on 2026-10-25; it runs once, the first time.
        ("2026-10-24T12:00:00+00:00", "2026-10-25T00:30:00+00:00"),
        ("2026-10-25T00:30:00+00:00", "2026-10-26T01:30:00+00:00"),
    ],
)
def test_cron_keeps_local_time_over_changes_of_the_clock(now: str, expected: str) -> None:
    due = cadence.first_due(berlin("30 2 * * *"), datetime.fromisoformat(now))
    assert due == datetime.fromisoformat(expected)


@pytest.mark.parametrize(
    ("zone", "line", "now", "expected"),
    [
        # The other hemisphere: Sydney goes ahead in October (02:30 does not exist) and back in April (it comes twice).
        ("Australia/Sydney", "30 2 * * *", "2026-10-03T12:00", ["2026-10-03T16:00", "2026-10-04T15:30"]),
        ("Australia/Sydney", "30 2 * * *", "2027-04-03T12:00", ["2027-04-03T15:30", "2027-04-04T16:30"]),
        ("America/New_York", "30 2 * * *", "2027-03-13T12:00", ["2027-03-14T07:00", "2027-03-15T06:30"]),
        ("America/New_York", "30 1 * * *", "2026-10-31T12:00", ["2026-11-01T05:30", "2026-11-02T06:30"]),
        # Half an hour is all that Lord Howe moves, and Santiago jumps at midnight.
        ("Australia/Lord_Howe", "15 2 * * *", "2026-10-03T12:00", ["2026-10-03T15:30", "2026-10-04T15:15"]),
        ("America/Santiago", "30 0 * * *", "2026-09-05T12:00", ["2026-09-06T04:00", "2026-09-07T03:30"]),
        # Zones that never move, a quarter of an hour off, and on the other side of the date line.
        ("Asia/Kathmandu", "0 7 * * *", "2026-11-16T00:00", ["2026-11-16T01:15", "2026-11-17T01:15"]),
        ("Pacific/Kiritimati", "0 7 * * 1", "2026-11-15T12:00", ["2026-11-15T17:00", "2026-11-22T17:00"]),
    ],
)
def test_cron_keeps_the_local_time_of_every_zone_and_runs_once_a_day(
    zone: str, line: str, now: str, expected: list[str]
) -> None:
    at = datetime.fromisoformat(f"{now}+00:00")
    times = []
    for _ in expected:
        due = cadence.next_due(Schedule(cron=line, timezone=zone), was_due=at, now=at, interval=None)
        assert due is not None
        times.append(due.strftime("%Y-%m-%dT%H:%M"))
        at = due
    assert times == expected


def test_cron_counts_weekdays_as_cron_does() -> None:
    friday_evening = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
    due = cadence.first_due(berlin("0 7 * * 1-5"), friday_evening)
    assert due == datetime(2026, 11, 23, 6, 0, tzinfo=UTC)  # Monday 07:00 in Berlin


def test_an_adaptive_cadence_begins_in_the_geometric_middle() -> None:
    assert cadence.starting_interval(Adaptive(min="1m", max="100m")) == pytest.approx(600)


@given(st.lists(st.booleans(), max_size=40))
def test_an_adaptive_cadence_stays_within_its_bounds(finds: list[bool]) -> None:
    adaptive = Adaptive(min="15m", max="24h")
    interval = None
    for found in finds:
        interval = cadence.adapted_interval(adaptive, interval, findings=int(found))
        assert 900 <= interval <= 86400


def test_a_find_brings_the_next_run_closer_and_nothing_pushes_it_away() -> None:
    adaptive = Adaptive(min="1m", max="24h")
    assert cadence.adapted_interval(adaptive, 3600, findings=2) == 1800
    assert cadence.adapted_interval(adaptive, 3600, findings=0) == 5400


def test_one_missed_profile_waits_a_few_seconds_at_most() -> None:
    assert cadence.spread(["a"], NOON, [0.99])["a"] < NOON + timedelta(seconds=5)


@given(st.integers(1, 5000))
def test_missed_profiles_are_spread_in_order_and_never_faster_than_the_limit(count: int) -> None:
    names = [str(i) for i in range(count)]
    times = list(cadence.spread(names, NOON, [0.5] * count).values())
    assert times == sorted(times)
    span = (times[-1] - times[0]).total_seconds()
    assert span <= max(60, count / cadence.MAX_STARTS_PER_SECOND)
    if count >= 100:
        assert span > 50


def test_nothing_missed_is_nothing_to_spread() -> None:
    assert cadence.spread([], NOON, []) == {}


@pytest.mark.parametrize(
    ("schedule", "days"),
    [
        (Schedule(every="6h"), 1.0),
        (Schedule(every="7d"), 1.0),
        (Schedule(every="36m"), 0.1),
        (Schedule(adaptive=Adaptive(min="9m", max="144m")), 0.1),
        (berlin("* * * * *"), 1.0),
        (Schedule(manual=True), 1.0),
    ],
)
def test_to_a_profile_in_a_hurry_a_day_is_shorter_and_never_longer(schedule: Schedule, days: float) -> None:
    assert cadence.pace_of(schedule) == pytest.approx(days)


@pytest.mark.parametrize(
    ("schedule", "interval", "seconds"),
    [
        (Schedule(every="5m"), None, 300.0),
        (Schedule(every="1s"), None, 30.0),
        (Schedule(adaptive=Adaptive(min="1m", max="24h")), 90.0, 90.0),
        (berlin("*/10 * * * *"), None, 600.0),
        (Schedule(manual=True), None, inf),
    ],
)
def test_a_run_has_time_until_the_next_one(schedule: Schedule, interval: float | None, seconds: float) -> None:
    assert cadence.time_for_run(schedule, NOON, interval, is_first=False) == seconds
    assert cadence.time_for_run(schedule, NOON, interval, is_first=True) == max(60.0, seconds)
