"""File descriptors of the process and how they are shared: API connections, requests to the web, database, child processes.

Each part gets its share at the start, from the limit that the operating system sets. So a run whose hosts all hang cannot
take the descriptors that the API needs, and clients cannot take those of the database.
"""

import os
import resource
from pathlib import Path

import msgspec
from msgspec import Struct

from watchd.app.server import MAX_PLACES
from watchd.errors import ConfigError, Fault
from watchd.store.connection_pool import MAX_READERS
from watchd.web.settings import FetchBounds

MIN_LIMIT = 64
GOOD_LIMIT = 512  # below this, the shares are clearly smaller than usual
UNLIMITED = 1_048_576
# Log, event loop, signals, lock, the database's writer, the listening socket; and files that are open for a moment.
FIXED = 32
WAY_OUT = "raise it: LimitNOFILE=1024 in the unit of the service, or ulimit -n 1024 in a shell"


class DescriptorPlan(Struct, frozen=True):
    """Largest number of each kind, so that all together fit into the limit.

    In sixteenths of what is not fixed: API 4 and 1 for TLS handshakes, pages 4, search providers 1, sinks 1, look-ups of
    names 2, database 2 (a reader needs two), child processes 1.
    """

    limit: int
    places: int  # connections to the API
    pages: int  # connections to web pages and receivers of messages
    others: int  # connections to search providers, and as many to sinks
    readers: int  # database connections that read
    children: int  # processes that read documents

    @classmethod
    def for_limit(cls, limit: int) -> "DescriptorPlan":
        sixteenth = max(0, limit - FIXED) // 16
        return cls(
            limit=limit,
            places=max(8, min(MAX_PLACES, 4 * sixteenth)),
            pages=max(4, 4 * sixteenth),
            others=max(2, sixteenth),
            readers=max(2, min(MAX_READERS, sixteenth)),
            children=max(2, sixteenth),
        )

    @property
    def is_small(self) -> bool:
        return self.limit < GOOD_LIMIT

    @property
    def max_streams(self) -> int:
        """Event streams may use half of the API's connections."""
        return self.places // 2

    def for_pages(self, bounds: FetchBounds) -> FetchBounds:
        return _fitted(bounds, self.pages, self.others)

    def for_others(self, bounds: FetchBounds) -> FetchBounds:
        return _fitted(bounds, self.others, max(2, self.others // 2))

    def reading_children(self, wanted: int) -> int:
        """Return the number of reading processes; 0 stands for one per core, but at least two."""
        return min(self.children, wanted or max(2, os.cpu_count() or 1))

    def sentence(self, max_pages: int) -> str:
        pages = min(self.pages, max_pages)
        return f"{self.limit} files: {self.places} API connections, {pages} to pages, {self.readers} database readers"


def _fitted(bounds: FetchBounds, connections: int, threads: int) -> FetchBounds:
    """Return the bounds with at most these numbers of connections and of look-ups of names."""
    if connections >= bounds.max_connections and threads >= bounds.dns_threads:
        return bounds
    total = min(connections, bounds.max_connections)
    return msgspec.structs.replace(
        bounds,
        max_connections=total,
        connections_per_run=min(bounds.connections_per_run, max(1, total * 3 // 4)),
        dns_threads=min(threads, bounds.dns_threads),
    )


def own_limit() -> int:
    """Return how many files this process may open."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNLIMITED if files == resource.RLIM_INFINITY else files


def plan_of_this_process() -> DescriptorPlan:
    """Return the shares of this process; raise ConfigError when the limit is too small for any work."""
    limit = own_limit()
    if limit < MIN_LIMIT:
        detail = f"must be at least {MIN_LIMIT}; got {limit}; {WAY_OUT}"
        raise ConfigError([Fault("the limit of open files", detail)])
    return DescriptorPlan.for_limit(limit)


def limit_of(pid: int | None) -> int | None:
    """Return how many files another process may open; None when this cannot be seen."""
    try:
        lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
        soft = next(line for line in lines if line.startswith("Max open files")).split()[3]
    except (OSError, ValueError, StopIteration):
        return None
    return UNLIMITED if soft == "unlimited" else int(soft)
