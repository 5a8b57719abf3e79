"""Figures of drawn worlds that the simulator's table does not have, from the logs of each world.

An event is a publication or an edit that a topic awaits. It is *fetched* when a server has sent its page in full after the
event. So the share of fetched events judges the spending of requests alone, whatever the daemon made of the page.
"""

import json
import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct

RIGHT, WRONG = ("event", "initial"), ("false", "decoy", "noise", "other-topic")
SAMPLES = 1000  # of worlds, for the intervals
REDIRECT_FOLDER = "r"  # servers that redirect put /r/NUMBER before a path
FETCH_SECONDS = "seconds from event to fetch, p50"
Figures = dict[str, float | None]


class WorldFigures(Struct, frozen=True, kw_only=True):
    """One world: delays from event to fetch (None: never), and counts."""

    name: str
    fetch_delays: tuple[float | None, ...]
    detected: int
    requests: int
    violations: int
    precision: dict[str, float | None]  # by topic; None: no alert that is right or wrong


def read_world(folder: Path) -> WorldFigures:
    """Read the logs and the judge's report of one world."""
    truth, access = _lines(folder / "truth.jsonl"), _lines(folder / "access.jsonl")
    judged = json.loads((folder / "judge.json").read_text())
    header, events = truth[0], [row for row in truth[1:] if row["event"] != "end"]
    names = _PageNames(header["hosts"], events)
    reads = [(row["t"], names.of(row["page"])) for row in access if row["page"] and row["status"] == 200]
    wanted = {(row["topic"], names.of(row["was"])): row["t"] for row in events if row["expect"]}
    return WorldFigures(
        name=header["name"],
        fetch_delays=tuple(_first_read(reads, page, t) for (_, page), t in wanted.items()),
        detected=judged["detection"]["detected"],
        requests=sum(row["host"] != "search" for row in access),
        violations=judged["politeness"]["violations"],
        precision=_precisions(header["topics"], judged["alerts"]),
    )


def pooled(worlds: Sequence[WorldFigures]) -> Figures:
    """Return the figures of all worlds together; every event and request counts once."""
    delays = [delay for world in worlds for delay in world.fetch_delays]
    fetched = [delay for delay in delays if delay is not None]
    detected = sum(world.detected for world in worlds)
    precisions = [value for world in worlds for value in world.precision.values() if value is not None]
    return {
        "events": len(delays),
        "fetched after the event": len(fetched) / len(delays) if delays else None,
        FETCH_SECONDS: statistics.median(fetched) if fetched else None,
        "requests per detected event": sum(world.requests for world in worlds) / detected if detected else None,
        "politeness violations": sum(world.violations for world in worlds),
        "precision of the worst topic": min(precisions, default=None),
        "topics with a precision below 0.5": sum(value < 0.5 for value in precisions),
    }


def intervals(
    worlds: Sequence[WorldFigures], measure: Callable[[Sequence[WorldFigures]], Figures] = pooled
) -> dict[str, tuple[float, float]]:
    """Return 95 % bootstrap intervals. Worlds are drawn again, not events, because the events of a world are alike."""
    chance, seen = random.Random(1), dict[str, list[float]]()
    for _ in range(SAMPLES if len(worlds) > 1 else 0):
        for name, value in measure(chance.choices(worlds, k=len(worlds))).items():
            if value is not None:
                seen.setdefault(name, []).append(value)
    return {name: _middle(sorted(values)) for name, values in seen.items()}


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def _first_read(reads: Sequence[tuple[float, str]], page: str, since: float) -> float | None:
    return min((t - since for t, name in reads if name == page and t >= since), default=None)


def _precisions(topics: dict[str, Any], alerts: Sequence[dict[str, Any]]) -> dict[str, float | None]:
    verdicts = {name: Counter(row["verdict"] for row in alerts if row["topic"] == name) for name in topics}
    precisions: dict[str, float | None] = {}
    for name, counts in verdicts.items():
        right, wrong = (sum(counts[verdict] for verdict in kind) for kind in (RIGHT, WRONG))
        precisions[name] = right / (right + wrong) if right + wrong else None
    return precisions


def _middle(values: list[float]) -> tuple[float, float]:
    return values[int(0.025 * len(values))], values[int(0.975 * len(values))]


class _PageNames:
    """One name for each page, whatever its address: on a mirror, behind a redirect, or after it has moved."""

    def __init__(self, hosts: dict[str, Any], events: Sequence[dict[str, Any]]) -> None:
        self._origins = {_host(host["url"]): _host(host["mirror_of"] or host["url"]) for host in hosts.values()}
        self._moved: dict[str, str] = {}
        self._moved = {self.of(row["url"]): self.of(row["was"]) for row in events if row["event"] == "move"}

    def of(self, url: str) -> str:
        """Return the name of the page at an address."""
        parts = urlsplit(url)
        path = unquote(parts.path).split("/")
        if len(path) > 2 and path[1] == REDIRECT_FOLDER and path[2].isdigit():
            path = ["", *path[3:]]
        name = self._origins.get(parts.netloc, parts.netloc) + "/".join(path)
        return self._moved.get(name, name)


def _host(url: str) -> str:
    return urlsplit(url).netloc
