"""Options that several commands share, and profiles read from files."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

F = TypeVar("F", bound=Callable[..., Any])

config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="WATCHD_CONFIG",
    help="Settings file (default: watchd.toml in the folder that WATCHD_STATE__DIR names, else /etc/watchd/watchd.toml).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def read_profile(file: Path) -> Any:
    """Return the content of a TOML or JSON file."""
    try:
        body = file.read_bytes()
        return tomllib.loads(body.decode()) if file.suffix == ".toml" else msgspec.json.decode(body)
    except OSError:
        raise click.UsageError(
            "Give a NAME and a TEXT, or a TOML or JSON file with the whole profile."
        ) from None
    except (ValueError, msgspec.DecodeError) as mistake:
        raise click.ClickException(f"{file} cannot be read: {mistake}") from mistake


def limit_option(noun: str) -> Callable[[F], F]:
    """Return the option for the length of a list."""
    return click.option(
        "--limit",
        type=click.IntRange(1, 200),
        default=50,
        show_default=True,
        help=f"Max number of {noun}, newest first.",
    )
