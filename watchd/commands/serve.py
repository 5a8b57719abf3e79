"""`watchd serve`: run the daemon in the foreground."""

from pathlib import Path

import click
import uvloop

from watchd import config, logs
from watchd.commands.options import config_option
from watchd.daemon import Daemon


@click.command()
@config_option
def serve(config_file: Path | None) -> None:
    """Run the daemon: the REST API and the schedule in one process.

    SIGTERM stops it within 10 seconds, SIGHUP reloads what can be reloaded.
    """
    settings = config.load(config_file)
    logs.set_up(settings.log)
    uvloop.run(Daemon(settings, config_file).run())
