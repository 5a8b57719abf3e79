"""Sentences end where people would say so, and nothing is lost in cutting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.changes.sentences import sentences


@given(st.text())
def test_the_sentences_are_the_text_again(text: str) -> None:
    assert "".join(sentences(text)) == text


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("One. Two! Three? Four", ["One. ", "Two! ", "Three? ", "Four"]),
        ("He said “go.” Then he went.", ["He said “go.” ", "Then he went."]),
        ("A heading\nA line. Another.\n", ["A heading\n", "A line. ", "Another.\n"]),
        ("Dr. Weber and J. Smith met e.g. in Ulm.", ["Dr. Weber and J. Smith met e.g. in Ulm."]),
        ("Am 16. November 2026 ging es los.", ["Am 16. November 2026 ging es los."]),
        ("Posted Nov. 16, 2026 by us.", ["Posted Nov. 16, 2026 by us."]),
        ("Version 3.11 is out. See below.", ["Version 3.11 is out. ", "See below."]),
        ("第一句。第二句！", ["第一句。", "第二句！"]),
        ("", []),
    ],
)
def test_where_a_sentence_ends(text: str, cut: list[str]) -> None:
    assert sentences(text) == cut


@pytest.mark.parametrize("text", ["." * 300_000, ". " * 150_000, "." + " " * 300_000, "a.\n" * 100_000])
def test_no_text_is_slow_to_cut(text: str) -> None:
    """Looking back at every full stop would take minutes, beyond the time that a test has."""
    assert "".join(sentences(text)) == text
