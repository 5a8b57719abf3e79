"""`watchd finding`: the findings of a running daemon, over REST."""

import sys
from collections.abc import Iterator
from typing import Any, get_args

import click
import msgspec

from watchd.commands.api_client import Client, client, rest_options
from watchd.commands.options import limit_option
from watchd.commands.output import clean, line, short_ids, show_details, show_json, show_table
from watchd.commands.resources.lookup import address, find_profile, full_id, profile_names
from watchd.commands.times import Since, local, when
from watchd.core.policy import describe
from watchd.model.finding import ValueChange
from watchd.model.profile import FindingKind

PATH = "/api/v1/findings"
LISTING = "watchd finding list"
MAX_TERMS = 8
MAX_MOVED = 5  # numbers of each part that a verdict changed
PARTS = {
    "word_list": "word",
    "score": "score by",
    "threshold": "threshold",
    "energy": "energy of the page",
    "link_model": "link weight",
}

findings_argument = click.argument("finding_ids", metavar="FINDING...", nargs=-1, required=True)


@click.group()
def finding() -> None:
    """List, show, mark and judge findings of a running daemon.

    FINDING is an id from `watchd finding list`; its beginning is enough.
    """


@finding.command("list")
@click.option("--profile", "name", help="Only of this profile (id or name).")
@click.option(
    "--since", type=Since(), help="Only findings from this time on, such as 2026-11-16, 12h or '2 days'."
)
@click.option("--kind", type=click.Choice(get_args(FindingKind)), help="Only findings of this kind.")
@click.option("--min-score", type=click.FloatRange(0, 1), help="Only this score or higher.")
@click.option("--state", type=click.Choice(["unread", "read"]), help="Only read or only unread ones.")
@click.option("--query", "q", help="Only findings with these words in title, summary or address.")
@limit_option("findings")
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
    _show_list(items)


@finding.command()
@click.argument("finding_id", metavar="FINDING")
@rest_options
def show(finding_id: str, as_json: bool, **where: Any) -> None:
    """Show one FINDING: the page, the reason and the change."""
    daemon = client(**where)
    path = address(PATH, full_id(daemon, "finding", PATH, finding_id))
    found = daemon.call("GET", path, listing=LISTING).json()
    show_details(found, _details(daemon, found), as_json=as_json)


@finding.command()
@click.argument("finding_id", metavar="FINDING")
@rest_options
def diff(finding_id: str, as_json: bool, **where: Any) -> None:
    """Show what changed on the page of FINDING.

    - removed, + added, ~ edited.
    """
    daemon = client(**where)
    path = address(PATH, full_id(daemon, "finding", PATH, finding_id), "/diff")
    if as_json:
        show_json(daemon.call("GET", path, listing=LISTING, params={"format": "json"}).json())
        return
    lines = daemon.call("GET", path, listing=LISTING, params={"format": "text"}).text.splitlines()
    click.echo(
        "\n".join(map(clean, lines)) or "Nothing to show: the texts of this page were deleted by retention."
    )


@finding.command()
@findings_argument
@click.argument("state", type=click.Choice(["read", "unread"]))
@rest_options
def mark(finding_ids: tuple[str, ...], state: str, as_json: bool, **where: Any) -> None:
    """Mark each FINDING as read or unread."""
    daemon = client(**where)
    paths = _existing(daemon, finding_ids)
    marked = [daemon.call("PATCH", path, json={"state": state}).json() for path in paths]
    if as_json:
        show_json(marked)
        return
    for found in marked:
        click.echo(f"{state}: {line(found['title'] or found['url'])}")


@finding.command()
@findings_argument
@rest_options
def relevant(finding_ids: tuple[str, ...], as_json: bool, **where: Any) -> None:
    """Judge each FINDING as relevant.

    It shows what the profile learns from the verdict.
    """
    _judge("relevant", finding_ids, as_json, where)


@finding.command()
@findings_argument
@rest_options
def irrelevant(finding_ids: tuple[str, ...], as_json: bool, **where: Any) -> None:
    """Judge each FINDING as irrelevant.

    It shows what the profile learns from the verdict.
    """
    _judge("irrelevant", finding_ids, as_json, where)


@finding.command()
@findings_argument
@rest_options
def neutral(finding_ids: tuple[str, ...], as_json: bool, **where: Any) -> None:
    """Withdraw the verdict on each FINDING.

    This undoes what the verdict taught.
    """
    _judge("neutral", finding_ids, as_json, where)


def _show_list(items: list[dict[str, Any]]) -> None:
    """Print findings: on a terminal one line each, elsewhere all columns that a program may want."""
    if not sys.stdout.isatty():
        rows = [
            (
                f["id"],
                f["found_at"],
                f["kind"],
                describe.score(f["score"]),
                f["title"],
                f["url"],
                f["published_at"],
                "; ".join(_values(f)),
            )
            for f in items
        ]
        show_table(("ID", "FOUND", "KIND", "SCORE", "TITLE", "URL", "PUBLISHED", "VALUES"), rows)
        return
    show_table(
        ("ID", "FOUND", "PUBLISHED", "KIND", "SCORE", "TITLE"),
        [
            (
                id,
                when(f["found_at"]),
                when(f["published_at"]),
                f["kind"].removeprefix("newly_"),
                describe.score(f["score"]),
                " – ".join([*_values(f)[:1], f["title"] or f["url"]]),
            )
            for id, f in zip(short_ids([f["id"] for f in items]), items, strict=True)
        ],
        flexible="TITLE",
    )


def _judge(verdict: str, finding_ids: tuple[str, ...], as_json: bool, where: dict[str, Any]) -> None:
    daemon = client(**where)
    paths = _existing(daemon, finding_ids)
    answers = [daemon.call("POST", f"{path}/feedback", json={"verdict": verdict}).json() for path in paths]
    if as_json:
        show_json(answers)
        return
    for answer in answers:
        click.echo(f"{verdict}: {clean(answer['url'])}")
        for text in (*_moved(answer["moved"]), *_effect(answer.get("effect"))):
            click.echo(f"  {text}")


def _existing(daemon: Client, finding_ids: tuple[str, ...]) -> list[str]:
    """Return the paths of findings; all are looked up first, so that a mistake in one leaves no half of the work done."""
    paths = [address(PATH, full_id(daemon, "finding", PATH, id)) for id in finding_ids]
    for path in paths:
        daemon.call("GET", path, listing=LISTING)
    return paths


def _moved(moved: list[dict[str, Any]]) -> Iterator[str]:
    """Describe what a verdict changed, the largest changes of each part."""
    if not moved:
        yield "Nothing moved: this is what the profile knew already."
    for part, label in PARTS.items():
        changes = [change for change in moved if change["part"] == part]
        for change in changes[:MAX_MOVED]:
            name = f" {_word(change['name'])}" if part in ("word_list", "score", "link_model") else ""
            yield f"{label}{name}: {change['before']:.2f} → {change['after']:.2f}"
        if len(changes) > MAX_MOVED:
            yield f"and {len(changes) - MAX_MOVED} more of this kind (--json shows all)"


def _effect(effect: dict[str, Any] | None) -> Iterator[str]:
    """Describe what a verdict means for pages of the past."""
    if effect is None:  # an earlier daemon does not send it
        return
    if effect["pages"] or effect["would_gain"]:
        yield (
            f"pages of the past: {effect['kept']} of {effect['pages']} still pass, {effect['dropped']} judged irrelevant "
            f"do not, {effect['would_gain']} more would"
        )
    for page in effect["would_lose"][:MAX_MOVED]:
        judged = " (judged relevant)" if page["verdict"] == "relevant" else ""
        title = line(page["title"] or page["url"])
        yield f"would be lost: {title}{judged}: {page['before']:.2f} → {page['after']:.2f}"
    if (rest := len(effect["would_lose"]) - MAX_MOVED) > 0:
        yield f"and {rest} more (--json shows them)"
    yield from map(clean, effect["notes"])


def _values(found: dict[str, Any]) -> list[str]:
    """Return the changed prices, stock words and dates of availability of a finding as sentences."""
    values = (found.get("change") or {}).get("values") or []  # a former daemon does not send them
    return [clean(describe.value_change(value)) for value in msgspec.convert(values, list[ValueChange])]


def _word(name: str) -> str:
    """Return a learned word; the sign @ marks words of titles, addresses and menus."""
    return f"{clean(name[1:])} (in its title or around its text)" if name.startswith("@") else clean(name)


def _details(daemon: Client, found: dict[str, Any]) -> Iterator[tuple[str, object]]:
    why, change = found["why"], found["change"]
    yield "values", "\n".join(_values(found))
    yield "id", found["id"]
    yield "title", line(found["title"])
    yield "url", found["url"]
    yield "kind", f"{found['kind']}, {found['state']}" + (f", {found['verdict']}" if found["verdict"] else "")
    yield "score", describe.score(found["score"])
    yield "found", local(found["found_at"])
    yield "published", local(found["published_at"])
    yield "language", found["language"]
    yield "summary", found["summary"]
    terms = sorted(why["matched_terms"], key=lambda term: -term["weight"])[:MAX_TERMS]
    yield "matched", ", ".join(f"{term['term']} {term['weight']:.2f}" for term in terms)
    yield "found by", why["found_by"]
    yield "path", "\n".join(f"{step['url']}  {line(step['anchor'])}".rstrip() for step in why["path"])
    if change:
        yield "changed", f"{change['ratio']:.0%} of the text; `watchd finding diff` shows all"
        yield "added", change["added"]
        yield "removed", change["removed"]
    yield "same story", "\n".join(found["same_story"])
    yield "profile", profile_names(daemon).get(found["profile_id"])
    yield "run", found["run_id"]
