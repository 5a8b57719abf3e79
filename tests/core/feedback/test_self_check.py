"""Capture and recapture: the estimator itself, and what a run makes of it."""

from random import Random

import pytest

from tests.core.paper_web import NOTHING, PaperWeb, crawl, populated
from watchd.core.feedback.self_check import chapman, coverage, half_of
from watchd.core.population import strategies
from watchd.core.population.events import RunBudget, Visited


@pytest.mark.parametrize(
    ("first", "second", "both", "total"),
    [(10, 10, 10, 10.0), (10, 10, 5, 19.17), (50, 40, 20, 98.57), (0, 0, 0, 0.0)],
)
def test_the_number_of_all(first: int, second: int, both: int, total: float) -> None:
    assert chapman(first, second, both)[0] == pytest.approx(total, abs=0.01)


def test_the_interval_holds_the_truth_when_the_halves_are_independent() -> None:
    random = Random(5)
    held = 0
    for _ in range(300):
        one = {i for i in range(200) if random.random() < 0.5}
        other = {i for i in range(200) if random.random() < 0.4}
        total, error = chapman(len(one), len(other), len(one & other))
        held += abs(total - 200) <= 1.96 * error
    assert 0.9 <= held / 300 <= 0.99


def test_an_agent_belongs_to_the_half_of_its_founder() -> None:
    assert [half_of(name) for name in ("0", "1", "2.1.1", "13.2")] == [0, 1, 0, 1]


def test_a_run_guesses_no_less_than_it_found() -> None:
    web = PaperWeb(pages=200, links=8, entropy=3)
    population = populated(strategies.make("energy", {}, NOTHING), web, budget=RunBudget(pages=120), seeds=6)
    readers = {e.url: e.agent for e in reversed(crawl(population, web)) if isinstance(e, Visited)}
    guess = coverage(population, readers, min_score=0.1)
    assert guess is not None
    assert guess.found <= guess.low <= guess.expected <= guess.high
    assert 0 < guess.share <= 1


def test_with_too_little_seen_twice_nothing_is_guessed() -> None:
    web = PaperWeb(pages=30)
    population = populated(strategies.make("energy", {}, NOTHING), web, budget=RunBudget(pages=2))
    crawl(population, web)
    assert coverage(population, {}, min_score=0.1) is None
