"""New text, and what is only a typing error, a link or a matter of style."""

import pytest

from watchd.core.changes.additions import MAX_RUN_SENTENCES, added_runs, is_edited, is_typo, removed_runs
from watchd.core.changes.diff import difference


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("ceramic", "cermaic", True),
        ("ceramic", "ceramics", True),
        ("ceramic", "cerramic", True),
        ("ceramic", "Ceramic", True),
        ("same", "same", True),
        ("ceramic", "polymer", False),
        ("2027", "2028", False),
        ("v2", "v3", False),
        ("line", "nile", False),
    ],
)
def test_a_slip_is_one_letter_or_two_that_changed_places(one: str, other: str, slip: bool) -> None:
    assert is_typo(one, other) is slip
    assert is_typo(other, one) is slip


@pytest.mark.parametrize(
    ("old", "new", "edited"),
    [
        ("The line opens in 2027.", "The line opens in 2028.", True),
        ("The price is 10 euros.", "The price is 12 euros.", True),
        ("The line opens soon.", "The line opens in Ulm, Bavaria and Hesse soon.", True),
        ("The ceramic works.", "The cermaic works.", False),
        ("The group works on cells.", "The group develops cells.", False),
        ("Posted 16 November 2026 by us.", "Posted 17 November 2026 by us.", False),
        ("It was read 1,234 views.", "It was read 2,888 views.", False),
        ("Read 1,387 times by us.", "Read 1,390 times by us.", False),
        ("You are visitor number 204,750.", "You are visitor number 204,751.", False),
        ("All is well here.", "ALL is  well here!", False),
    ],
)
def test_an_edit_says_something_else(old: str, new: str, edited: bool) -> None:
    assert is_edited(old, new, "en") is edited


def test_a_sentence_with_thousands_of_changed_words_is_edited() -> None:
    assert is_edited(" ".join(f"a{i}" for i in range(9_000)), " ".join(f"b{i}" for i in range(9_000)), "en")


def runs(old: str, new: str, anchors: tuple[str, ...] = ()) -> list[list[str]]:
    return added_runs(difference(old, new), "en", anchors)


def test_neighbours_are_one_run_and_an_old_sentence_divides() -> None:
    found = runs("One stays here.", "New alpha. New beta. One stays here. New gamma.")
    assert found == [["New alpha.", "New beta."], ["New gamma."]]


def test_a_long_addition_is_judged_in_parts() -> None:
    found = runs("", "".join(f"Sentence number {i} says this. " for i in range(MAX_RUN_SENTENCES * 2 + 1)))
    assert list(map(len, found)) == [MAX_RUN_SENTENCES, MAX_RUN_SENTENCES, 1]


def test_the_bare_text_of_a_link_is_no_addition() -> None:
    old, new = (
        "One stays here.\n",
        "One stays here.\nThe new pilot line\nIt opens today, see the new pilot line.\n",
    )
    assert runs(old, new, anchors=("The new  pilot line",)) == [["It opens today, see the new pilot line."]]


def test_a_sentence_that_the_page_says_twice_now_is_no_addition() -> None:
    assert runs("One stays here. Two stays.\n", "One stays here. Two stays.\nOne stays here.\n") == []


def test_what_is_gone() -> None:
    seen = difference("One here. Two here. Three here.", "One here. Three here.")
    assert removed_runs(seen, "en") == [["Two here."]]
    assert added_runs(seen, "en", ()) == []


def test_a_sentence_with_a_slip_that_stands_elsewhere_is_neither_gone_nor_new() -> None:
    seen = difference(
        "The ceramic cells work well. Two here. Three.", "Two here. Three. The cermaic cells work well."
    )
    assert removed_runs(seen, "en") == added_runs(seen, "en", ()) == []
