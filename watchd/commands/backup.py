"""`watchd backup FILE`: a checked copy of the database, while the daemon works."""

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
    "--keep", type=click.IntRange(1), help="FILE is a folder: delete all but its last so many copies."
)
@config_option
@json_option
def backup(file: str, keep: int | None, config_file: Path | None, as_json: bool) -> None:
    """Copy the database to FILE, check the copy, and only then call it FILE. The daemon may run meanwhile.

    With a folder as FILE, the copy gets a name with the time. A copy holds channel addresses, which are secrets: only its
    owner can read it.
    """
    target = Path(file)
    if file.endswith("/") and not target.is_dir():  # a file of that name would stand where the folder is wanted
        raise click.UsageError(f"There is no folder {file}; create it first.")
    if keep is not None and not target.is_dir():
        raise click.UsageError("--keep needs a folder that exists as FILE.")
    now = SystemClock().now()
    made = copies.back_up(config.load_local(config_file).state_dir, target, now)
    trimmed = [] if keep is None else copies.trim(made.file, keep, now)
    if as_json:
        show_json({**msgspec.to_builtins(made, enc_hook=str), "deleted": [str(old) for old in trimmed]})
        return
    click.echo(f"{made.file}: {made.bytes} bytes, {made.profiles} profile(s), checked.")
