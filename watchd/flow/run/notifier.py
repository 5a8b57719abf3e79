"""Notification of event streams that a run has stored new events; the events themselves are in the store."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator


class RunNotifier:
    """Wakes the listeners of a run."""

    def __init__(self) -> None:
        self._listening: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def notify(self, run_id: str) -> None:
        for event in self._listening.get(run_id, ()):
            event.set()

    @staticmethod
    async def wait(event: asyncio.Event, seconds: float) -> bool:
        """Wait for the event; return False when it was not set in this time."""
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        return True

    @contextlib.contextmanager
    def listen(self, run_id: str) -> Iterator[asyncio.Event]:
        """Yield an event that is set when something has happened; the listener clears it before it reads the store."""
        event = asyncio.Event()
        self._listening[run_id].add(event)
        try:
            yield event
        finally:
            self._listening[run_id].discard(event)
            if not self._listening[run_id]:
                del self._listening[run_id]
