"""`watchd feed`: the feeds of profiles for feed readers, over REST."""

from typing import Any

import click

from watchd.commands.api_client import CallFailed, client, rest_options
from watchd.commands.output import clean, show_json
from watchd.commands.resources.lookup import PROFILES, find_profile
from watchd.commands.times import local


@click.group()
def feed() -> None:
    """Print the addresses of feeds for feed readers."""


@feed.command()
@click.argument("profile_id", metavar="PROFILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["atom", "rss", "json"]),
    default="atom",
    show_default=True,
    help="Format of the feed.",
)
@click.option(
    "--new-key", is_flag=True, help="Make a new key although there is one; old addresses stop working."
)
@rest_options
def url(profile_id: str, form: str, new_key: bool, as_json: bool, **where: Any) -> None:
    """Print the address of the feed of PROFILE, with its key.

    The key is the only protection of the feed. watchd stores no key, so an address can be printed only when its key is
    made; the key opens the feed in all formats.
    """
    daemon = client(**where)
    profile = find_profile(daemon, profile_id)
    path = f"{PROFILES}/{profile['id']}/feed-key"
    made_at = daemon.call("GET", path).json()["created_at"]
    if made_at and not new_key:
        raise CallFailed(
            f"The feeds of {clean(profile['name'])!r} have a key since {local(made_at)}, which cannot be shown again. "
            "Use that address, or make a new key with --new-key: then feed readers with the old address get nothing."
        )
    made = daemon.call("POST", path).json()
    if as_json:
        show_json(made)
        return
    click.echo(made[form])
