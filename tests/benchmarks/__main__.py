"""`make bench`: every measurement, printed as tables and kept in build/bench.json. `make bench ONLY=door` runs one.

The soak takes half an hour and runs only when it is named."""

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
    soak,
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
    "soak": soak.main,
}
LONG = {"soak"}  # only when they are asked for by name

if __name__ == "__main__":
    chosen = sys.argv[1:] or [name for name in BENCHMARKS if name not in LONG]
    table.keep({name: BENCHMARKS[name]() for name in chosen})
