"""`watchd serve`: run the daemon in the foreground."""

import sys
from pathlib import Path

import click
import uvloop

from watchd import logs
from watchd.app import config
from watchd.app.daemon import Daemon
from watchd.commands.options import config_option

# A statement waits in the database's thread until the event loop lets go of Python's lock. The usual 5 ms are long where an
# answer needs several statements.
TURN_SECONDS = 0.0005


@click.command()
@config_option
def serve(config_file: Path | None) -> None:
    """Run the daemon: the REST API and the schedule in one process.

    SIGTERM stops it within 10 seconds, SIGHUP reloads what can be reloaded.
    """
    settings = config.load(config_file)
    logs.set_up(settings.log)
    sys.setswitchinterval(TURN_SECONDS)
    uvloop.run(Daemon(settings, config_file).run())
