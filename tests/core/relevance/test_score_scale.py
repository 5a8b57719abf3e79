"""Stored scores of earlier versions on the present scale."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.score_scale import SCALE, present_score

FORMER = 0


def test_what_was_just_relevant_stays_just_relevant_and_certainty_becomes_doubt() -> None:
    assert present_score(0.3, FORMER) == pytest.approx(0.3)
    assert 0.7 < present_score(0.99, FORMER) < 0.9
    assert 0.05 < present_score(0.01, FORMER) < 0.15
    assert present_score(0.0, FORMER) == 0.0


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_pages_keep_their_order(one: float, other: float) -> None:
    low, high = sorted([one, other])
    assert present_score(low, FORMER) <= present_score(high, FORMER)


@given(st.floats(0.0, 1.0))
def test_a_present_score_is_read_as_it_is(score: float) -> None:
    assert present_score(score, SCALE) == score
