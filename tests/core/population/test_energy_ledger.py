"""The vectors of the energy rules, and what must hold for any relevances."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.population.energy_ledger import (
    AUDIT_EVERY_CHECKS,
    NEUTRAL,
    Balance,
    BooksDoNotBalance,
    Economy,
    Ledger,
    balance,
    latency_cost,
    sigma,
    split,
)


def near_list(*values: float) -> object:
    return pytest.approx(list(values), abs=5e-7)


def near(value: float) -> object:
    return pytest.approx(value, abs=5e-7)


def test_payoff_of_the_printed_example_after_correction() -> None:
    pays = Balance(middle=0.3, slope=20, gain=10, cost=0.5).payoff
    assert [pays(r) for r in (0, 0.1, 0.2, 0.3, 0.5)] == near_list(
        -0.474037, -0.311145, 0.751631, 4.750000, 9.811145
    )
    assert pays(0.150213) == pytest.approx(0.0, abs=2e-5)


def test_an_even_spread_pays_one_page_in_twenty_one() -> None:
    relevances = [i / 100 for i in range(21)]
    b = balance(relevances, gain=10, cost=0.5)
    assert b.middle == near(0.195)
    assert b.slope == pytest.approx(1600, rel=1e-9)
    assert sum(map(b.payoff, relevances)) / 21 == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("relevances", [[0.3] * 7, [0.4], [], [math.nan, 0.2], [0.1, 0.1 + 1e-13]])
def test_pages_that_do_not_differ_pay_nothing(relevances: list[float]) -> None:
    assert balance(relevances, gain=8, cost=0.5) == NEUTRAL
    assert NEUTRAL.payoff(0.9) == 0.0


def test_two_pages_can_only_win_what_the_other_loses() -> None:
    b = balance([0.1, 0.5], gain=8, cost=0.5)
    assert [b.gain, b.middle, b.slope] == near_list(0.5, 0.3, 40)
    assert [b.payoff(r) for r in (0.1, 0.5)] == near_list(-0.499665, 0.499665)


def test_five_pages() -> None:
    b = balance([0.05, 0.1, 0.2, 0.4, 0.8], gain=8, cost=0.5)
    assert b.gain == near(2)
    assert b.slope == pytest.approx(40)
    assert b.middle == near(0.600004)
    assert [b.payoff(r) for r in (0.4, 0.8)] == near_list(-0.499162, 1.999161)


def test_one_good_page_among_nine_worthless_ones() -> None:
    b = balance([0.0] * 9 + [0.6], gain=1, cost=0.5)
    assert b.slope == near(26.666667)
    assert b.middle == near(0.039368)
    assert [b.payoff(r) for r in (0, 0.6)] == near_list(-0.111111, 1.0)


def test_one_worthless_page_among_nine_good_ones() -> None:
    b = balance([0.1] + [0.7] * 9, gain=8, cost=0.5)
    assert b.gain == near(4.5)
    assert b.slope == near(26.666667)
    assert b.middle == near(0.777979)
    assert [b.payoff(r) for r in (0.1, 0.7)] == near_list(-0.5, 0.055556)


def test_latency_moves_the_mean() -> None:
    relevances = [0.05, 0.1, 0.2, 0.4, 0.8]
    b = balance(relevances, gain=8, cost=0.5, latency=0.05)
    assert b.middle == near(0.454941)
    assert [b.payoff(r) for r in (0.4, 0.8)] == near_list(-0.250093, 1.999997)
    assert sum(map(b.payoff, relevances)) / 5 == pytest.approx(0.05, abs=1e-9)


def test_an_outlier_does_not_make_the_step_infinitely_steep() -> None:
    b = balance([0, 1e-9, 2e-9, 1], gain=1, cost=0.5)
    assert b.slope == pytest.approx(400)
    assert b.middle == near(0.005199)
    assert [b.payoff(r) for r in (0, 1e-9, 2e-9, 1)] == near_list(-0.333333, -0.333333, -0.333333, 1)


@pytest.mark.parametrize(
    ("energy", "room", "agents", "each", "remnant"),
    [
        (2.0, 9, 2, 1.0, 0.0),
        (10.3, 9, 10, 1.03, 0.0),
        (10.3, 3, 4, 2.0, 2.3),
        (10.3, 0, 1, 2.0, 8.3),
    ],
)
def test_splitting_makes_no_energy(energy: float, room: int, agents: int, each: float, remnant: float) -> None:
    made = split(energy, theta=2, max_births=room)
    assert made.agents == agents
    assert [made.each, made.remnant] == near_list(each, remnant)


def test_latency_costs_a_share_of_the_slowest_answer() -> None:
    economy = Economy(latency=10 * 2 / 200, slowest=10)  # c_t = INIT·THETA/MAX
    assert economy.latency == pytest.approx(0.1)
    assert 0.25 - latency_cost(3, economy) == pytest.approx(0.22)
    assert latency_cost(99, economy) == pytest.approx(0.1)
    assert latency_cost(-1, economy) == 0


def test_the_sigmoid_saturates_at_eight() -> None:
    assert sigma(-8) == pytest.approx(3.35e-4, rel=2e-3)
    assert sigma(1e9) == 1.0


relevance = st.floats(0, 1, allow_nan=False)


@given(st.lists(relevance, min_size=2, max_size=80), st.floats(0.5, 20), st.floats(0.01, 1))
def test_recent_pages_pay_nothing_on_average(relevances: list[float], gain: float, cost: float) -> None:
    b = balance(relevances, gain=gain, cost=cost)
    pays = [b.payoff(r) for r in relevances]
    assert sum(pays) / len(pays) == pytest.approx(0, abs=1e-7)
    assert max(pays) <= gain + 1e-9
    assert min(pays) >= -cost - 1e-9


@given(st.floats(2, 1000), st.integers(0, 50))
def test_a_split_conserves_energy_and_leaves_no_agent_above_theta(energy: float, room: int) -> None:
    made = split(energy, theta=2, max_births=room)
    assert 1 <= made.agents <= room + 1
    assert made.each <= 2
    assert made.agents * made.each + made.remnant == pytest.approx(energy)


def test_the_ledger_closes_over_a_life() -> None:
    ledger = Ledger()
    ledger.endow("1", 1.0)
    ledger.put_on_page("http://a/", 3.0)
    ledger.put_on_page("http://worthless/", 0.0)
    assert ledger.collect("1", "http://a/") == 3.0
    assert ledger.collect("1", "http://a/") == 0.0
    ledger.pay("1", 0.1)
    ledger.give("1", "1.1", 1.9)
    ledger.leave("1", "http://a/", 0.5)
    ledger.leave("1", "http://a/", 0.0)
    ledger.pay("1", 5.0)
    assert ledger.close_account("1") == pytest.approx(-3.5)
    ledger.check()
    assert ledger.error() == pytest.approx(0.0, abs=1e-12)
    assert ledger.remnants == {"http://a/": 0.5}


def test_energy_out_of_nothing_is_noticed_at_once() -> None:
    ledger = Ledger()
    ledger.endow("1", 1.0)
    ledger.agents["1"] += 1e-6
    with pytest.raises(BooksDoNotBalance, match="appeared or vanished"):
        ledger.check()


def test_energy_that_went_past_the_total_is_found_by_the_next_audit() -> None:
    ledger = Ledger()
    ledger.endow("1", 1.0)
    ledger.agents.update({"1": 1.5})
    for _ in range(AUDIT_EVERY_CHECKS - 1):
        ledger.check()
    with pytest.raises(BooksDoNotBalance, match=r"off by 0\.5"):
        ledger.check()
