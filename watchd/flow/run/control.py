"""Control of a run while it executes: stop or adjust it, and notify the streams that follow its events."""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from watchd.core.population.events import RunBudget
from watchd.model.run import StopReason


@dataclass
class RunControl:
    """Requests of people to a run that executes."""

    stop: StopReason | None = None
    adjustment: tuple[RunBudget, dict[str, Any]] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def ask_to_stop(self, reason: StopReason) -> None:
        self.stop = self.stop or reason
        self.changed.set()

    def adjust(self, budget: RunBudget, params: dict[str, Any]) -> None:
        self.adjustment = (budget, params)
        self.changed.set()

    def take_adjustment(self) -> tuple[RunBudget, dict[str, Any]] | None:
        """Return the newest adjustment once."""
        adjustment, self.adjustment = self.adjustment, None
        return adjustment

    async def set_when_over(self, over: asyncio.Event, started: float, seconds: float) -> None:
        """Set the event when a run that is still being prepared must stop, or its time is over."""
        while self.stop is None:
            if self.adjustment is not None:
                seconds = self.adjustment[0].seconds
            left = started + seconds - time.monotonic()
            if left <= 0.0:
                break
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self.changed.wait()
            self.changed.clear()
        over.set()


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
