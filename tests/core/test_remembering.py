"""What a visit teaches about coming back."""

from datetime import timedelta

from msgspec import structs

from tests.support import MONDAY
from watchd.core.remembering import Visit, after_visit, known_page
from watchd.model.page_state import PageState

STATE = PageState(profile_id="p", page_id="x", relevance=0.5, unspent=0.0, energy=0.0, hub_prior=3.0)


def visit(days: float, *, changed: bool = False) -> Visit:
    return Visit(now=MONDAY + timedelta(days=days), relevance=0.5, content_hash="h", changed=changed)


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
