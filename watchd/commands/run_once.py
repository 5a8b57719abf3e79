"""`watchd run once FILE_OR_PROFILE`: one run in the terminal, without a daemon, to refine a search.

First the command and its run in a temporary database, then the progress on the terminal, then the results.
"""

import asyncio
import contextlib
import csv
import io
import json
import signal
import tempfile
from collections.abc import Awaitable, Callable, Iterator
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
from watchd.app.clock import SystemClock
from watchd.app.config import Settings
from watchd.app.stored_settings import with_stored
from watchd.commands.options import config_option, json_option, read_profile
from watchd.commands.output import clean, ending, show_json, show_table
from watchd.core.policy import describe, profile_health
from watchd.core.population import strategies
from watchd.errors import ConfigError, WatchdError
from watchd.flow.alerts.silent import Silent
from watchd.flow.profiles import rules
from watchd.flow.run.control import RunControl
from watchd.flow.run.run import execute_run
from watchd.flow.seeds.gather import NO_PROVIDER
from watchd.model.agent import RunPage
from watchd.model.profile import ProfileSpec
from watchd.model.run import Run
from watchd.notify import escaping
from watchd.store.database import FILE_NAME, Database, open_database
from watchd.store.tables import Tables

RUN_ID = "run"  # the only run in its database
MAX_RESULTS = 1000
REFRESH_SECONDS = 0.25
MAX_BEST_PAGES = 8  # on the screen while the run is active
MAX_URL_CHARS = 70
MAX_TITLE_CHARS = 60
COLUMNS = ("relevance", "url", "title", "language", "found_by")

NO_RELEVANT_PAGE = "The run found no relevant page; try --all, other words, or more seeds."
NO_START_PAGES = "The run had no start pages: the profile has no seeds, and no search provider is enabled."

Format = Literal["table", "json", "csv"]


@click.command()
@click.argument("file_or_profile")
@click.option(
    "--pages", type=click.IntRange(1, 100_000), help="Max pages to request, instead of the profile's."
)
@click.option("--seconds", type=click.IntRange(1, 86_400), help="Max seconds, instead of the profile's.")
@click.option("--strategy", type=click.Choice(sorted(strategies.STRATEGIES)), help="Another search strategy.")
@click.option(
    "--entropy", type=click.IntRange(0), help="The number behind all random choices, to repeat a run."
)
@click.option("--all", "show_all", is_flag=True, help="Show every page that was read, not only relevant ones.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="Format of the results.",
)
@json_option
@config_option
def once(
    file_or_profile: str,
    pages: int | None,
    seconds: int | None,
    strategy: str | None,
    entropy: int | None,
    show_all: bool,
    form: Format,
    as_json: bool,
    config_file: Path | None,
) -> None:
    """Run a profile once, here, without the daemon.

    FILE_OR_PROFILE is a TOML or JSON file with a profile, or the name or id of a stored profile.

    The run stores nothing and sends no alerts. Progress goes to standard error, results to standard output. Ctrl-C ends
    the run and prints what it has found so far.
    """
    settings = _settings(config_file)
    logs.set_up(msgspec.structs.replace(settings.log, level="error"))
    spec = _changed(_spec(file_or_profile, settings), pages=pages, seconds=seconds, strategy=strategy)
    ended, found = asyncio.run(_run(settings, config_file, spec, entropy))
    shown = found if show_all else [page for page in found if page.relevance >= spec.report.min_score]
    print_results(ended, shown, "json" if as_json else form)


def _settings(config_file: Path | None) -> Settings:
    """Read the settings of the service, with its keys if this user may read them: a run uses the same providers."""
    settings, faults, awaited = config.inspect(config_file)
    if faults or awaited:
        raise ConfigError(faults + awaited)
    try:
        return asyncio.run(with_stored(settings))
    except (WatchdError, OSError) as cause:
        note = f"Search providers that were set up through the API are not used: {cause}"
        click.echo(note, err=True)
        return settings


def _spec(name: str, settings: Settings) -> ProfileSpec:
    """Read a profile from a file, or else from the database of the daemon, which may or may not run."""
    if Path(name).is_file():
        return validation.verify(validation.read(ProfileSpec, read_profile(Path(name))))
    spec = asyncio.run(_stored(name, settings))
    if spec is None:
        raise click.ClickException(
            f"There is no file and no profile {name!r}; `watchd profile list` shows the profiles."
        )
    return spec


async def _stored(name: str, settings: Settings) -> ProfileSpec | None:
    if not (settings.state_dir / FILE_NAME).is_file():
        return None
    database = await open_database(settings.state_dir, SystemClock().now(), may_create=False)

    async def find(tables: Tables) -> ProfileSpec | None:
        profile = await tables.profiles.get(await tables.profiles.id_of(name) or name)
        return profile.spec if profile else None

    try:
        return await database.read(find)
    finally:
        await database.close()


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
    """Execute one run in a temporary database and return it with its pages, the most relevant first."""
    with tempfile.TemporaryDirectory(prefix="watchd-run-") as folder:
        async with wiring.open_resources(settings, config_file, Path(folder)) as resources:
            database, silent = resources.store, Silent()
            changeable = wiring.ChangeableSettings(resources)
            await changeable.start()
            environment = wiring.run_environment(
                resources, changeable.search_providers, planner=silent, portal=silent
            )
            number = resources.entropy.bits(53) if entropy is None else entropy
            run = await database.write(lambda tables: _queue(tables, spec, number, environment.owner))
            control = RunControl()
            try:
                with _stopping_on_interrupt(control):
                    await show_progress(database, RUN_ID, execute_run(environment, run, None, control))
            finally:
                await changeable.search_providers.close()
            ended = await database.read(lambda tables: tables.runs.get(RUN_ID))
            assert ended is not None
            return ended, await database.read(
                lambda tables: tables.run_log.ranked(RUN_ID, relevance=2.0, url="", limit=MAX_RESULTS)
            )


async def _queue(tables: Tables, spec: ProfileSpec, entropy: int, owner: str) -> Run:
    now = SystemClock().now()
    await tables.runs.queue_preview(RUN_ID, spec, entropy, now)
    (run,) = await tables.runs.claim(owner, now=now, lease_until=now + timedelta(days=2), limit=1)
    return run


@contextlib.contextmanager
def _stopping_on_interrupt(control: RunControl) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, control.ask_to_stop, "stopped")
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)


async def show_progress(database: Database, run_id: str, running: Awaitable[Any]) -> None:
    """Wait for a run: with a live view on a terminal, and with one line at the end elsewhere."""
    task = asyncio.ensure_future(running)

    async def progress(tables: Tables) -> tuple[Run, dict[str, Any], list[RunPage]]:
        run = await tables.runs.get(run_id)
        assert run is not None
        latest = await tables.run_log.latest_of_kind(run_id, "population")
        best = await tables.run_log.ranked(run_id, relevance=2.0, url="", limit=MAX_BEST_PAGES)
        return run, msgspec.json.decode(latest.body) if latest else {}, best

    console = Console(stderr=True, markup=False, highlight=False)
    if not console.is_terminal:
        await task
        run, population, _ = await database.read(progress)
        console.print(_status_line(run, population))
        return
    with Live(console=console, refresh_per_second=8, transient=True) as screen:
        while not task.done():
            await asyncio.wait({task}, timeout=REFRESH_SECONDS)
            screen.update(_live_view(*await database.read(progress)))
    task.result()


def _status_line(run: Run, population: dict[str, Any]) -> str:
    counts = run.counts
    read = counts.fetched + counts.not_modified
    energy, remnants = population.get("energy", 0.0), population.get("remnants", 0.0)
    parts = [
        f"{read} of {run.spec.budget.pages} pages",
        f"{counts.relevant} relevant",
        f"harvest rate {counts.harvest_rate:.0%}",
        f"population {counts.alive}",
        f"energy {energy:.1f} + {remnants:.1f} left on pages",
        f"{counts.failed + counts.refused} failed or refused",
    ]
    return ", ".join(parts) + (f"; {run.stop_reason}" if run.stop_reason else "")


def _live_view(run: Run, population: dict[str, Any], best: list[RunPage]) -> Group:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "page", "title"):
        table.add_column(name, overflow="fold")
    for page in best:
        url, title = ending(clean(page.url), MAX_URL_CHARS), clean(page.title)[:MAX_TITLE_CHARS]
        table.add_row(describe.score(page.relevance), Text(url), Text(title))
    return Group(Text(_status_line(run, population)), table)


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
        click.echo(NO_START_PAGES if _had_no_start_pages(run) else NO_RELEVANT_PAGE, err=True)


def _had_no_start_pages(run: Run) -> bool:
    counts = run.counts
    seen = counts.fetched + counts.not_modified + counts.recalled + counts.failed + counts.refused
    return not seen and NO_PROVIDER in run.sources


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
    """Write rows as CSV."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([escaping.for_csv(c) if isinstance(c, str) else c for c in row])
    return out.getvalue()
