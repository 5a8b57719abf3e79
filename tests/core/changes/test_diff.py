"""A difference leads from one text to the other, and shows edits, not noise."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.changes.diff import MAX_SENTENCES, Op, difference

SENTENCES = [
    "The pilot line opens in 2027. ",
    "It makes cells.\n",
    "A consortium pays for it. ",
    "Posted on 16 November 2026.\n",
    "1,234 views\n",
    "Tags: red, blue\n",
    "Contact us! ",
]
texts = st.lists(st.sampled_from(SENTENCES) | st.text(max_size=12), max_size=12).map("".join)


def kinds(old: str, new: str) -> list[str]:
    return [op.kind for op in difference(old, new).ops]


@given(texts, texts)
def test_the_steps_are_the_old_text_and_the_new_one(old: str, new: str) -> None:
    found = difference(old, new)
    assert "".join(op.old for op in found.ops) == old
    assert "".join(op.new for op in found.ops) == new
    assert 0 <= found.ratio <= 1
    assert 0 <= found.new_share <= 1


@given(texts, texts)
def test_the_words_of_an_edited_sentence_are_its_two_versions(old: str, new: str) -> None:
    for op in difference(old, new).ops:
        if op.kind == "replaced":
            assert "".join(w.text for w in op.words if w.kind != "removed").split() == op.new.split()
            assert "".join(w.text for w in op.words if w.kind != "added").split() == op.old.split()


@given(texts)
def test_a_text_has_no_difference_to_itself(text: str) -> None:
    found = difference(text, text)
    assert (found.ratio, found.new_share, found.added, found.removed) == (0, 0, "", "")


@given(st.permutations(SENTENCES))
def test_sentences_that_change_their_places_are_no_difference(order: list[str]) -> None:
    lines = [sentence.strip() + "\n" for sentence in SENTENCES]
    moved = [sentence.strip() + "\n" for sentence in order]
    assert difference("".join(lines), "".join(moved)).ratio == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Posted on 16 November 2026. All well.", "Posted on 17 November 2026. All well."),
        ("All well.\n3 hours ago\n", "All well.\n5 hours ago\n"),
        ("All well.\n", "All well.\n3 hours ago\n"),
        ("All well. 1,234 views", "All well. 2,888 views"),
        ("Token 9f86d081884c7d659a2feaa0c55ad015.", "Token 60303ae22b998861bce3b28f33eec1be."),
        ("All  well.\nIndeed.", "All well. Indeed."),
        ("Tags: red, green, blue.", "Tags: green, blue, red."),
        ("One.\nTwo.\nThree.\n", "Three.\nOne.\nTwo.\n"),
        ("", ""),
    ],
)
def test_what_moves_by_itself_is_no_difference(old: str, new: str) -> None:
    assert difference(old, new).ratio == 0
    assert {"added", "removed", "replaced"}.isdisjoint(kinds(old, new))


def test_an_added_sentence() -> None:
    found = difference("One here. Three here.", "One here. Two here. Three here.")
    assert found.ops == (
        Op("equal", "One here. ", "One here. "),
        Op("added", new="Two here. "),
        Op("equal", "Three here.", "Three here."),
    )
    assert (found.added, found.removed) == ("Two here.", "")
    assert found.new_share == pytest.approx(8 / 26)


def test_an_edited_sentence_shows_its_words() -> None:
    (op,) = difference("The line opens in 2027 in Ulm.", "The line opens in 2028 in Ulm.").ops
    assert op.kind == "replaced"
    assert [(w.kind, w.text.strip()) for w in op.words] == [
        ("equal", "The line opens in"),
        ("removed", "2027"),
        ("added", "2028"),
        ("equal", "in Ulm."),
    ]


def test_a_sentence_with_other_words_is_removed_and_added() -> None:
    assert kinds("The line opens soon.", "Pancakes on Friday!") == ["removed", "added"]


def test_a_doubled_sentence_is_added_once() -> None:
    assert kinds("Yes here.\n", "Yes here.\nYes here.\n") == ["equal", "added"]


CHANCE = random.Random(7)
MANY = 40_000
ADVERSARIAL = {
    "two sentences in any order": ["".join(CHANCE.choices(["Aa bb. ", "Bb aa. "], k=MANY)) for _ in "12"],
    "one endless sentence": [" ".join(CHANCE.choices("ab", k=MANY)) for _ in "12"],
    "all edited": ["".join(f"{word}{i} is what it is. " for i in range(MANY)) for word in ("Old", "New")],
    "all reversed": [
        "".join(f"Number {i} stands here. " for i in places) for places in (range(MANY), range(MANY, 0, -1))
    ],
    "words of one letter": ["a. " * MANY, "b. " * MANY],
}


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_adversarial_texts_are_told_coarsely_and_at_once(name: str) -> None:
    """Comparing everything with everything would take an hour, beyond the time that a test has."""
    old, new = ADVERSARIAL[name]
    found = difference(old, new)
    assert "".join(op.old for op in found.ops) == old
    assert "".join(op.new for op in found.ops) == new
    assert len(found.ops) <= 2 * MAX_SENTENCES
