"""Judgements of visits: one code for each reason why a page that was read is not a finding."""

from typing import Any

import pytest
from msgspec import structs

from tests.support import MONDAY
from watchd.core.changes.assess import Assessment
from watchd.core.population.events import Move
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Score
from watchd.core.run.judgement import judgement_of, needed_score
from watchd.core.run.visit_result import VisitResult
from watchd.model.page import Page, PageState
from watchd.model.profile import Report

PAGE = Page(url="http://a.test/", text="some words", language="en", content_hash="new")
KNOWN = PageState(
    profile_id="p", page_id="1", relevance=0.8, unspent=0.0, energy=0.0, visits=1, content_hash="old"
)
VISIT = VisitResult(
    move=Move(0, "1", PAGE.url, "seed"),
    outcome="fetched",
    now=MONDAY,
    page=PAGE,
    document=document_of(PAGE),
    score=Score(0.8),
)


@pytest.mark.parametrize(
    ("changes", "report", "judged"),
    [
        ({"page": None, "outcome": "failed"}, {}, None),
        ({"kind": "feed"}, {}, "list"),
        ({"assessment": Assessment("new", 0.8)}, {}, "finding"),
        ({"score": Score(0.8, excluded_by="toy")}, {}, "excluded_word"),
        ({"score": Score(0.1)}, {}, "below_bar"),
        ({"score": Score(0.2)}, {}, "below_bar"),
        ({}, {}, "front_page"),
        ({}, {"kinds": ["changed"]}, "kind_not_wanted"),
        ({"state": KNOWN}, {}, "minor_change"),
        ({"state": KNOWN, "score": Score(0.2)}, {}, "minor_change"),
        ({"state": KNOWN}, {"kinds": ["new"]}, "kind_not_wanted"),
        ({"state": KNOWN, "page": structs.replace(PAGE, text="")}, {}, "no_text"),
        ({"state": structs.replace(KNOWN, content_hash="new")}, {}, "unchanged"),
    ],
)
def test_each_reason_has_its_code(changes: dict[str, Any], report: dict[str, Any], judged: str | None) -> None:
    assert judgement_of(structs.replace(VISIT, **changes), Report(**report), ["en"]) == judged


def test_a_page_in_another_language_says_so() -> None:
    visit = structs.replace(VISIT, score=Score(0.0))
    assert judgement_of(visit, Report(), ["de"]) == "other_language"
    assert judgement_of(visit, Report(), []) == "below_bar"


def test_a_page_that_the_profile_follows_needs_half_of_the_score() -> None:
    unread = structs.replace(KNOWN, content_hash=None)
    irrelevant = structs.replace(KNOWN, relevance=0.1)
    visits = {
        "unknown": VISIT,
        "read for others": structs.replace(VISIT, state=unread),
        "irrelevant": structs.replace(VISIT, state=irrelevant),
        "relevant": structs.replace(VISIT, state=KNOWN),
        "reported": structs.replace(VISIT, state=irrelevant, was_reported=True),
        "behind a login": structs.replace(VISIT, state=structs.replace(irrelevant, followed_hash="x")),
    }
    needed = {name: needed_score(visit, Report()) for name, visit in visits.items()}
    assert needed == {
        "unknown": 0.3,
        "read for others": 0.3,
        "irrelevant": 0.3,
        "relevant": 0.15,
        "reported": 0.15,
        "behind a login": 0.15,
    }
