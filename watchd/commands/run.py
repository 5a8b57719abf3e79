"""How a run looks in a terminal: progress while it goes on, results when it is over.

`watchd run FILE_OR_PROFILE`: one run in the terminal, without a daemon, to refine a search.
"""

import asyncio
import contextlib
import csv
import io
import json
import re
import signal
import tempfile
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import click
import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from watchd import logs, validation
from watchd.app import config, wiring
from watchd.app.clock import SystemClock, SystemEntropy
from watchd.app.config import Settings
from watchd.commands.options import config_option, read_profile
from watchd.commands.output import clean, ending, show_json, show_table
from watchd.core.policy import describe, profile_health
from watchd.core.population import strategies
from watchd.errors import ConfigError
from watchd.flow.alerts.silent import Silent
from watchd.flow.profiles import rules
from watchd.flow.run.control import RunControl
from watchd.flow.run.run import execute_run
from watchd.model.agent import RunPage
from watchd.model.profile import ProfileSpec
from watchd.model.run import Run
from watchd.store.database import Database, open_database
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
        table.add_row(describe.score(page.relevance), Text(url), Text(title))
    return Group(Text(_line(run, point)), table)


def print_results(run: Run, pages: list[RunPage], form: Format) -> None:
    rows = [[getattr(page, name) for name in COLUMNS] for page in pages]
    printers: dict[Format, Callable[[], None]] = {
        "json": lambda: show_json(_summary(run, pages)),
        "csv": lambda: click.echo(_csv(rows), nl=False),
        "table": lambda: show_table(
            ("SCORE", "URL", "TITLE", "LANGUAGE", "FOUND BY"),
            [[describe.score(row[0]), *row[1:]] for row in rows],
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
        "degraded": list(profile_health.degraded(run.sources)),
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


RUN = "run"  # the only one in its database
MAX_RESULTS = 1000


@click.command("run")
@click.argument("file_or_profile")
@click.option(
    "--pages", type=click.IntRange(1, 100_000), help="Most pages to ask for, whatever the profile says."
)
@click.option("--seconds", type=click.IntRange(1, 86_400), help="Most seconds, whatever the profile says.")
@click.option("--strategy", type=click.Choice(sorted(strategies.STRATEGIES)), help="Another way to search.")
@click.option("--entropy", type=click.IntRange(0), help="The number behind all chance, to repeat a run.")
@click.option(
    "--all", "show_all", is_flag=True, help="Show every page that was read, not only the relevant ones."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to print the results.",
)
@config_option
def run(
    file_or_profile: str,
    pages: int | None,
    seconds: int | None,
    strategy: str | None,
    entropy: int | None,
    show_all: bool,
    form: Format,
    config_file: Path | None,
) -> None:
    """Run a profile once, here: a FILE (TOML or JSON), or the name or id of a stored profile.

    Nothing is stored and nobody is told. Progress goes to standard error, results to standard output. Ctrl-C ends the run
    and prints what it has found so far.
    """
    settings = _settings(config_file)
    logs.set_up(msgspec.structs.replace(settings.log, level="error"))
    spec = _changed(_spec(file_or_profile, settings), pages=pages, seconds=seconds, strategy=strategy)
    ended, found = asyncio.run(_run(settings, config_file, spec, entropy))
    shown = found if show_all else [page for page in found if page.relevance >= spec.report.min_score]
    print_results(ended, shown, form)


def _settings(config_file: Path | None) -> Settings:
    """Those of the service, with its keys if we may read them: a run asks the same search providers."""
    settings, faults, awaited = config.inspect(config_file)
    if faults or awaited:
        raise ConfigError(faults + awaited)
    return settings


def _spec(name: str, settings: Settings) -> ProfileSpec:
    """From a file, else from the database of the daemon, which may be running or not."""
    if Path(name).is_file():
        return validation.verify(validation.read(ProfileSpec, read_profile(Path(name))))
    spec = asyncio.run(_stored(name, settings))
    if spec is None:
        raise click.ClickException(f"There is neither a file nor a profile {name!r}.")
    return spec


async def _stored(name: str, settings: Settings) -> ProfileSpec | None:
    if not (settings.state_dir / "watchd.db").is_file():
        return None
    database = await open_database(settings.state_dir, SystemClock().now(), may_create=False)
    try:
        return await database.read(lambda tables: _named(tables, name))
    finally:
        await database.close()


async def _named(tables: Tables, name: str) -> ProfileSpec | None:
    profile = await tables.profiles.get(await tables.profiles.id_of(name) or name)
    return profile.spec if profile else None


def _changed(spec: ProfileSpec, *, pages: int | None, seconds: int | None, strategy: str | None) -> ProfileSpec:
    budget = msgspec.structs.replace(
        spec.budget, pages=pages or spec.budget.pages, seconds=seconds or spec.budget.seconds
    )
    if strategy is not None and strategy != spec.strategy.name:
        spec = rules.apply_patch(spec, {"strategy": {"name": strategy}})
    rules.check_strategy_and_query(spec)
    return msgspec.structs.replace(spec, budget=budget)


async def _run(
    settings: Settings, config_file: Path | None, spec: ProfileSpec, entropy: int | None
) -> tuple[Run, list[RunPage]]:
    clock, chance, quiet = SystemClock(), SystemEntropy(), Silent()
    with tempfile.TemporaryDirectory(prefix="watchd-run-") as folder:
        async with wiring.doors(settings) as doors:
            database = await open_database(Path(folder), clock.now())
            try:
                engines = wiring.engines(settings, config_file, doors, database, clock, chance)
                world = wiring.world(
                    settings, doors, database, engines, clock=clock, entropy=chance, planner=quiet, portal=quiet
                )
                number = chance.bits(53) if entropy is None else entropy
                run = await database.write(lambda tables: _queue(tables, spec, number, world.owner))
                control = RunControl()
                with _stopping_on_interrupt(control):
                    await watched(database, RUN, execute_run(world, run, None, control))
                ended = await database.read(lambda tables: tables.runs.get(RUN))
                assert ended is not None
                return ended, await database.read(_results)
            finally:
                await database.close()


async def _queue(tables: Tables, spec: ProfileSpec, entropy: int, owner: str) -> Run:
    now = SystemClock().now()
    await tables.runs.queue_preview(RUN, spec, entropy, now)
    (run,) = await tables.runs.claim(owner, now=now, lease_until=now + timedelta(days=2), limit=1)
    return run


@contextlib.contextmanager
def _stopping_on_interrupt(control: RunControl) -> Any:
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, control.ask_to_stop, "stopped")
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)


async def _results(tables: Tables) -> list[RunPage]:
    return await tables.run_log.ranked(RUN, relevance=2.0, url="", limit=MAX_RESULTS)
