"""`watchd provider`: the search providers of a running daemon, over REST."""

import sys
from typing import Any
from urllib.parse import quote

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.output import clean, show_json, show_table

PATH = "/api/v1/providers"


@click.group()
def provider() -> None:
    """List and test the search providers of a running daemon."""


@provider.command("list")
@rest_options
def list_providers(as_json: bool, **where: Any) -> None:
    """List the configured providers with their state and quota."""
    items = client(**where).pages(PATH)
    if as_json:
        show_json(items)
        return
    rows = [
        (
            p["name"],
            p["preset"],
            p["state"],
            p["quota_left"]["today"],
            p["quota_left"]["this_month"],
            p["last_error"],
        )
        for p in items
    ]
    show_table(("NAME", "PRESET", "STATE", "LEFT TODAY", "LEFT THIS MONTH", "LAST ERROR"), rows)


@provider.command()
@click.argument("name")
@click.argument("query", required=False)
@rest_options
def test(name: str, query: str | None, as_json: bool, **where: Any) -> None:
    """Send one real search request to the provider NAME; it counts towards its quota."""
    body = {"query": query} if query else {}
    path = f"{PATH}/{quote(name, safe='')}/test"
    answer = client(**where).call("POST", path, listing="watchd provider list", json=body).json()
    if as_json:
        show_json(answer)
    elif answer["ok"]:
        click.echo(f"{answer['name']} answers: {answer['count']} results in {answer['seconds']} s")
        for result in answer["results"]:
            click.echo(f"  {clean(result['title'])[:80]}  {clean(result['url'])}")
    else:
        click.echo(f"{answer['name']} failed: {clean(answer['reason'])}")
    sys.exit(0 if answer["ok"] else 1)
