"""Politeness to hosts: pauses, Retry-After and a circuit breaker, shared by all runs.

There is one queue per host, and one per address and port (address_turn.py). After each response the host gets a pause: at
least min_delay, as long as its robots.txt asks, and slow_factor times the response time, so that a slow server gets fewer
requests. Failures in a row open the circuit breaker: the host gets no requests for a pause that doubles each time.
Retry-After is obeyed. flow/upkeep/host_state.py stores these pauses and restores them after a restart.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import ceil

from watchd.model.host_state import HostPace
from watchd.model.values import duration_seconds
from watchd.web.fetch.address_turn import AddressTurn
from watchd.web.fetch.host_queue import HostQueue
from watchd.web.settings import FetchBounds

MAX_HOSTS = 10_000  # kept in memory; hosts without a pause are removed first
LONG_PAUSE_SECONDS = 10.0  # a longer pause is stored at once, not only when the daemon stops


class Busy(Exception):
    """Raised when the wait for a host would be too long."""

    def __init__(self, detail: str, retry_after: float) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class HostVisit:
    """Result of one request to a host; the caller fills it in before its turn ends."""

    def __init__(self, turn: AddressTurn) -> None:
        self.turn = turn
        self.seconds = 0.0
        self.has_failed = False
        self.retry_after: float | None = None


class _Host:
    """Queue of a host, its crawl delay and its failures."""

    def __init__(self, width: int) -> None:
        self.queue = HostQueue(width)
        self.crawl_delay = 0.0
        self.failures = 0  # in a row
        self.openings = 0  # of the circuit breaker, in a row
        self.rests_until = 0.0  # because of Retry-After or failures, not the usual pause

    def may_be_removed(self, long_ago: float) -> bool:
        """Return whether the host has no pause, and no failures younger than the longest pause."""
        return self.queue.is_ready and (not self.failures or self.queue.free_at < long_ago)


class Politeness:
    """Queues and pauses of all hosts."""

    def __init__(self, settings: FetchBounds) -> None:
        self._settings = settings
        self._min_delay = duration_seconds(settings.min_delay)
        self._max_delay = max(duration_seconds(settings.max_delay), self._min_delay)
        self._max_crawl_delay = duration_seconds(settings.max_crawl_delay)
        self._max_rest = duration_seconds(settings.max_retry_after)
        self._max_wait = duration_seconds(settings.max_wait)
        self._breaker_pause = duration_seconds(settings.breaker_pause)
        self._hosts: dict[str, _Host] = {}
        self._addresses: dict[str, HostQueue] = {}
        self._on_long_pause: Callable[[], None] = lambda: None

    def rest_of(self, host: str) -> float:
        """Return for how many seconds a host gets no request because of Retry-After or failures."""
        known = self._hosts.get(host)
        return max(0.0, known.rests_until - asyncio.get_running_loop().time()) if known else 0.0

    def on_long_pause(self, call: Callable[[], None]) -> None:
        """Set the function to call when Retry-After or failures give a host a long pause."""
        self._on_long_pause = call

    @asynccontextmanager
    async def visit(
        self, host: str, server: str, *, caller: str = "", crawl_delay: float | None = None
    ) -> AsyncIterator[HostVisit]:
        """Wait for the turn at a host and at its server, an address with a port; raise Busy if that would take too long."""
        known = self._host(host)
        if crawl_delay is not None:
            known.crawl_delay = self._bounded(crawl_delay)
        by_address = self._address(server)
        self._refuse_long_waits(known, by_address)
        await known.queue.enter(caller)
        # Hosts that share an address share its usual pause, but not their failures.
        turn = AddressTurn(by_address, caller, pause=self._min_delay, min_rate=self._settings.min_rate)
        visit, pause = HostVisit(turn), 0.0
        try:
            await turn.begin()
            try:
                yield visit
                pause = self._settle(known, visit)
            except BaseException:  # the exchange failed, or the caller was cancelled
                pause = self._settle(known, visit) if visit.has_failed else self._pause(known, visit)
                raise
            finally:
                turn.end()
        finally:
            known.queue.leave(pause)
            if known.rests_until > asyncio.get_running_loop().time() + LONG_PAUSE_SECONDS:
                self._on_long_pause()

    def _bounded(self, asked: float) -> float:
        """Return the crawl delay of robots.txt within its limits; the file may say a negative number, infinity or NaN."""
        return min(asked, self._max_crawl_delay) if asked > 0 else 0.0  # NaN is not > 0

    def paces(self, *, only_lasting: bool = False) -> list[HostPace]:
        """Return the pauses and failures to store for a restart; only the long pauses if only_lasting is set."""
        now = asyncio.get_running_loop().time()
        to_wall = time.time() - now
        soon = now + LONG_PAUSE_SECONDS if only_lasting else now
        kept = []
        for name, host in self._hosts.items():
            free_at = (
                host.queue.free_at if host.queue.is_idle else max(host.queue.free_at, now + self._usual(host))
            )
            if free_at > soon or (host.failures and free_at > now - self._max_rest):
                # Whole seconds, rounded up, so that the stored value stays the same while nothing changes.
                free_at_second = float(ceil(free_at + to_wall))
                kept.append(HostPace(name, free_at_second, host.failures, host.openings, host.crawl_delay))
        return kept

    def restore(self, paces: list[HostPace]) -> None:
        """Restore the pauses of an earlier process; after a clock jump, none is longer than max_retry_after."""
        now = asyncio.get_running_loop().time()
        for pace in paces:
            host = self._host(pace.host)
            # A negative value means that the pause is over, and gives the age of the failures.
            rest = min(pace.free_at - time.time(), self._max_rest)
            host.failures, host.openings, host.crawl_delay = pace.failures, pace.openings, pace.crawl_delay
            host.queue.pause_until(now + rest)
            if pace.failures:
                host.rests_until = now + rest

    def _refuse_long_waits(self, host: _Host, by_address: HostQueue) -> None:
        now = asyncio.get_running_loop().time()
        rest = max(0.0, host.queue.free_at - now)
        queued_seconds = max(host.queue.waiting * self._usual(host), by_address.waiting * self._min_delay)
        wait = rest + queued_seconds / self._settings.per_host
        if now < host.rests_until and host.openings:
            raise Busy("The host failed several times in a row; watchd sends it no requests for a while.", rest)
        if wait > self._max_wait:
            reason = "asked for a pause" if now < host.rests_until else "has too many requests queued"
            raise Busy(f"The host {reason}.", wait)

    def _settle(self, host: _Host, visit: HostVisit) -> float:
        if not visit.has_failed:
            host.failures = host.openings = 0
            return self._pause(host, visit)
        host.failures += 1
        pause = max(self._pause(host, visit), self._failure_pause(host))
        host.rests_until = asyncio.get_running_loop().time() + pause
        if host.openings or pause > self._max_wait:
            host.queue.refuse_waiting(
                Busy("The host failed several times in a row; watchd sends it no requests for a while.", pause)
            )
        return pause

    def _pause(self, host: _Host, visit: HostVisit) -> float:
        slow = min(self._settings.slow_factor * visit.seconds, self._max_delay)
        asked = min(max(visit.retry_after or 0.0, 0.0), self._max_rest)
        if asked > 0:
            host.rests_until = asyncio.get_running_loop().time() + asked
        return max(self._usual(host), slow, asked)

    def _failure_pause(self, host: _Host) -> float:
        """Return the pause after a failure: it grows with every failure, and at breaker_errors the circuit opens."""
        if host.failures < self._settings.breaker_errors:
            return float(min(self._usual(host) * 2**host.failures, self._max_delay))
        pause = min(self._breaker_pause * 2 ** min(host.openings, 20), self._max_rest)
        host.openings += 1
        return float(pause)

    def _usual(self, host: _Host) -> float:
        return max(self._min_delay, host.crawl_delay)

    def _host(self, name: str) -> _Host:
        host = self._hosts.get(name)
        if host is None:
            if len(self._hosts) >= MAX_HOSTS:
                long_ago = asyncio.get_running_loop().time() - self._max_rest
                kept = {key: old for key, old in self._hosts.items() if not old.may_be_removed(long_ago)}
                self._hosts = kept
            host = self._hosts[name] = _Host(self._settings.per_host)
        return host

    def _address(self, address: str) -> HostQueue:
        queue = self._addresses.get(address)
        if queue is None:
            if len(self._addresses) >= MAX_HOSTS:
                self._addresses = {key: old for key, old in self._addresses.items() if not old.is_ready}
            queue = self._addresses[address] = HostQueue(self._settings.per_host)
        return queue
