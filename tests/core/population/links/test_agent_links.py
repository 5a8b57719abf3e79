"""The vectors of the agent's link judgement (inputs, net, selector, Q-learning)."""

from random import Random

import numpy as np
import pytest

from watchd.core.population.genome import Genome
from watchd.core.population.links.net import (
    Net,
    draw_link,
    estimates,
    learn,
    link_inputs,
    occurrences_of,
    odds,
    q_target,
    random_net,
)
from watchd.core.population.strategies.walking import Layout, ViewCache, view_page

OCCURRENCES = [-1, 0, 1, 3, 5, 5]
NET = Net(hidden=((0.2, -0.1), (0.4, 0.3)), hidden_bias=(0.05, -0.05), output=(0.5, -0.25), output_bias=0.1)
INPUTS = np.array([[0.75, 0.5], [0.0, 0.0], [0.2, 0.9]])


def near(*values: float) -> object:
    return pytest.approx(list(values), abs=5e-7)


def test_terms_count_less_the_farther_they_stand() -> None:
    raw = link_inputs([OCCURRENCES], 3, squash=False)
    assert raw[:, 0].tolist() == near(4.166667, 4.0, 4.166667)


def test_terms_outside_the_window_count_nothing() -> None:
    assert link_inputs([OCCURRENCES], 3, window=1, squash=False)[:, 0].tolist() == [3, 2, 3]


def test_inputs_are_squashed_below_one() -> None:
    assert link_inputs([OCCURRENCES, []], 3)[0].tolist() == near(4.166667 / 5.166667, 0)
    assert link_inputs([[1]], 0).shape == (0, 1)


def test_keywords_are_found_by_coordinate() -> None:
    assert occurrences_of(["b", "z"], ["a", "b", "b"], [-1, 0, 3]) == [[0, 3], []]


def test_the_net_estimates_every_link() -> None:
    assert estimates(NET, INPUTS).tolist() == near(0.079288, 0.136609, 0.027165)


def test_the_selector_prefers_better_estimates() -> None:
    assert odds(estimates(NET, INPUTS), beta=2).tolist() == near(0.330855, 0.371044, 0.298101)


def test_q_learning_moves_the_estimate_towards_what_the_link_brought() -> None:
    best = float(estimates(NET, INPUTS).max())
    lesson = learn(NET, INPUTS[0], reward=0.3, best_next=best)
    assert lesson.error == pytest.approx(0.289016, abs=5e-7)
    moved = np.subtract(lesson.net.output, NET.output).tolist()
    assert moved == near(0.002138, 0.005456)
    assert lesson.net.output_bias - NET.output_bias == pytest.approx(0.014360, abs=5e-7)
    assert estimates(lesson.net, INPUTS).tolist() == near(0.103241, 0.154676, 0.049822)


def test_the_target_stays_within_reach_of_a_tanh() -> None:
    assert q_target(5, 1) == 1
    assert q_target(-5, 0) == -1


def test_a_roulette_lands_by_its_chances() -> None:
    random = Random(1)
    hits = [draw_link(np.array([0.1, 0.0, 0.9]), random) for _ in range(2000)]
    assert hits.count(1) == 0
    assert hits.count(2) / 2000 == pytest.approx(0.9, abs=0.03)


def test_weights_are_born_small() -> None:
    net = random_net(3, Random(2))
    weights = [w for row in net.hidden for w in row] + [*net.hidden_bias, *net.output, net.output_bias]
    assert len(weights) == 4 * 3 + 4 + 4 + 1
    assert all(-0.5 <= w <= 0.5 for w in weights)


def test_an_agent_that_comes_back_sees_what_it_saw() -> None:
    page = Layout("https://a.example/", np.array([4, 7]), [0, 2], 3, ("b", "a", "b"), (0, 1, 4))
    views = ViewCache(max_inputs=120)  # two views
    for beta in (1.0, 2.0, 3.0, 1.0):
        genome = Genome(("b", "a"), NET, beta)
        first = views.view(genome, page)
        first.taken = 1
        again, fresh = views.view(genome, page), view_page(genome, page)
        assert again.taken is None
        assert again.estimates.tolist() == first.estimates.tolist() == fresh.estimates.tolist()
        assert again.inputs.tolist() == fresh.inputs.tolist()
