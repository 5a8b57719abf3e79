"""A page that has just appeared near the topic is judged by likeness, place and neighbours too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.document import document_of
from watchd.core.relevance.link_graph import LinkGraph, StoredLinkGraph
from watchd.core.relevance.neighbours import NeighbourLinks, PageEvidence
from watchd.core.relevance.news_evidence import (
    ENOUGH,
    NEWS_CURVE,
    USUAL_MIN_SCORE,
    ClearPages,
    Whereabouts,
    share_named,
)
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page

AMONG_RELEVANT = Whereabouts(NeighbourLinks(3.6, 4.0), folder=(9.0, 10), site=(12.0, 60))
AMONG_OTHERS = Whereabouts(NeighbourLinks(0.04, 4.0), folder=(0.1, 10), site=(1.0, 60))
SHARES = st.floats(0.0, 1.0)


def score(*, likeness: float = 0.0, closeness: float = 0.0, place: float = 0.0, around: Whereabouts) -> float:
    return NEWS_CURVE(words=0.01, likeness=likeness, closeness=closeness, place=place, around=around)


def test_a_page_among_relevant_ones_that_is_like_them_is_relevant_although_it_does_not_name_the_query() -> None:
    assert score(likeness=0.5, place=0.3, around=AMONG_RELEVANT) > USUAL_MIN_SCORE


def test_a_page_that_has_nothing_in_common_with_the_topic_is_not_relevant_wherever_it_appears() -> None:
    assert score(around=AMONG_RELEVANT) < USUAL_MIN_SCORE
    assert score(likeness=0.2, around=AMONG_OTHERS) < 0.05


@given(SHARES, SHARES, SHARES)
def test_more_evidence_never_lowers_the_score(likeness: float, closeness: float, place: float) -> None:
    least = score(likeness=likeness, closeness=closeness, place=place, around=AMONG_OTHERS)
    for more in (
        score(likeness=likeness + 0.1, closeness=closeness, place=place, around=AMONG_OTHERS),
        score(likeness=likeness, closeness=closeness + 0.1, place=place, around=AMONG_OTHERS),
        score(likeness=likeness, closeness=closeness, place=place + 0.1, around=AMONG_OTHERS),
        score(likeness=likeness, closeness=closeness, place=place, around=AMONG_RELEVANT),
    ):
        assert more >= least


def test_the_bar_for_news_stands_at_the_usual_minimum() -> None:
    assert 0.0 < ENOUGH < USUAL_MIN_SCORE < 1.0


def test_likeness_is_relative_to_the_clear_pages_themselves() -> None:
    clear = ClearPages.of([{"cell": 0.8, "anode": 0.6}, {"cell": 0.6, "anode": 0.8}], [0.4, 0.3])
    assert clear.likeness_of({"cell": 0.8, "anode": 0.6}) == pytest.approx(1.0, abs=0.01)
    assert clear.likeness_of({"choir": 1.0}) == 0.0
    assert clear.closeness_of(0.35) == pytest.approx(1.0)


def test_without_clear_pages_nothing_is_alike() -> None:
    assert ClearPages.of([], []).likeness_of({"cell": 1.0}) == 0.0


def test_a_breadcrumb_names_the_query_and_a_bare_text_has_none() -> None:
    topic = Topic("solid state battery")
    inside = Page(
        "https://a.example/x", text="Needles of lithium.", terms=("batteri", "state", "needl"), language="en"
    )
    bare = Page("https://a.example/x", text="Needles of lithium.", language="en")
    assert 0.0 < share_named(topic, document_of(inside)) < 1.0
    assert share_named(topic, document_of(bare)) == 0.0


def test_whereabouts_count_read_links_the_folder_and_the_site_without_the_page_itself() -> None:
    graph = LinkGraph(StoredLinkGraph(), {})
    one, two, other = (f"https://a.example/{name}" for name in ("cells/one", "cells/two", "choir/three"))
    for url, value in ((one, 0.8), (two, 0.6), (other, 0.0)):
        graph.add(url, [], value, PageEvidence(0.0), is_new=True)
    seen = graph.whereabouts(one, [two, "https://a.example/unread"])
    assert seen.folder == pytest.approx((0.6, 1))
    assert seen.site == pytest.approx((0.6, 2))
    assert seen.links.mean_score == pytest.approx(0.6)
