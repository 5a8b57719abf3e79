"""Politeness to hosts: pauses, Retry-After and a circuit breaker, shared by all runs.

There is one queue per host, and one per address and port (address_turn.py). After each response the host gets a
pause; pace.py computes it from the last answers. After failures in a row the circuit breaker opens: requests wait for
a short pause, and fail with Busy during a long one. When the pause is over, one request is sent; a good answer closes
the breaker, and the requests that wait go on. Retry-After is obeyed. flow/upkeep/host_state.py stores these pauses
and restores them after a restart.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import ceil, inf

from watchd.model.host_state import HostPace
from watchd.model.values import duration_seconds
from watchd.web.fetch.address_turn import AddressTurn
from watchd.web.fetch.host_queue import HostQueue
from watchd.web.fetch.pace import PaceRecord, PaceRule
from watchd.web.settings import FetchBounds

MAX_HOSTS = 10_000  # kept in memory; hosts without a pause are removed first
LONG_PAUSE_SECONDS = 10.0  # a longer pause is stored at once, not only when the daemon stops
RESTORED = "restored"  # in place of a site, for a crawl-delay of an earlier process


class Busy(Exception):
    """Raised when the wait for a host would be too long."""

    def __init__(self, detail: str, retry_after: float) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class HostVisit:
    """Result of one request to a host; the caller fills it in before its turn ends."""

    def __init__(self, turn: AddressTurn, failures: int) -> None:
        self.turn = turn
        self.failures = failures  # of the host in a row, before this request
        self.seconds = 0.0
        self.is_answered = False  # also by an answer that ends in an exception, such as one that is too large
        self.has_failed = False
        self.has_timed_out = False  # a kind of failure
        self.is_rate_limited = False  # a kind of failure, too
        self.retry_after: float | None = None  # that the host asked for


class _Host:
    """Queue of a host, its crawl delays and its last answers."""

    def __init__(self, width: int) -> None:
        self.queue = HostQueue(width)
        self.record = PaceRecord()
        self.crawl_delays: dict[str, float] = {}  # by site: each scheme and port has a robots.txt of its own
        self.ended_at = -inf  # the end of the last exchange
        self.rests_until = 0.0  # because of Retry-After or failures, not the usual pause

    @property
    def crawl_delay(self) -> float:
        return max(self.crawl_delays.values(), default=0.0)

    def may_be_removed(self, long_ago: float) -> bool:
        """Return whether the host has no pause, and no failures younger than the longest pause."""
        return self.queue.is_ready and (not self.record.failures or self.queue.free_at < long_ago)


class Politeness:
    """Queues and pauses of all hosts."""

    def __init__(self, settings: FetchBounds) -> None:
        self._settings = settings
        self._rule = PaceRule.of(settings)
        self._max_crawl_delay = duration_seconds(settings.max_crawl_delay)
        self._max_rest = duration_seconds(settings.max_retry_after)
        self._max_wait = duration_seconds(settings.max_wait)
        self._breaker_wait = duration_seconds(settings.breaker_wait)
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
        self, host: str, server: str, *, caller: str = "", site: str = "", crawl_delay: float | None = None
    ) -> AsyncIterator[HostVisit]:
        """Wait for the turn at a host and at its server, an address with a port; raise Busy if that would take too long.

        The crawl delay is that of the site's robots.txt, and None while the file is not known.
        """
        known = self._host(host)
        if crawl_delay is not None:
            known.crawl_delays.pop(RESTORED, None)
            known.crawl_delays[site] = self._bounded(crawl_delay)
            # The delay may be news: the request before may be the one for robots.txt.
            known.queue.pause_until(known.ended_at + self._usual(known))
        by_address = self._address(server)
        self._refuse_long_waits(known, by_address)
        await known.queue.enter(caller)
        # Hosts that share an address share its usual pause, but not their failures.
        turn = AddressTurn(by_address, caller, pause=self._rule.min_delay, min_rate=self._settings.min_rate)
        visit, pause = HostVisit(turn, known.record.failures), None  # no pause while nothing was sent
        try:
            await turn.begin()
            try:
                yield visit
                pause = self._settle(known, visit)
            except BaseException:  # the exchange failed, or the caller was cancelled
                if visit.has_failed or visit.is_answered:
                    pause = self._settle(known, visit)
                elif turn.wire.is_sent:
                    pause = self._rule.interruption_pause(known.record, known.crawl_delay)
                raise
            finally:
                turn.end()
        finally:
            if pause is not None:
                known.ended_at = asyncio.get_running_loop().time()
            known.queue.leave(pause or 0.0)
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
            record = host.record
            if free_at > soon or (record.failures and free_at > now - self._max_rest):
                # Whole seconds, rounded up, so that the stored value stays the same while nothing changes.
                free_at_second = float(ceil(free_at + to_wall))
                kept.append(HostPace(name, free_at_second, record.failures, record.openings, host.crawl_delay))
        return kept

    def restore(self, paces: list[HostPace]) -> None:
        """Restore the pauses of an earlier process; after a clock jump, none is longer than max_retry_after."""
        now = asyncio.get_running_loop().time()
        for pace in paces:
            host = self._host(pace.host)
            # A negative value means that the pause is over, and gives the age of the failures.
            rest = min(pace.free_at - time.time(), self._max_rest)
            host.record = PaceRecord(failures=pace.failures, openings=pace.openings)
            host.crawl_delays = {RESTORED: pace.crawl_delay}
            self._set_width(host)
            host.queue.pause_until(now + rest)
            if pace.failures:
                host.rests_until = now + rest

    def _refuse_long_waits(self, host: _Host, by_address: HostQueue) -> None:
        now = asyncio.get_running_loop().time()
        rest = max(0.0, host.queue.free_at - now)
        queued_seconds = max(host.queue.waiting * self._usual(host), by_address.waiting * self._rule.min_delay)
        wait = rest + queued_seconds / self._settings.per_host
        if host.record.openings and rest > self._breaker_wait:
            raise _failing(rest)
        if wait > self._max_wait:
            reason = "asked for a pause" if now < host.rests_until else "has too many requests queued"
            raise Busy(f"The host {reason}.", wait)

    def _settle(self, host: _Host, visit: HostVisit) -> float:
        """Add the answer or failure to the host's record; return its pause."""
        now = asyncio.get_running_loop().time()
        if visit.has_failed:
            host.record = host.record.after_failure(
                self._settings.breaker_errors,
                timed_out_after=visit.seconds if visit.has_timed_out else None,
                is_rate_limited=visit.is_rate_limited,
            )
        else:
            host.record = host.record.after_answer(visit.seconds)
        self._set_width(host)
        asked = min(max(visit.retry_after or 0.0, 0.0), self._max_rest)
        pause = max(self._rule.pause(host.record, host.crawl_delay), asked)
        if visit.has_failed:
            host.rests_until = now + pause
        if pause > self._max_wait or (host.record.openings and pause > self._breaker_wait):
            host.queue.refuse_waiting(
                _failing(pause) if host.record.openings else Busy("The host asked for a pause.", pause)
            )
        return pause

    def _set_width(self, host: _Host) -> None:
        host.queue.width = 1 if host.record.openings else self._settings.per_host

    def _usual(self, host: _Host) -> float:
        return self._rule.usual_pause(host.crawl_delay)

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


def _failing(rest: float) -> Busy:
    return Busy("The host failed several times in a row; watchd sends it no requests for a while.", rest)
