"""What matched is shown as the page writes it."""

import pytest

from watchd.core.changes.summary import written_forms
from watchd.core.relevance.words import words


@pytest.mark.parametrize(
    ("terms", "text", "language", "shown"),
    [
        (["batteri"], "Batteries are new. The batteries last, said Battery Weekly.", "en", "batteries"),
        (["batteri"], "Battery packs. Batteries.", "en", "Battery"),
        (["batteri"], "Battery news: batteries, more (batteries)!", "en", "batteries"),
        (["solid state"], 'A "solid-state" cell.', "en", "solid-state"),
        (["state union"], "The State of the\nUnion, again", "en", "State of the Union"),
        (["solid"], "solid-state", "en", "solid"),
        (["batteri"], "Die Batterien der Stadt", "de", "Batterien"),
        (["cafe"], "Ein Café am Platz", "de", "Café"),
        (["電池"], "固体電池の開発", "ja", "電池"),
        (["c++"], "I write C++.", "en", "C++"),
    ],
)
def test_a_term_is_shown_in_its_most_frequent_form(
    terms: list[str], text: str, language: str, shown: str
) -> None:
    assert set(" ".join(terms).split()) <= set(words(text, language))
    assert written_forms(terms, text, language) == {terms[0]: shown}


def test_a_term_that_is_not_there_has_no_form() -> None:
    assert written_forms(["pilot", "pilot line"], "The line has a pilot.", "en") == {"pilot": "pilot"}
