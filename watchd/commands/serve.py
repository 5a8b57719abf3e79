"""`watchd serve`: run the daemon in the foreground."""

import sys
from pathlib import Path

import click
import uvloop

from watchd import logs
from watchd.app import config
from watchd.app.daemon import Daemon
from watchd.commands.options import config_option

# A statement in the database's thread waits until the event loop releases Python's lock. The default of 5 ms is long when
# an answer needs several statements.
SWITCH_SECONDS = 0.0005


@click.command()
@config_option
def serve(config_file: Path | None) -> None:
    """Run the daemon: the REST API and the schedule.

    SIGTERM stops it within 10 seconds. SIGHUP reads the settings again; log settings change without a restart.
    """
    settings = config.load(config_file)
    logs.set_up(settings.log)
    sys.setswitchinterval(SWITCH_SECONDS)
    uvloop.run(Daemon(settings, config_file).run())
