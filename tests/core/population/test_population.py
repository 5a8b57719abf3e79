"""The population: moves, energy, births and deaths, budgets, and the replay of a journal."""

import msgspec
import pytest

from tests.core.paper_web import NOTHING, PaperWeb, crawl, populated, url
from watchd.core.population import strategies
from watchd.core.population.budget_use import MAX_REFUSED_PER_PAGE
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import BooksDoNotBalance
from watchd.core.population.events import Arrival, Born, Found, RunBudget, Seed, Starved, Teleported, Visited
from watchd.core.population.population import Population
from watchd.core.population.strategies import energy
from watchd.core.population.strategies.protocol import Agent, Choice, PageVisit
from watchd.core.relevance.topic import Topic
from watchd.model.page import Link, Page

NAMES = sorted(strategies.STRATEGIES)


class Colony(energy.EnergyColony):
    """The energy strategy with any energy rules."""

    def __init__(self, **economy: object) -> None:
        super().__init__(energy.EnergyParams(), NOTHING)
        self.economy = msgspec.structs.replace(self.economy, **economy)


def page(number: int, *links: int, relevance_word: str = "weather") -> Page:
    return Page(
        url=url(number),
        text=relevance_word,
        language="en",
        links=tuple(Link(url=url(i), anchor="next") for i in links),
        terms=tuple("next" for _ in links),
        coordinates=tuple(2 * i for i in range(len(links))),
    )


def one_agent(**economy: object) -> Population:
    """Return a population of one with a fixed payoff: a page pays 10 x relevance, a request costs 0.1."""
    values: dict[str, object] = {"payoff": "fixed", "gain": 10.0, "cost": 0.1, "least": 1, "most": 5, **economy}
    seeds = [Seed(url(0))]
    return Population(
        Colony(**values), seeds, CrawlGraph(Topic("battery")), entropy=1, budget=RunBudget(pages=20)
    )


# --- asking


def test_start_pages_come_first_and_each_once() -> None:
    web = PaperWeb()
    seeds = [Seed(web.names[0]), Seed(web.names[1]), Seed(web.names[0])]
    population = Population(Colony(), seeds, CrawlGraph(Topic("solid")), entropy=1)
    moves = population.moves(9)
    assert [(m.url, m.how) for m in moves] == [(web.names[0], "seed"), (web.names[1], "seed")]


def test_agents_wait_while_there_is_nothing_to_follow() -> None:
    population = populated(Colony(), PaperWeb(), seeds=1)
    assert len(population.moves(9)) == 1
    assert population.moves(9) == []
    assert population.stop_reason is None


def test_a_page_is_asked_for_once_even_if_many_agents_want_it() -> None:
    web = PaperWeb(pages=30)
    population = populated(Colony(), web, budget=RunBudget(pages=200))
    seen: list[str] = []
    while moves := population.moves(5):
        seen += [m.url for m in moves]
        population.settle(*map(web.answer, moves))
    assert len(seen) == len(set(seen))
    assert population.stop_reason == "exhausted"


def test_an_arrival_without_a_move_that_waits_is_refused() -> None:
    with pytest.raises(ValueError, match="must belong to a move that waits"):
        populated(Colony(), PaperWeb()).settle(Arrival(99))


def test_the_reason_for_the_end_is_named() -> None:
    web = PaperWeb()
    pages = populated(Colony(), web, budget=RunBudget(pages=5))
    crawl(pages, web)
    assert pages.stop_reason == "budget_pages"
    few_bytes = populated(Colony(), web, budget=RunBudget(bytes=20_000, page_bytes=4_000))
    crawl(few_bytes, web, room=1)
    assert few_bytes.stop_reason == "budget_bytes"
    late = populated(Colony(), web, budget=RunBudget(seconds=1))
    assert late.moves(1, elapsed=2.0) == []
    assert late.stop_reason == "budget_seconds"


def test_one_site_cannot_take_the_run() -> None:
    web = PaperWeb(pages=80, sites=2)
    population = populated(Colony(), web, budget=RunBudget(pages=40, site_share=0.25))
    events = crawl(population, web, room=1)
    visits = [e.url for e in events if isinstance(e, Visited)]
    for site in ("site0", "site1"):
        assert 0 < sum(site in u for u in visits) <= 10


def test_links_to_a_full_site_are_not_taken_up_any_more() -> None:
    population = one_agent(payoff="off", most=1)
    population.budget_use.budget = RunBudget(pages=2, site_share=0.5)
    (move,) = population.moves()
    population.settle(Arrival(move.number, page(0, 1, 2)))
    assert population.moves() == []
    assert population.stop_reason == "exhausted"


def test_a_start_page_that_a_redirect_has_led_to_is_not_asked_for_again() -> None:
    population = Population(Colony(), [Seed(url(0)), Seed(url(1))], CrawlGraph(Topic("x")), entropy=1)
    (move,) = population.moves(1)
    population.settle(Arrival(move.number, page(1, 2)))
    assert [m.url for m in population.moves(5)] == [url(2)]


def test_an_agent_born_rich_splits_even_before_it_stands_on_a_page() -> None:
    population = one_agent(start=9.0, most=2)
    (move,) = population.moves()
    events = population.settle(Arrival(move.number, None))
    assert isinstance(events[-1], Born)
    assert population.ledger.agents == {"1": pytest.approx(6.9), "1.1": pytest.approx(2.0)}


# --- energy


def test_a_request_that_brings_nothing_costs_all_the_same() -> None:
    population = one_agent()
    (move,) = population.moves()
    (event,) = population.settle(Arrival(move.number, None))
    assert isinstance(event, Visited)
    assert event.gain == pytest.approx(-0.1)
    assert not event.readable


def test_waiting_costs_its_share() -> None:
    population = one_agent(latency=0.4, slowest=10.0)
    (move,) = population.moves()
    (event,) = population.settle(Arrival(move.number, page(0), 0.0, seconds=5.0))
    assert isinstance(event, Visited)
    assert event.gain == pytest.approx(-0.1 - 0.2)


def test_a_rich_agent_splits_and_the_surplus_stays_on_the_page() -> None:
    population = one_agent(most=3)
    (move,) = population.moves()
    events = population.settle(Arrival(move.number, page(0, 1), 0.9))
    born = [e for e in events if isinstance(e, Born)]
    assert [b.agent for b in born] == ["1.1", "1.2"]
    assert set(population.ledger.agents.values()) == {2.0}  # 1 + 9 - 0.1 = 9.9 for three, none above theta
    assert population.ledger.remnants == {url(0): pytest.approx(3.9)}
    assert population.energy_left(url(0))[1] == pytest.approx(3.9 / 9.0)


def test_the_agents_of_a_full_population_leave_energy_for_later() -> None:
    population = one_agent(most=1)
    population.strategy.economy = msgspec.structs.replace(
        population.economy, most=0
    )  # lowered while the run goes on
    (move,) = population.moves()
    population.settle(Arrival(move.number, page(0), 0.5))
    assert population.ledger.agents == {"1": pytest.approx(0.9)}
    assert population.ledger.remnants == {url(0): pytest.approx(5.0)}


def test_a_page_that_was_read_does_not_pay_again() -> None:
    population = one_agent(most=2, least=2)
    (first,) = population.moves(1)
    population.settle(Arrival(first.number, page(0, 1, 2), 0.0))
    (one,) = population.moves(1)
    redirected = msgspec.structs.replace(page(1), url=url(0))  # the link led back to the first page
    (event,) = population.settle(Arrival(one.number, redirected, 0.9))
    assert isinstance(event, Visited)
    assert not event.first
    assert event.gain == pytest.approx(-0.01)


def test_a_page_partly_paid_out_by_earlier_runs_pays_its_rest() -> None:
    strategy = Colony(payoff="fixed", gain=1.0, cost=0.1, least=1, most=1)
    population = Population(strategy, [Seed(url(0), unspent=0.25)], CrawlGraph(Topic("x")), entropy=1)
    (move,) = population.moves()
    (event, _) = population.settle(Arrival(move.number, page(0), 0.8))
    assert isinstance(event, Visited)
    assert event.gain == pytest.approx(0.2 - 0.1)
    assert population.energy_left(url(0))[1] == 0.0


def test_a_poor_agent_starves_when_enough_others_live() -> None:
    population = one_agent(cost=1.0, least=0)
    (move,) = population.moves()
    events = population.settle(Arrival(move.number, page(0, 1), 0.0))
    assert isinstance(events[-1], Starved)
    assert population.stop_reason == "extinct"


def test_the_last_agents_are_sent_to_the_frontier() -> None:
    population = one_agent(cost=1.0, least=1)
    (move,) = population.moves()
    events = population.settle(Arrival(move.number, page(0, 1), 0.0))
    assert events[-1] == Teleported("1", "frontier", None)
    assert [m.how for m in population.moves()] == ["jump"]


def test_the_last_agents_are_sent_to_the_best_remnant_first() -> None:
    population = one_agent(cost=1.0, least=1)
    population.ledger.put_on_page("http://rich.test/", 3.0)
    population.ledger.put_on_page("http://poor.test/", 1.0)
    (move,) = population.moves()
    events = population.settle(Arrival(move.number, page(0, 1), 0.0))
    assert Teleported("1", "remnant", "http://rich.test/") in events
    assert any(isinstance(e, Born) for e in events)  # it found enough there to split


def test_a_small_remnant_keeps_an_agent_going_without_children() -> None:
    population = one_agent(cost=1.0, least=1)
    population.ledger.put_on_page("http://poor.test/", 1.0)
    (move,) = population.moves()
    events = population.settle(Arrival(move.number, page(0, 1), 0.0))
    assert events[-1] == Teleported("1", "remnant", "http://poor.test/")


def test_with_nowhere_else_to_go_an_unused_start_page_is_tried_and_then_agents_die() -> None:
    strategy = Colony(payoff="fixed", cost=1.0, least=1, most=1)
    population = Population(strategy, [Seed(url(0)), Seed(url(1))], CrawlGraph(Topic("x")), entropy=1)
    (move,) = population.moves()
    assert population.settle(Arrival(move.number, page(0)))[-1] == Teleported("1", "seed", url(1))
    (move,) = population.moves()
    assert isinstance(population.settle(Arrival(move.number, page(1)))[-1], Starved)
    assert population.stop_reason == "extinct"


def test_a_finding_says_how_it_was_reached() -> None:
    population = one_agent(payoff="off", most=1)
    (move,) = population.moves()
    population.settle(Arrival(move.number, page(0, 1), 0.1))
    (move,) = population.moves()
    found = population.settle(Arrival(move.number, page(1), 0.8))[-1]
    assert isinstance(found, Found)
    assert [(h.url, h.anchor) for h in found.path] == [(url(0), ""), (url(1), "next")]


def test_balance_makes_good_pages_pay_and_the_others_cost() -> None:
    web = PaperWeb(pages=200)
    population = populated(Colony(), web, budget=RunBudget(pages=150))
    events = [e for e in crawl(population, web, room=1) if isinstance(e, Visited)]
    late = [e.gain for e in events[60:]]
    assert abs(sum(late) / len(late)) < 0.3
    assert population.payoffs.balance.slope > 0


def test_made_up_energy_stops_the_run_at_the_next_event() -> None:
    population = one_agent()
    population.ledger.agents["1"] += 0.5
    (move,) = population.moves()
    with pytest.raises(BooksDoNotBalance):
        population.settle(Arrival(move.number, page(0)))


# --- walking over known pages


class Walker(Colony):
    """An agent that only goes to the given pages."""

    def __init__(self, *where: str | None, **economy: object) -> None:
        super().__init__(payoff="fixed", gain=0.0, cost=0.5, least=0, most=1, **economy)
        self.where = list(where)

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        target = self.where.pop(0) if self.where else None
        return None if target is None else Choice(target, "link", graph.frontier.row_of.get(target))

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        pass


def walk(*where: str | None, **economy: object) -> tuple[Population, list[object]]:
    population = Population(Walker(*where, **economy), [Seed(url(0))], CrawlGraph(Topic("x")), entropy=1)
    (move,) = population.moves()
    events: list[object] = [*population.settle(Arrival(move.number, page(0, 1, 2)))]
    return population, events


def test_a_known_page_is_passed_without_a_request_but_not_for_free() -> None:
    population, _ = walk(url(0), url(0), url(1))
    (move,) = population.moves()
    assert move.url == url(1)
    events = population.settle(Arrival(move.number, None))
    assert [e.gain for e in events if isinstance(e, Visited)] == pytest.approx([-0.05, -0.05, -0.5])


def test_an_agent_can_starve_on_known_pages() -> None:
    population, _ = walk(*[url(0)] * 30)
    assert population.moves() == []
    assert isinstance(population.settle()[-1], Starved)
    assert population.stop_reason == "extinct"


def test_an_agent_that_runs_in_circles_gives_others_their_turn() -> None:
    population, _ = walk(*[url(0)] * 30, revisit=0.0)
    assert population.moves() == []
    assert len(population.settle()) == 20
    assert population.stop_reason is None


def test_an_agent_does_not_wait_for_a_page_that_another_fetches() -> None:
    strategy = Walker(url(1), url(1))
    strategy.economy = msgspec.structs.replace(strategy.economy, most=2, least=2)
    population = Population(strategy, [Seed(url(0))], CrawlGraph(Topic("x")), entropy=1)
    (move,) = population.moves()
    population.settle(Arrival(move.number, page(0, 1, 2)))
    assert [m.url for m in population.moves(2)] == [url(1)]


# --- repeating a run


def test_a_page_without_links_leaves_the_frontier_as_it_was() -> None:
    made = strategies.make("breadth_first")
    population = Population(made, [Seed(url(0))], CrawlGraph(Topic("x")), entropy=1)
    (move,) = population.moves()
    population.settle(Arrival(move.number, page(0)))
    assert population.stop_reason == "exhausted"


# --- bytes


def test_a_page_may_take_what_is_set_aside_for_it_and_the_last_one_all_that_is_left() -> None:
    budget = RunBudget(bytes=1100, page_bytes=500)
    population = populated(Colony(), PaperWeb(), budget=budget, seeds=5)
    first, second = population.moves(5)
    assert (first.room, second.room) == (500, 500)
    assert population.moves(5) == []  # a hundred is left, but the others may leave more
    population.settle(Arrival(first.number, page(0), bytes=400), Arrival(second.number, page(1), bytes=500))
    (third,) = population.moves(5)
    assert third.room == 200
    population.settle(Arrival(third.number, page(2), bytes=200))
    assert population.moves(5) == []
    assert population.stop_reason == "budget_bytes"


def test_a_run_that_left_a_page_because_of_its_size_was_ended_by_its_budget() -> None:
    population = one_agent()
    (move,) = population.moves(1)
    population.settle(Arrival(move.number, bytes=300, trouble="budget"))
    assert population.moves(1) == []
    assert population.stop_reason == "budget_bytes"


# --- memory and changes on the way


def test_a_page_answered_from_memory_costs_no_request_and_little_energy() -> None:
    population = one_agent()
    (move,) = population.moves(1)
    population.settle(Arrival(move.number, page(0, 1), 0.0, unasked=True))
    assert population.budget_use.requests == 0
    assert population.ledger.dissipated == pytest.approx(0.1 * population.economy.cost)


def test_an_address_that_we_do_not_visit_costs_no_page_and_little_energy() -> None:
    population = one_agent()
    (move,) = population.moves(1)
    population.settle(Arrival(move.number, unasked=True))
    assert population.budget_use.requests == 0
    assert population.ledger.dissipated == pytest.approx(0.1 * population.economy.cost)


def test_too_many_addresses_that_we_do_not_visit_count_as_pages() -> None:
    population = one_agent(payoff="off", most=1)
    population.budget_use.budget = RunBudget(pages=2)
    (move,) = population.moves()
    population.settle(Arrival(move.number, page(0, *range(1, 15))))
    while moves := population.moves():
        population.settle(*(Arrival(m.number, unasked=True) for m in moves))
    assert population.budget_use.refused == 2 * MAX_REFUSED_PER_PAGE + 1
    assert population.stop_reason == "budget_pages"


def test_what_earlier_runs_took_from_a_page_is_not_paid_again() -> None:
    population = one_agent(most=50)
    (move,) = population.moves(1)
    population.settle(Arrival(move.number, page(0, 1), 0.5, unspent=0.1))
    assert population.ledger.injected == pytest.approx(1.0 + 0.5)


def test_start_pages_may_be_added_while_the_run_goes_on() -> None:
    population = one_agent()
    (move,) = population.moves(1)
    population.settle(Arrival(move.number, page(0, 1, 2), 0.1))
    population.add_seeds(Seed(url(2)), Seed(url(7)))
    asked = []
    while moves := population.moves(1):
        asked += [m.url for m in moves]
        population.settle(*(Arrival(m.number) for m in moves))
    assert asked == [url(2), url(7), url(1)]


def test_a_larger_budget_lets_a_run_go_on() -> None:
    web = PaperWeb()
    population = populated(Colony(), web, budget=RunBudget(pages=5))
    crawl(population, web)
    population.adjust(RunBudget(pages=9), {"most": 3, "window": 20})
    crawl(population, web)
    assert population.budget_use.requests == 9
    assert population.economy.most == 3
    assert population.budget == RunBudget(pages=9)


# --- what the next run starts from


# --- questions of the flow
