"""`watchd alert`: the alerts of a running daemon, over REST."""

from typing import Any, get_args

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.options import limit_option
from watchd.commands.output import clean, short_ids, show_details, show_json, show_table
from watchd.commands.resources.lookup import address, full_id
from watchd.commands.times import local, when
from watchd.model.alert import AlertState

PATH = "/api/v1/alerts"
LISTING = "watchd alert list"


@click.group()
def alert() -> None:
    """List, show and send again the alerts of a running daemon."""


@alert.command("list")
@click.option("--state", type=click.Choice(get_args(AlertState)), help="Only alerts in this state.")
@limit_option("alerts")
@rest_options
def list_alerts(state: str | None, limit: int, as_json: bool, **where: Any) -> None:
    """List alerts, newest first."""
    filters = {"state": state} if state else {}
    items = client(**where).call("GET", PATH, params={**filters, "limit": limit}).json()["items"]
    if as_json:
        show_json(items)
        return
    rows = [
        (id, when(a["created_at"]), a["state"], a["channel"], a["kind"], a["last_error"] or a["text"])
        for id, a in zip(short_ids([a["id"] for a in items]), items, strict=True)
    ]
    show_table(("ID", "CREATED", "STATE", "CHANNEL", "KIND", "TEXT OR ERROR"), rows, flexible="TEXT OR ERROR")


@alert.command()
@click.argument("alert_id", metavar="ALERT")
@rest_options
def show(alert_id: str, as_json: bool, **where: Any) -> None:
    """Show one ALERT and the ids of its findings."""
    daemon = client(**where)
    found = daemon.call("GET", address(PATH, full_id(daemon, "alert", PATH, alert_id)), listing=LISTING).json()
    rows = [
        ("id", found["id"]),
        ("channel", found["channel"]),
        ("kind", found["kind"]),
        ("state", found["state"]),
        ("text", found["text"]),
        ("profile", found["profile_id"]),
        ("created", local(found["created_at"])),
        ("due", local(found["due_at"])),
        ("sent", local(found["sent_at"])),
        ("attempts", found["attempts"]),
        ("last error", found["last_error"]),
        ("findings", found["findings"]),
        ("", "\n".join(found["finding_ids"])),
    ]
    show_details(found, rows, as_json=as_json)


@alert.command()
@click.argument("alert_id", metavar="ALERT")
@rest_options
def retry(alert_id: str, as_json: bool, **where: Any) -> None:
    """Send ALERT now.

    This ends the pause of its channel, and queues an alert again that has failed.
    """
    daemon = client(**where)
    path = address(PATH, full_id(daemon, "alert", PATH, alert_id), "/retry")
    found = daemon.call("POST", path, listing=LISTING).json()
    if as_json:
        show_json(found)
        return
    click.echo(f"Alert {found['id']} is {found['state']}; its channel is {clean(found['channel'])}.")
