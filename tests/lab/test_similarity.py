"""Search by example: how alike pages are."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.term_rarity import TermCounts
from watchd.lab.similarity import (
    Example,
    as_example,
    likeness,
    shared_links,
    shared_terms,
    term_weights,
)
from watchd.model.page import Link, Page


def test_links_are_compared_as_sets() -> None:
    assert shared_links({"a", "b", "c"}, {"b", "c", "d"}) == pytest.approx(0.5)
    assert shared_links((), ()) == 0.0


def test_a_page_is_wholly_like_itself() -> None:
    weights = {"a": 2.0, "b": 1.0}
    assert shared_terms(weights, weights) == pytest.approx(1.0)  # with the printed plus it would be 1/3
    assert shared_terms(weights, {"c": 1.0}) == 0.0
    assert shared_terms({"a": 1.0}, {"a": 2.0, "b": 2.0, "c": 0.0}) == pytest.approx(2 / (1 + 8 - 2))
    assert shared_terms({}, {}) == 0.0


def test_phrases_weigh_more_for_each_word() -> None:
    counts = TermCounts(documents=100, terms={"solid": 10, "solid batteri": 10})
    weights = term_weights("solid battery, solid", "en", counts)
    assert weights["solid"] == pytest.approx(2 * math.log(10))
    assert weights["solid batteri"] == pytest.approx(math.log(20))


def test_likeness_is_the_mean_of_both_scores_over_the_examples() -> None:
    page = Example(frozenset("ab"), {"x": 1.0})
    same, other = page, Example(frozenset("c"), {"y": 1.0})
    assert likeness(page, [same, other]) == pytest.approx(0.5)
    assert likeness(page, []) == 0.0


def test_a_page_becomes_an_example_by_its_links_and_words() -> None:
    page = Page(url="http://a.test/", text="solid", language="en", links=(Link(url="http://b.test/"),))
    example = as_example(page, TermCounts(documents=10))
    assert example.links == {"http://b.test/"}
    assert example.weights == {"solid": pytest.approx(math.log(10))}


weights = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.01, 9), max_size=6)


@given(weights, weights)
def test_likeness_is_symmetric_and_within_0_and_1(one: dict[str, float], other: dict[str, float]) -> None:
    assert shared_terms(one, other) == pytest.approx(shared_terms(other, one))
    assert 0.0 <= shared_terms(one, other) <= 1.0 + 1e-9
