"""How queries are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.query import Facet, check_words, exclusions, in_language, parse
from watchd.errors import FieldErrors


def test_words_phrases_and_exclusions_are_told_apart() -> None:
    query = parse('solid state battery "pilot line" -toy -"free offer"')
    assert query.facets == (Facet(words=("solid", "state", "battery"), phrases=("pilot line",)),)
    assert query.excluded == ("toy", "free offer")


@pytest.mark.parametrize("text", ["solid battery | fuel cell", "solid battery OR fuel cell"])
def test_facets_are_alternatives(text: str) -> None:
    assert [f.words for f in parse(text).facets] == [("solid", "battery"), ("fuel", "cell")]


def test_a_hyphen_inside_a_word_excludes_nothing() -> None:
    assert parse("solid-state").excluded == ()


@pytest.mark.parametrize("text", ["", "   ", "|", '"', "-", '""', "| OR |", '-"'])
def test_a_query_of_nothing_has_no_facets(text: str) -> None:
    assert parse(text).facets == ()


@pytest.mark.parametrize("text", ["-toy", '"', "- -", "...", '"..."', "OR", "the of"])
def test_a_text_without_a_word_to_search_for_is_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(FieldErrors, match=r"query\.text: must have a word to search for.*example page"):
        check_words(text, ["en"])


@pytest.mark.parametrize(
    ("text", "languages"), [("battery -toy", []), ("the", []), ("die", ["en", "de"]), ("x", ["en"])]
)
def test_one_word_in_one_of_the_languages_is_enough(text: str, languages: list[str]) -> None:
    check_words(text, languages)


def test_a_quote_that_is_never_closed_reaches_to_the_end() -> None:
    assert parse('"pilot line').facets[0].phrases == ("pilot line",)


def test_terms_depend_on_the_language_of_the_page() -> None:
    facet = parse('batteries "pilot lines"').facets[0]
    assert in_language(facet, "en").terms == ("batteri", "pilot", "line")
    assert in_language(facet, "en").phrases == (("pilot", "line"),)
    assert in_language(facet, None).terms == ("batteries", "pilot", "lines")


def test_a_phrase_of_one_word_is_a_word() -> None:
    assert in_language(parse('"battery"').facets[0], "en").phrases == ()


def test_exclusions_are_sequences_of_terms() -> None:
    assert exclusions(parse('a -toys -"free offers" -the'), "en") == (("toy",), ("free", "offer"))


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    query = parse(text)
    assert all(f.words or f.phrases for f in query.facets)
