"""How a command reaches a running daemon: its options, and the client that they mean."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from watchd import config
from watchd.client import Client
from watchd.commands.options import config_option, json_option
from watchd.config import Settings
from watchd.errors import ConfigError
from watchd.store.state_folder import ADMIN_TOKEN_NAME

F = TypeVar("F", bound=Callable[..., Any])


def rest_options(command: F) -> F:
    """Where the daemon is, who asks, and how to print."""
    for option in (
        json_option,
        config_option,
        click.option(
            "--token-file",
            type=click.Path(path_type=Path),
            help="File with the token (default: the admin token).",
        ),
        click.option("--server", envvar="WATCHD_SERVER", help="The daemon's address (default: as configured)."),
    ):
        command = option(command)
    return command


def client(server: str | None, token_file: Path | None, config_file: Path | None) -> Client:
    """A client from these options, the environment, and what the configuration says."""
    settings = _settings(config_file)
    token = _token(token_file, settings)
    return Client(server, token) if server else Client(settings.address, token, name=settings.certified_name)


def _settings(config_file: Path | None) -> Settings:
    """A client does not need a valid configuration unless one was named."""
    try:
        return config.load_local(config_file)
    except ConfigError:
        if config_file is not None:
            raise
        return Settings()


def _token(token_file: Path | None, settings: Settings) -> str | None:
    """From the file that was named, from WATCHD_TOKEN, or from the state folder, in this order."""
    if token_file is not None:
        try:
            return token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as cause:
            raise click.ClickException(f"{token_file} cannot be read as a token: {cause}.") from cause
    if text := os.environ.get("WATCHD_TOKEN"):
        return text.strip()
    try:
        return (settings.state_dir / ADMIN_TOKEN_NAME).read_text(encoding="utf-8").strip()
    except OSError:
        return None  # the daemon will say that it wants one
