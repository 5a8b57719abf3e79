"""`watchd finding`: the findings of a running daemon, over REST."""

import sys
from typing import Any
from urllib.parse import quote

import click
import msgspec

from watchd.commands.api_client import Client, client, rest_options
from watchd.commands.output import clean, show_fields, show_json, show_table
from watchd.commands.profile import find_profile
from watchd.core.policy import describe
from watchd.model.finding import ValueChange

PATH = "/api/v1/findings"
KINDS = click.Choice(["new", "changed", "gone", "newly_relevant"])


@click.group()
def finding() -> None:
    """List and show findings of a running daemon."""


@finding.command("list")
@click.option("--profile", "name", help="Only of this profile (id or name).")
@click.option("--since", help="Only findings from this time on, such as 2026-11-16T07:30:00Z.")
@click.option("--kind", type=KINDS, help="Only findings of this kind.")
@click.option("--min-score", type=click.FloatRange(0, 1), help="Only this score or higher.")
@click.option("--state", type=click.Choice(["unread", "read"]), help="Only read or only unread ones.")
@click.option("--query", "q", help="Only findings with these words in title, summary or address.")
@click.option(
    "--limit",
    type=click.IntRange(1, 200),
    default=50,
    show_default=True,
    help="Max number of findings, newest first.",
)
@rest_options
def list_findings(
    name: str | None,
    since: str | None,
    kind: str | None,
    min_score: float | None,
    state: str | None,
    q: str | None,
    limit: int,
    as_json: bool,
    **where: Any,
) -> None:
    """List findings, newest first."""
    daemon = client(**where)
    profile = find_profile(daemon, name)["id"] if name else None
    given = {"profile": profile, "since": since, "kind": kind, "min_score": min_score, "state": state, "q": q}
    filters = {key: value for key, value in given.items() if value is not None}
    items = daemon.call("GET", PATH, params={**filters, "limit": limit}).json()["items"]
    if as_json:
        show_json(items)
        return
    rows = [
        (
            f["id"],
            f["found_at"],
            f["kind"],
            describe.score(f["score"]),
            " – ".join([f["title"], *_values(f)[:1]]),
            f["url"],
        )
        for f in items
    ]
    show_table(("ID", "FOUND", "KIND", "SCORE", "TITLE", "URL"), rows)


@finding.command()
@click.argument("finding_id", metavar="FINDING")
@rest_options
def show(finding_id: str, as_json: bool, **where: Any) -> None:
    """Show one FINDING: the page, why it was found, and what changed."""
    found = _call(client(**where), finding_id).json()
    if not as_json and sys.stdout.isatty():
        for line in _values(found):
            click.echo(clean(line))
    show_fields(found, as_json=as_json)


@finding.command()
@click.argument("finding_id", metavar="FINDING")
@rest_options
def diff(finding_id: str, as_json: bool, **where: Any) -> None:
    """Show what changed on the page of FINDING: - removed, + added, ~ edited."""
    daemon = client(**where)
    if as_json:
        show_json(_call(daemon, finding_id, "/diff", format="json").json())
        return
    lines = _call(daemon, finding_id, "/diff", format="text").text.splitlines()
    click.echo(
        "\n".join(map(clean, lines)) or "Nothing to show: the texts of this page were deleted by retention."
    )


def _values(found: dict[str, Any]) -> list[str]:
    """Return the changed prices, stock words and dates of availability of a finding as sentences."""
    values = (found.get("change") or {}).get("values") or []  # a former daemon does not send them
    return [describe.value_change(value) for value in msgspec.convert(values, list[ValueChange])]


def _call(daemon: Client, finding_id: str, more: str = "", **parameters: str) -> Any:
    if not finding_id.strip():
        raise click.UsageError("FINDING must be an id from `watchd finding list`; got an empty text.")
    path = f"{PATH}/{quote(finding_id, safe='')}{more}"
    return daemon.call("GET", path, listing="watchd finding list", params=parameters)
