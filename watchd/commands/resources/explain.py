"""`watchd explain`: why a page was or was not reported, over REST."""

from typing import Any

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.output import show_details
from watchd.commands.resources.lookup import PROFILES, address, find_profile
from watchd.commands.times import local


@click.command()
@click.argument("profile", metavar="PROFILE")
@click.argument("url", metavar="URL")
@rest_options
def explain(profile: str, url: str, as_json: bool, **where: Any) -> None:
    """Explain why the page at URL was or was not reported to PROFILE (id or name)."""
    daemon = client(**where)
    path = address(PROFILES, find_profile(daemon, profile)["id"], "/explain")
    found = daemon.call("GET", path, params={"url": url}, listing="watchd profile list").json()
    rows = [
        ("page", found["url"]),
        ("verdict", found["verdict"]),
        ("why", found["summary"]),
        ("way out", found["way_out"]),
        ("next look", local(found["next_look_at"])),
        *((step["step"], _fact(step)) for step in found["steps"]),
    ]
    show_details(found, rows, as_json=as_json)


def _fact(step: dict[str, Any]) -> str:
    at = local(step["at"])
    return f"{at}: {step['fact']}" if at else step["fact"]
