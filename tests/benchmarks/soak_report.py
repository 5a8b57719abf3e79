"""Report of a soak: the thirds of the time are compared by their medians; the first third is for warming up."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from msgspec import Struct

from tests.benchmarks.table import Row

MAX_GROWTH = 0.05  # of the last third over the middle one
MAX_P99_SECONDS = 0.1  # of the API
# The number of active connections and pages varies, so one third may have a few more than the one before. A leak adds one
# for each run, page or request, which are hundreds.
MAX_MORE = 10


class Sample(Struct, frozen=True):
    """State of the daemon at one moment."""

    second: float
    daemon_bytes: int  # resident
    children_bytes: int
    files: int  # open descriptors, of the daemon and its children
    threads: int
    tasks: int  # of the event loop
    database_bytes: int
    cpu_seconds: float  # of the daemon so far

    @property
    def bytes(self) -> int:
        return self.daemon_bytes + self.children_bytes


Measure = Callable[[Sample], float]


def thirds(samples: Sequence[Sample], measure: Measure) -> tuple[float, float, float]:
    """Return the median of each third."""
    length = samples[-1].second - samples[0].second
    ends = [samples[0].second + length * part / 3 for part in (1, 2)]
    parts = (
        [s for s in samples if s.second <= ends[0]],
        [s for s in samples if ends[0] < s.second <= ends[1]],
        [s for s in samples if s.second > ends[1]],
    )
    first, middle, last = (median([measure(s) for s in part]) for part in parts)
    return first, middle, last


def growth(samples: Sequence[Sample], measure: Measure) -> float:
    """Return the growth from the middle third to the last one, as a share."""
    _, middle, last = thirds(samples, measure)
    return last / middle - 1 if middle else 0.0


def over_time(samples: Sequence[Sample]) -> list[Row]:
    mebi = 2**20
    measures: list[tuple[str, Measure, float]] = [
        ("memory of the daemon, MiB", lambda s: s.daemon_bytes, mebi),
        ("memory of its children, MiB", lambda s: s.children_bytes, mebi),
        ("memory in all, MiB", lambda s: s.bytes, mebi),
        ("open files", lambda s: s.files, 1),
        ("threads", lambda s: s.threads, 1),
        ("tasks of the event loop", lambda s: s.tasks, 1),
        ("database, MiB", lambda s: s.database_bytes, mebi),
    ]
    rows = []
    for name, measure, unit in measures:
        first, middle, last = (round(value / unit, 1) for value in thirds(samples, measure))
        change = f"{growth(samples, measure):+.1%}"
        rows.append({"what": name, "first third": first, "middle": middle, "last": last, "growth": change})
    return rows


def verdicts(samples: Sequence[Sample], clients: dict[str, Any]) -> list[Row]:
    """Return the goals, the measured values, and whether each goal is met."""
    memory = growth(samples, lambda s: s.bytes)
    p99 = clients["all"]["p99"]
    errors = sum(clients["failures"].values())
    return [
        verdict("memory: last third within 5 % of the middle one", f"{memory:+.1%}", memory <= MAX_GROWTH),
        _few_more("open files: no leak", samples, lambda s: s.files),
        _few_more("threads: no leak", samples, lambda s: s.threads),
        _few_more("tasks of the event loop: no leak", samples, lambda s: s.tasks),
        verdict("API: p99 below 100 ms", f"{p99 * 1000:.0f} ms", p99 < MAX_P99_SECONDS),
        verdict("API: no error of the daemon's", str(errors), errors == 0),
    ]


def _few_more(goal: str, samples: Sequence[Sample], measure: Measure) -> Row:
    _, middle, last = thirds(samples, measure)
    return verdict(goal, f"{last - middle:+.0f}", last - middle <= max(MAX_MORE, MAX_GROWTH * middle))


def verdict(goal: str, measured: str, is_met: bool) -> Row:
    return {"goal": goal, "measured": measured, "verdict": "met" if is_met else "MISSED"}
