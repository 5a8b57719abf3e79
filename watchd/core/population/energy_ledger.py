"""Energy of a run: the payoff of pages, the splitting of agents, and the ledger that must balance.

Energy is the only currency. A run is endowed once; every fetch costs; a relevant page pays from its remnant,
and the energy that one agent takes is not there for the next. Nothing else creates or destroys energy, so the ledger
balances after every event.

The payoff of a page is not fixed. It is a sigmoid of relevance, placed so that the recent pages pay nothing on average;
the place is computed again as pages come in. So a population neither explodes on a rich topic nor dies on a poor one: it
grows where pages are better than the average. The papers print R as a quantile; that pays too much on skewed
relevances, so R is solved for exactly.
"""

import math
from collections import deque
from collections.abc import Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

MAX_RELATIVE_ERROR = 1e-9
AUDIT_EVERY_CHECKS = 100  # checks from one sum over all accounts to the next


class Economy(Struct, frozen=True, kw_only=True):
    """Energy rules of a population. The defaults are starting values and were not tuned."""

    payoff: Literal["balanced", "fixed", "off"] = (
        "balanced"  # balanced (sigmoid with E(payoff)=0) | fixed (gain x relevance - cost) | off
    )
    gain: float = 8.0  # G: what the best pages pay
    cost: float = 0.1  # C: what a fetch costs
    # Share of C that a page without energy costs; with free revisits loops would never end.
    revisit: float = 0.1
    latency: float = 0.0  # what the slowest answer costs (MySpiders: fitness = sim - c·t/tmax)
    slowest: float = 10.0  # seconds; tmax of that rule
    window: int = 60  # W: new pages over which payoffs balance
    every: int = 5  # pages between two solves
    start: float = 1.0  # E0
    theta: float = 2.0  # an agent with this much energy splits
    least: int = 6  # LB: with fewer agents none dies while there is a page to go to
    most: int = 24  # UB: with more agents none is born


class Balance(Struct, frozen=True):
    """Position of the payoff sigmoid. Neutral (every page pays 0) until relevances differ."""

    middle: float = 0.0  # R
    slope: float = 0.0  # lambda; 0 means neutral
    gain: float = 0.0  # Gn: the gain that n pages can balance
    cost: float = 0.0

    def payoff(self, relevance: float) -> float:
        """Return the net energy of a new page, its cost included."""
        if self.slope == 0.0:
            return 0.0
        return (self.gain + self.cost) * sigma(self.slope * (relevance - self.middle)) - self.cost


NEUTRAL = Balance()


def sigma(x: float) -> float:
    """Return the logistic function of x, without overflow."""
    return 0.5 * (1.0 + math.tanh(0.5 * min(80.0, max(-80.0, x))))


def balance(
    relevances: Sequence[float], *, gain: float, cost: float, latency: float = 0.0, floor: float = 0.02
) -> Balance:
    """Place the sigmoid so that the mean payoff of these relevances is `latency`, the mean cost of waiting."""
    ranked = sorted(r for r in relevances if math.isfinite(r))
    n = len(ranked)
    if n < 2 or ranked[-1] - ranked[0] <= 1e-12:
        return NEUTRAL
    gain = min(gain, cost * (n - 1))  # one page cannot earn more than the others pay
    lowest, highest = ranked[0], ranked[-1]
    start = _threshold(ranked, gain, cost)
    # The nearer extreme saturates; `floor` limits the slope when there is a single outlier.
    slope = 8.0 / max(min(start - lowest, highest - start), floor * (highest - lowest))
    middle = _root(np.array(ranked), slope=slope, gain=gain, cost=cost, mean=latency)
    return Balance(middle=middle, slope=slope, gain=gain, cost=cost)


def _threshold(ranked: list[float], gain: float, cost: float) -> float:
    """Return R0, between rank n* = nG/(G+C) and the next rank; on a tie, beside the next distinct value."""
    n = len(ranked)
    k = min(n - 1, max(1, math.floor(n * gain / (gain + cost) + 1e-9)))
    low, high = ranked[k - 1], ranked[k]
    if low == high:
        above = [r for r in ranked if r > high]
        below = [r for r in ranked if r < low]
        low, high = (high, above[0]) if above else (below[-1], low)
    return 0.5 * (low + high)


def _root(ranked: np.ndarray, *, slope: float, gain: float, cost: float, mean: float) -> float:
    """Return the R at which the mean payoff is `mean`: it falls strictly with R, so there is one root.

    Newton's steps within a bracket; where a step leaves the bracket or does not shrink, the bracket is halved instead.
    """
    # Payoffs lie in (-C, Gn); 80/slope beyond the extremes the sigmoid is flat to the last digit.
    low, high = float(ranked[0]) - 80.0 / slope, float(ranked[-1]) + 80.0 / slope
    n, scale, half_slope = len(ranked), 0.5 * (gain + cost) / len(ranked), 0.5 * slope
    middle = 0.5 * (low + high)
    step = before = high - low
    while step > 1e-15 * max(1.0, abs(middle)):
        steps = np.tanh(half_slope * (ranked - middle))  # sigma is (1 + tanh) / 2; a tanh cannot overflow
        error = scale * (n + float(np.add.reduce(steps))) - cost - mean
        low, high = (middle, high) if error > 0.0 else (low, middle)
        fall = scale * half_slope * (n - float(steps @ steps))
        wanted = middle + error / fall if fall > 0.0 else high
        if not low < wanted < high or abs(wanted - middle) > 0.5 * before:
            wanted = 0.5 * (low + high)
        before, step = step, abs(wanted - middle)
        middle = wanted
    return middle


class Split(Struct, frozen=True):
    """Result of splitting an agent that has enough energy to reproduce."""

    agents: int  # the parent included
    each: float
    remnant: float  # goes back to the page


def split(energy: float, *, theta: float, max_births: int) -> Split:
    """Divide energy among agents of about theta/2 each, with at most `max_births` new ones; none keeps more than theta."""
    agents = min(math.floor(energy / (theta / 2.0) + 1e-9), max_births + 1)
    each = min(energy / agents, theta)
    return Split(agents=agents, each=each, remnant=max(0.0, energy - agents * each))


def latency_cost(seconds: float, economy: Economy) -> float:
    """Return the cost of waiting (S000): it grows with time and is `latency` at the slowest answer."""
    return economy.latency * min(max(seconds, 0.0), economy.slowest) / economy.slowest


class BooksDoNotBalance(AssertionError):
    """Energy appeared or vanished: always a defect of the program."""


class Accounts(dict[str, float]):
    """Energy by holder, with a running total: with many agents a sum is slow."""

    def __init__(self) -> None:
        super().__init__()
        self.total = 0.0

    def __setitem__(self, holder: str, amount: float) -> None:
        self.total += amount - self.get(holder, 0.0)
        super().__setitem__(holder, amount)

    def close(self, holder: str) -> float:
        """Remove the holder and return what it held, 0 if it held nothing."""
        amount = super().pop(holder, 0.0)
        self.total -= amount
        return amount

    def audit(self) -> None:
        """Add up all accounts: this removes rounding errors, and finds an entry that bypassed the total."""
        self.total = sum(self.values())


class Ledger:
    """Double-entry ledger of energy: what leaves one account enters another."""

    def __init__(self) -> None:
        self.agents = Accounts()
        self.remnants = Accounts()  # by URL, only where energy is left
        self.injected = 0.0
        self.dissipated = 0.0
        self._checks = 0

    def endow(self, agent: str, amount: float) -> None:
        """Add energy to the run with a new agent."""
        self.injected += amount
        self.agents[agent] = self.agents.get(agent, 0.0) + amount

    def put_on_page(self, url: str, amount: float) -> None:
        """Add energy to the run on a page that was read and is relevant."""
        if amount > 0.0:
            self.injected += amount
            self.remnants[url] = self.remnants.get(url, 0.0) + amount

    def collect(self, agent: str, url: str) -> float:
        """Move all energy left on the page to the agent and return the amount."""
        amount = self.remnants.close(url)
        self.agents[agent] += amount
        return amount

    def leave(self, agent: str, url: str, amount: float) -> None:
        """Move energy from the agent to the page, for the agents that come next."""
        if amount > 0.0:
            self.agents[agent] -= amount
            self.remnants[url] = self.remnants.get(url, 0.0) + amount

    def pay(self, agent: str, amount: float) -> None:
        """Take energy that the agent spends on a fetch or on waiting out of the run."""
        self.agents[agent] -= amount
        self.dissipated += amount

    def give(self, parent: str, child: str, amount: float) -> None:
        """Move energy from a parent to its child."""
        self.agents[parent] -= amount
        self.agents[child] = self.agents.get(child, 0.0) + amount

    def close_account(self, agent: str) -> float:
        """Close the account of a dead agent and return its energy; a debt lowers what was dissipated."""
        last = self.agents.close(agent)
        self.dissipated += last
        return last

    def error(self) -> float:
        """Return by how much the ledger does not balance."""
        held = sum(self.agents.values()) + sum(self.remnants.values())
        return held + self.dissipated - self.injected

    def check(self) -> None:
        """Raise BooksDoNotBalance when energy appeared or vanished."""
        self._checks += 1
        if self._checks % AUDIT_EVERY_CHECKS == 0:
            self.agents.audit()
            self.remnants.audit()
        error = self.agents.total + self.remnants.total + self.dissipated - self.injected
        if not abs(error) <= MAX_RELATIVE_ERROR * max(1.0, abs(self.injected)):
            raise BooksDoNotBalance(
                f"The energy ledger must balance; it is off by {error:.3g}: energy appeared or vanished."
            )


class Payoffs:
    """Payoff rule of a run: the relevances of the last new pages, and the sigmoid that balances them."""

    def __init__(self, economy: Economy) -> None:
        self.economy = economy
        self.balance: Balance = NEUTRAL
        self._window: deque[float] = deque(maxlen=economy.window)
        self._waits: deque[float] = deque(maxlen=economy.window)
        self._settled = 0

    def adjust(self, economy: Economy) -> None:
        """Continue with other rules; the last pages still count."""
        self.economy = economy
        self._window = deque(self._window, maxlen=economy.window)
        self._waits = deque(self._waits, maxlen=economy.window)

    def observe(self, relevance: float, seconds: float, *, is_seed: bool) -> None:
        """Count a new page. Start pages do not count: they hold the top ranks, and all agents would starve."""
        if not is_seed:
            self._window.append(relevance)
            self._waits.append(latency_cost(seconds, self.economy))
        self._settled += 1
        if self.economy.payoff == "balanced" and self._settled % self.economy.every == 0:
            self._rebalance()

    def page_energy(self, relevance: float) -> float:
        """Return the energy of a page before the cost of reading it; it is never negative."""
        if self.economy.payoff == "balanced":
            return self.balance.payoff(relevance) + self.economy.cost
        if self.economy.payoff == "fixed":
            return self.economy.gain * max(0.0, relevance)
        return 0.0

    def _rebalance(self) -> None:
        waits = sum(self._waits) / max(1, len(self._waits))
        self.balance = balance(self._window, gain=self.economy.gain, cost=self.economy.cost, latency=waits)
