"""`watchd` command: it loads the subcommands and turns errors into sentences and exit codes."""

import os
import sys

import click

from watchd import __version__
from watchd.commands.lazy_group import LazyGroup
from watchd.errors import WatchdError

COMMANDS = {
    "serve": "watchd.commands.serve",
    "setup": "watchd.commands.setup",
    "check-config": "watchd.commands.check_config",
    "token": "watchd.commands.token",
    "profile": "watchd.commands.resources.profile",
    "watch": "watchd.commands.resources.watch",
    "run": "watchd.commands.run",
    "provider": "watchd.commands.resources.provider",
    "finding": "watchd.commands.resources.finding",
    "explain": "watchd.commands.resources.explain",
    "channel": "watchd.commands.resources.channel",
    "alert": "watchd.commands.resources.alert",
    "portal": "watchd.commands.resources.portal",
    "feed": "watchd.commands.resources.feed",
    "fetch": "watchd.commands.fetch",
    "lab": "watchd.commands.lab",
    "backup": "watchd.commands.backup",
    "restore": "watchd.commands.restore",
    "doctor": "watchd.commands.doctor",
}


@click.group(
    cls=LazyGroup,
    modules=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="watchd %(version)s")
def watchd() -> None:
    """Standing queries on the live web: watchd finds new and changed pages and reports each once.

    Exit codes: 0 success, 1 the command failed, 2 bad configuration or usage, 3 state folder in use, 4 database damaged,
    5 database newer than the program.
    """


def main() -> None:
    # Our matrices are small, so threads in linear algebra only cost time. numpy reads this when it loads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        # Completion and usage lines need the name, also after a start with `python -m watchd`.
        watchd.main(prog_name="watchd", standalone_mode=True)
    except WatchdError as error:
        click.echo(f"watchd: {error}", err=True)
        sys.exit(error.exit_code)
