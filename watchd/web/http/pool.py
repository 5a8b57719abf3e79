"""Who may use the wire next when everybody wants to: so many at once, shared fairly.

A caller (a run) whose hosts all hang can hold only its share, so that another caller's first request goes out
at once.

Which connections wait for their next request? Kept per place, bounded in number and in time.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from watchd.web.http.connection import HttpConnection


class Slots:
    """Counts exchanges, in total and by caller."""

    def __init__(self, total: int, per_caller: int) -> None:
        self._free = total
        self._per_caller = min(per_caller, total)
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def slot(self, caller: str) -> AsyncIterator[None]:
        """Hold one slot."""
        await self._take(caller)
        try:
            yield
        finally:
            self._give_back(caller)

    async def _take(self, caller: str) -> None:
        if self._may_go(caller) and caller not in self._waiting:
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

    def _may_go(self, caller: str) -> bool:
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
        """Let one caller after the other have its next turn; whoever was served goes to the end of the row."""
        for caller in list(self._waiting):
            if not self._free:
                return
            turns = self._waiting.pop(caller)
            while turns and turns[0].done():
                turns.popleft()
            if turns and self._may_go(caller):
                self._grant(caller)
                turns.popleft().set_result(None)
            if turns:
                self._waiting[caller] = turns


Origin = tuple[str, str, int]  # scheme, host, port: a connection never serves another host


class IdleConnections:
    """Connections between two exchanges; the newest of a place is used first, the oldest of all goes first."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._rows: dict[Origin, list[HttpConnection]] = {}
        self._sweep: asyncio.TimerHandle | None = None
        self.count = 0

    @property
    def places(self) -> list[Origin]:
        return list(self._rows)

    def take(self, origin: Origin) -> HttpConnection | None:
        """A connection from an earlier exchange with the same place."""
        row = self._rows.pop(origin, [])
        found = None
        while row and found is None:
            self.count -= 1
            connection = row.pop()
            found = connection if connection.is_open else None
        if row:
            self._rows[origin] = row
        return found

    def keep(self, origin: Origin, connection: HttpConnection) -> None:
        if self.count >= self._most:
            self._close(since=min(row[0].idle_since for row in self._rows.values()))
        connection.rest()
        self._rows.setdefault(origin, []).append(connection)
        self.count += 1
        self._plan_sweep()

    def close(self) -> None:
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        self._close(since=float("inf"))

    def _plan_sweep(self) -> None:
        if self._sweep is None and self._rows:
            self._sweep = asyncio.get_running_loop().call_later(self._seconds / 2, self._sweep_now)

    def _sweep_now(self) -> None:
        self._sweep = None
        self._close(since=asyncio.get_running_loop().time() - self._seconds)
        self._plan_sweep()

    def _close(self, *, since: float) -> None:
        """Close those that have been idle since then or longer, and forget those that the server closed."""
        for origin, row in list(self._rows.items()):
            for connection in row:
                if connection.idle_since <= since:
                    connection.abort()
            left = [connection for connection in row if connection.is_open]
            self.count -= len(row) - len(left)
            if left:
                self._rows[origin] = left
            else:
                del self._rows[origin]
