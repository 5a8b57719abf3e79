"""Output of the measurements: Markdown tables and a JSON file."""

import json
import platform
from collections.abc import Sequence
from typing import Any

from tests.support import ROOT

Row = dict[str, Any]


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def show(title: str, rows: Sequence[Row]) -> None:
    """Print a Markdown table for docs/explanation/measured.md."""
    columns = list(rows[0])
    print(f"\n### {title}\n")
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(str(row[column]) for column in columns)} |", flush=True)


def keep(results: dict[str, Sequence[Row]]) -> None:
    file = ROOT / "build" / "bench.json"
    file.parent.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
    file.write_text(json.dumps({"machine": machine, "results": results}, indent=2) + "\n")
    print(f"\n{file.relative_to(ROOT)} written.")
