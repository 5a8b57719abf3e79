"""How a run looks in a terminal: progress while it goes on, results when it is over."""

import asyncio
import csv
import io
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import click
import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from watchd.commands.output import clean, ending, show_json, show_table
from watchd.core import health, shown
from watchd.model.agent import RunPage
from watchd.model.run import Run
from watchd.store.database import Database
from watchd.store.tables import Tables

LOOK_EVERY = 0.25  # seconds
BEST = 8  # pages shown while it goes on
COLUMNS = ("relevance", "url", "title", "language", "found_by")
# What a spreadsheet takes for the start of a formula, also in full width and behind blanks.
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")

Format = Literal["table", "json", "csv"]


async def watched(database: Database, run_id: str, going: Awaitable[Any]) -> None:
    """Show progress until it is over: a picture on a terminal, a line now and then elsewhere."""
    task = asyncio.ensure_future(going)

    async def look(tables: Tables) -> tuple[Run, dict[str, Any], list[RunPage]]:
        return await _progress(tables, run_id)

    console = Console(stderr=True, markup=False, highlight=False)
    if not console.is_terminal:
        await task
        run, point, _ = await database.read(look)
        console.print(_line(run, point))
        return
    with Live(console=console, refresh_per_second=8, transient=True) as screen:
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK_EVERY)
            screen.update(_picture(*await database.read(look)))
    task.result()


async def _progress(tables: Tables, run_id: str) -> tuple[Run, dict[str, Any], list[RunPage]]:
    run = await tables.runs.get(run_id)
    assert run is not None
    latest = await tables.run_log.latest_of_kind(run_id, "population")
    best = await tables.run_log.ranked(run_id, relevance=2.0, url="", limit=BEST)
    return run, msgspec.json.decode(latest.body) if latest else {}, best


def _line(run: Run, point: dict[str, Any]) -> str:
    counts = run.counts
    read = counts.fetched + counts.not_modified
    parts = [
        f"{read} of {run.spec.budget.pages} pages",
        f"{counts.relevant} relevant",
        f"harvest rate {counts.harvest_rate:.0%}",
        f"population {counts.alive}",
        f"energy {point.get('energy', 0.0):.1f} + {point.get('remnants', 0.0):.1f} left on pages",
        f"{counts.failed + counts.refused} failed or refused",
    ]
    return ", ".join(parts) + (f"; {run.stop_reason}" if run.stop_reason else "")


def _picture(run: Run, point: dict[str, Any], best: list[RunPage]) -> Group:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "page", "title"):
        table.add_column(name, overflow="fold")
    for page in best:
        url, title = ending(clean(page.url), 70), clean(page.title)[:60]
        table.add_row(shown.score(page.relevance), Text(url), Text(title))
    return Group(Text(_line(run, point)), table)


def print_results(run: Run, pages: list[RunPage], form: Format) -> None:
    rows = [[getattr(page, name) for name in COLUMNS] for page in pages]
    printers: dict[Format, Callable[[], None]] = {
        "json": lambda: show_json(_summary(run, pages)),
        "csv": lambda: click.echo(_csv(rows), nl=False),
        "table": lambda: show_table(
            ("SCORE", "URL", "TITLE", "LANGUAGE", "FOUND BY"), [[shown.score(row[0]), *row[1:]] for row in rows]
        ),
    }
    printers[form]()
    if form == "table" and not rows:
        click.echo("Nothing relevant was found; try --all, other words, or more seeds.", err=True)


def _summary(run: Run, pages: list[RunPage]) -> dict[str, Any]:
    return {
        "entropy": run.entropy,
        "stop_reason": run.stop_reason,
        "counts": json.loads(msgspec.json.encode(run.counts)),
        "harvest_rate": round(run.counts.harvest_rate, 4),
        "sources": json.loads(msgspec.json.encode(run.sources)),
        "degraded": list(health.degraded(run.sources)),
        "results": [{name: getattr(page, name) for name in COLUMNS} for page in pages],
    }


def _csv(rows: list[list[Any]]) -> str:
    """Cells that a spreadsheet would take for a formula are quoted with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([f"'{c}" if isinstance(c, str) and FORMULA.match(c) else c for c in row])
    return out.getvalue()
