"""`watchd watch`: a profile that follows single pages and reports every edit, over REST."""

import re
from typing import Any
from urllib.parse import urlsplit

import click

from watchd.commands.api_client import CallFailed, CallRefused, client, rest_options
from watchd.commands.output import clean, show_json
from watchd.commands.resources.lookup import PROFILES
from watchd.flow.profiles.page_watch import page_watch
from watchd.model import values

MAX_PAGES = 50  # examples of a profile
MAX_NAME_CHARS = 200


@click.command()
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@click.option("--name", help="Name of the profile (default: the address of the page).")
@click.option("--every", default="1h", show_default=True, help="Time between two visits, such as 15m or 6h.")
@click.option("--channel", "channels", multiple=True, help="A channel for its alerts; may be repeated.")
@click.option("--label", "--tag", "labels", multiple=True, help="A tag of the profile; may be repeated.")
@rest_options
def watch(
    urls: tuple[str, ...],
    name: str | None,
    every: str,
    channels: tuple[str, ...],
    labels: tuple[str, ...],
    as_json: bool,
    **where: Any,
) -> None:
    """Watch single pages and report every edit.

    watchd visits each URL and no other page. It stores one profile for all of them, which `watchd profile` and
    `watchd finding list --profile NAME` know by its name.
    """
    pages = list(dict.fromkeys(urls))
    for url in pages:
        if not re.match(values.PATTERN, url):
            raise click.UsageError(f"URL must be an address such as https://example.org/terms; got {url!r}.")
    if len(pages) > MAX_PAGES:
        raise click.UsageError(
            f"URL must be given at most {MAX_PAGES} times; got {len(pages)}. Make several watches with --name."
        )
    body = page_watch(name or _name(pages), pages, every=every)
    body |= {"delivery": {"channels": list(channels)}, "tags": list(labels)}
    try:
        stored = client(**where).call("POST", PROFILES, json=body).json()
    except CallRefused as refused:
        if refused.status == 409 and name is None:
            raise CallFailed(f"{refused} Give another name with --name.") from refused
        raise
    if as_json:
        show_json(stored)
        return
    many = f"{len(pages)} pages" if len(pages) > 1 else "the page"
    click.echo(f"{stored['id']}  {clean(stored['name'])}")
    click.echo(f"watchd visits {many} now, again every {every}, and reports every edit after the first visit.")
    if not channels:
        click.echo(
            f"Edits are in `watchd finding list --profile {stored['id']}`; --channel would also send them."
        )


def _name(pages: list[str]) -> str:
    """Return the first address without its scheme, and how many others there are."""
    more = f" and {len(pages) - 1} more" if len(pages) > 1 else ""
    try:
        parts = urlsplit(pages[0])
        address = f"{parts.hostname or ''}{parts.path}".rstrip("/") or pages[0]
    except ValueError:
        address = pages[0]
    return f"{address[: MAX_NAME_CHARS - len(more)]}{more}"
