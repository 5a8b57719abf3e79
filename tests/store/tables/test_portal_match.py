"""FTS5 expressions of searches: the same matches with the least work."""

from watchd.core.portal.search_query import parse
from watchd.store.tables.portal_match import expression

LANGUAGES = ("cs", "de", "en", None)


def test_a_prefix_that_a_shorter_one_includes_is_left_out() -> None:
    assert expression(parse("imple*"), ("en", "fr", None)) == '(("impl" *))'


def test_a_language_that_leaves_out_several_words_is_named_once() -> None:
    # "to" is a stop word in Czech and English, "the" in English alone.
    asked = expression(parse("crop to the edge"), LANGUAGES)
    assert asked == '(("crop") AND ("edg" OR "edge") AND ("=en" OR (("to" OR "=cs") AND ("the"))))'


def test_a_word_that_its_only_language_leaves_out_asks_for_that_language() -> None:
    assert expression(parse("the command"), ("en",)) == '(("command") AND ("=en"))'


def test_stop_words_alone_ask_for_nothing() -> None:
    assert expression(parse("to the"), ("en",)) == ""
