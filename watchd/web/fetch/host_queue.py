"""Whose turn is it at one host? A lane lets so many through at a time and keeps a pause after each.

Callers (runs) take turns: one that queues a hundred requests does not keep another one's single request
waiting behind them.
"""

import asyncio
from collections import deque
from math import inf


class HostQueue:
    """The queue of one host or of one address."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._busy = 0
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self.free_at = -inf  # the loop's clock
        self.waiting = 0

    @property
    def is_idle(self) -> bool:
        return self._busy == 0 and self.waiting == 0

    @property
    def is_at_rest(self) -> bool:
        """Nobody here, and no pause to keep."""
        return self.is_idle and self.free_at <= asyncio.get_running_loop().time()

    async def enter(self, caller: str) -> None:
        """Wait for the turn; whoever entered has to leave."""
        loop = asyncio.get_running_loop()
        if self.waiting == 0 and self._busy < self._width and loop.time() >= self.free_at:
            self._busy += 1
            return
        turn = loop.create_future()
        self._queues.setdefault(caller, deque()).append(turn)
        self.waiting += 1
        self._wake()
        try:
            await turn
        except asyncio.CancelledError:
            self._forget(caller, turn)
            raise

    def leave(self, pause: float) -> None:
        """Make room for the next one, but not before the pause is over."""
        self._busy -= 1
        self.rest_until(asyncio.get_running_loop().time() + pause)
        self._wake()

    def rest_until(self, moment: float) -> None:
        self.free_at = max(self.free_at, moment)

    def dismiss(self, reason: Exception) -> None:
        """Send everybody away who is waiting."""
        for queue in self._queues.values():
            for turn in queue:
                if not turn.done():
                    turn.set_exception(reason)
        self._queues.clear()
        self.waiting = 0

    def _forget(self, caller: str, turn: asyncio.Future[None]) -> None:
        if not turn.cancelled():
            if turn.exception() is None:  # the turn had come in the same moment: hand it on
                self._busy -= 1
                self._wake()
            return
        # Somebody may have passed over it already, or everybody was sent away.
        queue = self._queues.get(caller)
        if queue is not None and turn in queue:
            self.waiting -= 1
            queue.remove(turn)
            if not queue:
                del self._queues[caller]

    def _wake(self) -> None:
        loop = asyncio.get_running_loop()
        while self.waiting and self._busy < self._width:
            if loop.time() < self.free_at:
                self._set_alarm(loop)
                return
            turn = self._next()
            if not turn.done():  # else its caller is going away in this moment, as many do when a run ends
                self._busy += 1
                turn.set_result(None)

    def _set_alarm(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        # One millisecond more than asked: a pause that is a hair too short is a broken promise.
        self._alarm = loop.call_at(self.free_at + 0.001, self._wake)

    def _next(self) -> asyncio.Future[None]:
        """The first request of the caller at the head of the row; that caller goes to the end."""
        caller = next(iter(self._queues))
        queue = self._queues.pop(caller)
        turn = queue.popleft()
        if queue:
            self._queues[caller] = queue
        self.waiting -= 1
        return turn
