"""What is known of a page before its content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.prior import MAX_PAGES, MIN_PAGES, OF_ROUTE, prior_log_odds, route_of_source


def test_news_needs_less_evidence_than_a_named_page_and_that_less_than_one_met_while_exploring() -> None:
    news, named, explored = (prior_log_odds(route, 300) for route in ("news", "named", "explored"))
    assert news > named > explored


@given(st.integers(0, 100_000))
def test_the_more_pages_were_read_the_less_likely_is_the_next_one(pages: int) -> None:
    assert prior_log_odds("explored", pages) >= prior_log_odds("explored", pages + 1) >= 0.0


def test_few_and_many_pages_are_bounds() -> None:
    assert prior_log_odds("explored", 0) == prior_log_odds("explored", MIN_PAGES)
    least = OF_ROUTE["explored"]
    assert prior_log_odds("explored", MAX_PAGES) == prior_log_odds("explored", 10 * MAX_PAGES) == least


@pytest.mark.parametrize(
    ("source", "route"),
    [
        (None, "explored"),
        ("14", "explored"),
        ("3.1.2", "explored"),
        ("feed:https://a.example/feed.xml", "explored"),
        ("sitemap:https://a.example/sitemap.xml", "explored"),
        ("searxng", "named"),
        ("url", "named"),
        ("shared", "named"),
    ],
)
def test_who_named_a_page_says_how_it_was_met(source: str | None, route: str) -> None:
    assert route_of_source(source) == route
