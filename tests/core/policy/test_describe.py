"""Findings are described in plain words, and no score looks certain."""

import pytest

from watchd.core.policy.describe import origin, score
from watchd.model.finding import PathStep, Why

NEWS = PathStep("https://news.example/")
PLANT = PathStep("https://plant.example/cells", "cells")


@pytest.mark.parametrize(
    ("found_by", "path", "described"),
    [
        ("url", (NEWS,), "a start page of the profile"),
        ("ripe", (NEWS,), "a page known from earlier runs that was due for another visit"),
        ("remnant", (NEWS,), "a page stored by earlier runs"),
        ("shared", (NEWS,), "a page that was read for another profile"),
        ("searxng", (NEWS,), "named by the search provider searxng"),
        ("feed:https://news.example/feed", (NEWS, PLANT), "announced by the feed news.example/feed"),
        ("sitemap:news.example/map", (NEWS,), "announced by the sitemap news.example/map"),
        ("8", (NEWS, PLANT), "reached by links over news.example → plant.example"),
        ("3.1.2", (NEWS, NEWS), "reached by links on news.example"),
        ("3", (), "reached by links"),
        ("3", (PathStep("http://[broken/"),), "reached by links"),
        ("", (NEWS,), ""),
    ],
)
def test_where_a_page_came_from_is_said_in_words(
    found_by: str, path: tuple[PathStep, ...], described: str
) -> None:
    assert origin(Why((), path, found_by)) == described


@pytest.mark.parametrize(
    ("value", "described"), [(0.0, "0.00"), (0.625, "0.62"), (0.994, "0.99"), (0.99999, "0.99"), (1.0, "0.99")]
)
def test_no_score_looks_certain(value: float, described: str) -> None:
    assert score(value) == described
