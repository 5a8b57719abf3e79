"""Options that several commands share."""

from pathlib import Path

import click

config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="WATCHD_CONFIG",
    help="Settings file (default: /etc/watchd/watchd.toml, else config/watchd.toml).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
