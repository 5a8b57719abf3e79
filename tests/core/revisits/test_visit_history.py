"""The page state after a visit."""

from datetime import datetime, timedelta

import pytest
from msgspec import structs

from tests.support import MONDAY
from watchd.core.revisits.visit_history import VisitRecord, after_visit, known_page
from watchd.model.page import PageState

STATE = PageState(profile_id="p", page_id="x", relevance=0.5, unspent=0.0, energy=0.0, hub_prior=3.0)


def visit(days: float, *, changed: bool = False) -> VisitRecord:
    return VisitRecord(now=MONDAY + timedelta(days=days), relevance=0.5, content_hash="h", changed=changed)


def test_the_first_visit_is_no_evidence_of_how_much_a_hub_shows() -> None:
    seen = after_visit(STATE, visit(0))
    assert (seen.hub_time, seen.changed_days, seen.still_days) == (0.0, (), ())


def test_a_visit_in_vain_counts_the_days_before_it() -> None:
    seen = after_visit(after_visit(STATE, visit(0)), visit(2))
    known = known_page("http://x.test/", seen, MONDAY + timedelta(days=5))
    assert (known.hub.found, known.hub.days, known.waited) == (0.0, 2.0, 3.0)
    assert known.changes.unchanged == (2.0,)


def test_what_others_found_behind_a_hub_counts_for_the_days_since_the_own_visit() -> None:
    seen = after_visit(STATE, visit(0))
    credited = structs.replace(seen, hub_yield=6.0)
    known = known_page("http://x.test/", credited, MONDAY + timedelta(days=3))
    assert (known.hub.found, known.hub.days) == (6.0, 3.0)


def seen(at: datetime, content_hash: str, *, changed: bool) -> VisitRecord:
    return VisitRecord(now=at, relevance=0.8, content_hash=content_hash, changed=changed)


@pytest.mark.parametrize("changed", [True, False], ids=["changed", "still"])
@pytest.mark.parametrize("step", [0, -1, -3600], ids=["stood still", "a second back", "an hour back"])
def test_by_a_clock_that_went_back_nothing_is_learned_about_the_pace_of_changes(
    step: int, changed: bool
) -> None:
    first = after_visit(STATE, seen(MONDAY, "a", changed=True))
    again = after_visit(first, seen(MONDAY + timedelta(seconds=step), "b", changed=changed))
    assert (again.visits, again.content_hash) == (2, "b")
    assert (again.changed_days, again.still_days, again.change_rate) == ((), (), first.change_rate)


def test_a_change_counts_with_the_time_that_it_took() -> None:
    first = after_visit(STATE, seen(MONDAY, "a", changed=True))
    again = after_visit(first, seen(MONDAY + timedelta(hours=12), "b", changed=True))
    assert again.changed_days == (0.5,)
    assert again.change_rate is not None
    assert first.change_rate is not None
    assert again.change_rate > first.change_rate


def test_a_profile_in_a_hurry_sees_the_same_days_after_hours() -> None:
    seen = after_visit(after_visit(STATE, visit(0)), visit(2, changed=True))
    hurried = after_visit(after_visit(STATE, visit(0)), visit(0.2, changed=True))
    slow = known_page("http://x.test/", seen, MONDAY + timedelta(days=5))
    fast = known_page("http://x.test/", hurried, MONDAY + timedelta(days=0.5), pace=0.1)
    assert fast.waited == pytest.approx(slow.waited)
    assert fast.hub.days == pytest.approx(slow.hub.days)
    assert fast.changes.changed == pytest.approx(slow.changes.changed)
