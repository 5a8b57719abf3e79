"""Properties that hold for any web, any entropy and every strategy: ledger, bounds, budgets, order."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.paper_web import PaperWeb, populated
from watchd.core.population import strategies
from watchd.core.population.budget_use import MAX_REFUSED_PER_PAGE
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.events import Arrival, RunBudget

NAMES = sorted(strategies.STRATEGIES)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None)
@given(
    pages=st.integers(1, 40), megabytes=st.integers(1, 60), room=st.integers(1, 7), entropy=st.integers(0, 99)
)
def test_no_budget_is_ever_exceeded(name: str, pages: int, megabytes: int, room: int, entropy: int) -> None:
    web = PaperWeb(entropy=entropy)
    budget = RunBudget(pages=pages, bytes=megabytes * 1_000_000, page_bytes=2_000_000, seconds=30)
    population = populated(strategies.make(name), web, budget=budget, entropy=entropy)
    asked = size = 0
    elapsed = 0.0
    while moves := population.moves(room, elapsed=elapsed):
        assert elapsed < budget.seconds
        asked += len(moves)
        size += sum(m.room for m in moves)  # every answer as large as an answer can be
        elapsed += 1.0
        population.settle(*[msgspec.structs.replace(web.answer(m), bytes=m.room) for m in moves])
    assert asked <= pages
    assert size <= budget.bytes
    assert population.stop_reason is not None


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None)
@given(pages=st.integers(1, 10), room=st.integers(1, 8), entropy=st.integers(0, 99))
def test_addresses_that_are_not_visited_cost_no_page_but_have_an_end(
    name: str, pages: int, room: int, entropy: int
) -> None:
    """All but the start pages are traps, and each of these names more addresses than any budget has pages."""
    web = PaperWeb(pages=300, links=100, entropy=entropy)
    population = populated(strategies.make(name), web, budget=RunBudget(pages=pages), entropy=entropy)
    asked = 0
    while moves := population.moves(room):
        asked += sum(move.how == "seed" for move in moves)
        assert asked <= pages
        population.settle(
            *(web.answer(m) if m.how == "seed" else Arrival(m.number, unasked=True) for m in moves)
        )
        assert abs(population.ledger.error()) < 1e-9
    assert population.budget_use.refused <= (MAX_REFUSED_PER_PAGE + 1) * pages
    assert population.budget_use.requests <= pages


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=6, deadline=None)
@given(entropy=st.integers(0, 2**32), room=st.integers(1, 8))
def test_the_ledger_closes_and_the_population_stays_within_bounds(name: str, entropy: int, room: int) -> None:
    web = PaperWeb(entropy=entropy % 1000)
    population = populated(strategies.make(name), web, entropy=entropy, budget=RunBudget(pages=60))
    economy: Economy = population.economy
    while moves := population.moves(room):
        population.settle(*map(web.answer, moves))
        assert abs(population.ledger.error()) < 1e-9
        assert len(population.agents) <= economy.most
        if economy.payoff != "off" and population.graph.frontier.open_count:
            assert len(population.agents) >= economy.least


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5, deadline=None)
@given(entropy=st.integers(0, 2**32), shuffle=st.randoms())
def test_the_order_of_arrival_within_a_step_does_not_matter(name: str, entropy: int, shuffle: Random) -> None:
    web = PaperWeb(entropy=entropy % 1000)
    one, two = (populated(strategies.make(name), web, entropy=entropy) for _ in range(2))
    while moves := one.moves(4):
        assert two.moves(4) == moves
        arrivals = [web.answer(m) for m in moves]
        events = one.settle(*arrivals)
        shuffle.shuffle(arrivals)
        assert two.settle(*arrivals) == events
