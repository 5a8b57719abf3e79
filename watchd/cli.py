"""The `watchd` command: gathers the commands and turns errors into sentences and exit codes."""

import sys

import click

from watchd import __version__
from watchd.commands.check_config import check_config
from watchd.commands.doctor import doctor
from watchd.commands.profile import profile
from watchd.commands.serve import serve
from watchd.commands.token import token
from watchd.errors import WatchdError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="watchd %(version)s")
def watchd() -> None:
    """Standing queries on the live web: watchd finds new and changed pages and tells you once.

    Exit codes: 0 all well, 1 the command failed, 2 bad configuration or usage, 3 state folder in use, 4 database damaged,
    5 database newer than the program.
    """


for command in (serve, check_config, token, profile, doctor):
    watchd.add_command(command)


def main() -> None:
    try:
        watchd.main(standalone_mode=True)
    except WatchdError as error:
        click.echo(f"watchd: {error}", err=True)
        sys.exit(error.exit_code)
