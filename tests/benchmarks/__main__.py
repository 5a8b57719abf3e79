"""`make bench`: all measurements, printed as tables and written to build/bench.json. `make bench ONLY=crawl` runs one.

The soak and the drawn worlds take half an hour each and run only when they are named.
"""

import sys
from collections.abc import Callable
from typing import Any

from tests.benchmarks import (
    days,
    extraction,
    outbox,
    percolation,
    politeness,
    population_speed,
    profiles,
    sandbox,
    soak,
    table,
)
from tests.benchmarks.crawl import http_clients, speed
from tests.benchmarks.portal import export, search
from tests.benchmarks.worlds import drawn

BENCHMARKS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "profiles": profiles.main,
    "population": population_speed.main,
    "extraction": extraction.main,
    "http_clients": http_clients.main,
    "politeness": politeness.main,
    "crawl": speed.main,
    "outbox": outbox.main,
    "portal": search.main,
    "portal_export": export.main,
    "percolation": percolation.main,
    "days": days.main,
    "sandbox": sandbox.main,
    "soak": soak.main,
    "worlds": drawn.main,
}
LONG = {"soak", "worlds"}  # only when they are named

if __name__ == "__main__":
    chosen = sys.argv[1:] or [name for name in BENCHMARKS if name not in LONG]
    table.keep({name: BENCHMARKS[name]() for name in chosen})
