"""`watchd run`: runs of a daemon, and `watchd run FILE_OR_PROFILE`, one run in the terminal."""

import click

from watchd.commands.lazy_group import LazyGroup

COMMANDS = {
    "once": "watchd.commands.run_once",
    "list": "watchd.commands.resources.run:list_runs",
    "show": "watchd.commands.resources.run",
    "stop": "watchd.commands.resources.run",
}


class RunGroup(LazyGroup):
    """Group whose first word may also be a file or a profile: then the word `once` is left out."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*COMMANDS, *ctx.help_option_names):
            args = ["once", *args]
        return super().parse_args(ctx, args)


@click.group(cls=RunGroup, modules=COMMANDS)
def run() -> None:
    """Run a profile once here, or manage runs of a daemon.

    `watchd run FILE_OR_PROFILE` is short for `watchd run once FILE_OR_PROFILE`. Write `once` before a profile that has the
    name of a command, such as list.
    """
