"""DNS resolver: host names to addresses, in own threads, limited in number and in time.

A look-up cannot be cancelled, only abandoned. So one name never holds more than one thread, and a name that failed or
hung is not looked up again for a while: a page full of dead names cannot take all threads.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from watchd.model.values import duration_seconds
from watchd.web.settings import FetchBounds

Lookup = Callable[[str], list[str]]
MAX_CACHED_NAMES = 4096  # with an address, and as many without; deleting entries is harmless


class HostNotFound(Exception):
    """Raised when a host name has no address, or the look-up did not end in time."""


def system_lookup(host: str) -> list[str]:
    """Return the addresses from the system's resolver; blocks."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Resolver:
    """Cached look-ups of host names; the addresses are not checked here."""

    def __init__(self, settings: FetchBounds, lookup: Lookup = system_lookup) -> None:
        self._lookup = lookup
        self._timeout = duration_seconds(settings.dns_timeout)
        self._negative = duration_seconds(settings.dns_negative)
        self._pool = ThreadPoolExecutor(settings.dns_threads, thread_name_prefix="dns")
        self._pending: dict[str, asyncio.Future[list[str]]] = {}
        self._positive = duration_seconds(settings.dns_cache)
        self._cache: dict[str, tuple[float, list[str]]] = {}  # name -> expiry, addresses
        self._failures: dict[str, float] = {}  # name -> when it may be looked up again

    async def addresses(self, host: str) -> list[str]:
        """Return every address of the host; raise HostNotFound."""
        now = time.monotonic()
        until, known = self._cache.get(host, (0.0, []))
        if now < until:
            return known
        if now < self._failures.get(host, 0.0):
            raise HostNotFound("the host name had no address a moment ago")
        try:
            async with asyncio.timeout(self._timeout):
                found = await asyncio.shield(self._look_up(host))
        except TimeoutError as error:
            self._remember_failure(host)
            raise HostNotFound("the look-up of the host name did not end in time") from error
        except (OSError, UnicodeError) as error:
            self._remember_failure(host)
            raise HostNotFound("the host name has no address") from error
        if not found:
            raise HostNotFound("the host name has no address")
        if len(self._cache) >= MAX_CACHED_NAMES:
            self._cache.clear()
        self._cache[host] = (now + self._positive, found)
        return found

    def _look_up(self, host: str) -> asyncio.Future[list[str]]:
        pending = self._pending.get(host)
        if pending is None:
            pending = asyncio.get_running_loop().run_in_executor(self._pool, self._lookup, host)
            pending.add_done_callback(lambda done: self._forget_pending(host, done))
            self._pending[host] = pending
        return pending

    def _forget_pending(self, host: str, done: asyncio.Future[list[str]]) -> None:
        self._pending.pop(host, None)
        if not done.cancelled():
            done.exception()  # read it: else an abandoned look-up that failed would log a warning

    def _remember_failure(self, host: str) -> None:
        if len(self._failures) >= MAX_CACHED_NAMES:
            self._failures.clear()
        self._failures[host] = time.monotonic() + self._negative

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
