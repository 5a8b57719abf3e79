"""`watchd doctor`: what could keep watchd from doing its job."""

import sys
from pathlib import Path

import click
import msgspec

from watchd import doctor as medicine
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json


@click.command()
@config_option
@json_option
def doctor(config_file: Path | None, as_json: bool) -> None:
    """Check what could keep watchd from doing its job, and say what to fix; exit with 1 when there is something.

    Configuration, state folder, disk, database, clock, robot name and contact, DNS, daemon, search providers, channels.
    """
    findings = list(medicine.examine(config_file))
    if as_json:
        show_json([msgspec.to_builtins(finding) for finding in findings])
    else:
        for finding in findings:
            mark = click.style("ok  ", fg="green") if finding.well else click.style("FIX ", fg="red")
            click.echo(f"{mark}{finding.subject}: {finding.sentence}")
    sys.exit(0 if all(finding.well for finding in findings) else 1)
