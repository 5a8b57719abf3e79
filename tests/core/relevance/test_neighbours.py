"""The neighbours of a page change its score, compared with what is usual."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.curve import CURVE, log_odds_of
from watchd.core.relevance.link_graph import LinkGraph, StoredLinkGraph
from watchd.core.relevance.neighbours import (
    ENOUGH,
    FOLDER_WEIGHT,
    HALF_WEIGHT_PAGES,
    MAX_WORDS,
    MIN_WORDS,
    NEIGHBOUR_CURVE,
    ONE_WAY_WEIGHT,
    Candidate,
    FolderScores,
    NeighbourLinks,
    PageEvidence,
    score_together,
    words_of,
)

SITE = "a.example"
GOOD = NeighbourLinks(1.8, 2.0)  # their mean score is 0.9


def url(name: str) -> str:
    """Each in a folder of its own, so that no page is a neighbour without a link."""
    return f"https://{SITE}/{name}/{name}"


def candidate(name: str, words: float, *links: str) -> Candidate:
    return Candidate(url(name), words, frozenset(map(url, links)))


def test_a_page_without_known_neighbours_keeps_the_score_of_its_words() -> None:
    for score in (0.1, 0.3, 0.9):
        assert NEIGHBOUR_CURVE(PageEvidence(words_of(score))) == pytest.approx(score)
        unread = NeighbourLinks(0.0, 0.0, 5.0)
        assert NEIGHBOUR_CURVE(PageEvidence(words_of(score), unread)) == pytest.approx(score)
    assert pytest.approx(log_odds_of(CURVE.odds / (1.0 + CURVE.odds))) == ENOUGH
    assert (words_of(0.0), words_of(1.0)) == (MIN_WORDS, MAX_WORDS)


@given(st.floats(0.001, 0.98), st.floats(0.0, 1.0))
def test_better_words_never_harm(score: float, mean_score: float) -> None:
    beside = NeighbourLinks(mean_score, 1.0, 0.5)
    assert NEIGHBOUR_CURVE(PageEvidence(words_of(score), beside)) <= NEIGHBOUR_CURVE(
        PageEvidence(words_of(score + 0.01), beside)
    )


@given(st.floats(-6.0, 4.0), st.floats(0.0, 0.9), st.floats(0.01, 9.0))
def test_better_neighbours_never_harm(words: float, mean_score: float, weight: float) -> None:
    poor = NEIGHBOUR_CURVE(PageEvidence(words, NeighbourLinks(mean_score * weight, weight)))
    good = NEIGHBOUR_CURVE(PageEvidence(words, NeighbourLinks((mean_score + 0.1) * weight, weight)))
    assert good >= poor


def test_a_page_whose_words_fall_a_little_short_is_relevant_among_good_neighbours_only() -> None:
    assert NEIGHBOUR_CURVE(PageEvidence(ENOUGH - 1.0, GOOD)) > 0.3
    assert NEIGHBOUR_CURVE(PageEvidence(ENOUGH - 1.0, NeighbourLinks(0.1, 2.0))) < 0.15
    assert NEIGHBOUR_CURVE(PageEvidence(ENOUGH + 0.2, NeighbourLinks(0.0, 2.0))) < 0.3


@given(st.floats(0.0, 1.0), st.floats(0.1, 50.0), st.floats(-12.0, -2.9))
def test_the_best_neighbours_do_not_replace_the_words_of_a_page(
    mean: float, weight: float, words: float
) -> None:
    """A page with a score of 0.05 by its words stays below 0.3, and keeps its place below those that say more."""
    assert NEIGHBOUR_CURVE(PageEvidence(words, NeighbourLinks(mean * weight, weight))) < 0.3


def test_neighbours_count_as_far_as_they_were_read() -> None:
    half_read = NeighbourLinks(1.8, 2.0, 6.0)
    assert NEIGHBOUR_CURVE(PageEvidence(-1.0, half_read)) < NEIGHBOUR_CURVE(PageEvidence(-1.0, GOOD))


@given(st.integers(3, 40), st.floats(-6.0, -1.8))
def test_pages_that_say_little_cannot_make_each_other_relevant(count: int, words: float) -> None:
    """The keywords of a language all link to each other; a person who searches for iterators does not want them."""
    on_topic = [f"best{number}" for number in range(4)]
    clique = [f"keyword{number}" for number in range(count)]
    pages = [
        *(candidate(name, 2.0, *on_topic) for name in on_topic),
        *(candidate(name, words, *clique) for name in clique),
    ]
    pages_beside = score_together(pages, {})
    reported = {name for name, evidence in pages_beside.items() if NEIGHBOUR_CURVE(evidence) >= 0.3}
    assert reported == set(map(url, on_topic))
    link_graph = LinkGraph(StoredLinkGraph(), {})
    for page in pages:
        score = 0.2  # whatever they were taken for
        link_graph.add(page.url, page.links, score, PageEvidence(page.words), is_new=True)
    for _ in range(10):
        link_graph.rescore()
    beside = PageEvidence(words, link_graph.neighbours(url("keyword0"), map(url, clique)))
    assert NEIGHBOUR_CURVE(beside) < 0.3


def test_a_corner_of_pages_that_speak_for_themselves_cannot_hold_itself_down() -> None:
    """Each says enough; but each was scored beside poor neighbours."""
    names = [f"https://{SITE}/wait{number}" for number in range(6)]
    link_graph = LinkGraph(StoredLinkGraph(), {})
    for name in names:
        link_graph.add(name, names, 0.05, PageEvidence(words_of(0.7)), is_new=True)
    link_graph.rescore()
    assert link_graph.became_relevant(0.3) == names


def test_a_folder_counts_half_of_a_link_when_many_of_its_pages_were_read() -> None:
    folders = FolderScores({f"https://{SITE}/thread/{number}": 0.8 for number in range(300)})
    joined = folders.added_to(NeighbourLinks(), f"https://{SITE}/thread/new", None)
    assert joined.weight == pytest.approx(FOLDER_WEIGHT, abs=0.01)
    assert joined.mean_score == pytest.approx(0.8)
    assert folders.added_to(NeighbourLinks(), "https://b.example/thread/new", None) == NeighbourLinks()


def test_a_page_alone_in_its_folder_stands_in_the_one_around_it() -> None:
    folders = FolderScores({f"https://{SITE}/thread/future/{number}": 0.9 for number in range(30)})
    folders.change(f"https://{SITE}/chrono/clock", None, 0.0)
    assert folders.added_to(
        NeighbourLinks(), f"https://{SITE}/thread/mutex/lock?q=/x", None
    ).mean_score == pytest.approx(0.9)


def test_a_whole_site_is_not_a_folder_unless_its_pages_lie_directly_in_it() -> None:
    """Pages of a news site are not about the same, although each has a folder of its own."""
    folders = FolderScores({f"https://{SITE}/thread/future/{number}": 0.9 for number in range(30)})
    assert folders.added_to(NeighbourLinks(), f"https://{SITE}/chrono/year", None) == NeighbourLinks()
    flat = FolderScores({f"https://{SITE}/{number}": 0.9 for number in range(30)})
    assert flat.added_to(NeighbourLinks(), f"https://{SITE}/year", None).mean_score == pytest.approx(0.9)


def test_a_page_is_no_company_of_its_own_folder() -> None:
    folders = FolderScores({f"https://{SITE}/a/{number}": 0.4 for number in range(4)})
    own = f"https://{SITE}/a/0"
    folders.change(own, 0.4, 1.0)
    joined = folders.added_to(NeighbourLinks(), own, 1.0)
    assert joined.mean_score == pytest.approx(0.4)
    assert joined.weight == pytest.approx(FOLDER_WEIGHT * 3 / (3 + HALF_WEIGHT_PAGES))


def test_a_page_that_says_little_is_found_between_two_that_say_much() -> None:
    """The first and the last are on the topic; those between them hardly say so; the outsider says as little."""
    chain = [
        candidate("ftp", 2.0, "cookies"),
        candidate("cookies", -1.8, "ftp", "smtp"),
        candidate("smtp", 2.0, "cookies"),
        candidate("outsider", -1.8, "football"),
    ]
    pages_beside = score_together(chain, {url("football"): 0.0})
    scores = {name: NEIGHBOUR_CURVE(pages_beside[url(name)]) for name in ("cookies", "outsider")}
    assert scores["cookies"] > 0.3 > scores["outsider"]


def test_an_answered_link_counts_more_and_navigation_and_other_sites_nothing() -> None:
    pages = [candidate("one", 0.0, "two", "three", "home", "unread"), candidate("two", 1.0, "one")]
    elsewhere = Candidate(pages[0].url, 0.0, pages[0].links | {"https://b.example/"})
    known = {url("three"): 0.5, "https://b.example/": 0.5}
    pages_beside = score_together([elsewhere, pages[1]], known, frozenset({url("home")}))
    neighbours = pages_beside[url("one")].neighbours
    assert neighbours.weight == pytest.approx(1.0 + ONE_WAY_WEIGHT)
    assert neighbours.unread == pytest.approx(ONE_WAY_WEIGHT)


def test_pages_whose_names_begin_with_the_same_word_are_not_neighbours_for_that() -> None:
    names = ("data-feed", "data-bus", "data-compression")
    pages = [Candidate(f"https://{SITE}/{name}", 0.0, frozenset()) for name in names]
    assert all(evidence.neighbours.weight == 0.0 for evidence in score_together(pages, {}).values())


def test_the_order_of_the_pages_does_not_matter() -> None:
    pages = [candidate(str(n), n / 10 - 0.5, *(str(m) for m in range(10) if m % 3)) for n in range(10)]
    assert score_together(pages, {}) == score_together(pages[::-1], {})
