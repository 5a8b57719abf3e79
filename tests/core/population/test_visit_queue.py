"""The queue of pages: news before start pages, busy sites keep their places, sites that rest get their pages back."""

from collections import Counter, deque

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.paper_web import PaperWeb, populated
from tests.core.population.test_population import Colony
from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, Entry, Move, RunBudget, Seed
from watchd.core.population.population import Population, replay
from watchd.core.population.visit_queue import MIN_PROMISE
from watchd.core.relevance.topic import Topic
from watchd.model.page import Link, Page

NAMES = sorted(strategies.STRATEGIES)
A, B = "http://a.test/", "http://b.test/"


def page(url: str, *links: str) -> Page:
    return Page(
        url=url,
        text="battery",
        language="en",
        links=tuple(Link(url=link, anchor="battery") for link in links),
        terms=tuple("battery" for _ in links),
        coordinates=tuple(2 * i for i in range(len(links))),
    )


def population(*seeds: str, journal: list[Entry] | None = None, **budget: object) -> Population:
    """Return a population in which energy plays no part."""
    limits = RunBudget(**{"pages": 20, **budget})  # type: ignore[arg-type]
    return Population(
        Colony(payoff="off", most=8),
        [Seed(url) for url in seeds],
        CrawlGraph(Topic("battery")),
        entropy=1,
        budget=limits,
        journal=journal,
    )


def urls(moves: list[Move]) -> list[str]:
    return [move.url for move in moves]


def read(crowd: Population, move: Move, *links: str, urgent: tuple[str, ...] = ()) -> None:
    crowd.settle(Arrival(move.number, page(move.url, *links), 0.5, urgent=urgent))


# --- the order of pages


def test_links_that_have_just_appeared_come_before_start_pages() -> None:
    crowd = population(A, B, B + "second")
    (first,) = crowd.moves(1)
    read(crowd, first, A + "old", A + "new", urgent=(A + "new",))
    assert [(move.url, move.how) for move in crowd.moves(4)] == [
        (A + "new", "link"),
        (B, "seed"),
        (B + "second", "seed"),
        (A + "old", "jump"),
    ]


def test_of_several_links_that_have_just_appeared_the_best_comes_first() -> None:
    crowd = population(A)
    (first,) = crowd.moves(1)
    dull = Page(
        url=A,
        text="battery",
        language="en",
        links=(Link(url=A + "garden", anchor="garden"), Link(url=A + "battery", anchor="battery")),
        terms=("garden", "battery"),
        coordinates=(0, 2),
    )
    crowd.settle(Arrival(first.number, dull, 0.5, urgent=(A + "garden", A + "battery")))
    assert urls(crowd.moves(2)) == [A + "battery", A + "garden"]


def test_news_that_the_page_does_not_link_to_or_that_was_read_is_passed_over() -> None:
    crowd = population(A)
    (first,) = crowd.moves(1)
    read(crowd, first, A + "x", urgent=(A + "x", A + "elsewhere", A))
    assert urls(crowd.moves(9)) == [A + "x"]


def test_urgent_start_pages_come_before_all_others_and_later_ones_after_them() -> None:
    crowd = population(A)
    crowd.add_seeds(Seed(B + "feed"))
    crowd.add_seeds(Seed(B + "entry"), is_urgent=True)
    assert urls(crowd.moves(9)) == [B + "entry", A, B + "feed"]


def test_a_start_page_that_becomes_news_is_visited_once() -> None:
    crowd = population(A, B, A + "last")
    crowd.add_seeds(Seed(B), is_urgent=True)
    assert urls(crowd.moves(9)) == [B, A, A + "last"]


# --- busy sites


def test_pages_of_a_busy_site_keep_their_places_and_the_next_site_is_visited() -> None:
    crowd = population(A, A + "2", A + "3", B, A + "4", per_site=2)
    moves = crowd.moves(9)
    assert urls(moves) == [A, A + "2", B]
    assert crowd.moves(9) == []
    assert crowd.stop_reason is None
    read(crowd, moves[1])
    assert urls(crowd.moves(9)) == [A + "3"]
    read(crowd, moves[0])
    assert urls(crowd.moves(9)) == [A + "4"]


def test_agents_choose_no_link_to_a_busy_site() -> None:
    crowd = population(A, B, per_site=1)
    first, second = crowd.moves(2)
    read(crowd, first, A + "1", A + "2", B + "1")
    assert urls(crowd.moves(9)) == [A + "1"]
    read(crowd, second)
    assert urls(crowd.moves(9)) == [B + "1"]


def test_a_person_who_changes_the_budget_does_not_lift_the_limit_of_a_site() -> None:
    crowd = population(A, A + "2", A + "3", per_site=1)
    (first,) = crowd.moves(9)
    crowd.adjust(RunBudget(pages=40), {})
    assert crowd.moves(9) == []
    read(crowd, first)
    assert urls(crowd.moves(9)) == [A + "2"]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None)
@given(entropy=st.integers(0, 999), per_site=st.integers(1, 3), room=st.integers(1, 8))
def test_no_strategy_exceeds_the_limit_of_a_site_and_every_move_is_made(
    name: str, entropy: int, per_site: int, room: int
) -> None:
    web = PaperWeb(entropy=entropy, sites=3)
    crowd = populated(
        strategies.make(name), web, entropy=entropy, budget=RunBudget(pages=30, per_site=per_site)
    )
    while crowd.moves(room) or crowd.under_way:
        by_site = Counter(move.url.split("/")[2] for move in crowd.under_way)
        assert max(by_site.values()) <= per_site
        crowd.settle(*(web.answer(move) for move in crowd.under_way[:2]))  # the others go on
    assert crowd.stop_reason is not None


# --- sites that rest


def test_a_site_that_rests_keeps_its_pages_and_gets_them_back_after_the_rest() -> None:
    crowd = population(A, A + "2", B)
    first, second, other = crowd.moves(3)
    assert crowd.settle(Arrival(first.number, rest=10.0), Arrival(second.number, rest=4.0)) == []
    assert crowd.moves(9, elapsed=1.0) == []
    read(crowd, other, A + "3", B + "1")
    assert urls(crowd.moves(9, elapsed=2.0)) == [B + "1"]
    assert crowd.next_end_of_rest == 10.0
    assert urls(crowd.moves(9, elapsed=9.9)) == []
    assert urls(crowd.moves(9, elapsed=10.0)) == [A + "2", A, A + "3"]
    assert crowd.next_end_of_rest is None


def test_a_page_that_was_not_asked_for_is_still_what_it_was() -> None:
    """News, an urgent start page, a start page with half of its energy, and a link."""
    crowd = population(A, A + "old")
    crowd.queue.seeds[1] = Seed(A + "old", unspent=0.5)
    crowd.add_seeds(Seed(A + "entry"), is_urgent=True)
    urgent, first = crowd.moves(2)
    read(crowd, first, A + "new", A + "link", urgent=(A + "new",))
    moves = [urgent, *crowd.moves(9)]
    before = [(move.url, move.how == "seed", move.unspent) for move in moves]
    crowd.settle(*(Arrival(move.number, rest=5.0) for move in reversed(moves)))
    after = [(move.url, move.how == "seed", move.unspent) for move in crowd.moves(9, elapsed=5.0)]
    assert sorted(after) == sorted(before)
    assert {url for url, *_ in after[:2]} == {A + "entry", A + "new"}


def test_a_rest_costs_no_page_and_no_energy_and_the_books_balance() -> None:
    crowd = Population(
        Colony(payoff="fixed", gain=10.0, cost=0.1, least=1, most=5),
        [Seed(A), Seed(B)],
        CrawlGraph(Topic("battery")),
        entropy=1,
        budget=RunBudget(pages=2),
    )
    energy = dict(crowd.ledger.agents)
    for second in range(50):
        moves = crowd.moves(9, elapsed=float(second))
        crowd.settle(*(Arrival(move.number, rest=1.0) for move in moves))
    assert dict(crowd.ledger.agents) == energy
    assert crowd.ledger.error() == pytest.approx(0.0)
    assert crowd.budget_use.requests == 0
    assert crowd.stop_reason is None
    for move in crowd.moves(9, elapsed=60.0):
        read(crowd, move)
    assert crowd.budget_use.requests == 2
    assert crowd.stop_reason == "budget_pages"


def test_a_site_without_room_after_its_rest_waits_for_its_moves() -> None:
    crowd = population(A, A + "2", A + "3", per_site=2)
    first, second = crowd.moves(9)
    crowd.settle(Arrival(first.number, rest=1.0))
    assert urls(crowd.moves(9, elapsed=1.0)) == [A]
    assert crowd.moves(9, elapsed=2.0) == []
    read(crowd, second)
    assert urls(crowd.moves(9, elapsed=2.0)) == [A + "3"]


def test_a_site_that_was_closed_meanwhile_does_not_come_back() -> None:
    crowd = population(A, A + "2", pages=4, site_share=0.5)
    first, second = crowd.moves(9)
    crowd.settle(Arrival(first.number, rest=1.0), Arrival(second.number, page(A + "2")))
    assert crowd.moves(9, elapsed=1.0) == []


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None)
@given(entropy=st.integers(0, 999), slow=st.integers(0, 2), room=st.integers(1, 6))
def test_no_strategy_asks_a_site_that_rests_and_what_was_done_replays_exactly(
    name: str, entropy: int, slow: int, room: int
) -> None:
    """Every third request to one site finds it busy for three seconds."""
    web, journal = PaperWeb(entropy=entropy, sites=3), list[Entry]()

    def start(journal: list[Entry] | None) -> Population:
        return Population(
            strategies.make(name),
            [Seed(url) for url in web.names[:4]],
            CrawlGraph(Topic("solid battery")),
            entropy=entropy,
            budget=RunBudget(pages=25, per_site=2, explored=15),
            journal=journal,
        )

    crowd, events, rests_until, asked = start(journal), [], 0.0, 0
    for second in range(60):
        moves = crowd.moves(room, elapsed=float(second))
        arrivals = []
        for move in moves:
            is_slow = f"site{slow}." in move.url
            assert not is_slow or second >= rests_until
            asked += is_slow
            is_resting = is_slow and asked % 3 == 0
            arrivals.append(Arrival(move.number, rest=3.0) if is_resting else web.answer(move))
        if any(arrival.rest for arrival in arrivals):
            rests_until = second + 3.0
        new = web.names[second % len(web.names)]
        events += crowd.settle(*(with_news(arrival) for arrival in arrivals))
        if second % 10 == 9:
            crowd.add_seeds(Seed(new), is_urgent=True)
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(journal), type=list[Entry])
    again = start(None)
    assert replay(again, stored) == events
    assert again.under_way == crowd.under_way
    assert again.books() == crowd.books()


def with_news(arrival: Arrival) -> Arrival:
    """Return an arrival whose first link has just appeared."""
    if arrival.page is None:
        return arrival
    return msgspec.structs.replace(arrival, urgent=(arrival.page.links[0].url,))


# --- exploring


def test_links_that_are_neither_news_nor_start_pages_have_a_limit() -> None:
    crowd = population(A, B, explored=2)
    first, second = crowd.moves(2)
    read(crowd, first, *(f"{A}{n}" for n in range(9)))
    read(crowd, second, B + "new", urgent=(B + "new",))
    moves = crowd.moves(9)
    assert urls(moves)[0] == B + "new"
    assert len(moves) == 3
    for move in moves:
        read(crowd, move)
    assert crowd.moves(9) == []
    assert crowd.stop_reason == "exhausted"


def test_a_link_that_was_not_asked_for_does_not_count_as_explored() -> None:
    crowd = population(A, explored=1)
    (first,) = crowd.moves(1)
    read(crowd, first, A + "1", A + "2")
    (link,) = crowd.moves(9)
    crowd.settle(Arrival(link.number, rest=1.0))
    assert len(crowd.moves(9, elapsed=1.0)) == 1


def test_without_a_limit_agents_explore_to_the_end() -> None:
    crowd = population(A, pages=100)
    (first,) = crowd.moves(1)
    read(crowd, first, *(f"{A}{n}" for n in range(30)))
    while moves := crowd.moves(9):
        for move in moves:
            read(crowd, move)
    assert crowd.settled == 31


# --- journals


def test_what_earlier_versions_did_not_know_is_not_written() -> None:
    journal: list[Entry] = []
    crowd = population(A, journal=journal)
    (first,) = crowd.moves(1)
    crowd.settle(Arrival(first.number, page(A, B), 0.5))
    crowd.add_seeds(Seed(B))
    stored = msgspec.json.encode(journal) + msgspec.json.encode(crowd.budget)
    assert not any(name in stored for name in (b"rest", b"urgent", b"per_site", b"explored"))


# --- links that promise little, and start pages that wait among the links


def test_of_links_that_promise_little_a_run_follows_a_limited_number() -> None:
    crowd = population(A, guessed=2)
    (first,) = crowd.moves(1)
    read(crowd, first, *(f"{A}{n}" for n in range(9)))
    frontier = crowd.graph.frontier
    *dull, good = frontier.open_rows()[:4].tolist()
    frontier.scores[dull], frontier.scores[good] = MIN_PROMISE / 2, 2 * MIN_PROMISE
    assert [crowd.queue.explore(row) for row in (*dull, good)] == [True, True, False, True]


def test_a_start_page_that_waits_comes_after_the_others_and_as_a_link() -> None:
    crowd = Population(
        Colony(payoff="off", most=8),
        [Seed(A, waits=True), Seed(B)],
        CrawlGraph(Topic("battery")),
        entropy=1,
    )
    assert [(move.url, move.how) for move in crowd.moves(9)] == [(B, "seed"), (A, "jump")]
    assert crowd.queue.seeds == deque()
