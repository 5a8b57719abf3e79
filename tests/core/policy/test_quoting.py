"""Quoted text in messages has no links of its own."""

import pytest

from tests.support import MONDAY
from watchd.core.policy.describe import quoted, unlinked
from watchd.model.finding import Change, Finding, Why


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("see https://evil.example/login now", "see evil.example/login now"),
        ("HTTP://A.example and ftp://b.example", "A.example and b.example"),
        ("no address: 3://4", "no address: 3://4"),
    ],
)
def test_addresses_lose_their_scheme(said: str, shown: str) -> None:
    assert unlinked(said) == shown


def test_only_the_page_itself_stays_a_link() -> None:
    finding = Finding(
        id="f",
        profile_id="p",
        run_id=None,
        page_id="g",
        kind="changed",
        url="https://news.example/1",
        title="Read https://a.example",
        language="en",
        score=0.5,
        found_at=MONDAY,
        content_hash="h",
        summary="At https://b.example.",
        why=Why(found_by="feed:https://c.example/feed"),
        change=Change("https://d.example", "https://e.example"),
    )
    reported = quoted(finding)
    assert reported.url == "https://news.example/1"
    assert "://" not in reported.title + reported.summary + reported.why.found_by + str(reported.change)
