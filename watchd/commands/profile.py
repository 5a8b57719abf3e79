"""`watchd profile`: the profiles of a running daemon, over REST."""

import io
import re
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from watchd.commands.api_client import CallFailed, Client, client, rest_options
from watchd.commands.options import read_profile
from watchd.commands.output import clean, show_fields, show_json, show_table, show_warnings

MEDIA_TYPES = {
    ".json": "application/json",
    ".toml": "application/toml",
    ".html": "text/html",
    ".htm": "text/html",
    ".opml": "text/x-opml",
    ".xml": "text/x-opml",
    ".zip": "application/zip",
}
# Files of a backup of changedetection.io that describe its watches; the rest are snapshots and pictures.
WATCH_FILES = ("url-watches.json", "changedetection.json", "/watch.json", "/tag.json", "/restock_diff.json")
PATH = "/api/v1/profiles"
# The daemon names query parameters; on the command line they are options.
PARAMETERS = re.compile(r"send on_conflict=(\w+) or on_conflict=(\w+)")


@click.group()
def profile() -> None:
    """Manage the profiles of a running daemon."""


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
    rows = [(p["id"], p["name"], _state(p), p["next_run_at"], p["counts"]["unread"], _reason(p)) for p in items]
    show_table(("ID", "NAME", "STATE", "NEXT RUN", "UNREAD", "REASON"), rows)


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
    show_warnings(stored["warnings"])
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
    show_warnings(found["warnings"])
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


@profile.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["json", "toml", "opml"]),
    help="Format of the file; by default the one that its name ends with, else toml.",
)
@rest_options
def export(file: Path | None, kind: str | None, as_json: bool, **where: Any) -> None:
    """Write all profiles to FILE, or to standard output.

    OPML has only their feeds and pages, for feed readers.
    """
    ending = file.suffix.lower().removeprefix(".") if file else ""
    chosen = "json" if as_json else kind or (ending if ending in ("json", "opml") else "toml")
    body = client(**where).call("GET", f"{PATH}/export", params={"format": chosen}).text
    if file is None:
        click.echo(body, nl=False)
        return
    try:
        file.write_text(body, encoding="utf-8")
    except OSError as cause:
        raise click.ClickException(f"{file} cannot be written: {cause.strerror}") from cause
    click.echo(f"{file} written.")


@profile.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--on-conflict",
    type=click.Choice(["fail", "skip", "replace"]),
    default="fail",
    show_default=True,
    help="What to do when a name is already in use.",
)
@click.option("--name", help="Bookmarks and OPML: the name of the new profile.")
@click.option("--text", help="Bookmarks and OPML: its query.")
@rest_options
def import_file(
    file: Path, on_conflict: str, name: str | None, text: str | None, as_json: bool, **where: Any
) -> None:
    """Import profiles, bookmarks or a backup from FILE.

    FILE has profiles (TOML, JSON), a backup of changedetection.io (ZIP, JSON), or bookmarks (HTML) or OPML, which become
    the seeds of a new profile.
    """
    media_type = MEDIA_TYPES.get(file.suffix.lower())
    if media_type is None:
        raise click.BadParameter(
            f"must end with one of {', '.join(MEDIA_TYPES)}; got {file.name}", param_hint="FILE"
        )
    parameters = {k: v for k, v in (("on_conflict", on_conflict), ("name", name), ("text", text)) if v}
    try:
        done = (
            client(**where)
            .call(
                "POST",
                f"{PATH}/import",
                content=_only_watches(file) if file.suffix.lower() == ".zip" else file.read_bytes(),
                params=parameters,
                headers={"Content-Type": media_type},
            )
            .json()
        )
    except CallFailed as refused:
        sentence = PARAMETERS.sub(r"use --on-conflict \1 or --on-conflict \2", str(refused))
        raise CallFailed(sentence.replace("The body cannot be read", f"{file} cannot be read", 1)) from refused
    show_warnings(done["warnings"])
    if as_json:
        show_json(done)
        return
    click.echo(
        f"{len(done['created'])} created, {len(done['replaced'])} replaced, {len(done['skipped'])} skipped."
    )
    for note in done["notes"]:
        click.echo(click.wrap_text(f"- {clean(note)}", width=_line_width(), subsequent_indent="  "))


def _line_width() -> int:
    """Return the width of the terminal, but no more than people like to read; without a terminal, notes are not wrapped."""
    return min(shutil.get_terminal_size().columns, 120) if sys.stdout.isatty() else 100_000


def _only_watches(file: Path) -> bytes:
    """Return a ZIP file with only the files that the daemon needs, without years of snapshots."""
    slim = io.BytesIO()
    try:
        with zipfile.ZipFile(file) as whole, zipfile.ZipFile(slim, "w", zipfile.ZIP_DEFLATED) as part:
            for entry in whole.infolist():
                if entry.filename.endswith(WATCH_FILES):
                    part.writestr(entry.filename, whole.read(entry))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError) as cause:
        raise click.ClickException(f"{file} cannot be read as a ZIP file: {cause}.") from cause
    return slim.getvalue()


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


def _reason(profile: dict[str, Any]) -> str | None:
    """Return why a profile is ailing."""
    return profile["health"]["reason"] if _state(profile) == "ailing" else None
