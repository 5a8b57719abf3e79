"""`watchd channel`: the channels of a running daemon, over REST."""

import sys
from pathlib import Path
from typing import Any

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.output import clean, show_details, show_json, show_table
from watchd.commands.resources.lookup import address
from watchd.commands.times import local, when

PATH = "/api/v1/channels"
LISTING = "watchd channel list"


@click.group()
def channel() -> None:
    """Manage channels of a running daemon: ways to reach people."""


@channel.command()
@click.argument("name")
@click.argument("url", required=False)
@click.option(
    "--url-file",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="File with the URL; - is standard input.",
)
@rest_options
def add(name: str, url: str | None, url_file: Path | None, as_json: bool, **where: Any) -> None:
    """Store the channel NAME, which sends to URL.

    URL is an address of Apprise, such as mailtos://… or slack://…, webhook+https://…, or the web address that Slack,
    Discord, ntfy, Telegram, Google Chat or a Workflow of Teams shows. It may hold a secret, which other users could see
    in the list of processes and in the history of the shell. So it may also come from --url-file, from standard input
    (URL is -), or, without URL, from a question on the terminal.
    """
    secret = _read_url(url, url_file)
    stored = client(**where).call("POST", PATH, json={"name": name, "url": secret}).json()
    if as_json:
        show_json(stored)
        return
    click.echo(f"Channel {name} is stored. `watchd channel test {name}` sends a test message.")
    if stored.get("secret"):
        click.echo(f"This secret signs its messages; it is shown only now: {stored['secret']}")


@channel.command("list")
@rest_options
def list_channels(as_json: bool, **where: Any) -> None:
    """List the channels.

    Their URLs are secrets: only the scheme is shown.
    """
    items = client(**where).pages(PATH)
    if as_json:
        show_json(items)
        return
    rows = [(c["name"], c["url"], ", ".join(c["events"]), _state(c)) for c in items]
    show_table(("NAME", "URL", "EVENTS", "STATE"), rows, flexible="STATE")


@channel.command()
@click.argument("name")
@rest_options
def show(name: str, as_json: bool, **where: Any) -> None:
    """Show the channel NAME."""
    found = client(**where).call("GET", address(PATH, name), listing=LISTING).json()
    template = found["template"] or {}
    rows = [
        ("name", found["name"]),
        ("url", found["url"]),
        ("events", ", ".join(found["events"])),
        ("state", _state(found)),
        ("title", template.get("title")),
        ("body", template.get("body")),
        ("created", local(found["created_at"])),
        ("changed", local(found["updated_at"])),
    ]
    show_details(found, rows, as_json=as_json)


@channel.command()
@click.argument("name")
@rest_options
def test(name: str, as_json: bool, **where: Any) -> None:
    """Send a test message to the channel NAME.

    The exit code is 1 if it is not delivered.
    """
    answer = client(**where).call("POST", address(PATH, name, "/test"), listing=LISTING).json()
    if as_json:
        show_json(answer)
    elif answer["delivered"]:
        click.echo(f"Delivered to {name} in {answer['seconds']} s: {clean(answer['detail'])}")
    else:
        click.echo(f"Not delivered to {name}: {clean(answer['detail'])}", err=True)
    sys.exit(0 if answer["delivered"] else 1)


@channel.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Delete without a question.")
@rest_options
def delete(name: str, yes: bool, as_json: bool, **where: Any) -> None:
    """Delete the channel NAME; refused while a profile delivers to it."""
    daemon = client(**where)
    daemon.call("GET", address(PATH, name), listing=LISTING)
    if not yes:
        click.confirm(f"Delete the channel {name}? Its URL cannot be shown again.", abort=True)
    daemon.call("DELETE", address(PATH, name), listing=LISTING)
    if as_json:
        show_json({"deleted": name})
        return
    click.echo(f"Channel {name} is deleted.")


def _read_url(url: str | None, url_file: Path | None) -> str:
    if url is not None and url_file is not None:
        raise click.UsageError("Give URL or --url-file, not both.")
    if url == "-" or (url_file is not None and str(url_file) == "-"):
        return sys.stdin.read().strip()
    if url_file is not None:
        try:
            return url_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as cause:
            reason = cause.strerror if isinstance(cause, OSError) else "it is not UTF-8 text"
            raise click.ClickException(f"--url-file cannot be read: {url_file}: {reason}.") from cause
    if url is not None:
        return url
    if not sys.stdin.isatty():
        raise click.UsageError("Give URL, --url-file FILE, or - for standard input.")
    answer: str = click.prompt("URL", hide_input=True, err=True)
    return answer.strip()


def _state(found: dict[str, Any]) -> str:
    if found["rest"]:
        return f"rests since {when(found['rest']['since'])}: {found['rest']['reason']}"
    return f"waits until {when(found['paused_until'])}" if found["paused_until"] else "ready"
