"""A summary is a few whole sentences, in the order of the page."""

from hypothesis import given
from hypothesis import strategies as st

from watchd.core.changes.summary import MAX_SUMMARY_CHARS, shortened, summary
from watchd.core.relevance.topic import Topic

TOPIC = Topic("battery pilot line", languages=("en",))


def test_the_sentences_that_matched_best_in_page_order() -> None:
    page = ["The battery is new. ", "Pancakes on Friday.\n", "The pilot line makes a battery.\n", "Bye. "]
    assert summary(page, TOPIC, "en") == "The battery is new. The pilot line makes a battery."


def test_a_heading_does_not_run_into_the_sentence_after_it() -> None:
    page = ["Battery weekly\n", "The pilot line (new) ", "A battery? ", "Bye."]
    assert summary(page, TOPIC, "en") == "Battery weekly · The pilot line (new) A battery?"


def test_without_a_match_it_is_the_first_sentence() -> None:
    assert summary(["Hello there. ", "More text."], TOPIC, "en") == "Hello there."


def test_a_sentence_that_is_too_long_is_cut_at_a_word() -> None:
    reported = summary(["battery " * 100], TOPIC, "en")
    assert reported.endswith("battery…")
    assert len(reported) <= MAX_SUMMARY_CHARS


def test_a_sentence_is_told_once() -> None:
    assert summary(["The battery. ", "The battery.\n"], TOPIC, "en") == "The battery."


@given(st.lists(st.text()), st.sampled_from(["en", "de", None]))
def test_any_sentences_have_a_summary_within_bounds(sentences: list[str], language: str | None) -> None:
    assert len(summary(sentences, TOPIC, language)) <= MAX_SUMMARY_CHARS


@given(st.text(), st.integers(2, 50))
def test_shortening_keeps_the_bound(text: str, longest: int) -> None:
    assert len(shortened(text, longest)) <= longest
