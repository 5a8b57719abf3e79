"""`watchd profile`: the profiles of a running daemon, over REST."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from watchd.commands.api_client import CallFailed, Client, client, rest_options
from watchd.commands.options import read_profile
from watchd.commands.output import clean, show_fields, show_json, show_table
from watchd.commands.resources import profile_transfer

PATH = "/api/v1/profiles"


@click.group()
def profile() -> None:
    """Manage the profiles of a running daemon."""


profile.add_command(profile_transfer.export)
profile.add_command(profile_transfer.import_file)


@profile.command("list")
@click.option("--tag", help="Only profiles with this tag.")
@click.option("--query", "q", help="Only profiles with these words in name, query or tags.")
@rest_options
def list_profiles(tag: str | None, q: str | None, as_json: bool, **where: Any) -> None:
    """List profiles."""
    filters = {name: value for name, value in (("tag", tag), ("q", q)) if value}
    items = client(**where).pages(PATH, **filters)
    if as_json:
        show_json(items)
        return
    rows = [(p["id"], p["name"], _state(p), p["next_run_at"], p["counts"]["unread"]) for p in items]
    show_table(("ID", "NAME", "STATE", "NEXT RUN", "UNREAD"), rows)


@profile.command()
@click.argument("name")
@click.argument("text", required=False)
@click.option("--every", help="Time between runs, such as 6h.")
@click.option(
    "--language", "languages", multiple=True, help="Language of wanted pages, such as en; may be repeated."
)
@click.option("--url", "urls", multiple=True, help="A page to start from; may be repeated.")
@click.option("--channel", "channels", multiple=True, help="A channel for its alerts; may be repeated.")
@click.option("--tag", "tags", multiple=True, help="A tag; may be repeated.")
@rest_options
def add(name: str, text: str | None, as_json: bool, every: str | None, **rest: Any) -> None:
    """Store a profile.

    NAME is its name and TEXT its query. With one argument, NAME is a TOML or JSON file with the whole profile.
    """
    lists = {key: list(rest.pop(key)) for key in ("languages", "urls", "channels", "tags")}
    body = read_profile(Path(name)) if text is None else _from_words(name, text, every, lists)
    stored = client(**rest).call("POST", PATH, json=body).json()
    if as_json:
        show_json(stored)
        return
    click.echo(
        f"{stored['id']}  {clean(stored['name'])}  next run {stored['next_run_at'] or 'when you start it'}"
    )


@profile.command()
@click.argument("profile_id", metavar="PROFILE")
@rest_options
def show(profile_id: str, as_json: bool, **where: Any) -> None:
    """Show one PROFILE (id or name)."""
    found = find_profile(client(**where), profile_id)
    show_fields(found, as_json=as_json)


@profile.command("run")
@click.argument("profile_id", metavar="PROFILE")
@rest_options
def run_now(profile_id: str, as_json: bool, **where: Any) -> None:
    """Start a run of PROFILE now."""
    daemon = client(**where)
    started = daemon.call("POST", f"{PATH}/{find_profile(daemon, profile_id)['id']}/runs").json()
    if as_json:
        show_json(started)
        return
    click.echo(f"Run {started['id']} is {started['state']}.")


@profile.command()
@click.argument("profile_id", metavar="PROFILE")
@click.option("--resume", is_flag=True, help="Let it run again.")
@rest_options
def pause(profile_id: str, resume: bool, as_json: bool, **where: Any) -> None:
    """Pause PROFILE: it keeps all its data and does not run."""
    daemon = client(**where)
    found = find_profile(daemon, profile_id)
    changed = daemon.call("PATCH", f"{PATH}/{found['id']}", json={"enabled": resume}).json()
    if as_json:
        show_json(changed)
        return
    name, state = clean(changed["name"]), _state(changed)
    click.echo(f"{name} runs again; its state is {state}." if resume else f"{name} is {state}.")


@profile.command()
@click.argument("profile_id", metavar="PROFILE")
@click.option("--yes", is_flag=True, help="Delete without a question.")
@rest_options
def delete(profile_id: str, yes: bool, as_json: bool, **where: Any) -> None:
    """Delete PROFILE, its findings and what it has learned."""
    daemon = client(**where)
    found = find_profile(daemon, profile_id)
    if not yes:
        click.confirm(
            f"Delete {clean(found['name'])!r} with its {found['counts']['findings']} finding(s)?", abort=True
        )
    daemon.call("DELETE", f"{PATH}/{found['id']}")
    if as_json:
        show_json({"deleted": found["id"]})
        return
    click.echo(f"{clean(found['name'])} is deleted.")


def find_profile(daemon: Client, name: str) -> dict[str, Any]:
    """Return a profile by its id or its exact name."""
    if not name.strip():
        raise click.UsageError("PROFILE must be an id or a name; got an empty text.")
    for found in daemon.pages(PATH, q=name[:200]):
        if found["name"] == name:
            return found
    try:
        by_id: dict[str, Any] = daemon.call("GET", f"{PATH}/{quote(name, safe='')}").json()
    except CallFailed:
        raise CallFailed(f"There is no profile {name!r}; `watchd profile list` shows them.") from None
    return by_id


def _from_words(name: str, text: str, every: str | None, lists: dict[str, list[str]]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "name": name,
        "query": {"text": text, "languages": lists["languages"]},
        "tags": lists["tags"],
    }
    body["seeds"] = {"urls": lists["urls"]}
    body["delivery"] = {"channels": lists["channels"]}
    if every:
        body["schedule"] = {"every": every}
    return body


def _state(profile: dict[str, Any]) -> str:
    return profile["health"]["state"] if profile["enabled"] else "paused"
