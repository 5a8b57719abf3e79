"""Who wants to know that a run has moved on? Those who stream its events wait here; the truth is in the store."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator


class RunNotifier:
    """Rings for everybody who listens to a run."""

    def __init__(self) -> None:
        self._listening: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def notify(self, run_id: str) -> None:
        for event in self._listening.get(run_id, ()):
            event.set()

    @staticmethod
    async def wait(event: asyncio.Event, seconds: float) -> bool:
        """False when nothing happened for so long."""
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        return True

    @contextlib.contextmanager
    def listen(self, run_id: str) -> Iterator[asyncio.Event]:
        """An event that is set when something has happened; the listener clears it before it looks."""
        event = asyncio.Event()
        self._listening[run_id].add(event)
        try:
            yield event
        finally:
            self._listening[run_id].discard(event)
            if not self._listening[run_id]:
                del self._listening[run_id]
