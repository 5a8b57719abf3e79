"""Site in its own thread, for tests that use a real daemon from outside."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator

from tests.web.site import Site, listening


@contextlib.contextmanager
def site_in_thread(address: str = "127.0.0.1") -> Iterator[Site]:
    """Run a site until the block ends."""
    site, started, loop = Site(), threading.Event(), asyncio.new_event_loop()
    site.address = address
    over = asyncio.Event()

    async def serve() -> None:
        async with listening(site.serve, address) as site.port:
            started.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert started.wait(10)
    try:
        yield site
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)
        loop.close()
