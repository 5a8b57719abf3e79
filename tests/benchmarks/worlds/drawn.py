"""The daemon of this checkout on drawn worlds: each is drawn, served and judged by the simulator, then all are pooled.

    make bench ONLY=worlds [SEEDS=1-12] [JOBS=2] [SECONDS=300] [CORPORA=python,sqlite,…] [WEBWORLD=FOLDER]

SEEDS are the worlds, JOBS how many run at a time, SECONDS how long each lasts, CORPORA the manuals to draw from (all if it
is left out). Twelve worlds take about half an hour. Everything stays in build/worlds/, one folder per series.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.table import Row, show
from tests.benchmarks.worlds.figures import FETCH_SECONDS, Figures, intervals, pooled, read_world
from tests.benchmarks.worlds.simulator import Simulator, prepared
from tests.support import ROOT

DEFAULTS = {"SEEDS": "1-12", "JOBS": "2", "SECONDS": "300", "CORPORA": ""}
# The columns of the simulator's table, by its names.
COLUMNS = {
    "events": "events",
    "recall": "recall",
    "poller recall": "poller's recall",
    "precision": "precision",
    "p50": "delay p50 s",
    "poller p50": "poller's p50 s",
    "requests/event": "requests per event",
    "conditional": "conditional refetches",
    "violations": "violations",
    "load": "load",
}


def main() -> list[Row]:
    """Run the series and print its tables; return the pooled figures."""
    asked = {name: os.environ.get(name) or default for name, default in DEFAULTS.items()}
    corpora = [name for name in asked["CORPORA"].split(",") if name]
    simulator = prepared(corpora)
    out = ROOT / "build" / "worlds" / time.strftime("%Y%m%d-%H%M%S")
    out.parent.mkdir(parents=True, exist_ok=True)
    result = _series(simulator, out, asked, corpora)
    good = _good_worlds(out, result)
    diagnosis = json.loads(simulator.run("diagnose", str(good), "--json", capture=True).stdout)
    worlds = [read_world(folder) for folder in sorted(good.iterdir())]
    figures, ranges = pooled(worlds), intervals(worlds)
    rows = [_kept(name, value, ranges.get(name)) for name, value in figures.items()]
    rows.append(_kept("share of the poller's delay until the fetch", _share(figures, result["pooled"]), None))
    _show_worlds(result)
    _show_groups(result)
    _show_diagnosis(diagnosis["totals"])
    topics: list[Row] = [
        {"world": world.name, "topic": topic, "precision": _number(value)}
        for world in worlds
        for topic, value in world.precision.items()
    ]
    show("Precision by topic", sorted(topics, key=lambda row: (row["precision"] == "-", row["precision"])))
    show(
        f"Where requests went, and how soon ({len(worlds)} worlds, {asked['JOBS']} at a time)",
        list(map(_shown, rows)),
    )
    print(f"\nLogs and reports: {out.relative_to(ROOT)}")
    for failure in result["failed"]:
        print(f"World {failure['seed']} failed and is not counted: {failure['error']}", file=sys.stderr)
    return [*rows, *_pooled_rows(result)]


def _series(simulator: Simulator, out: Path, asked: dict[str, str], corpora: Iterable[str]) -> dict[str, Any]:
    """Run all worlds and return what the simulator has written about them."""
    options = [
        "--seeds",
        asked["SEEDS"],
        "--jobs",
        asked["JOBS"],
        "--seconds",
        asked["SECONDS"],
        "--out",
        str(out),
    ]
    options += ["--corpora", ",".join(corpora)] if corpora else []
    driver = [simulator.python, str(simulator.folder / "drive_watchd.py"), "--project", str(ROOT)]
    simulator.run("series", *options, "--", *driver, capture=True)
    file = out / "series.json"
    if not file.exists():
        raise SystemExit(f"The simulator has written no {file}; its messages above give the reason.")
    result: dict[str, Any] = json.loads(file.read_text())
    if not result["worlds"]:
        reasons = "; ".join(f"seed {failure['seed']}: {failure['error']}" for failure in result["failed"])
        raise SystemExit(f"No world has ended well: {reasons}.")
    return result


def _good_worlds(out: Path, result: dict[str, Any]) -> Path:
    """Return a folder with links to the worlds that have ended well: a world that failed half-way must not count."""
    good = out / "good"
    good.mkdir()
    for world in result["worlds"]:
        name = f"draw-{world['seed']}"
        (good / name).symlink_to(out / name)
    return good


def _show_worlds(result: dict[str, Any]) -> None:
    rows: list[Row] = [_world_row(f"seed {world['seed']}", world) for world in result["worlds"]]
    rows.append(_world_row("pooled", result["pooled"]))
    spread = {title: _range(result["intervals"].get(name)) for name, title in COLUMNS.items()}
    rows.append({"world": "95 %", **spread, "events": ""})
    show("Drawn worlds, beside a poller with perfect judgement and as many requests", rows)


def _world_row(name: str, figures: dict[str, Any]) -> Row:
    return {"world": name, **{title: _number(figures[key]) for key, title in COLUMNS.items()}}


def _show_groups(result: dict[str, Any]) -> None:
    show(
        "Recall by kind of event, style of query, language and route",
        [
            {
                "group": f"{name}: {group}",
                "events": row["events"],
                "recall": _number(row["recall"]),
                "95 %": _range(row["interval"]),
            }
            for name, groups in result["recall_by"].items()
            for group, row in groups.items()
        ],
    )


def _show_diagnosis(totals: dict[str, Any]) -> None:
    tables = {
        "Why events were missed": [row for row in totals["causes"] if row["all"]],
        "Wrong alerts": totals["wrong_alerts"],
        "Requests to pages": totals["requests_to_pages"],
        "Other requests": totals["other_requests"],
    }
    for title, rows in tables.items():
        if rows:
            show(title, [{name: _number(value) for name, value in row.items()} for row in rows])
    print(f"\nMean share of time in which a host was idle: {_number(totals['idle_mean'])}")


def _pooled_rows(result: dict[str, Any]) -> list[Row]:
    """Return the pooled figures of the simulator, and recall by group, for the file of results."""
    pooled, ranges = result["pooled"], result["intervals"]
    rows = [_kept(title, pooled[key], ranges.get(key)) for key, title in COLUMNS.items()]
    return rows + [
        _kept(f"recall, {name}: {group}", row["recall"], row["interval"])
        for name, groups in result["recall_by"].items()
        for group, row in groups.items()
    ]


def _share(figures: Figures, simulated: dict[str, Any]) -> float | None:
    """Return the median time from an event to its fetch as a share of the poller's median delay."""
    fetch, poller = figures[FETCH_SECONDS], simulated["poller p50"]
    return fetch / poller if fetch is not None and poller else None


def _kept(figure: str, value: float | None, ends: Sequence[float] | None) -> Row:
    """Return a figure with its interval as numbers, for the file of results."""
    low, high = ends or (None, None)
    return {"figure": figure, "value": value, "low": low, "high": high}


def _shown(row: Row) -> Row:
    ends = None if row["low"] is None else (row["low"], row["high"])
    return {"figure": row["figure"], "value": _number(row["value"]), "95 %": _range(ends)}


def _number(value: object) -> object:
    """Round a number for a table: two decimals, fewer for a large one."""
    if value is None:
        return "-"
    if not isinstance(value, float):
        return value
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _range(ends: Iterable[float] | None) -> str:
    return " to ".join(str(_number(float(end))) for end in ends) if ends else ""
