"""`watchd backup FILE`: a checked copy of the database, made while the daemon runs."""

from pathlib import Path

import click
import msgspec

from watchd.app import config
from watchd.app.clock import SystemClock
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json
from watchd.store import backup as copies


@click.command()
@click.argument("file", metavar="FILE", type=click.Path())
@click.option(
    "--keep",
    type=click.IntRange(1),
    help="FILE is a folder: keep only this number of copies in it, the newest ones.",
)
@config_option
@json_option
def backup(file: str, keep: int | None, config_file: Path | None, as_json: bool) -> None:
    """Copy the database to FILE and check the copy. FILE appears only after the check. The daemon may run meanwhile.

    If FILE is a folder, the name of the copy contains the time. A copy contains channel addresses, which are secrets:
    only its owner can read it.
    """
    target = Path(file)
    if file.endswith("/") and not target.is_dir():  # else the copy would become a file of that name
        raise click.UsageError(f"There is no folder {file}; create it first.")
    if keep is not None and not target.is_dir():
        raise click.UsageError("With --keep, FILE must be a folder that exists.")
    now = SystemClock().now()
    made = copies.back_up(config.load_local(config_file).state_dir, target, now)
    trimmed = [] if keep is None else copies.trim(made.file, keep, now)
    if as_json:
        show_json({**msgspec.to_builtins(made, enc_hook=str), "deleted": [str(old) for old in trimmed]})
        return
    click.echo(f"{made.file}: {made.bytes} bytes, {made.profiles} profile(s), checked.")
