"""The neighbours of a page change its score, compared with what is usual."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.curve import CURVE
from watchd.core.relevance.link_graph import LinkGraph, StoredLinkGraph
from watchd.core.relevance.neighbours import (
    FOLDER_WEIGHT,
    HALF_WEIGHT_PAGES,
    MAX_BENCHMARK,
    MAX_RELATIVES,
    MIN_BENCHMARK,
    NEIGHBOUR_CURVE,
    ONE_WAY_WEIGHT,
    RELATIVE_WEIGHT,
    USUAL_EVIDENCE,
    Benchmark,
    Candidate,
    FolderScores,
    NeighbourLinks,
    PageEvidence,
    benchmark_of,
    score_together,
    strength_of,
)

SITE = "a.example"


def url(name: str) -> str:
    """Each in a folder of its own, so that no page is a neighbour without a link."""
    return f"https://{SITE}/{name}/{name}"


def candidate(name: str, strength: float, *links: str) -> Candidate:
    return Candidate(url(name), strength, frozenset(map(url, links)))


def test_strength_counts_how_often_a_page_has_what_is_needed() -> None:
    assert strength_of(CURVE.odds / (1.0 + CURVE.odds)) == pytest.approx(0.0)
    assert strength_of(0.0) < strength_of(1e-9) < strength_of(0.5) < strength_of(1.0)


@given(st.floats(0.001, 0.99), st.floats(MIN_BENCHMARK, MAX_BENCHMARK))
def test_better_words_never_harm(score: float, best: float) -> None:
    benchmark = Benchmark(best)
    assert NEIGHBOUR_CURVE(PageEvidence(strength_of(score)), benchmark) <= NEIGHBOUR_CURVE(
        PageEvidence(strength_of(score + 0.01)), benchmark
    )


@given(st.floats(-2.0, 2.0), st.floats(0.0, 0.9), st.floats(0.01, 9.0))
def test_better_neighbours_never_harm(strength: float, mean_score: float, weight: float) -> None:
    poor = NEIGHBOUR_CURVE(PageEvidence(strength, NeighbourLinks(mean_score * weight, weight)), Benchmark())
    good = NEIGHBOUR_CURVE(
        PageEvidence(strength, NeighbourLinks((mean_score + 0.1) * weight, weight)), Benchmark()
    )
    assert good >= poor


def test_a_weak_page_among_good_neighbours_is_relevant_and_among_poor_ones_it_is_not() -> None:
    assert NEIGHBOUR_CURVE(PageEvidence(-0.4, NeighbourLinks(1.6, 2.0)), Benchmark(7.0)) > 0.3
    assert NEIGHBOUR_CURVE(PageEvidence(-0.4, NeighbourLinks(0.1, 2.0)), Benchmark(7.0)) < 0.1


def test_company_counts_as_far_as_the_neighbours_were_read() -> None:
    read, unread = NeighbourLinks(1.6, 2.0), NeighbourLinks(1.6, 2.0, 6.0)
    assert NEIGHBOUR_CURVE(PageEvidence(0.0, unread), Benchmark()) < NEIGHBOUR_CURVE(
        PageEvidence(0.0, read), Benchmark()
    )


def test_the_more_speaks_for_the_best_pages_the_more_is_needed() -> None:
    page = PageEvidence(0.0, NeighbourLinks(0.2, 1.0))
    assert NEIGHBOUR_CURVE(page, Benchmark(9.0)) < 0.3 < NEIGHBOUR_CURVE(page, Benchmark(3.0))


@given(st.integers(3, 40), st.floats(-1.4, -0.9))
def test_pages_that_say_nothing_cannot_talk_each_other_into_being_relevant(count: int, strength: float) -> None:
    """The keywords of a language all link to each other; a person who searches for iterators does not want them."""
    on_topic = [f"best{number}" for number in range(4)]
    clique = [f"keyword{number}" for number in range(count)]
    pages = [
        *(candidate(name, 0.6, *on_topic) for name in on_topic),
        *(candidate(name, strength, *clique) for name in clique),
    ]
    pages_beside, benchmark = score_together(pages, {})
    reported = {name for name, evidence in pages_beside.items() if NEIGHBOUR_CURVE(evidence, benchmark) >= 0.3}
    assert reported == set(map(url, on_topic))
    link_graph = LinkGraph(StoredLinkGraph(), {})
    for page in pages:
        score = 0.9  # whatever they were taken for
        link_graph.add(page.url, page.links, score, PageEvidence(page.strength), is_new=True)
    benchmark = link_graph.rescore()
    for _ in range(10):
        benchmark = link_graph.rescore()
    assert (
        NEIGHBOUR_CURVE(
            PageEvidence(strength, link_graph.neighbours(url("keyword0"), map(url, clique))), benchmark
        )
        < 0.3
    )


def test_a_corner_of_pages_that_speak_for_themselves_cannot_hold_itself_down() -> None:
    """Each says enough; but each was scored beside poor neighbours."""
    names = [f"https://{SITE}/wait{number}" for number in range(6)]
    link_graph = LinkGraph(StoredLinkGraph(), {})
    for name in names:
        link_graph.add(name, names, 0.05, PageEvidence(strength_of(0.7)), is_new=True)
    link_graph.rescore()
    assert link_graph.became_relevant(0.3) == names


def test_where_no_page_is_strong_the_best_ones_are_the_measure() -> None:
    """A small site on the topic, in words that hardly match: among other pages with less to say it stands out."""
    corner = [f"corner{number}" for number in range(8)]
    pages = [
        *(candidate(name, -0.3, *corner) for name in corner),
        *(candidate(f"other{number}", -0.7, "news", "weather") for number in range(8)),
    ]
    pages_beside, benchmark = score_together(pages, {url("news"): 0.0, url("weather"): 0.0})
    reported = {name for name, evidence in pages_beside.items() if NEIGHBOUR_CURVE(evidence, benchmark) >= 0.3}
    assert reported == set(map(url, corner))


def test_the_best_pages_set_the_standing_within_bounds() -> None:
    strong, weak = (
        [PageEvidence(1.0, NeighbourLinks(0.8, 1.0))] * 3,
        [PageEvidence(-1.0, NeighbourLinks(0.4, 1.0))] * 5,
    )
    benchmark = benchmark_of([*weak, *strong])
    assert benchmark == benchmark_of([*strong, *weak])
    assert benchmark.best == pytest.approx(NEIGHBOUR_CURVE.evidence(strong[0]))
    assert benchmark_of([PageEvidence(3.0, NeighbourLinks(9.0, 9.0))] * 3).best == MAX_BENCHMARK
    assert benchmark_of([PageEvidence(-3.0)] * 3).best == MIN_BENCHMARK


def test_as_long_as_few_pages_are_known_the_others_are_taken_to_be_as_usual() -> None:
    assert benchmark_of([]) == Benchmark()
    one = PageEvidence(1.0)
    assert benchmark_of([one]).best == pytest.approx((NEIGHBOUR_CURVE.evidence(one) + 2 * USUAL_EVIDENCE) / 3)


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
        candidate("ftp", 0.8, "cookies"),
        candidate("cookies", -0.5, "ftp", "smtp"),
        candidate("smtp", 0.8, "cookies"),
        candidate("outsider", -0.5, "football"),
        *(candidate(f"best{n}", 0.6, "ftp", "smtp") for n in range(6)),
    ]
    pages_beside, benchmark = score_together(chain, {url("football"): 0.0})
    scores = {name: NEIGHBOUR_CURVE(pages_beside[url(name)], benchmark) for name in ("cookies", "outsider")}
    assert scores["cookies"] > 0.3 > scores["outsider"]


def test_an_answered_link_counts_more_and_navigation_and_other_sites_nothing() -> None:
    pages = [candidate("one", 0.0, "two", "three", "home", "unread"), candidate("two", 1.0, "one")]
    elsewhere = Candidate(pages[0].url, 0.0, pages[0].links | {"https://b.example/"})
    known = {url("three"): 0.5, "https://b.example/": 0.5}
    pages_beside, _ = score_together([elsewhere, pages[1]], known, frozenset({url("home")}))
    neighbours = pages_beside[url("one")].neighbours
    assert neighbours.weight == pytest.approx(1.0 + ONE_WAY_WEIGHT)
    assert neighbours.unread == pytest.approx(ONE_WAY_WEIGHT)


def test_relatives_are_neighbours_without_a_link_unless_there_are_too_many() -> None:
    def weights(*names: str) -> list[float]:
        pages = [Candidate(f"https://{SITE}/{name}", 0.0, frozenset()) for name in names]
        return [evidence.neighbours.weight for evidence in score_together(pages, {})[0].values()]

    client, server, cookies, smtp = weights("http.client", "http.server", "http.cookies", "smtp")
    assert client == server == cookies
    assert client - smtp == pytest.approx(2 * RELATIVE_WEIGHT)
    profile_index = weights(*(f"page-{number}" for number in range(MAX_RELATIVES + 1)), "smtp")
    assert profile_index[0] == profile_index[-1]


def test_an_answered_link_to_a_relative_counts_once() -> None:
    one, other = (f"https://{SITE}/{name}" for name in ("http.client", "http.server"))
    pair = [Candidate(one, 1.0, frozenset({other})), Candidate(other, 0.0, frozenset({one}))]
    assert score_together(pair, {})[0][other].neighbours.weight == 1.0


def test_the_order_of_the_pages_does_not_matter() -> None:
    pages = [candidate(str(n), n / 10 - 0.5, *(str(m) for m in range(10) if m % 3)) for n in range(10)]
    forwards, benchmark = score_together(pages, {})
    backwards, same = score_together(pages[::-1], {})
    assert benchmark == same
    assert forwards == backwards
