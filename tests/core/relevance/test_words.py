"""Words of queries and pages become equal terms, in every script."""

import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.stopwords import STOP_WORDS
from watchd.core.relevance.words import SNOWBALL, phrases, primary_language, words, words_with_spans

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=200)
ANY_LANGUAGE = st.sampled_from([None, "vi", "ja", "xx", *SNOWBALL])


@pytest.mark.parametrize(
    ("language", "query", "page"),
    [
        ("en", "standing queries", "A Standing QUERY on the web"),
        ("de", "Häuser Straße", "Das Haus an der STRASSE"),
        ("fr", "chercher l'homme", "il cherche les hommes"),
        ("es", "canciones", "la canción"),
        ("ru", "ёлки", "елка"),
        ("en-GB", "connection", "connected"),
        ("en", "ﬁles", "file"),
        ("en", "Ｆｕｌｌ ｗｉｄｔｈ", "full width"),
        ("en", "co\u00adoperation", "cooperation"),
        ("fr", "cafe\u0301", "café"),
        (None, "Jürgen", "JURGEN"),
        ("tr", "İstanbul", "istanbul"),
    ],
)
def test_a_query_meets_a_page_that_writes_its_words_otherwise(language: str, query: str, page: str) -> None:
    assert set(words(query, language)) <= set(words(page, language))


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Python 3.11 and 1,000.5 things", "en", ["python", "3.11", "1,000.5", "thing"]),
        ("C++, C# or snake_case", "en", ["c++", "c#", "snake", "case"]),
        ("don't e-mail O'Brien's", "en", ["e", "mail", "o", "brien"]),
        ("l’homme qu'elle", "fr", ["homm"]),
        ("検索エンジン", "ja", ["検索", "索エ", "エン", "ンジ", "ジン"]),
        ("iPhoneを買う", "ja", ["iphone", "を買", "買う"]),
        ("字", "zh", ["字"]),
        ("हिन्दी भाषा", None, ["हिन्दी", "भाषा"]),
        ("nhà má", "vi", ["nhà", "má"]),
        ("running the tests", None, ["running", "the", "tests"]),
        ("running the tests", "xx", ["running", "the", "tests"]),
        ("", "en", []),
    ],
)
def test_words_are_cut_normalised_and_stemmed(text: str, language: str | None, expected: list[str]) -> None:
    assert words(text, language) == expected


def test_stop_words_of_every_language_are_left_out() -> None:
    for language, stop_words in STOP_WORDS.items():
        assert words(" ".join(sorted(stop_words)), language) == []


def test_what_is_too_long_for_a_word_is_left_out() -> None:
    assert words("a1" * 40 + " kept", None) == ["kept"]


def test_words_with_spans_point_into_the_text_as_it_was_written() -> None:
    text = "The Ｆｕｌｌ Häuser 検索機"
    found = [(w.term, text[w.start : w.end]) for w in words_with_spans(text, "de")]
    assert found == [
        ("the", "The"),
        ("full", "Ｆｕｌｌ"),
        ("haus", "Häuser"),
        ("検索", "検索"),
        ("索機", "索機"),
    ]


def test_phrases_skip_stop_words_but_do_not_cross_punctuation() -> None:
    found = phrases("state of the art. Next, GNU/Linux kernel 3.11", "en", up_to=3)
    assert {"state art", "gnu linux kernel", "linux kernel 3.11"} <= set(found)
    assert not [p for p in found if p.startswith("art ") or p.startswith("next ")]
    assert max(len(p.split()) for p in found) == 3


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("pt-BR", "pt"),
        ("EN_us", "en"),
        ("zh-Hant-TW", "zh"),
        ("", None),
        (None, None),
        ("x1", None),
        ("english", None),
    ],
)
def test_the_primary_language_is_what_stands_before_the_region(tag: str | None, language: str | None) -> None:
    assert primary_language(tag) == language


@given(ANY_TEXT, ANY_LANGUAGE)
def test_spans_and_words_always_agree(text: str, language: str | None) -> None:
    located = words_with_spans(text, language)
    assert [w.term for w in located] == words(text, language)
    assert all(w.term and 0 <= w.start < w.end <= len(text) for w in located)
    assert [w.start for w in located] == sorted(w.start for w in located)


@given(ANY_TEXT, ANY_TEXT, ANY_LANGUAGE)
def test_words_of_a_joined_text_are_the_words_of_its_parts(left: str, right: str, language: str | None) -> None:
    assert words(f"{left} {right}", language) == words(left, language) + words(right, language)


@given(st.text(max_size=100), ANY_LANGUAGE)
def test_case_does_not_matter(text: str, language: str | None) -> None:
    if text.upper().casefold() == text.casefold():
        assert words(text.upper(), language) == words(text.casefold(), language)


@pytest.mark.parametrize("unit", ["a", "a ", "1.", "1,", "é", "字", "\u0301", "c+", ". ", "-", "\u00ad"])
def test_cutting_words_takes_linear_time(unit: str) -> None:
    def cost(size: int) -> float:
        text = unit * (size // len(unit))
        begin = time.process_time()
        words(text, "en")
        phrases(text[: size // 10], "en")
        return time.process_time() - begin

    cost(20_000)
    assert min(cost(200_000) for _ in range(3)) < 30 * max(min(cost(20_000) for _ in range(3)), 2e-3)


def test_the_words_of_a_page_that_repeats_itself_are_shared_not_copied() -> None:
    first, second = words("repetition repetition", "en")
    assert first is second
    assert sys.getsizeof(first) < 100
