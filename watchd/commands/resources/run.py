"""`watchd run list`, `show` and `stop`: the runs of a running daemon, over REST."""

from typing import Any, get_args

import click

from watchd.commands.api_client import client, rest_options
from watchd.commands.options import limit_option
from watchd.commands.output import short_ids, show_details, show_json, show_table
from watchd.commands.resources.lookup import address, find_profile, full_id, profile_names
from watchd.commands.times import local, when
from watchd.model.run import RunState

PATH = "/api/v1/runs"
LISTING = "watchd run list"


@click.command("list")
@click.option("--profile", "name", help="Only of this profile (id or name).")
@click.option("--state", type=click.Choice(get_args(RunState)), help="Only runs in this state.")
@limit_option("runs")
@rest_options
def list_runs(name: str | None, state: str | None, limit: int, as_json: bool, **where: Any) -> None:
    """List the runs of a daemon, newest first."""
    daemon = client(**where)
    given = {"profile": find_profile(daemon, name)["id"] if name else None, "state": state}
    filters = {key: value for key, value in given.items() if value is not None}
    items = daemon.call("GET", PATH, params={**filters, "limit": limit}).json()["items"]
    if as_json:
        show_json(items)
        return
    names = profile_names(daemon)
    rows = [
        (
            id,
            _profile(run, names),
            run["state"],
            when(run["started_at"] or run["queued_at"]),
            run["counts"]["fetched"] + run["counts"]["not_modified"],
            run["counts"]["findings"],
            run["stop_reason"],
        )
        for id, run in zip(short_ids([run["id"] for run in items]), items, strict=True)
    ]
    columns = ("ID", "PROFILE", "STATE", "STARTED", "PAGES", "FOUND", "END")
    show_table(columns, rows, flexible="PROFILE")


@click.command()
@click.argument("run_id", metavar="RUN")
@rest_options
def show(run_id: str, as_json: bool, **where: Any) -> None:
    """Show one RUN: its state, counts and seed sources."""
    daemon = client(**where)
    run = daemon.call("GET", address(PATH, full_id(daemon, "run", PATH, run_id)), listing=LISTING).json()
    counts, budget, coverage = run["counts"], run["budget"], run["coverage"]
    rows = [
        ("id", run["id"]),
        ("profile", _profile(run, profile_names(daemon))),
        ("state", run["state"]),
        ("end", run["stop_reason"]),
        ("trigger", run["trigger"]),
        ("queued", local(run["queued_at"])),
        ("started", local(run["started_at"])),
        ("ended", local(run["ended_at"])),
        ("pages", f"{counts['fetched'] + counts['not_modified']} of {budget['pages']}; {counts['recalled']} recalled"),
        ("failed", f"{counts['failed']}; {counts['refused']} refused"),
        ("relevant", f"{counts['relevant']} (harvest rate {run['harvest_rate']:.0%})"),
        ("findings", counts["findings"]),
        ("agents", f"{counts['alive']} alive, {counts['born']} born, {counts['starved']} starved"),
        ("strategy", run["strategy"]["name"]),
        ("coverage", f"{coverage['found']} of about {coverage['expected']:.0f} relevant pages" if coverage else ""),
        ("sources", "\n".join(map(_source, run["sources"]))),
        ("degraded", "\n".join(run["degraded"])),
        ("entropy", run["entropy"]),
    ]  # fmt: skip
    show_details(run, rows, as_json=as_json)


@click.command()
@click.argument("run_id", metavar="RUN")
@rest_options
def stop(run_id: str, as_json: bool, **where: Any) -> None:
    """Stop an active RUN; its findings are kept."""
    daemon = client(**where)
    path = address(PATH, full_id(daemon, "run", PATH, run_id), "/stop")
    stopped = daemon.call("POST", path, listing=LISTING).json()
    if as_json:
        show_json(stopped)
    elif stopped["state"] in ("queued", "running"):
        click.echo(f"Run {stopped['id']} stops as soon as its open requests have ended.")
    else:
        click.echo(f"Run {stopped['id']} is {stopped['state']} ({stopped['stop_reason']}).")


def _profile(run: dict[str, Any], names: dict[str, str]) -> str:
    return names.get(run["profile_id"] or "", "(preview)" if run["profile_id"] is None else "(deleted)")


def _source(source: dict[str, Any]) -> str:
    reason = f": {source['reason']}" if source.get("reason") else ""
    return f"{source['source']} {source['state']}{reason}, {source['count']} page(s)"
