"""Turn at an address and port that several hosts may share: held while bytes move, given up while an exchange is quiet.

A name that never answers would otherwise hold the address for the whole timeout, and delay the other hosts there. An
exchange that has given up its turn goes on, and its own host stays busy. The next request to the address still comes
min_delay later.
"""

import asyncio

from watchd.web.fetch.host_queue import HostQueue
from watchd.web.http.connections import WireCount

QUIET_SECONDS = 1.0  # most answers are complete by then
# Exchanges on one address that may be quiet at a time. A server whose hosts are all slow is slow itself, and gets no more.
MAX_QUIET = 8


class AddressTurn:
    """Turn of one exchange: `begin`, then `ready` before bytes are sent, then `end`."""

    def __init__(self, queue: HostQueue, caller: str, *, pause: float, min_rate: int) -> None:
        self._queue = queue
        self._caller = caller
        self._pause = pause
        self._min_bytes = min_rate * QUIET_SECONDS
        self._timer: asyncio.TimerHandle | None = None
        self._is_held = self._is_quiet = False
        self._started_at: float | None = None  # set when bytes may be sent
        self._seen = 0
        self.wire = WireCount()

    @property
    def elapsed(self) -> float:
        """Seconds since bytes may be sent."""
        return 0.0 if self._started_at is None else asyncio.get_running_loop().time() - self._started_at

    async def begin(self) -> None:
        """Wait for the turn."""
        await self._queue.enter(self._caller)
        self._queue.turns += 1
        self._is_held = True
        self._look_later()

    async def ready(self) -> None:
        """Wait for the turn again if the exchange had to wait for something else, such as a connection."""
        if not self._is_held:
            await self._queue.enter(self._caller)
            self._is_held = True
            self._look_later()
        self._started_at = asyncio.get_running_loop().time()

    def end(self) -> None:
        """End the turn. If bytes may have been sent, the next one starts after the pause, also if this one was given up."""
        if self._timer is not None:
            self._timer.cancel()
        self._queue.turns -= 1
        self._queue.quiet -= self._is_quiet
        if self._is_held:
            self._queue.leave(0.0 if self._started_at is None else self._pause)
        elif self._started_at is not None:
            self._queue.pause_until(asyncio.get_running_loop().time() + self._pause)

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._look)

    def _look(self) -> None:
        """Give up the turn if nothing was sent yet, or if next to nothing has arrived since the last look."""
        moved, self._seen = self.wire.received - self._seen, self.wire.received
        if self._started_at is None:
            self._is_held = False
            self._queue.leave(0.0)
        elif moved < self._min_bytes and self._queue.quiet < MAX_QUIET:
            self._is_held, self._is_quiet = False, True
            self._queue.quiet += 1
            self._queue.leave(self._pause)
        else:
            self._look_later()
