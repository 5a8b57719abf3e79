"""When messages leave: digests, quiet hours, pauses; right when the clocks change."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.policy import delivery
from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Rejected
from watchd.model.profile import Delivery, QuietHours

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours("22:00", "07:00")


def rules(**fields: Any) -> Delivery:
    return Delivery(timezone="Europe/Berlin", **fields)


def berlin(text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold).astimezone(UTC)


def test_a_digest_comes_at_the_next_such_time_in_the_profiles_zone() -> None:
    assert delivery.digest(rules(digest_at="07:30"), berlin("2026-11-16 07:29")) == berlin("2026-11-16 07:30")
    assert delivery.digest(rules(digest_at="07:30"), berlin("2026-11-16 07:30")) == berlin("2026-11-17 07:30")


def test_a_digest_that_the_clock_skips_comes_after_the_gap() -> None:
    assert delivery.digest(rules(digest_at="02:30"), berlin("2027-03-28 01:00")) == berlin("2027-03-28 03:30")


def test_a_digest_whose_time_comes_twice_comes_once() -> None:
    first = delivery.digest(rules(digest_at="02:30"), berlin("2026-10-25 01:00"))
    assert first == berlin("2026-10-25 02:30", fold=0)
    assert delivery.digest(rules(digest_at="02:30"), first) == berlin("2026-10-26 02:30")


@given(
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"]),
    st.floats(0, 730).map(lambda day: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)),
    st.times().map(lambda t: t.strftime("%H:%M")),
)
def test_digests_follow_each_other_by_about_a_day_in_every_zone(zone: str, start: datetime, clock: str) -> None:
    plan = Delivery(timezone=zone, digest_at=clock)
    one = delivery.digest(plan, start)
    two = delivery.digest(plan, one)
    assert timedelta(hours=22) <= two - one <= timedelta(hours=26)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-11-16 12:00", "2026-11-16 12:00"),
        ("2026-11-16 22:00", "2026-11-17 07:00"),
        ("2026-11-17 03:00", "2026-11-17 07:00"),
        ("2026-11-17 07:00", "2026-11-17 07:00"),
        ("2026-10-24 23:00", "2026-10-25 07:00"),  # the night has 25 hours
        ("2027-03-27 23:00", "2027-03-28 07:00"),  # and this one 23
    ],
)
def test_quiet_hours_hold_messages_until_they_end(moment: str, expected: str) -> None:
    assert delivery.after_quiet_hours(rules(quiet_hours=NIGHT), berlin(moment)) == berlin(expected)


def test_quiet_hours_that_end_in_the_doubled_hour_end_when_the_clock_says_so() -> None:
    plan = rules(quiet_hours=QuietHours("01:00", "02:30"))
    second = berlin("2026-10-25 02:15", fold=1)
    assert delivery.after_quiet_hours(plan, second) == berlin("2026-10-25 02:30", fold=1)


def test_a_digest_in_quiet_hours_waits_for_their_end() -> None:
    plan = rules(digest_at="06:00", quiet_hours=NIGHT)
    assert delivery.digest(plan, berlin("2026-11-16 12:00")) == berlin("2026-11-17 07:00")


def test_findings_that_follow_soon_are_gathered() -> None:
    now = berlin("2026-11-16 12:00")
    assert delivery.instant(rules(), now, previous=None) == now
    assert delivery.instant(rules(), now, previous=now - timedelta(seconds=1)) == now + timedelta(seconds=4)
    assert delivery.instant(rules(), now, previous=now - timedelta(hours=1)) == now


def test_the_day_of_max_per_day_is_the_profiles_own() -> None:
    assert delivery.start_of_day(rules(), berlin("2026-11-16 00:30")) == berlin("2026-11-16 00:00")


@pytest.mark.parametrize(
    ("outcome", "attempts", "step"),
    [
        (Delivered(), 1, "sent"),
        (Delayed("down"), 1, "again"),
        (Delayed("down"), delivery.MAX_TRIES, "give_up"),
        (Rejected("gone", by="channel"), 1, "rest"),
        (Rejected("not found", by="channel", tries=5), 4, "again"),
        (Rejected("not found", by="channel", tries=5), 5, "rest"),
        (Rejected("unreadable", by="message", tries=3), 2, "again"),
        (Rejected("unreadable", by="message", tries=3), 3, "give_up"),
    ],
)
def test_each_outcome_has_its_next_step(outcome: DeliveryOutcome, attempts: int, step: str) -> None:
    assert delivery.next_step(outcome, attempts) == step


def test_pauses_grow_to_an_hour_and_last_about_three_days_in_all() -> None:
    pauses = [delivery.pause(n, asked=None, chance=0.5).total_seconds() for n in range(1, delivery.MAX_TRIES)]
    assert pauses[:3] == [10, 20, 40]
    assert max(pauses) == 3600
    assert 70 <= sum(pauses) / 3600 <= 74


@given(st.integers(1, 100), st.floats(0, 1, exclude_max=True))
def test_chance_spreads_pauses_by_a_fifth_at_most(attempts: int, chance: float) -> None:
    middle = delivery.pause(attempts, asked=None, chance=0.5)
    assert 0.8 * middle <= delivery.pause(attempts, asked=None, chance=chance) <= 1.2 * middle


@pytest.mark.parametrize(("asked", "kept"), [(5.0, 5), (1800.0, 1800), (31_536_000.0, 3600)])
def test_a_receiver_is_left_alone_as_long_as_it_asks_but_an_hour_at_most(asked: float, kept: int) -> None:
    assert delivery.pause(1, asked=asked, chance=0.5) == timedelta(seconds=kept)


TWO_MINUTES = timedelta(minutes=2)


def test_a_message_is_held_for_the_window_and_leaves_before_quiet_hours_begin() -> None:
    night = rules(quiet_hours=NIGHT)
    assert delivery.held(rules(), berlin("2026-11-16 12:00"), TWO_MINUTES) == berlin("2026-11-16 12:02")
    assert delivery.held(night, berlin("2026-11-16 21:57"), TWO_MINUTES) == berlin("2026-11-16 21:59")
    assert delivery.held(night, berlin("2026-11-16 21:59"), TWO_MINUTES) == berlin("2026-11-16 21:59:55")


def test_a_message_is_not_held_without_a_window_in_quiet_hours_or_just_before_them() -> None:
    night = rules(quiet_hours=NIGHT)
    assert delivery.held(rules(), berlin("2026-11-16 12:00"), timedelta()) is None
    assert delivery.held(night, berlin("2026-11-16 23:00"), TWO_MINUTES) is None
    assert delivery.held(night, berlin("2026-11-16 21:59:57"), TWO_MINUTES) is None


@given(st.integers(0, 2 * 365 * 86400), st.times(), st.times(), st.floats(0, 1))
def test_no_moment_of_the_wait_is_in_quiet_hours(second: int, start: Any, end: Any, share: float) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=second)
    quiet = rules(quiet_hours=QuietHours(f"{start:%H:%M}", f"{end:%H:%M}"))
    until = delivery.held(quiet, now, TWO_MINUTES)
    if until is not None:
        moment = now + share * (until - now)
        assert now < until <= now + TWO_MINUTES
        assert delivery.after_quiet_hours(quiet, moment) == moment
