"""`watchd check-config`: what is in force, or what is wrong."""

from pathlib import Path

import click
import tomli_w

from watchd.app import config
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json
from watchd.errors import ConfigError


@click.command("check-config")
@config_option
@json_option
def check_config(config_file: Path | None, as_json: bool) -> None:
    """Print the effective settings, secrets masked; exit with 2 and every mistake when there are any.

    Secrets that the service gets as credentials are looked up where its unit takes them from, if you may read them.
    """
    inspection = config.inspect(config_file)
    if inspection.faults:
        raise ConfigError(inspection.faults)
    for secret in inspection.awaited:
        click.echo(f"watchd: {config.awaited(secret)}", err=True)
    values = config.shown(inspection.settings)
    if as_json:
        show_json(values)
        return
    click.echo(tomli_w.dumps(values), nl=False)
