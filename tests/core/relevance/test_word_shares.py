"""How common words are in general, from the shipped tables."""

import pytest

from watchd.core.relevance.term_rarity import NO_COUNTS, Rarity, has_letter, rarity_of
from watchd.core.relevance.word_shares import (
    UNKNOWN_LANGUAGE_SHARE,
    UNLISTED_PAIR_SHARE,
    UNLISTED_SHARE,
    has_table,
    share_at,
    word_shares,
)
from watchd.core.relevance.words import SNOWBALL, words

WITHOUT_TABLE = {"eo", "et", "eu", "ga", "hy", "ne", "sr", "yi"}  # wordfreq has no list


@pytest.mark.parametrize("language", sorted(SNOWBALL))
def test_every_stemmed_language_has_a_table_unless_there_is_no_source(language: str) -> None:
    assert has_table(language) is (language not in WITHOUT_TABLE)


@pytest.mark.parametrize(
    ("language", "common", "rare"),
    [
        ("en", "house", "zyzzyva"),
        ("en", "people", "electrolyte"),
        ("de", "Haus", "Wärmepumpe"),
        ("fr", "maison", "électrolyte"),
        ("es", "casa", "electrolito"),
        ("it", "casa", "elettrolita"),
        ("pt-BR", "casa", "eletrólito"),
        ("sv", "hus", "elektrolyt"),
        ("ru", "дом", "электролит"),
        ("nb", "hus", "elektrolytt"),
    ],
)
def test_everyday_words_are_common_and_terms_of_a_field_are_rare(language: str, common: str, rare: str) -> None:
    rarity = Rarity(language)
    assert rarity(words(common, language)[0]) < rarity(words(rare, language)[0]) - 2


def test_words_of_one_handbook_are_not_common_any_more() -> None:
    shares = word_shares("en")
    assert shares.of("debian") < 0.01 < shares.of("hous")


def test_words_written_without_spaces_are_known_by_pairs_and_unknown_pairs_are_not_the_rarest() -> None:
    shares = word_shares("zh")
    assert shares.of("中国") > 0.05
    assert shares.of("鑫龘") == UNLISTED_PAIR_SHARE > UNLISTED_SHARE


def test_without_a_table_every_word_is_equally_rare() -> None:
    assert word_shares("tlh").of("a") == word_shares(None).of("b") == UNKNOWN_LANGUAGE_SHARE


def test_shares_lie_between_the_unlisted_one_and_certainty() -> None:
    assert share_at(200) == UNLISTED_SHARE
    assert share_at(100) < share_at(60) < share_at(20) < 1.0


def test_a_number_says_nothing_unless_the_query_names_it() -> None:
    assert not has_letter("2026")
    assert has_letter("c3")
    asked, other = rarity_of("en", NO_COUNTS, ["r290", "2030"]), rarity_of("en", NO_COUNTS, ["heat"])
    assert other("2030") == other("05") < 1.0
    assert asked("2030") > 8.0
    assert asked("05") == other("05")
