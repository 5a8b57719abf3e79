"""Suggested words: groups of similar pages, and words that a person can use."""

from watchd.core.feedback.suggestions import MAX_WORDS, suggested
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page

TOPIC = Topic("python", languages=("en",))
SNAKE = "The python is a snake. These reptiles swallow their prey and lay eggs in warm forests of the tropics."
CODE = "Python modules are imported by the interpreter. Programming with functions, classes and packages."


def pages(*texts: str) -> list[Page]:
    return [
        Page(url=f"http://a.test/{n}", title=f"{n}", text=f"{text} 2026 14:20 {n}", language="en")
        for n, text in enumerate(texts)
    ]


def test_each_sense_of_a_word_is_a_group_of_its_own() -> None:
    groups = suggested(TOPIC, pages(SNAKE, CODE, SNAKE, CODE, CODE), ())
    assert [group.pages for group in groups] == [3, 2]
    code, snake = ({word.word for word in group.words} for group in groups)
    assert "snake" in snake - code
    assert "interpreter" in code - snake
    assert sum(len(group.words) for group in groups) <= MAX_WORDS


def test_words_are_shown_as_pages_write_them_with_the_pages_that_have_them() -> None:
    [group] = suggested(TOPIC, pages(SNAKE, SNAKE), ())
    reptiles = next(word for word in group.words if word.word == "reptiles")
    assert reptiles.pages == 2
    assert reptiles.titles == ("0", "1")
    assert 0.0 < reptiles.weight <= 1.0


def test_numbers_words_of_the_query_and_words_that_were_answered_are_not_offered() -> None:
    [group] = suggested(TOPIC, pages(SNAKE, SNAKE), {"reptile", "snakes"})
    words = {word.word for word in group.words}
    assert words
    assert words.isdisjoint({"python", "2026", "14:20", "snake", "reptiles"})


def test_a_page_alone_offers_nothing() -> None:
    assert suggested(TOPIC, pages(SNAKE), ()) == ()
    assert suggested(TOPIC, [], ()) == ()
