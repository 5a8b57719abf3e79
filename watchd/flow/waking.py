"""Wake-up signal with a timeout, for a loop that polls and can also be woken."""

import asyncio
import contextlib


class Waker:
    """Wake-up signal for one loop. `wake` may be called at any time from the event loop, and more than once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def wake(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Wait until `wake` is called, but not longer than `seconds`. A call since the last wait counts."""
        with contextlib.suppress(TimeoutError):
            # Not asyncio.wait_for: on Python 3.11 it can lose a cancellation that arrives together with the event.
            async with asyncio.timeout(seconds):
                await self._event.wait()
        self._event.clear()
