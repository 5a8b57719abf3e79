"""What a visit teaches about coming back."""

from datetime import UTC, datetime, timedelta

import pytest

from watchd.core.remembering import Visit, after_visit
from watchd.model.page_state import PageState

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
NEW = PageState(profile_id="p", page_id="g", relevance=0.0, unspent=0.0, energy=0.0)


def seen(at: datetime, content_hash: str, *, changed: bool) -> Visit:
    return Visit(now=at, relevance=0.8, content_hash=content_hash, changed=changed)


@pytest.mark.parametrize("changed", [True, False], ids=["changed", "still"])
@pytest.mark.parametrize("step", [0, -1, -3600], ids=["stood still", "a second back", "an hour back"])
def test_by_a_clock_that_went_back_nothing_is_learned_about_the_pace_of_changes(
    step: int, changed: bool
) -> None:
    first = after_visit(NEW, seen(NOON, "a", changed=True))
    again = after_visit(first, seen(NOON + timedelta(seconds=step), "b", changed=changed))
    assert (again.visits, again.content_hash) == (2, "b")
    assert (again.changed_days, again.still_days, again.change_rate) == ((), (), first.change_rate)


def test_a_change_counts_with_the_time_that_it_took() -> None:
    first = after_visit(NEW, seen(NOON, "a", changed=True))
    again = after_visit(first, seen(NOON + timedelta(hours=12), "b", changed=True))
    assert again.changed_days == (0.5,)
    assert again.change_rate is not None
    assert first.change_rate is not None
    assert again.change_rate > first.change_rate
