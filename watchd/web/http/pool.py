"""Connection pool: request slots shared fairly between callers, and idle connections for reuse.

A caller (a run) whose hosts all hang can hold only its share of the slots, so the first request of another caller
starts at once. Idle connections are kept per origin, limited in number and in time.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from watchd.web.http.connection import HttpConnection


class Slots:
    """Limit on the number of exchanges at a time, in total and per caller."""

    def __init__(self, total: int, per_caller: int) -> None:
        self._free = total
        self._per_caller = min(per_caller, total)
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def slot(self, caller: str) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        await self._take(caller)
        try:
            yield
        finally:
            self._give_back(caller)

    async def _take(self, caller: str) -> None:
        if self._may_start(caller) and caller not in self._waiting:
            self._grant(caller)
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(caller)
            raise

    def _may_start(self, caller: str) -> bool:
        return self._free > 0 and self._held[caller] < self._per_caller

    def _grant(self, caller: str) -> None:
        self._free -= 1
        self._held[caller] += 1

    def _give_back(self, caller: str) -> None:
        self._free += 1
        self._held[caller] -= 1
        if not self._held[caller]:
            del self._held[caller]
        self._wake()

    def _wake(self) -> None:
        """Give free slots to the waiting callers in turn; a caller that got one moves to the end."""
        for caller in list(self._waiting):
            if not self._free:
                return
            turns = self._waiting.pop(caller)
            while turns and turns[0].done():
                turns.popleft()
            if turns and self._may_start(caller):
                self._grant(caller)
                turns.popleft().set_result(None)
            if turns:
                self._waiting[caller] = turns


Origin = tuple[str, str, int]  # scheme, host, port: a connection never serves another origin


class IdleConnections:
    """Connections between two exchanges; reuse takes the newest of an origin, a full pool closes the oldest."""

    def __init__(self, max_count: int, seconds: float) -> None:
        self._max_count = max_count
        self._seconds = seconds
        self._idle: dict[Origin, list[HttpConnection]] = {}
        self._sweep: asyncio.TimerHandle | None = None
        self.count = 0

    def take(self, origin: Origin) -> HttpConnection | None:
        """Return an open connection from an earlier exchange with the same origin, or None."""
        idle = self._idle.pop(origin, [])
        found = None
        while idle and found is None:
            self.count -= 1
            connection = idle.pop()
            found = connection if connection.is_open else None
        if idle:
            self._idle[origin] = idle
        return found

    def add(self, origin: Origin, connection: HttpConnection) -> None:
        if self.count >= self._max_count:
            self._close_idle_since(min(idle[0].idle_since for idle in self._idle.values()))
        connection.set_idle()
        self._idle.setdefault(origin, []).append(connection)
        self.count += 1
        self._schedule_sweep()

    def close(self) -> None:
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        self._close_idle_since(float("inf"))

    def _schedule_sweep(self) -> None:
        if self._sweep is None and self._idle:
            self._sweep = asyncio.get_running_loop().call_later(self._seconds / 2, self._run_sweep)

    def _run_sweep(self) -> None:
        self._sweep = None
        self._close_idle_since(asyncio.get_running_loop().time() - self._seconds)
        self._schedule_sweep()

    def _close_idle_since(self, moment: float) -> None:
        """Close connections that have been idle since that moment or longer; drop those that the server closed."""
        for origin, idle in list(self._idle.items()):
            for connection in idle:
                if connection.idle_since <= moment:
                    connection.abort()
            left = [connection for connection in idle if connection.is_open]
            self.count -= len(idle) - len(left)
            if left:
                self._idle[origin] = left
            else:
                del self._idle[origin]
