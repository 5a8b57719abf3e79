"""What others may ask of a population: its journal, pages, links, energy and moves under way."""

import msgspec
import pytest

from tests.core.paper_web import PaperWeb, crawl, populated, url
from tests.core.population.test_population import Colony, one_agent, page
from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, Asked, Entry, RunBudget, Seed, Settled
from watchd.core.population.population import Population, replay
from watchd.core.relevance.topic import Topic
from watchd.model.visit import Route

NAMES = sorted(strategies.STRATEGIES)


@pytest.mark.parametrize("name", sorted(strategies.STRATEGIES))
def test_the_same_entropy_and_journal_give_the_same_events(name: str) -> None:
    web = PaperWeb()
    seeds = [Seed(n) for n in web.names[:4]]

    def fresh(entropy: int, journal: list[Entry] | None = None) -> Population:
        graph = CrawlGraph(Topic("solid battery", languages=("en",)))
        budget = RunBudget(pages=60)
        return Population(strategies.make(name), seeds, graph, entropy=entropy, budget=budget, journal=journal)

    journal: list[Entry] = []
    events = crawl(fresh(7, journal), web)
    stored = msgspec.json.decode(msgspec.json.encode(journal), type=list[Asked | Settled])
    assert replay(fresh(7), stored) == events


def test_moves_under_way_are_known() -> None:
    population = populated(Colony(), PaperWeb())
    moves = population.moves(2)
    assert population.under_way == moves


@pytest.mark.parametrize("name", NAMES)
def test_a_journal_with_changes_on_the_way_replays_too(name: str) -> None:
    web, journal = PaperWeb(), list[Entry]()

    def start(journal: list[Entry] | None) -> Population:
        return Population(
            strategies.make(name),
            [Seed(web.names[0])],
            CrawlGraph(Topic("solid battery")),
            entropy=5,
            budget=RunBudget(pages=10),
            journal=journal,
        )

    population = start(journal)
    events = crawl(population, web)
    population.add_seeds(Seed(web.names[40]))
    params = {"most": 4} if name in {"energy", "infospiders", "myspiders"} else {}
    population.adjust(RunBudget(pages=30), params)
    events += crawl(population, web)
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(journal), type=list[Entry])
    assert replay(start(None), stored) == events


def test_what_is_left_on_a_page_is_known_as_energy_and_as_a_share() -> None:
    population = one_agent(most=1)
    (move,) = population.moves(1)
    population.settle(Arrival(move.number, page(0, 1), 0.5))
    energy, share = population.energy_left(url(0))
    assert energy == pytest.approx(5.0 + 1.0 - 0.1 - 2.0)  # all above theta goes back to the page
    assert share == pytest.approx(energy / 5.0)
    assert population.energy_left(url(9)) == (0.0, 0.0)


def test_pages_with_the_best_open_links_are_where_to_go_on() -> None:
    web = PaperWeb()
    population = populated(Colony(), web, budget=RunBudget(pages=10))
    crawl(population, web)
    promises = population.promises(3)
    assert len(promises) == 3
    assert list(promises.values()) == sorted(promises.values(), reverse=True)
    assert all(url in population.graph.pages for url in promises)
    assert len(population.promises(1000)) < 1000


def test_a_start_page_promises_nothing_before_it_is_read() -> None:
    assert populated(Colony(), PaperWeb()).promises(5) == {}


def test_the_flow_can_ask_about_pages_and_links() -> None:
    population = one_agent(payoff="off", most=1)
    (first,) = population.moves()
    assert population.page_with_link(first) is None
    population.settle(Arrival(first.number, page(0, 1, 2), 0.1))
    (second,) = population.moves()
    assert population.page_with_link(second) == url(0)
    redirected = msgspec.structs.replace(page(1), url=url(9))
    population.settle(Arrival(second.number, redirected, 0.8))
    assert population.has_read(url(1))
    assert not population.has_read(url(2))
    assert (population.page_relevance(url(9)), population.page_relevance(url(2))) == (0.8, None)
    assert population.relevances() == {url(0): 0.1, url(9): 0.8}
    assert population.parent_of(url(9)) == url(0)
    assert [hop.url for hop in population.path_to(url(9))] == [url(0), url(9)]
    assert population.path_to(url(2)) == ()
    assert population.links_on([url(0), url(5)]) == {url(1), url(2)}
    assert population.score_of_link(url(2)) == population.graph.frontier.scores[2]
    assert population.score_of_link(url(1)) == -float("inf")
    assert population.score_of_link(url(5)) is None
    assert not population.is_news(url(9))
    assert not population.is_new_link(second)


def test_the_flow_can_ask_about_energy_and_learned_state() -> None:
    population = one_agent(most=1)
    (move,) = population.moves()
    population.settle(Arrival(move.number, page(0, 1), 0.5))
    books = population.books()
    assert books.injected == pytest.approx(books.dissipated + books.agents + books.remnants)
    assert population.energy_of("1") == pytest.approx(books.agents)
    assert population.energy_of("2") == 0.0
    assert population.remnants() == {url(0): pytest.approx(books.remnants)}
    assert [genome.keywords for genome in population.memory().genomes] == [("battery",)]


def test_what_waits_at_the_end_is_named_in_its_queue_with_place_score_and_route() -> None:
    population = one_agent(payoff="off", most=1)
    (first,) = population.moves()
    population.settle(
        Arrival(first.number, page(0, 1, 2, 3, 4), 0.1, urgent=(url(1), url(2)), news=(url(1), url(2)))
    )
    population.add_seeds(Seed(url(7), "ripe"), is_urgent=False)
    (second,) = population.moves()
    assert population.route_to(second) == Route("", url(0), "next", "")
    assert population.route_to(first, "url") == Route("url")
    named = {url(7): "ripe"}.get
    waiting = population.waiting(10, "budget_pages", named)
    assert [(link.queue, link.place, link.of) for link in waiting] == [
        ("news", 1, 1),
        ("start", 1, 1),
        ("link", 1, 2),
        ("link", 2, 2),
    ]
    assert {link.reason for link in waiting} == {"budget_pages"}
    assert waiting[1].route == Route("ripe")
    assert waiting[2].route == Route("", url(0), "next", "")
    assert waiting[2].score >= waiting[3].score
    assert {link.url for link in waiting} == {url(n) for n in (1, 2, 3, 4, 7)} - {second.url}
    assert len(population.waiting(1, "budget_pages", named)) == 3  # the first of each queue


def test_links_wait_because_the_share_for_exploring_is_used_up_or_their_site_is_busy() -> None:
    population = one_agent(payoff="off", most=1)
    population.adjust(RunBudget(pages=20, explored=1), {})
    (first,) = population.moves()
    population.settle(Arrival(first.number, page(0, 1, 2, 3), 0.1))
    (second,) = population.moves()
    population.settle(Arrival(second.number, page(1), 0.1))
    assert population.moves() == []
    assert {link.reason for link in population.waiting(9, "exhausted", lambda _: None)} == {"explored_share"}
    busy = one_agent(payoff="off", least=2, most=2)
    busy.adjust(RunBudget(pages=20, per_site=1), {})
    (first,) = busy.moves()
    busy.settle(Arrival(first.number, page(0, 1, 2, 3), 0.1))
    assert len(busy.moves(2)) == 1  # the other agent waits for the site
    assert {link.reason for link in busy.waiting(9, "stopped", lambda _: None)} == {"busy_site"}
