"""`watchd` command: it loads the subcommands and turns errors into sentences and exit codes."""

import gc
import os
import sys
from importlib import import_module

import click

from watchd import __version__
from watchd.errors import WatchdError

COMMANDS = {
    "serve": "watchd.commands.serve",
    "check-config": "watchd.commands.check_config",
    "token": "watchd.commands.token",
    "profile": "watchd.commands.resources.profile",
    "run": "watchd.commands.run_once",
    "provider": "watchd.commands.provider",
    "finding": "watchd.commands.resources.finding",
    "fetch": "watchd.commands.fetch",
    "lab": "watchd.commands.lab",
    "backup": "watchd.commands.backup",
    "restore": "watchd.commands.restore",
    "doctor": "watchd.commands.doctor",
}


class Commands(click.Group):
    """Command group that loads a command only when it is called: a list of commands needs no crawler and no database."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        gc.disable()  # imports create many objects and free none; the collector would take a tenth of the time
        module = import_module(COMMANDS[cmd_name])
        gc.enable()
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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
