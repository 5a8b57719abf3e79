"""Which connections wait for their next request? Kept per place, bounded in number and in time."""

import asyncio

from watchd.web.connection import Connection

Place = tuple[str, str, int]  # scheme, host, port: a connection never serves another host


class IdleConnections:
    """Connections between two exchanges; the newest of a place is used first, the oldest of all goes first."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._rows: dict[Place, list[Connection]] = {}
        self._sweep: asyncio.TimerHandle | None = None
        self.count = 0

    @property
    def places(self) -> list[Place]:
        return list(self._rows)

    def take(self, place: Place) -> Connection | None:
        """A connection from an earlier exchange with the same place."""
        row = self._rows.pop(place, [])
        found = None
        while row and found is None:
            self.count -= 1
            connection = row.pop()
            found = connection if connection.is_open else None
        if row:
            self._rows[place] = row
        return found

    def keep(self, place: Place, connection: Connection) -> None:
        if self.count >= self._most:
            self._close(since=min(row[0].idle_since for row in self._rows.values()))
        connection.rest()
        self._rows.setdefault(place, []).append(connection)
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
        for place, row in list(self._rows.items()):
            for connection in row:
                if connection.idle_since <= since:
                    connection.abort()
            left = [connection for connection in row if connection.is_open]
            self.count -= len(row) - len(left)
            if left:
                self._rows[place] = left
            else:
                del self._rows[place]
