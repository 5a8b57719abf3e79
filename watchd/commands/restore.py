"""`watchd restore FILE`: replacement of the database by a copy."""

import asyncio
from pathlib import Path

import click
import msgspec

from watchd.app import config
from watchd.app.clock import SystemClock
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json
from watchd.flow.upkeep import tokens
from watchd.model.token import Token
from watchd.store import backup as copies
from watchd.store.database import Database
from watchd.store.state_folder import ADMIN_TOKEN_NAME, StateFolder


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@config_option
@json_option
def restore(file: Path, config_file: Path | None, as_json: bool) -> None:
    """Replace the database with FILE, a copy of it.

    `watchd backup` makes such copies. FILE is checked first. The daemon must not run. The previous database is kept beside
    the new one. If the admin token of this folder does not open the restored database, the command prints how to make a
    new token.
    """
    with StateFolder(config.load_local(config_file).state_dir) as folder:
        restored, aside = copies.restore(file, folder, SystemClock().now())
        opens = _opens(restored.file, folder.path / ADMIN_TOKEN_NAME)
    if as_json:
        more = {"former": aside and str(aside), "admin_token_works": opens}
        show_json({**msgspec.to_builtins(restored, enc_hook=str), **more})
        return
    click.echo(f"{restored.file} is restored and checked: {restored.profiles} profile(s).")
    if aside is not None:
        click.echo(f"The previous database is {aside}; delete it when you no longer need it.")
    if not opens:
        token_file = folder.path / ADMIN_TOKEN_NAME
        click.echo(
            f"The token in {token_file} does not open it. Copy that file from the old machine, or make a new token:\n"
            f"  sh -c 'umask 077; watchd token create {_new_token_name()} --scope admin > {token_file}'"
        )


def _new_token_name() -> str:
    """Return a name that no token of the old machine has."""
    return f"admin-{SystemClock().now():%Y%m%d%H%M%S}"


def _opens(file: Path, token_file: Path) -> bool:
    """Return whether the admin token beside the database opens it."""
    try:
        text = token_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return False
    holder = asyncio.run(_holder(text, file))
    return holder is not None and holder.scope == "admin"


async def _holder(text: str, file: Path) -> Token | None:
    database = Database(file)
    try:
        return await tokens.authenticate(text, database, SystemClock().now())
    finally:
        await database.close()
