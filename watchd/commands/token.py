"""`watchd token`: tokens, made, listed and revoked directly in the database, with or without a running daemon."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import TypeVar, get_args

import click
import msgspec

from watchd import validation
from watchd.app import config
from watchd.app.clock import SystemClock, SystemEntropy
from watchd.app.config import Settings
from watchd.commands.api_client import CallFailed, Client
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json, show_table
from watchd.errors import Conflict, FieldErrors, NotFound, StateInUse
from watchd.flow.upkeep import tokens
from watchd.model.token import Scope, TokenSpec
from watchd.store.database import FILE_NAME, open_database
from watchd.store.state_folder import StateFolder
from watchd.store.tables import Tables

T = TypeVar("T")
NAME_FOLDER = (
    "Name the folder of your daemon with WATCHD_STATE__DIR or --config; its log names it when it starts."
)


@click.group()
def token() -> None:
    """Make, list and revoke API tokens."""


@token.command()
@click.argument("name")
@click.option(
    "--scope", type=click.Choice(get_args(Scope)), default="read", show_default=True, help="Its permissions."
)
@click.option("--lifetime", help="Time until it expires, such as 90d (default: it does not expire).")
@config_option
@json_option
def create(name: str, scope: Scope, lifetime: str | None, config_file: Path | None, as_json: bool) -> None:
    """Make a token and print it. It is never shown again."""
    raw = {"name": name, "scope": scope} | ({} if lifetime is None else {"lifetime": lifetime})
    try:
        spec = validation.read(TokenSpec, raw)
    except FieldErrors as mistakes:
        raise click.BadParameter(str(mistakes)) from mistakes
    new = tokens.make(spec, clock=SystemClock(), entropy=SystemEntropy())
    _in_database(config_file, lambda tables: tables.tokens.insert(new.token, new.digest), may_create=True)
    if as_json:
        show_json({**msgspec.to_builtins(new.token), "token": new.text})
        return
    click.echo(new.text)


@token.command("list")
@config_option
@json_option
def list_tokens(config_file: Path | None, as_json: bool) -> None:
    """List all tokens, without their secrets."""
    found = _in_database(config_file, lambda tables: tables.tokens.listed(after="", limit=10_000))
    if as_json:
        show_json([msgspec.to_builtins(token) for token in found])
        return
    rows = [(t.id, t.name, t.scope, t.created_at.date(), _until(t.expires_at), t.last_used_on) for t in found]
    show_table(("ID", "NAME", "SCOPE", "CREATED", "EXPIRES", "LAST USED"), rows)


@token.command()
@click.argument("name")
@config_option
@json_option
def revoke(name: str, config_file: Path | None, as_json: bool) -> None:
    """Revoke the token NAME; the daemon refuses it from the next request on."""

    async def work(tables: Tables) -> None:
        found = await tables.tokens.named(name)
        if found is None:
            raise NotFound(f"There is no token named {name!r}; `watchd token list` shows them.")
        await tables.tokens.delete(found.id, SystemClock().now())

    try:
        _in_database(config_file, work)
    except Conflict as refusal:
        raise click.ClickException(str(refusal)) from refusal
    if as_json:
        show_json({"revoked": name})
        return
    click.echo(f"Token {name!r} is revoked.")


def _until(expires_at: datetime | None) -> str:
    return f"{expires_at:%Y-%m-%dT%H:%M:%SZ}" if expires_at else ""


def _in_database(
    config_file: Path | None, work: Callable[[Tables], Awaitable[T]], *, may_create: bool = False
) -> T:
    settings = config.load_local(config_file)
    folder = settings.state_dir
    if not _may_have_database(folder):
        # Without a word, a token of the wrong folder would look like success and open no daemon.
        if not may_create:
            raise click.ClickException(f"There is no database in {folder}. {NAME_FOLDER}")
        if answering := _answering(settings):
            raise click.ClickException(
                f"There is no database in {folder}, so the daemon that answers at {answering} has another state folder. "
                f"{NAME_FOLDER}"
            )
        click.echo(
            f"Note: this token is for a daemon with the state folder {folder}, which is new. WATCHD_STATE__DIR or "
            "--config names another one.",
            err=True,
        )

    async def run(*, has_folder: bool) -> T:
        database = await open_database(folder, SystemClock().now(), may_create=has_folder)
        try:
            return await database.write(work)
        finally:
            await database.close()

    with ExitStack() as stack:
        # Lock the folder if it is free. If the daemon has it, the database is up to date and can be shared.
        has_folder = False
        with suppress(StateInUse):
            stack.enter_context(StateFolder(folder))
            has_folder = True
        return asyncio.run(run(has_folder=has_folder))


def _answering(settings: Settings) -> str | None:
    """Return the address at which a daemon answers: the one in WATCHD_SERVER, or the configured one."""
    server = os.environ.get("WATCHD_SERVER") or settings.address
    try:
        Client(server, token=None, name=settings.certified_name).call("GET", "/health/live")
    except CallFailed:
        return None
    return server


def _may_have_database(folder: Path) -> bool:
    try:
        return (folder / FILE_NAME).exists()
    except PermissionError:
        return True  # the state folder raises an error with the way out when it is opened
