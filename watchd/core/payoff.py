"""What is a page worth just now? The payoff rule of a run, placed anew as pages come in."""

from collections import deque

from watchd.core.energy import NEUTRAL, Balance, Economy, balance, latency_cost


class Payoffs:
    """Remembers the relevances of the last new pages and keeps the sigmoid in balance with them."""

    def __init__(self, economy: Economy) -> None:
        self.economy = economy
        self.balance: Balance = NEUTRAL
        self._window: deque[float] = deque(maxlen=economy.window)
        self._waits: deque[float] = deque(maxlen=economy.window)
        self._settled = 0

    def adjust(self, economy: Economy) -> None:
        """Go on with other rules; the pages seen last still count."""
        self.economy = economy
        self._window = deque(self._window, maxlen=economy.window)
        self._waits = deque(self._waits, maxlen=economy.window)

    def saw(self, relevance: float, seconds: float, *, is_seed: bool) -> None:
        """A new page was read. Start pages hold the top ranks: with them in it everybody would starve."""
        if not is_seed:
            self._window.append(relevance)
            self._waits.append(latency_cost(seconds, self.economy))
        self._settled += 1
        if self.economy.payoff == "balanced" and self._settled % self.economy.every == 0:
            self._place()

    def worth(self, relevance: float) -> float:
        """What a page pays before the cost of reading it: never less than nothing."""
        if self.economy.payoff == "balanced":
            return self.balance.payoff(relevance) + self.economy.cost
        if self.economy.payoff == "fixed":
            return self.economy.gain * max(0.0, relevance)
        return 0.0

    def _place(self) -> None:
        waits = sum(self._waits) / max(1, len(self._waits))
        self.balance = balance(self._window, gain=self.economy.gain, cost=self.economy.cost, latency=waits)
