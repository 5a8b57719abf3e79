"""From a host name to its addresses: in threads of our own, bounded in number and in time.

A look-up cannot be cancelled, only left behind. So one name never holds more than one thread, and a name that
failed or hung is not asked for again for a while: a page full of dead names cannot take all threads away from
the others.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from watchd.model.times import duration_seconds
from watchd.web.settings import FetchBounds

Lookup = Callable[[str], list[str]]
MAX_CACHED_NAMES = 4096  # names, with and without an address; forgetting is harmless


class HostNotFound(Exception):
    """Raised when a name has no address, or none came in time."""


def system_lookup(host: str) -> list[str]:
    """Ask the system's resolver; blocks."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Resolver:
    """Answers with the addresses of a name as the system gives them, unchecked."""

    def __init__(self, settings: FetchBounds, lookup: Lookup = system_lookup) -> None:
        self._lookup = lookup
        self._timeout = duration_seconds(settings.dns_timeout)
        self._negative = duration_seconds(settings.dns_negative)
        self._pool = ThreadPoolExecutor(settings.dns_threads, thread_name_prefix="dns")
        self._asking: dict[str, asyncio.Future[list[str]]] = {}
        self._positive = duration_seconds(settings.dns_cache)
        self._found: dict[str, tuple[float, list[str]]] = {}  # name -> until when, addresses
        self._failed: dict[str, float] = {}  # name -> when it may be asked for again

    async def addresses(self, host: str) -> list[str]:
        """Every address of the host; raises NoAddress."""
        now = time.monotonic()
        until, known = self._found.get(host, (0.0, []))
        if now < until:
            return known
        if now < self._failed.get(host, 0.0):
            raise HostNotFound("the name had no address a moment ago")
        try:
            async with asyncio.timeout(self._timeout):
                found = await asyncio.shield(self._ask(host))
        except (OSError, UnicodeError, TimeoutError) as error:
            self._remember_failure(host)
            raise HostNotFound(f"the name has no address ({type(error).__name__})") from error
        if not found:
            raise HostNotFound("the name has no address")
        if len(self._found) >= MAX_CACHED_NAMES:
            self._found.clear()
        self._found[host] = (now + self._positive, found)
        return found

    def _ask(self, host: str) -> asyncio.Future[list[str]]:
        asking = self._asking.get(host)
        if asking is None:
            asking = asyncio.get_running_loop().run_in_executor(self._pool, self._lookup, host)
            asking.add_done_callback(lambda done: self._answered(host, done))
            self._asking[host] = asking
        return asking

    def _answered(self, host: str, done: asyncio.Future[list[str]]) -> None:
        self._asking.pop(host, None)
        if not done.cancelled():
            done.exception()  # looked at, so that a look-up nobody waits for any more leaves no warning

    def _remember_failure(self, host: str) -> None:
        if len(self._failed) >= MAX_CACHED_NAMES:
            self._failed.clear()
        self._failed[host] = time.monotonic() + self._negative

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
