"""Who may use the wire next when everybody wants to: so many at once, shared fairly.

A caller (a run) whose hosts all hang can hold only its share, so that another caller's first request goes out
at once.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


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
