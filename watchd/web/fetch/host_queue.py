"""Per-host request queue with a maximum number of concurrent requests and a pause after each.

Callers (runs) take turns: the next turn goes to the caller whose last turn is the longest ago, and a new caller comes
first. So a run that queues a hundred requests does not delay the single request of another run.
"""

import asyncio
from collections import deque
from itertools import chain
from math import inf


class HostQueue:
    """Request queue of one host, or of one address and port."""

    def __init__(self, width: int) -> None:
        self.width = width  # max requests at a time
        self._busy = 0
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._order: dict[str, None] = {}  # callers that had a turn while others waited, the longest ago first
        self._timer: asyncio.TimerHandle | None = None
        self.free_at = -inf  # the loop's clock
        self.waiting = 0
        self.turns = 0  # exchanges that have begun and not ended, with or without their turn
        self.quiet = 0  # those that have given up their turn while they wait for an answer

    @property
    def is_idle(self) -> bool:
        return self._busy == 0 and self.waiting == 0 and self.turns == 0

    @property
    def is_ready(self) -> bool:
        """True if the queue is idle and its pause is over."""
        return self.is_idle and self.free_at <= asyncio.get_running_loop().time()

    async def enter(self, caller: str) -> None:
        """Wait for the turn; the caller must call leave after it."""
        loop = asyncio.get_running_loop()
        if self.waiting == 0 and self._busy < self.width and loop.time() >= self.free_at:
            self._count_turn(caller)
            self._busy += 1
            return
        turn = loop.create_future()
        self._queues.setdefault(caller, deque()).append(turn)
        self.waiting += 1
        self._wake()
        try:
            await turn
        except asyncio.CancelledError:
            self._remove(caller, turn)
            raise

    def leave(self, pause: float) -> None:
        """End a turn; the next one starts after the pause."""
        self._busy -= 1
        self.pause_until(asyncio.get_running_loop().time() + pause)
        self._wake()

    def pause_until(self, moment: float) -> None:
        self.free_at = max(self.free_at, moment)

    def refuse_waiting(self, reason: Exception) -> None:
        """End every waiting call with this exception."""
        for queue in self._queues.values():
            for turn in queue:
                if not turn.done():
                    turn.set_exception(reason)
        self._queues.clear()
        self.waiting = 0

    def _remove(self, caller: str, turn: asyncio.Future[None]) -> None:
        if not turn.cancelled():
            if turn.exception() is None:  # the turn came at the same moment: pass it on
                self._busy -= 1
                self._wake()
            return
        # _wake or refuse_waiting may have removed it already.
        queue = self._queues.get(caller)
        if queue is not None and turn in queue:
            self.waiting -= 1
            queue.remove(turn)
            if not queue:
                del self._queues[caller]

    def _wake(self) -> None:
        loop = asyncio.get_running_loop()
        while self.waiting and self._busy < self.width:
            if loop.time() < self.free_at:
                self._set_timer(loop)
                return
            turn = self._next()
            if not turn.done():  # else its caller was cancelled just now, as many are when a run ends
                self._busy += 1
                turn.set_result(None)

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        # One millisecond more: the pause must never be shorter than promised.
        self._timer = loop.call_at(self.free_at + 0.001, self._wake)

    def _next(self) -> asyncio.Future[None]:
        """Return the first request of the caller whose last turn is the longest ago."""
        new = (caller for caller in self._queues if caller not in self._order)
        served = (caller for caller in self._order if caller in self._queues)
        caller = next(chain(new, served))
        queue = self._queues[caller]
        turn = queue.popleft()
        if not queue:
            del self._queues[caller]
        self.waiting -= 1
        self._count_turn(caller)
        return turn

    def _count_turn(self, caller: str) -> None:
        if not self.waiting:
            self._order.clear()  # no caller waits for its share
        self._order.pop(caller, None)
        self._order[caller] = None
