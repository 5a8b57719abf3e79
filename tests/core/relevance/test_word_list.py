"""The vectors of the word list, and what feedback does to it."""

import math

import pytest

from watchd.core.relevance.word_list import (
    MAX_PAYOFF,
    WordList,
    after_feedback,
    assessed_payoff,
    moved,
    rare,
    strongest,
)


@pytest.mark.parametrize(
    ("mark", "share", "importance"),
    [(3, 0.1, 5.453878), (-2, 0.5, -1.193147), (0, 0.2, 0.5), (1, 1, 1.0)],
)
def test_importance_follows_the_marks_and_rare_words_move_most(
    mark: float, share: float, importance: float
) -> None:
    assert moved(1.0, mark, share) == pytest.approx(importance, abs=5e-7)


def test_a_word_never_seen_counts_as_rare() -> None:
    assert rare(0, 9) == pytest.approx(0.1)
    assert rare(3, 9) == pytest.approx(1 / 3)
    assert rare(1, 0) == 1.0


def test_the_list_keeps_the_strongest_and_has_length_one() -> None:
    known = after_feedback(WordList(), [f"word{i:03}" for i in range(100)], 1.0, query_terms=["word099"])
    assert len(known.importance) == 64
    assert "word099" in known.importance  # on a tie the query's own words stay
    assert "word063" not in known.importance
    assert math.sqrt(sum(i * i for i in known.importance.values())) == pytest.approx(1)


def test_a_mark_taken_back_fades() -> None:
    liked = after_feedback(WordList(), ["battery"], 1.0)
    undone = after_feedback(liked, ["battery"], -1.0)
    assert undone.marks == {"battery": 0.0}


def test_ties_are_settled_by_the_query_then_the_alphabet() -> None:
    assert strongest({"b": 1.0, "a": 1.0, "q": -1.0}, {"q"}) == ["q", "a", "b"]


def test_one_mark_cannot_fund_a_population() -> None:
    paid = [assessed_payoff(1.0, visit) for visit in range(50)]
    assert paid[:3] == pytest.approx([1.0, 0.9, 0.1])
    assert sum(paid) == pytest.approx(MAX_PAYOFF)
    assert assessed_payoff(-1.0, 1) == pytest.approx(-0.9)
