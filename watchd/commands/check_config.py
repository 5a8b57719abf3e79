"""`watchd check-config`: the effective settings, or all mistakes."""

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
    """Print the effective settings with masked secrets. If there are mistakes, print all of them and exit with 2.

    The command also reads secrets that the service gets as credentials, if you have permission.
    """
    inspection = config.inspect(config_file)
    if inspection.faults:
        raise ConfigError(inspection.faults)
    for secret in inspection.awaited:
        click.echo(f"watchd: {config.about_awaited(secret)}", err=True)
    values = config.masked_values(inspection.settings)
    if as_json:
        show_json(values)
        return
    click.echo(tomli_w.dumps(values), nl=False)
