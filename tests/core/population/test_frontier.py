"""The shared frontier: rows, scores, yields, and sites that are closed."""

import numpy as np
import pytest

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.frontier import Frontier, SiteYields
from watchd.core.population.links.scorer import COLUMN
from watchd.core.relevance.link_features import Matcher, folder_of, hashed, site_of
from watchd.core.relevance.topic import Topic
from watchd.model.page import Link, Page


def rows(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.intp)


def open_urls(frontier: Frontier) -> list[str]:
    return [frontier.urls[row] for row in frontier.open_rows()]


@pytest.fixture
def frontier() -> Frontier:
    made = Frontier(capacity=2)
    for i in range(5):
        made.add(f"http://s{i % 2}.test/f{i}/p.html", arm="li", depth=1)
    return made


def test_a_link_has_one_row_however_often_it_is_seen(frontier: Frontier) -> None:
    assert frontier.add("http://s0.test/f0/p.html", arm="nav", depth=9) == 0
    assert len(frontier) == 5
    assert frontier.open_count == 5


def test_the_best_open_link_is_taken_and_of_equals_the_first(frontier: Frontier) -> None:
    frontier.put_scores(rows(0, 1, 2, 3, 4), np.array([0.1, 0.7, 0.7, 0.2, 0.0]))
    assert frontier.best() == 1
    frontier.close(1)
    assert frontier.best() == 2


def test_a_closed_link_stays_closed_whatever_it_scores(frontier: Frontier) -> None:
    frontier.close(1)
    frontier.close(1)
    frontier.put_scores(rows(1), np.array([9.0]))
    assert frontier.scores[1] == -np.inf
    assert frontier.open_count == 4


def test_a_full_site_is_closed_with_all_its_links(frontier: Frontier) -> None:
    frontier.close_site(frontier.site(0))
    assert open_urls(frontier) == ["http://s1.test/f1/p.html", "http://s1.test/f3/p.html"]
    late = frontier.add("http://s0.test/new.html", arm="li", depth=1)
    assert not frontier.open[late]
    assert frontier.open_count == 2


def test_an_empty_frontier_has_no_best() -> None:
    assert Frontier().best() is None


def test_parents_are_remembered_by_best_mean_sum_and_number(frontier: Frontier) -> None:
    for relevance in (0.2, 0.6, 0.1):
        frontier.add_parent(rows(0, 3), frontier.new_group(), relevance)
    column = {
        name: float(frontier.column(name, rows(3))[0]) for name in ("parent_best", "parent_mean", "parent_sum")
    }
    assert column == {
        "parent_best": pytest.approx(0.6),
        "parent_mean": pytest.approx(0.3),
        "parent_sum": pytest.approx(0.9 / 1.9),
    }
    assert frontier.column("parents", rows(3))[0] == pytest.approx(np.log(4) / 5)


def test_what_a_link_brought_counts_for_its_site_folder_place_and_siblings(frontier: Frontier) -> None:
    frontier.add_parent(rows(0, 2), frontier.new_group(), 0.5)
    before = frontier.features(rows(2), mean_relevance=0.1)[0]
    frontier.add_yield(0, 0.9)
    after = frontier.features(rows(2), mean_relevance=0.1)[0]
    for column in ("site", "arm", "siblings"):
        assert after[COLUMN[column]] > before[COLUMN[column]]
    assert after[COLUMN["folder"]] == before[COLUMN["folder"]]  # another folder


def test_neighbours_learn_from_a_link_the_nearer_the_more(frontier: Frontier) -> None:
    frontier.add_neighbour_yield(1, 1, 0.8)
    frontier.add_neighbour_yield(2, 3, 0.8)
    near, far = frontier.column("near", rows(1, 2))
    assert near > far > 0


def test_yields_start_at_what_is_usual_and_grow_as_needed() -> None:
    yields = SiteYields()
    numbers = [yields.new() for _ in range(100)]
    assert yields.expected(rows(numbers[-1]), mean_relevance=0.3)[0] == pytest.approx(0.3)
    yields.add(numbers[-1], 0.9)
    assert yields.expected(rows(numbers[-1]), mean_relevance=0.3)[0] == pytest.approx((0.9 + 0.6) / 3)


def test_words_at_links_are_matched_along_the_page() -> None:
    page = Page(
        url="http://a.test/",
        terms=("intro", "batteri", "cell", "rose", "batteri", "end"),
        coordinates=(-1, 0, 0, 1, 2, 3),
        links=(Link(url="http://a.test/1"), Link(url="http://a.test/2"), Link(url="http://a.test/3")),
    )
    around = Matcher([{"batteri": 1.0, "cell": 1.0}], "en").surroundings(page)
    assert around.matches == {0: (1.0, 0.5), 1: (0.5, 1.0), 2: (0.0, 1.0)}  # anchors beside count as context
    assert around.words(0) == (("batteri", "cell"), ("intro", "rose", "batteri", "end"))


def test_only_terms_a_few_places_away_are_context() -> None:
    links = tuple(Link(url=f"http://a.test/{i}") for i in range(4))
    for gap, said in ((5, {0: (1.0, 0.0), 1: (0.0, 1.0), 2: (0.0, 1.0), 3: (0.0, 1.0)}), (6, {0: (1.0, 0.0)})):
        page = Page(
            url="http://a.test/",
            terms=("batteri", *["rose"] * gap, "lawn", "mow"),
            coordinates=(0, *[1] * gap, 6, 7),  # links 1 and 2 have no words of their own
            links=links,
        )
        assert Matcher([{"batteri": 1.0}], "en").surroundings(page).matches == said


def test_of_several_facets_the_best_match_counts() -> None:
    matcher = Matcher([{"batteri": 1.0}, {"garden": 1.0, "rose": 3.0, "lawn mow": 9.0}], "en")
    assert matcher.match(["rose"]) == pytest.approx(0.75)
    assert matcher.match(["batteri", "other"]) == 1.0
    assert Matcher([], "en").match(["rose"]) == 0.0


def test_an_address_is_read_as_words() -> None:
    address = Matcher([], "en").address("https://a.test/solidState/pilot-line_2.html?q=cells")
    assert address == ["solid", "state", "pilot", "line", "q", "cell"]
    assert Matcher([], "en").address("https://a.test/2026/11/") == []
    assert site_of("https://a.test/x") == "a.test"
    assert folder_of("https://a.test/x/y.html?z=/") == "https://a.test/x"


def test_the_same_word_means_something_else_in_an_anchor_and_in_an_address() -> None:
    assert hashed(["cell"], [], []) != hashed([], [], ["cell"])
    assert len(hashed(["w"] * 50, ["w"] * 50, ["w"] * 50)) == 16


def test_links_out_of_scope_or_on_pages_that_forbid_it_are_not_taken_up() -> None:
    graph = CrawlGraph(Topic("x"), allowed=lambda url: "private" not in url)
    links = (Link(url="http://a.test/private"), Link(url="http://a.test/"), Link(url="http://a.test/ok"))
    graph.read(Page(url="http://a.test/", links=links), 0.1, row=None, asked="http://a.test/")
    assert open_urls(graph.frontier) == ["http://a.test/ok"]
    graph.read(Page(url="http://b.test/", links=links, nofollow=True), 0.1, row=None, asked="http://b.test/")
    assert len(graph.pages["http://b.test/"].rows) == 0


def test_of_a_new_link_that_occurs_twice_the_first_counts() -> None:
    links = (Link(url="http://a.test/x"), Link(url="http://a.test/y"), Link(url="http://a.test/x"))
    page = Page(url="http://a.test/", language="en", terms=("cell", "rose"), coordinates=(0, 4), links=links)
    graph = CrawlGraph(Topic("x"))
    known, _ = graph.read(page, 0.1, row=None, asked=page.url)
    assert graph.frontier.buckets(known.rows)[0].tolist()[:3] == hashed(["cell"], ["rose"], ["x"])


def test_which_links_stood_on_a_page_is_forgotten_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("watchd.core.population.crawl_graph.MAX_LINKS_KEPT", 5)
    graph = CrawlGraph(Topic("x"))
    for i in range(4):
        links = tuple(Link(url=f"http://a.test/{i}/{j}") for j in range(2))
        url = f"http://a.test/{i}"
        graph.read(Page(url=url, links=links), 0.1, row=None, asked=url)
    assert [len(page.rows) for page in graph.pages.values()] == [0, 0, 2, 2]
    row = graph.frontier.row_of["http://a.test/0/0"]
    known, _ = graph.read(Page(url="http://a.test/0/0"), 0.9, row=row, asked="http://a.test/0/0")
    assert known.parent == "http://a.test/0"
    assert graph.frontier.column("near", rows(row + 1))[0] == 0.0


def test_a_link_that_has_just_appeared_goes_before_one_that_was_always_there() -> None:
    graph = CrawlGraph(Topic("x"))
    old, new, dull = (f"http://a.test/{name}" for name in ("old", "new", "dull"))
    links = tuple(Link(url=url) for url in (old, new, dull))
    page = Page(url="http://a.test/", links=links)
    known, _ = graph.read(page, 0.5, row=None, asked=page.url, news=(new, dull, "http://a.test/elsewhere"))
    graph.frontier.put_scores(known.rows, np.array([0.5, 0.4, -0.1]))
    assert [graph.frontier.urls[row] for row in np.argsort(-graph.frontier.scores[known.rows])] == [
        new,
        old,
        dull,
    ]
    assert graph.frontier.scores[known.rows[2]] == pytest.approx(-0.1)  # being new makes nothing relevant
    graph.read(Page(url=new), 0.9, row=graph.frontier.row_of[new], asked=new)
    graph.read(Page(url=old), 0.9, row=graph.frontier.row_of[old], asked=old)
    assert (graph.is_news(new), graph.is_news(old), graph.is_news(page.url)) == (True, False, False)
