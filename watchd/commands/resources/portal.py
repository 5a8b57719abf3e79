"""`watchd portal`: the topical portal of a running daemon, over REST."""

import shutil
import sys
from typing import Any

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.output import clean, line, show_json, show_table
from watchd.commands.resources.lookup import find_profile
from watchd.commands.times import Since, when

PATH = "/api/v1/portal"


@click.group()
def portal() -> None:
    """Search the portal, the relevant pages of all profiles."""


@portal.command()
@click.argument("words", nargs=-1)
@click.option("--profile", "name", help="Only pages of this profile (id or name).")
@click.option("--language", help="Only this language, such as en.")
@click.option("--host", help="Only this host, such as www.example.org.")
@click.option(
    "--since",
    type=Since(),
    help="Only pages that are new or changed since this time, such as 2026-11-16 or 7d.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 200),
    default=10,
    show_default=True,
    help="Max number of results, the best first.",
)
@rest_options
def search(
    words: tuple[str, ...],
    name: str | None,
    language: str | None,
    host: str | None,
    since: str | None,
    limit: int,
    as_json: bool,
    **where: Any,
) -> None:
    """Search for WORDS.

    WORDS may be words, "phrases", beginnings*, a NEAR/5 b, and | between alternatives; write -- before a first word that
    begins with a dash (-exclusions). Without WORDS, the newest pages are listed.
    """
    daemon = client(**where)
    profile = find_profile(daemon, name)["id"] if name else None
    given = {"profile": profile, "language": language, "host": host, "since": since}
    filters = {key: value for key, value in given.items() if value is not None}
    parameters = {**filters, "q": " ".join(map(_quoted, words)), "limit": limit, "format": "json"}
    found = daemon.call("GET", f"{PATH}/search", params=parameters).json()
    if as_json:
        show_json(found)
        return
    _show(found["items"])
    if found["did_you_mean"]:
        click.echo(f"Did you mean: {clean(found['did_you_mean'])}", err=True)
    if not found["items"]:
        click.echo("The portal has no page with these words and filters; try fewer of them.", err=True)


def _quoted(word: str) -> str:
    """Return an argument as the query has it: the shell has removed the quotes of a phrase."""
    return f'"{word}"' if " " in word and '"' not in word and "|" not in word else word


def _show(items: list[dict[str, Any]]) -> None:
    if not sys.stdout.isatty():
        rows = [
            (h["id"], h["published_at"], h["changed_at"], h["language"], _plain(h["title"]), h["url"])
            for h in items
        ]
        show_table(("ID", "PUBLISHED", "CHANGED", "LANGUAGE", "TITLE", "URL"), rows)
        return
    width = shutil.get_terminal_size().columns
    for hit in items:
        dates = (
            f"published {when(hit['published_at'])}"
            if hit["published_at"]
            else f"seen {when(hit['first_seen'])}"
        )
        click.echo(click.style(_plain(hit["title"]) or hit["url"], bold=True))
        click.echo(f"  {clean(hit['url'])}  ({dates})")
        if hit["snippet"]:
            click.echo(click.wrap_text(_marked(hit["snippet"]), width, "  ", "  "))


def _plain(pieces: list[dict[str, Any]]) -> str:
    return line("".join(piece["text"] for piece in pieces))


def _marked(pieces: list[dict[str, Any]]) -> str:
    """Return a snippet with its hits in bold."""
    texts = [(clean(piece["text"].replace("\n", " ")), piece["hit"]) for piece in pieces]
    return "".join(click.style(text, bold=True) if hit else text for text, hit in texts)
