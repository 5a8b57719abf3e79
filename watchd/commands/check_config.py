"""`watchd check-config`: what is in force, or what is wrong."""

from pathlib import Path

import click
import tomli_w

from watchd import config
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json


@click.command("check-config")
@config_option
@json_option
def check_config(config_file: Path | None, as_json: bool) -> None:
    """Print the effective settings, secrets masked; exit with 2 and every mistake when there are any."""
    values = config.shown(config.load(config_file))
    if as_json:
        show_json(values)
        return
    click.echo(tomli_w.dumps(values), nl=False)
