"""`watchd check-config`: the effective settings, or all mistakes."""

from pathlib import Path

import click
import tomli_w

from watchd.app import config
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json
from watchd.errors import ConfigError

NO_FILE = (
    f"no settings file was read. Name one with --config or WATCHD_CONFIG, or write {config.FILE_NAME} in the folder that "
    f"{config.STATE_VARIABLE} names, or {config.SYSTEM_FILE}."
)


@click.command("check-config")
@config_option
@json_option
def check_config(config_file: Path | None, as_json: bool) -> None:
    """Print the effective settings with masked secrets. If there are mistakes, print all of them and exit with 2.

    On standard error, the command names each file that it has read. It also reads secrets that the service gets as
    credentials, if you have permission.
    """
    inspection = config.inspect(config_file)
    if inspection.faults:
        raise ConfigError(inspection.faults)
    for file in config.files_read(config_file):
        click.echo(f"watchd: read {file}", err=True)
    if config_file is None and config.find_file() is None:
        click.echo(f"watchd: {NO_FILE}", err=True)
    for secret in inspection.awaited:
        click.echo(f"watchd: {config.about_awaited(secret)}", err=True)
    values = config.masked_values(inspection.settings)
    if as_json:
        show_json(values)
        return
    click.echo(tomli_w.dumps(values), nl=False)
