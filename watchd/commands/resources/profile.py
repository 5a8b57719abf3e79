"""`watchd profile`: the profiles of a running daemon, over REST."""

import sys
from pathlib import Path
from typing import Any, NamedTuple

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.options import read_profile
from watchd.commands.output import clean, short_ids, show_details, show_json, show_table, show_warnings
from watchd.commands.resources import profile_edit, profile_suggest, profile_transfer
from watchd.commands.resources.lookup import PROFILES as PATH
from watchd.commands.resources.lookup import find_profile
from watchd.commands.times import due, local, when

NO_PROVIDER = "none"


@click.group()
def profile() -> None:
    """Manage the profiles of a running daemon.

    PROFILE is a name or an id from `watchd profile list`; the beginning of an id is enough.
    """


profile.add_command(profile_edit.edit)
profile.add_command(profile_suggest.suggest)
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
    rows = [
        (id, p["name"], _state(p), _next_run(p), p["counts"]["unread"], _reason(p))
        for id, p in zip(short_ids([p["id"] for p in items]), items, strict=True)
    ]
    columns = ("ID", "NAME", "STATE", "NEXT RUN", "UNREAD", "REASON")
    if not sys.stdout.isatty():
        show_table(columns, rows)
        return
    # A line of the table has no room for a sentence.
    show_table(columns[:-1], [row[:-1] for row in rows], flexible="NAME")
    for p in items:
        if reason := _reason(p):
            click.echo(f"{clean(p['name'])} is ailing: {clean(reason)}", err=True)


@profile.command()
@click.argument("name")
@click.argument("text", required=False)
@click.option("--every", help="Time between runs, such as 6h (default: 6h).")
@click.option("--cron", help="Run at these times instead, such as '0 7 * * 1-5'.")
@click.option("--timezone", help="Time zone of --cron and --digest-at, such as Europe/Berlin (default: UTC).")
@click.option("--seed", "--url", "seeds", multiple=True, help="A page to start from; may be repeated.")
@click.option(
    "--feed", "feeds", multiple=True, help="An RSS, Atom or JSON feed to start from; may be repeated."
)
@click.option("--sitemap", "sitemaps", multiple=True, help="A sitemap to start from; may be repeated.")
@click.option(
    "--provider",
    "providers",
    multiple=True,
    help=f"A search provider to use, or {NO_PROVIDER}; may be repeated (default: all that are enabled).",
)
@click.option("--example", "examples", multiple=True, help="A page like those you want; may be repeated.")
@click.option(
    "--language", "languages", multiple=True, help="Language of wanted pages, such as en; may be repeated."
)
@click.option(
    "--min-score", type=click.FloatRange(0, 1), help="Report pages with this score or higher (default: 0.3)."
)
@click.option("--channel", "channels", multiple=True, help="A channel for its alerts; may be repeated.")
@click.option(
    "--digest-at", help="Send one digest a day at this time, such as 07:30, instead of instant alerts."
)
@click.option("--tag", "tags", multiple=True, help="A tag; may be repeated.")
@rest_options
def add(
    name: str,
    text: str | None,
    as_json: bool,
    server: str | None,
    token_file: Path | None,
    config_file: Path | None,
    **options: Any,
) -> None:
    """Store a profile.

    NAME is its name and TEXT its query, which --example may replace. With NAME alone, NAME is a TOML or JSON file with the
    whole profile. `watchd profile edit` changes everything else later.
    """
    wish = Wish(**options)
    if text is None and not wish.examples:
        body = read_profile(Path(name))
        if any(value not in (None, ()) for value in wish):
            raise click.UsageError("Options must not be given with a file; write these fields into the file.")
    else:
        body = wish.body(name, text or "")
    stored = client(server, token_file, config_file).call("POST", PATH, json=body).json()
    show_warnings(stored["warnings"])
    if as_json:
        show_json(stored)
        return
    click.echo(f"{stored['id']}  {clean(stored['name'])}  next run {due(stored['next_run_at'])}")


@profile.command()
@click.argument("profile_id", metavar="PROFILE")
@rest_options
def show(profile_id: str, as_json: bool, **where: Any) -> None:
    """Show one PROFILE (id or name)."""
    found = find_profile(client(**where), profile_id)
    show_warnings(found["warnings"])
    last, health = found["last_run"], found["health"]
    rows = [
        ("id", found["id"]),
        ("state", _state(found)),
        ("reason", health["reason"]),
        ("findings", f"{found['counts']['findings']}, {found['counts']['unread']} unread"),
        ("next run", local(found["next_run_at"])),
        ("last run", f"{last['id']} {last['state']} {local(last['ended_at'])}" if last else ""),
        ("created", local(found["created_at"])),
        ("changed", local(found["updated_at"])),
        ("profile", profile_edit.as_toml(found)),
    ]
    show_details(found, rows, as_json=as_json)


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
    click.echo(
        f"Run {started['id']} is {started['state']}; `watchd run show {started['id']}` shows its progress."
    )


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


class Wish(NamedTuple):
    """The options of `watchd profile add`, by the field that each one sets."""

    every: str | None
    cron: str | None
    timezone: str | None
    seeds: tuple[str, ...]
    feeds: tuple[str, ...]
    sitemaps: tuple[str, ...]
    providers: tuple[str, ...]
    examples: tuple[str, ...]
    languages: tuple[str, ...]
    min_score: float | None
    channels: tuple[str, ...]
    digest_at: str | None
    tags: tuple[str, ...]

    def body(self, name: str, text: str) -> dict[str, Any]:
        """Return the profile; fields that no option sets are left to the daemon's defaults."""
        schedule = {"every": self.every, "cron": self.cron, "timezone": self.timezone if self.cron else None}
        delivery = {
            "channels": list(self.channels),
            "mode": "digest" if self.digest_at else None,
            "digest_at": self.digest_at,
            "timezone": self.timezone,
        }
        # An empty list means no search provider, no list means all.
        providers = [] if self.providers == (NO_PROVIDER,) else list(self.providers) or None
        parts: dict[str, dict[str, Any]] = {
            "query": {"text": text, "examples": list(self.examples), "languages": list(self.languages)},
            "seeds": {
                "urls": list(self.seeds),
                "feeds": list(self.feeds),
                "sitemaps": list(self.sitemaps),
                "providers": providers,
            },
            "schedule": schedule,
            "report": {"min_score": self.min_score},
            "delivery": delivery,
        }
        given = {part: {k: v for k, v in fields.items() if v is not None} for part, fields in parts.items()}
        return {
            "name": name,
            **{part: fields for part, fields in given.items() if fields},
            "tags": list(self.tags),
        }


def _next_run(found: dict[str, Any]) -> str:
    return when(found["next_run_at"]) if found["enabled"] else ""


def _state(profile: dict[str, Any]) -> str:
    return profile["health"]["state"] if profile["enabled"] else "paused"


def _reason(profile: dict[str, Any]) -> str | None:
    """Return why a profile is ailing."""
    return profile["health"]["reason"] if _state(profile) == "ailing" else None
