"""`watchd restore FILE`: put a copy in the database's place."""

from pathlib import Path

import click
import msgspec

from watchd import config
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json
from watchd.store import backup as copies
from watchd.store.state_folder import StateFolder
from watchd.system import SystemClock


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@config_option
@json_option
def restore(file: Path, config_file: Path | None, as_json: bool) -> None:
    """Check FILE, a copy that `watchd backup` made, and put it in the database's place.

    The daemon must not run. The former database is kept beside it.
    """
    with StateFolder(config.load(config_file).state_dir) as folder:
        restored, aside = copies.restore(file, folder, SystemClock().now())
    if as_json:
        show_json({**msgspec.to_builtins(restored, enc_hook=str), "former": aside and str(aside)})
        return
    click.echo(f"{restored.file} has {restored.profiles} profile(s) again, checked.")
    if aside is not None:
        click.echo(f"The former database is {aside}; delete it when you are sure.")
