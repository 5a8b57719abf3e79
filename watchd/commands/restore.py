"""`watchd restore FILE`: put a copy in the database's place."""

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
    """Check FILE, a copy that `watchd backup` made, and put it in the database's place.

    The daemon must not run. The former database is kept beside it. If the admin token of this folder does not open the
    restored database, the command that makes one is printed.
    """
    with StateFolder(config.load_local(config_file).state_dir) as folder:
        restored, aside = copies.restore(file, folder, SystemClock().now())
        admits = _admits(restored.file, folder.path / ADMIN_TOKEN_NAME)
    if as_json:
        told = {"former": aside and str(aside), "admin_token_works": admits}
        show_json({**msgspec.to_builtins(restored, enc_hook=str), **told})
        return
    click.echo(f"{restored.file} has {restored.profiles} profile(s) again, checked.")
    if aside is not None:
        click.echo(f"The former database is {aside}; delete it when you are sure.")
    if not admits:
        token_file = folder.path / ADMIN_TOKEN_NAME
        click.echo(
            f"It does not know the token in {token_file}. Copy that file from the old machine, or make a new token:\n"
            f"  sh -c 'umask 077; watchd token create {_name()} --scope admin > {token_file}'"
        )


def _name() -> str:
    """Tokens of the old machine have their names already."""
    return f"admin-{SystemClock().now():%Y%m%d%H%M%S}"


def _admits(file: Path, token_file: Path) -> bool:
    """Whether the database knows the admin token that lies beside it."""
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
