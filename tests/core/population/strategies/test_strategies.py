"""The typical behaviour of each strategy."""

import msgspec
import numpy as np
import pytest

from tests.core.paper_web import PaperWeb, crawl, populated, url
from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, Born, RunBudget, Seed, Visited
from watchd.core.population.population import Population
from watchd.core.population.strategies.protocol import CrawlStrategy, Memory
from watchd.core.relevance.topic import Topic
from watchd.errors import FieldErrors
from watchd.model.page import Link, Page

APART = ("filler",) * 8  # enough text between links, so that one link is not the context of the next


def page(number: int, *links: int, anchors: dict[int, str] | None = None) -> Page:
    words = [(anchors or {}).get(i, "next") for i in links]
    return Page(
        url=url(number),
        language="en",
        links=tuple(Link(url=url(i), anchor=a) for i, a in zip(links, words, strict=True)),
        terms=tuple(term for word in words for term in (word, *APART)),
        coordinates=tuple(2 * i + gap for i in range(len(links)) for gap in (0, *([1] * len(APART)))),
    )


def alone(strategy: CrawlStrategy, text: str = "battery", seeds: tuple[int, ...] = (0,)) -> Population:
    graph = CrawlGraph(Topic(text, languages=("en",)))
    return Population(strategy, [Seed(url(i)) for i in seeds], graph, entropy=1, budget=RunBudget(pages=30))


def order(population: Population, web: dict[int, tuple[Page, float]]) -> list[str]:
    """The pages in the order in which they are read, one at a time."""
    by_url = {p.url: (p, r) for p, r in web.values()}
    read = []
    while moves := population.moves(1):
        read.append(moves[0].url)
        known, relevance = by_url[moves[0].url]
        population.settle(Arrival(moves[0].number, known, relevance))
    return read


WEB = {
    0: (page(0, 1, 2), 0.1),
    1: (page(1, 3), 0.05),
    2: (page(2, 4, 5, anchors={5: "batteri"}), 0.9),
    3: (page(3), 0.0),
    4: (page(4), 0.0),
    5: (page(5), 0.0),
}


def test_breadth_first_follows_links_as_they_were_seen() -> None:
    assert order(alone(strategies.make("breadth_first")), WEB) == [url(i) for i in range(6)]


def test_best_first_follows_the_links_of_the_best_page() -> None:
    assert order(alone(strategies.make("best_first")), WEB) == [url(i) for i in (0, 1, 2, 4, 5, 3)]


def test_with_context_the_words_at_a_link_count_too() -> None:
    made = strategies.make("best_first", {"context": True})
    assert order(alone(made), WEB) == [url(i) for i in (0, 1, 2, 5, 4, 3)]


def test_the_colony_without_learning_and_loyalty_is_close_to_the_mix() -> None:
    made = strategies.make("energy", {"learning": False, "loyalty": 2.0, "economy": False})
    assert order(alone(made), WEB)[:4] == [url(i) for i in (0, 1, 2, 5)]


def test_a_loyal_agent_stays_on_its_page_while_others_are_hardly_better() -> None:
    population = populated(strategies.make("energy", {"loyalty": 0.0}), PaperWeb(), seeds=2)
    web = PaperWeb()
    hows = [e.how for e in crawl(population, web, room=1) if isinstance(e, Visited)]
    assert hows.count("link") > hows.count("jump")


def test_the_colony_learns_which_links_pay() -> None:
    """Links marked with one word lead to relevant pages, links marked with another do not."""
    anchors = {i: "anod" if i % 2 else "rose" for i in range(1, 29)}
    start = {0: (page(0, *anchors, anchors=anchors), 0.2)}
    web = start | {i: (page(i), 0.8 if i % 2 else 0.0) for i in anchors}
    read = order(alone(strategies.make("energy", {"economy": False})), web)
    places = [read.index(url(i)) for i in range(1, 29, 2)]
    assert np.mean(places) < np.mean(range(1, 29)) - 3


def test_what_was_learned_is_kept_for_the_next_run() -> None:
    web = PaperWeb(pages=100)
    first = populated(strategies.make("energy"), web, budget=RunBudget(pages=80))
    crawl(first, web)
    memory = first.strategy.memory(list(first.agents.values()))
    stored = msgspec.json.decode(msgspec.json.encode(memory), type=Memory)
    second = strategies.make("energy", memory=stored)
    assert second.memory([]).scorer == stored.scorer
    founders = populated(second, web).agents
    assert founders["1"].genome == stored.genomes[0]


def test_the_colonys_own_nets_can_have_a_say() -> None:
    web = PaperWeb(pages=100)
    population = populated(strategies.make("energy", {"diversity": 0.3}), web, budget=RunBudget(pages=80))
    crawl(population, web)
    assert any(agent.view is not None for agent in population.agents.values())


@pytest.mark.parametrize("name", ["infospiders", "myspiders"])
def test_walking_agents_follow_links_of_the_page_they_stand_on(name: str) -> None:
    web = PaperWeb(pages=200)
    population = populated(strategies.make(name), web, budget=RunBudget(pages=100))
    visits = [e for e in crawl(population, web, room=1) if isinstance(e, Visited)]
    assert sum(e.how == "link" for e in visits) > 0.5 * len(visits)


def test_infospiders_learn_and_reproduce() -> None:
    web = PaperWeb(pages=300)
    population = populated(
        strategies.make("infospiders", {"cost": 0.01}), web, budget=RunBudget(pages=200), seeds=6
    )
    before = {n: a.genome for n, a in population.agents.items()}
    events = crawl(population, web)
    assert any(isinstance(e, Born) for e in events)
    assert any(a.genome != before.get(n) for n, a in population.agents.items())
    assert population.strategy.memory(list(population.agents.values())).genomes


def test_evolution_alone_leaves_nets_as_they_were_born() -> None:
    web = PaperWeb()
    made = strategies.make("infospiders", {"learning": False, "cost": 0.0001})
    population = populated(made, web, budget=RunBudget(pages=5))
    before = {n: a.genome for n, a in population.agents.items()}
    crawl(population, web, room=1)
    assert all(population.agents[n].genome == g for n, g in before.items())


@pytest.mark.parametrize(("name", "again"), [("infospiders", True), ("myspiders", False)])
def test_infospiders_may_pass_pages_that_were_read_and_myspiders_not(name: str, again: bool) -> None:
    web = PaperWeb(pages=25)
    population = populated(strategies.make(name), web)
    visits = [e for e in crawl(population, web, room=1) if isinstance(e, Visited)]
    assert any(not e.first and e.how == "link" for e in visits) == again


def test_a_dead_end_is_left_one_step_back_and_then_by_the_frontier() -> None:
    web = {
        0: (page(0, 1, 2), 0.5),
        1: (page(1), 0.5),
        2: (page(2), 0.5),
        7: (page(7, 8), 0.0),
        8: (page(8), 0.0),
    }
    population = alone(strategies.make("myspiders", {"agents": 1, "most": 1}), seeds=(7, 0))
    by_url = {p.url: (p, r) for p, r in web.values()}
    hows = []
    for _ in range(5):
        (move,) = population.moves(1)
        hows.append(move.how)
        population.settle(Arrival(move.number, *by_url[move.url]))
    assert hows == ["seed", "seed", "link", "link", "jump"]


def test_myspiders_pay_for_waiting() -> None:
    economy = strategies.make("myspiders").economy
    assert economy.latency == pytest.approx(0.1)  # INIT·THETA/MAX = 10·2/200


def test_genetic_candidates_come_by_crossover_and_by_mutation() -> None:
    web = PaperWeb(pages=200)
    population = populated(strategies.make("genetic", {"outputs": 5}), web, budget=RunBudget(pages=100))
    hows = [e.how for e in crawl(population, web, room=1) if isinstance(e, Visited)]
    assert hows.count("link") > 20
    assert hows.count("mutation") > 20


def test_genetic_prefers_links_that_the_generation_shares() -> None:
    web = {i: (page(i, 10, 11 + i), 0.5) for i in range(4)} | {i: (page(i), 0.1) for i in (10, 11, 12, 13, 14)}
    made = strategies.make("genetic", {"outputs": 2, "mutation": 0.0})
    assert order(alone(made, seeds=(0, 1, 2, 3)), web)[4] == url(10)


def test_genetic_stops_when_generations_improve_no_more() -> None:
    web = PaperWeb(pages=300)
    made = strategies.make("genetic", {"outputs": 5, "improvement": 0.5})
    population = populated(made, web, budget=RunBudget(pages=250))
    crawl(population, web)
    assert population.stop_reason == "exhausted"
    assert population.budget_use.asked < 250


@pytest.mark.parametrize(
    ("name", "params", "words"),
    [
        ("nonsense", {}, "must be the name of a strategy"),
        ("energy", {"gain": -1}, "gain"),
        ("energy", {"gian": 1}, "gian"),
        ("best_first", {"context": "yes"}, "context"),
        ("breadth_first", {"anything": 1}, "anything"),
        ("energy", {"least": 30, "most": 5}, "least: must be at most 5, the value of most; got 30"),
        ("infospiders", {"least": 30}, "least: must be at most 24, the value of most; got 30"),
    ],
)
def test_wrong_parameters_are_named(name: str, params: dict[str, object], words: str) -> None:
    with pytest.raises(FieldErrors, match=words):
        strategies.check_params(name, params)


def test_parameters_from_the_days_when_the_bounds_were_not_compared_still_run() -> None:
    assert strategies.make("energy", {"least": 30, "most": 5}).economy.least == 5


@pytest.mark.parametrize("name", ["energy", "infospiders"])
def test_the_usual_least_gives_way_to_a_lower_most(name: str) -> None:
    strategies.check_params(name, {"most": 5})
    assert strategies.make(name, {"most": 5}).economy.least == 5


@pytest.mark.parametrize("name", sorted(strategies.STRATEGIES))
def test_every_parameter_has_a_default(name: str) -> None:
    assert msgspec.to_builtins(strategies.check_params(name, {})) is not None
