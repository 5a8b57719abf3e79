"""`watchd run FILE_OR_PROFILE`: one run in the terminal, without a daemon, to refine a search."""

import asyncio
import contextlib
import signal
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import click
import msgspec

from watchd import assembly, config, intake, logs
from watchd.commands.files import read_profile
from watchd.commands.options import config_option
from watchd.commands.run_screen import Format, print_results, watched
from watchd.config import Settings
from watchd.core import query, strategies
from watchd.errors import ConfigError
from watchd.flow.quiet import Quiet
from watchd.flow.run import Wishes, live
from watchd.model.agent import RunPage
from watchd.model.profile import ProfileSpec
from watchd.model.run import Run
from watchd.store.database import open_database
from watchd.store.tables import Tables
from watchd.system import SystemClock, SystemEntropy

RUN = "run"  # the only one in its database
MOST_RESULTS = 1000


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
        return intake.verify(intake.read(ProfileSpec, read_profile(Path(name))))
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
        spec = intake.read(ProfileSpec, msgspec.to_builtins(spec) | {"strategy": {"name": strategy}})
    strategies.check_params(spec.strategy.name, spec.strategy.params)
    if not spec.query.examples:
        query.check_words(spec.query.text, spec.query.languages)
    return msgspec.structs.replace(spec, budget=budget)


async def _run(
    settings: Settings, config_file: Path | None, spec: ProfileSpec, entropy: int | None
) -> tuple[Run, list[RunPage]]:
    clock, chance, quiet = SystemClock(), SystemEntropy(), Quiet()
    with tempfile.TemporaryDirectory(prefix="watchd-run-") as folder:
        async with assembly.doors(settings) as doors:
            database = await open_database(Path(folder), clock.now())
            try:
                engines = assembly.engines(settings, config_file, doors, database, clock, chance)
                world = assembly.world(
                    settings, doors, database, engines, clock=clock, entropy=chance, teller=quiet, shelf=quiet
                )
                number = chance.bits(53) if entropy is None else entropy
                run = await database.write(lambda tables: _queue(tables, spec, number, world.owner))
                wishes = Wishes()
                with _stopping_on_interrupt(wishes):
                    await watched(database, RUN, live(world, run, None, wishes))
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
def _stopping_on_interrupt(wishes: Wishes) -> Any:
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, wishes.ask_to_stop, "stopped")
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)


async def _results(tables: Tables) -> list[RunPage]:
    return await tables.run_log.ranked(RUN, relevance=2.0, url="", limit=MOST_RESULTS)
