"""`make bench`: every measurement, printed as tables and kept in build/bench.json. `make bench ONLY=door` runs one."""

import sys
from collections.abc import Callable
from typing import Any

from tests.benchmarks import (
    days,
    door,
    engine,
    extraction,
    http_clients,
    outbox,
    percolation,
    politeness,
    portal,
    portal_export,
    profiles,
    table,
)

BENCHMARKS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "profiles": profiles.main,
    "engine": engine.main,
    "extraction": extraction.main,
    "http_clients": http_clients.main,
    "politeness": politeness.main,
    "door": door.main,
    "outbox": outbox.main,
    "portal": portal.main,
    "portal_export": portal_export.main,
    "percolation": percolation.main,
    "days": days.main,
}

if __name__ == "__main__":
    chosen = sys.argv[1:] or list(BENCHMARKS)
    table.keep({name: BENCHMARKS[name]() for name in chosen})
