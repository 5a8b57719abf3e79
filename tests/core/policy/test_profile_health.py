"""Problems of a profile."""

from datetime import timedelta

import pytest

from tests.support import MONDAY
from watchd.core.policy.profile_health import Signs, ailment, degraded, signs_of
from watchd.model.profile import ProfileSpec, Query, Seeds
from watchd.model.run import Run
from watchd.model.seed import SourceReport

DAILY = [MONDAY - timedelta(days=day) for day in range(10)]


@pytest.mark.parametrize(
    ("signs", "word"),
    [
        (Signs(unanswered=("searxng: It rests.",)), "searxng: It rests."),
        (
            Signs(named=1, unread=("https://example.org/feed: It is gone.",)),
            "https://example.org/feed: It is gone.",
        ),
        (Signs(canaries_of=4, canaries_found=1, canaries_usual=3), "canaries"),
    ],
)
def test_each_ailment_is_named_with_its_reason(signs: Signs, word: str) -> None:
    said = ailment(signs, DAILY, MONDAY)
    assert said is not None
    assert word in said


@pytest.mark.parametrize(
    "signs",
    [
        Signs(),
        Signs(named=2, unread=("https://example.org/feed: It is gone.",)),
        Signs(canaries_of=4, canaries_found=2, canaries_usual=3),
        Signs(canaries_of=4, canaries_found=0, canaries_usual=0),
    ],
)
def test_what_is_usual_is_no_ailment(signs: Signs) -> None:
    assert ailment(signs, DAILY, MONDAY) is None


def test_a_profile_that_starts_from_nothing_is_ailing_until_it_has_found_something() -> None:
    assert "start from nothing" in (ailment(Signs(is_without_start=True), [], MONDAY) or "")
    assert ailment(Signs(is_without_start=True), DAILY, MONDAY) is None


def test_an_ailment_with_many_reasons_stays_short() -> None:
    said = ailment(Signs(unanswered=tuple(f"engine{n}: It rests." for n in range(9))), DAILY, MONDAY)
    assert said is not None
    assert "And 6 more" in said


def test_silence_is_measured_by_the_profiles_own_habit() -> None:
    assert ailment(Signs(), DAILY, MONDAY + timedelta(days=7)) is None
    assert "8 days" in (ailment(Signs(), DAILY, MONDAY + timedelta(days=8)) or "")
    weekly = [MONDAY - timedelta(weeks=week) for week in range(10)]
    assert ailment(Signs(), weekly, MONDAY + timedelta(days=20)) is None
    assert ailment(Signs(), weekly, MONDAY + timedelta(days=29)) is not None


def test_a_profile_without_habits_cannot_fall_silent() -> None:
    assert ailment(Signs(), DAILY[:4], MONDAY + timedelta(days=365)) is None


def test_a_provider_that_was_not_asked_has_not_answered() -> None:
    resting = SourceReport("searxng", "skipped", reason="It rests.")
    assert degraded([resting, SourceReport("url", "answered", 1)]) == ("searxng: It rests.",)
    assert degraded([SourceReport("searxng", "failed", reason="No answer."), resting]) == (
        "searxng: No answer.",
        "searxng: It rests.",
    )


@pytest.mark.parametrize(
    "reports",
    [
        [],
        [SourceReport("url", "failed"), SourceReport("feed:https://example.org/feed", "failed")],
        [SourceReport("searxng", "idle", reason="There are no words.")],
        [SourceReport("searxng", "failed"), SourceReport("brave", "answered")],
        [SourceReport("searxng", "skipped"), SourceReport("brave", "remembered")],
    ],
)
def test_a_run_is_not_degraded_when_a_provider_helped_or_none_was_wanted(reports: list[SourceReport]) -> None:
    assert degraded(reports) == ()


def test_a_runs_sources_are_signs() -> None:
    run = Run(
        id="r",
        profile_id="p",
        spec=ProfileSpec(
            name="p", query=Query("x"), seeds=Seeds(urls=["https://a.example/"], feeds=["https://b.example/"])
        ),
        state="finished",
        trigger="schedule",
        entropy=1,
        queued_at=MONDAY,
        sources=(
            SourceReport("brave", "skipped", reason="It rests."),
            SourceReport("url", "answered", 1),
            SourceReport("url:https://a.example/", "failed", reason="It is gone."),
            SourceReport("feed:https://b.example/", "answered", 4),
        ),
    )
    assert signs_of(run) == Signs(
        unanswered=("brave: It rests.",), named=2, unread=("https://a.example/: It is gone.",)
    )
