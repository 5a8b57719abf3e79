"""The index of all profiles: no relevant profile is missed, and only matching ones are compared."""

from random import Random

import pytest

from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.percolator import Interest, Percolator
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.word_list import WordList
from watchd.model.page import Page

WORDS = [
    f"{a}{b}"
    for a in ("bat", "cel", "lin", "sol", "gar", "tea", "mot", "pir")
    for b in ("or", "um", "ax", "ine")
]


def document(text: str, language: str | None = "en") -> Document:
    return document_of(Page(url="", text=text, language=language))


def interest(text: str, *, min_score: float = 0.2, languages: tuple[str, ...] = ()) -> Interest:
    return Interest(Topic(text, languages=languages), min_score, languages)


def filled(**texts: str) -> Percolator:
    index = Percolator()
    for name, text in texts.items():
        index.put(name, interest(text))
    return index


@pytest.mark.parametrize("entropy", range(8))
def test_it_finds_the_same_profiles_as_comparing_with_all(entropy: int) -> None:
    random = Random(entropy)

    def some(most: int) -> str:
        return " ".join(random.choices(WORDS, k=random.randint(1, most)))

    texts = {f"p{i}": random.choice([some(4), f'"{some(3)}"', f"{some(3)} | {some(2)}"]) for i in range(60)}
    interests = {name: interest(text) for name, text in texts.items()}
    index = Percolator()
    for name, one in interests.items():
        index.put(name, one)
    found = 0
    for _ in range(30):
        page = document(some(60))
        by_all = {n: s for n, i in interests.items() if (s := i.topic.score(page)).value >= i.min_score}
        assert index.relevant_to(page) == by_all
        found += len(by_all)
    assert found > 20


def test_learned_words_and_examples_lead_to_a_profile_too() -> None:
    index = Percolator()
    learned = WordList(importance={"electrolyt": 0.9, "toy": -0.4})
    index.put("taught", Interest(Topic("battery", learned=learned), 0.2))
    index.put("shown", Interest(Topic(examples=[document("sulphide electrolyte separators")]), 0.2))
    assert index.candidates(document("An electrolyte.")) == ["shown", "taught"]
    assert index.candidates(document("A toy.")) == []


def test_only_profiles_of_which_the_page_says_enough_are_compared() -> None:
    index = filled(tea="green tea harvest", motors="electric motor winding")
    assert index.candidates(document("The green tea harvest begins.")) == ["tea"]


def test_the_profile_that_fetched_the_page_is_left_out() -> None:
    index = filled(one="green tea", two="green tea")
    assert set(index.relevant_to(document("green tea green tea"), besides="one")) == {"two"}


def test_a_profile_that_is_changed_or_dropped_is_found_by_what_it_is_now() -> None:
    index = filled(one="green tea")
    page = document("green tea green tea")
    assert index.candidates(page) == ["one"]
    index.put("one", interest("electric motor"))
    assert index.candidates(page) == []
    assert index.candidates(document("an electric motor")) == ["one"]
    index.drop("one")
    index.drop("never there")
    assert index.candidates(document("an electric motor")) == []
    assert len(index) == 0


def test_a_page_in_another_language_is_not_for_a_profile_that_does_not_read_it() -> None:
    index = Percolator()
    index.put("german", interest("Batterie", languages=("de",)))
    assert index.relevant_to(document("batterie batterie", "en")) == {}
    assert set(index.relevant_to(document("Batterie Batterie", "de"))) == {"german"}
