"""Whom a profile knows, and what it remembers of it."""

import pytest

from watchd.core.circle import FEWEST_PAGES, MOST_MEMBERS, Circle, Remembered
from watchd.core.company import UNANSWERED, Peer

A, B, C = (f"https://a.example/{name}" for name in "abc")
PEER = Peer("a.example", 0.5)


def meet(circle: Circle, url: str, *links: str, score: float = 0.8, is_new: bool = True) -> None:
    circle.meet(url, links, score, PEER, is_new=is_new)


def test_a_link_to_a_page_that_nobody_has_read_says_nothing() -> None:
    assert Circle(Remembered(), {}).ties(A, [B, C]).weight == 0.0


def test_a_link_that_is_answered_counts_in_full() -> None:
    circle = Circle(Remembered(), {C: 0.4})
    meet(circle, B, A)
    ties = circle.ties(A, [B, C, A, B])
    assert ties.weight == pytest.approx(1.0 + UNANSWERED)
    assert ties.kept == pytest.approx(0.8 + 0.4 * UNANSWERED)


def test_a_link_that_is_on_every_page_is_navigation() -> None:
    circle = Circle(Remembered(), {C: 0.9})
    for number in range(FEWEST_PAGES):
        meet(circle, f"https://a.example/{number}", C, score=0.0)
    assert circle.is_common(C)
    assert circle.ties(A, [C]).weight == 0.0


def test_a_known_page_that_a_neighbour_begins_to_link_to_is_looked_at_again() -> None:
    circle = Circle(Remembered(), {})
    meet(circle, A, B, score=0.2)
    meet(circle, B)
    assert circle.fresh_ties == set()
    meet(circle, B, A, is_new=False)
    assert circle.fresh_ties == {A}


def test_an_old_link_is_no_news() -> None:
    before = Circle(Remembered(), {})
    meet(before, A, B, score=0.2)
    meet(before, B, A)
    circle = Circle(before.remembered(), {A: 0.2, B: 0.8})
    meet(circle, B, A, is_new=False)
    assert circle.fresh_ties == set()


def test_the_next_run_knows_who_links_to_whom() -> None:
    before = Circle(Remembered(), {})
    meet(before, B, A)
    after = Circle(before.remembered(), {B: 0.8})
    assert after.ties(A, [B]) == before.ties(A, [B])
    assert after.peers() == before.peers()


def test_only_the_best_are_remembered_and_who_fell_is_forgotten() -> None:
    circle = Circle(Remembered(), {})
    for number in range(MOST_MEMBERS + 5):
        meet(circle, f"https://a.example/{number}", score=0.1 + number / 10_000)
    meet(circle, "https://a.example/7", score=0.0, is_new=False)
    kept = circle.remembered().members
    assert len(kept) == MOST_MEMBERS
    assert "https://a.example/0" not in kept
    assert "https://a.example/7" not in kept
