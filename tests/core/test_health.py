"""When a profile is ill."""

from datetime import timedelta

import pytest

from tests.support import MONDAY
from watchd.core.health import Signs, ailment, signs_of
from watchd.model.profile import ProfileSpec, Query
from watchd.model.run import Run
from watchd.model.seed import SourceReport

DAILY = [MONDAY - timedelta(days=day) for day in range(10)]


@pytest.mark.parametrize(
    ("signs", "word"),
    [
        (Signs(providers_asked=2, providers_failed=2), "provider"),
        (Signs(seeds_visited=3, seeds_gone=3), "seed"),
        (Signs(is_cut_short=True, remnants_unvisited=4), "budget"),
        (Signs(canaries_of=4, canaries_found=1, canaries_usual=3), "canaries"),
    ],
)
def test_each_ailment_is_named_with_a_way_out(signs: Signs, word: str) -> None:
    said = ailment(signs, DAILY, MONDAY)
    assert said is not None
    assert word in said


@pytest.mark.parametrize(
    "signs",
    [
        Signs(),
        Signs(providers_asked=2, providers_failed=1),
        Signs(seeds_visited=3, seeds_gone=2),
        Signs(is_cut_short=True),
        Signs(remnants_unvisited=4),
        Signs(canaries_of=4, canaries_found=2, canaries_usual=3),
        Signs(canaries_of=4, canaries_found=0, canaries_usual=0),
    ],
)
def test_what_is_usual_is_no_ailment(signs: Signs) -> None:
    assert ailment(signs, DAILY, MONDAY) is None


def test_silence_is_measured_by_the_profiles_own_habit() -> None:
    assert ailment(Signs(), DAILY, MONDAY + timedelta(days=7)) is None
    assert "8 days" in (ailment(Signs(), DAILY, MONDAY + timedelta(days=8)) or "")
    weekly = [MONDAY - timedelta(weeks=week) for week in range(10)]
    assert ailment(Signs(), weekly, MONDAY + timedelta(days=20)) is None
    assert ailment(Signs(), weekly, MONDAY + timedelta(days=29)) is not None


def test_a_profile_without_habits_cannot_fall_silent() -> None:
    assert ailment(Signs(), DAILY[:4], MONDAY + timedelta(days=365)) is None


def test_a_runs_sources_are_signs() -> None:
    reports = (
        SourceReport("url", "answered", 1),
        SourceReport("searxng", "failed"),
        SourceReport("brave", "skipped"),
        SourceReport("feed:https://example.org/feed", "answered"),
        SourceReport("sitemap:https://example.org/map", "failed"),
    )
    run = Run(
        id="r",
        profile_id="p",
        spec=ProfileSpec(name="p", query=Query("x")),
        state="finished",
        trigger="schedule",
        entropy=1,
        queued_at=MONDAY,
        stop_reason="budget_pages",
        sources=reports,
    )
    assert signs_of(run) == Signs(
        providers_asked=1, providers_failed=1, seeds_visited=2, seeds_gone=1, is_cut_short=True
    )
