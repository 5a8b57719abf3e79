"""Every text is a valid search, and its snippets have no markup but ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.portal.search_query import Clause, Wanted, corrections, matches, parse, wanted
from watchd.core.portal.snippet import SNIPPET_CHARS, TermFinder, marked, snippet
from watchd.core.relevance.words import terms_by_piece, words, words_with_spans

TEXT = (
    "One two three four five. " * 40
    + "The pilot line for batteries opens. "
    + "Six seven eight nine ten. " * 40
)


def seeker(asked: str, language: str = "en") -> TermFinder:
    return TermFinder(language, wanted(parse(asked), language))


def test_words_phrases_beginnings_exclusions_and_neighbours_are_told_apart() -> None:
    search = parse('solid "pilot line" batter* -toy | anode NEAR/5 lithium NEAR ulm')
    assert search.groups[0] == (
        Clause("word", ("solid",)),
        Clause("phrase", ("pilot line",)),
        Clause("prefix", ("batter",)),
    )
    assert search.groups[1] == (Clause("near", ("anode", "lithium", "ulm"), 10),)
    assert search.excluded == (Clause("word", ("toy",)),)


@pytest.mark.parametrize(
    "text", ["", '"', "*", "-", "|", "OR OR", "NEAR", "NEAR/5", "- | *", '""', "(", ")", "^:{}"]
)
def test_what_asks_for_nothing_is_no_error(text: str) -> None:
    assert all(clause.texts[0] for clause in parse(text).clauses())


@given(st.text(max_size=200), st.sampled_from([None, "en", "de", "ja", "vi", "xx"]))
def test_any_text_can_be_read_in_any_language(text: str, language: str | None) -> None:
    search = parse(text)
    for match in matches((*search.clauses(), *search.excluded), language):
        assert all(sequence and all(sequence) for sequence in match.sequences)
        assert not any('"' in term or " " in term for sequence in match.sequences for term in sequence)


def test_a_beginning_is_cut_back_to_what_stems_keep() -> None:
    [match] = matches(parse("batterie*").clauses(), "en")
    assert (match.sequences, match.is_prefix) == ((("batteri",),), True)
    assert words("batteries", "en")[0].startswith(match.sequences[0][0])


def test_a_snippet_shows_the_stretch_with_most_of_the_words() -> None:
    pieces = snippet(TEXT, seeker("pilot battery"))
    assert [piece.text for piece in pieces if piece.hit] == ["pilot", "batteries"]
    whole = "".join(piece.text for piece in pieces)
    assert whole.startswith("… ")
    assert whole.endswith(" …")
    assert len(whole) <= SNIPPET_CHARS + 4


def test_a_text_without_the_words_shows_its_beginning() -> None:
    pieces = snippet(TEXT, seeker("zebra"))
    assert [piece.hit for piece in pieces] == [False]
    assert pieces[0].text.startswith("One two")


@given(
    text=st.lists(
        st.sampled_from(["pilot", "batteries", "ulm", "and", "one-two", "電池工場"]), max_size=60
    ).map(" ".join),
    asked=st.sampled_from(["pilot", "pilot battery", "ulm one", "batt*", "電池", "and"]),
    stretch=st.integers(1, 50),
)
def test_reading_only_as_far_as_needed_shows_the_same_stretch(text: str, asked: str, stretch: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("watchd.core.portal.snippet.SECTION_CHARS", len(text))
        whole = snippet(text, seeker(asked), 60)
        patch.setattr("watchd.core.portal.snippet.SECTION_CHARS", stretch)
        assert snippet(text, seeker(asked), 60) == whole


@given(
    texts=st.lists(st.text(alphabet="ab- \n\u2003電池", max_size=60), max_size=4),
    terms=st.sets(st.sampled_from(["a", "b", "ab", "ba", "電池", "池電"])),
)
def test_the_same_words_are_found_however_they_are_looked_for(texts: list[str], terms: set[str]) -> None:
    one_for_all = TermFinder(None, Wanted(frozenset(terms)))
    with pytest.MonkeyPatch.context() as patch:
        for text in texts:
            read = [word for word in words_with_spans(text) if word.term in terms]
            patch.setattr("watchd.core.portal.snippet.MAX_SEARCHED_PIECES", 100)
            assert one_for_all.hits(text) == read
            patch.setattr("watchd.core.portal.snippet.MAX_SEARCHED_PIECES", 0)
            assert one_for_all.hits(text) == read


def test_a_text_that_shows_early_why_it_was_found_is_not_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def reading(pieces: list[str], language: str | None) -> list[tuple[str, ...]]:
        read.extend(pieces)
        return terms_by_piece(pieces, language)

    monkeypatch.setattr("watchd.core.portal.snippet.terms_by_piece", reading)
    snippet(f"The pilot line opens. {TEXT} At last.", seeker("pilot"))
    assert "pilot" in read
    assert "last." not in read


def test_overlapping_pairs_of_characters_are_one_hit() -> None:
    pieces = marked("東京の電池工場", seeker("電池工場", "ja"))
    assert [(piece.text, piece.hit) for piece in pieces] == [("東京の", False), ("電池工場", True)]


@given(
    st.text(alphabet="ab <>&\n\t電池", max_size=400), st.sets(st.sampled_from(["a", "b", "ab", "電池", "池電"]))
)
def test_the_pieces_of_a_title_add_up_to_it(text: str, terms: set[str]) -> None:
    pieces = marked(text, TermFinder(None, Wanted(frozenset(terms))))
    assert "".join("".join(piece.text.split()) for piece in pieces) == "".join(text.split())


@pytest.mark.parametrize(
    ("slip", "meant"), [("batery", "battery"), ("batetry", "battery"), ("batttery", "battery")]
)
def test_one_slip_of_the_hand_is_undone(slip: str, meant: str) -> None:
    assert meant in corrections(slip)


def test_short_words_are_one_slip_away_from_everything_so_nothing_is_said() -> None:
    assert corrections("abc") == []
