"""`watchd profile suggest`: words for a short query, to accept or reject."""

from collections.abc import Iterator
from typing import Any

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.output import clean, line, show_json
from watchd.commands.resources.lookup import PROFILES, find_profile


@click.command()
@click.argument("profile_id", metavar="PROFILE")
@click.option("--accept", "accepted", multiple=True, metavar="WORD", help="Add this word; may be repeated.")
@click.option(
    "--reject",
    "rejected",
    multiple=True,
    metavar="WORD",
    help="Remove this word, and do not offer it again; may be repeated.",
)
@rest_options
def suggest(
    profile_id: str, accepted: tuple[str, ...], rejected: tuple[str, ...], as_json: bool, **where: Any
) -> None:
    """Offer words that the best pages of PROFILE share.

    Words of one group stand on similar pages, so a group shows one sense of the query. Accepted words raise the scores of
    pages that have them; no word is added without you.
    """
    daemon = client(**where)
    path = f"{PROFILES}/{find_profile(daemon, profile_id)['id']}/suggestions"
    if accepted or rejected:
        body = {"accept": list(accepted), "reject": list(rejected)}
        shown = daemon.call("POST", path, json=body).json()
    else:
        shown = daemon.call("GET", path).json()
    if as_json:
        show_json(shown)
        return
    for text in _lines(shown):
        click.echo(text)


def _lines(shown: dict[str, Any]) -> Iterator[str]:
    if shown["related"]:
        yield f"Accepted: {', '.join(map(clean, shown['related']))}"
    if shown["advice"]:
        yield clean(shown["advice"])
        return
    yield f"Did you mean …? Words of the {shown['pages']} best pages; accept what fits with --accept WORD."
    for group in shown["groups"]:
        yield f"{group['pages']} pages such as {line(group['titles'][0])}:"
        yield f"  {', '.join(clean(word['word']) for word in group['words'])}"
