"""`watchd profile export` and `watchd profile import`: profiles as files."""

import io
import re
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import click

from watchd.commands.api_client import CallFailed, client, rest_options
from watchd.commands.output import clean, show_json, show_warnings
from watchd.commands.resources.lookup import PROFILES as PATH

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
# The daemon names query parameters; on the command line they are options.
PARAMETERS = re.compile(r"send on_conflict=(\w+) or on_conflict=(\w+)")


@click.command()
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


@click.command("import")
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
