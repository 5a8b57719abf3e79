"""Turns at pages: two runs never fetch the same address at the same time.

The second run waits until the first one has stored what it read, and then recalls the page without a request.
"""

import asyncio
from collections import defaultdict


class PageTurns:
    """Addresses that runs are fetching, each with the runs that wait for it."""

    def __init__(self) -> None:
        self._holders: dict[str, str] = {}  # the run by address
        self._waiting: defaultdict[str, set[asyncio.Future[None]]] = defaultdict(set)

    async def take(self, url: str, run_id: str) -> None:
        """Wait until no other run fetches this address; the caller must release it."""
        while self._holders.get(url, run_id) != run_id:
            turn = asyncio.get_running_loop().create_future()
            self._waiting[url].add(turn)
            try:
                await turn
            finally:
                self._forget(url, turn)
        self._holders[url] = run_id

    def release(self, url: str, run_id: str) -> None:
        """Let other runs have the address; does nothing if this run does not hold it."""
        if self._holders.get(url) == run_id:
            del self._holders[url]
            for turn in self._waiting.get(url, ()):
                if not turn.done():
                    turn.set_result(None)

    def release_all(self, run_id: str) -> None:
        """Release every address that a run holds, when the run ends."""
        for url in [url for url, holder in self._holders.items() if holder == run_id]:
            self.release(url, run_id)

    def _forget(self, url: str, turn: asyncio.Future[None]) -> None:
        self._waiting[url].discard(turn)
        if not self._waiting[url]:
            del self._waiting[url]
