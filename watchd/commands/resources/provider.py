"""`watchd provider`: the search providers of a running daemon, over REST."""

import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from watchd.commands.api_client import CallFailed, Client, client, rest_options
from watchd.commands.output import clean, show_json, show_table

PATH = "/api/v1/providers"
# The daemon names fields; on the command line they are options.
OPTIONS = {
    "send it as api_key": "name the file that has it with --key-file (- for standard input)",
    "set enabled to false": "leave it switched off",
    "write the address of": "write in --base-url the address of",
}


@click.group()
def provider() -> None:
    """Set up and test the search providers of a running daemon."""


@provider.command("list")
@rest_options
def list_providers(as_json: bool, **where: Any) -> None:
    """List search providers with their state and quota: enabled ones, then those that need nothing, then the others."""
    daemon = client(**where)
    items = in_order_of_need(daemon.pages(PATH))
    if as_json:
        show_json(items)
        return
    has_contact = bool(daemon.call("GET", "/api/v1/system").json()["contact"]["contact"])
    rows = [
        (
            p["name"],
            p["state"],
            needs(p, has_contact=has_contact),
            p["sends_to"],
            p["source"] if p["source"] != "preset" else None,
            p["quota_left"]["today"],
            p["quota_left"]["this_month"],
            p["problem"] or p["last_error"],
        )
        for p in items
    ]
    columns = ("NAME", "STATE", "NEEDS", "QUERIES GO TO", "SET IN", "LEFT TODAY", "LEFT THIS MONTH", "PROBLEM")
    show_table(columns, rows)


@provider.command()
@click.argument("name")
@click.option("--key-file", help="File with the key; - for standard input. Without it, a terminal asks for it.")
@click.option("--base-url", help="Address of a provider that you run yourself, such as http://127.0.0.1:8888.")
@click.option("--preset", help="The definition to use, if its name is not NAME, such as searxng or rss.")
@rest_options
def enable(
    name: str, key_file: str | None, base_url: str | None, preset: str | None, as_json: bool, **where: Any
) -> None:
    """Enable the search provider NAME, at once and for good.

    A key is never given as an argument, because other users of the machine can see arguments.
    """
    daemon = client(**where)
    body: dict[str, Any] = {"enabled": True}
    body |= {key: value for key, value in (("base_url", base_url), ("preset", preset)) if value is not None}
    if key_file is not None:
        body["api_key"] = read_key(key_file)
    elif _lacks_key(daemon, name, preset) and sys.stdin.isatty():
        body["api_key"] = click.prompt(f"Key of {name}", hide_input=True, err=True).strip()
    shown = put_provider(daemon, name, body)
    if as_json:
        show_json(shown)
        return
    click.echo(enabled_sentence(shown))
    if shown["problem"]:
        click.echo(f"Warning: {clean(shown['problem'])}", err=True)
    click.echo(f"`watchd provider test {name}` sends a test query. Profiles ask it from their next run on.")


@provider.command()
@click.argument("name")
@rest_options
def disable(name: str, as_json: bool, **where: Any) -> None:
    """Switch the search provider NAME off; its settings and its key are kept."""
    daemon = client(**where)
    before = daemon.call("GET", _path(name), listing="watchd provider list").json()
    shown = put_provider(daemon, name, {"enabled": False}) if before["source"] != "preset" else before
    if as_json:
        show_json(shown)
        return
    click.echo(f"{clean(shown['title'])} is switched off.")


@provider.command()
@click.argument("name")
@rest_options
def delete(name: str, as_json: bool, **where: Any) -> None:
    """Delete the stored settings of the search provider NAME with its key; what the configuration says applies again."""
    daemon = client(**where)
    daemon.call("DELETE", _path(name), listing="watchd provider list")
    if as_json:
        show_json({"deleted": name})
        return
    click.echo(f"The stored settings of {name} are deleted.")


@provider.command()
@click.argument("name")
@click.argument("query", required=False)
@rest_options
def test(name: str, query: str | None, as_json: bool, **where: Any) -> None:
    """Send one real search request to the provider NAME; it counts towards its quota."""
    body = {"query": query} if query else {}
    answer = (
        client(**where).call("POST", f"{_path(name)}/test", listing="watchd provider list", json=body).json()
    )
    if as_json:
        show_json(answer)
    else:
        show_test(answer)
        for result in answer["results"]:
            click.echo(f"  {clean(result['title'])[:80]}  {clean(result['url'])}")
    sys.exit(0 if answer["ok"] else 1)


def put_provider(daemon: Client, name: str, body: dict[str, Any]) -> dict[str, Any]:
    """Store settings of a provider and return it; an error names options instead of fields."""
    try:
        shown: dict[str, Any] = daemon.call("PUT", _path(name), json=body).json()
    except CallFailed as refused:
        sentence = str(refused)
        for field, option in OPTIONS.items():
            sentence = sentence.replace(field, option)
        raise CallFailed(sentence) from refused
    return shown


def read_key(file: str) -> str:
    """Return the key from a file, or from standard input."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as cause:
        reason = cause.strerror if isinstance(cause, OSError) else "it is not UTF-8 text"
        raise click.ClickException(f"{file} cannot be read: {reason}.") from cause
    return text.strip()


def in_order_of_need(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return providers: enabled ones, then those that need nothing, then those that need an address or a key."""
    return sorted(items, key=lambda p: (not p["enabled"], lacks_key(p), lacks_address(p), p["name"]))


def needs(provider: dict[str, Any], *, has_contact: bool = False) -> str:
    """Say what a person must give before the provider can be asked."""
    wanted = (
        (lacks_key(provider), "key"),
        (lacks_address(provider), "base URL"),
        (provider["needs_contact"] and not has_contact, "contact"),
    )
    return ", ".join(word for is_wanted, word in wanted if is_wanted)


def lacks_key(provider: dict[str, Any]) -> bool:
    return provider["key"] == "required" and not provider["has_key"]


def lacks_address(provider: dict[str, Any]) -> bool:
    return provider["needs_base_url"] and provider["sends_to"] is None


def enabled_sentence(provider: dict[str, Any]) -> str:
    return f"{clean(provider['title'])} is enabled; queries go to {clean(provider['sends_to'])}."


def show_test(answer: dict[str, Any]) -> None:
    if answer["ok"]:
        click.echo(f"{answer['name']} answers: {answer['count']} results in {answer['seconds']} s")
    else:
        click.echo(f"{answer['name']} failed: {clean(answer['reason'])}")


def _lacks_key(daemon: Client, name: str, preset: str | None) -> bool:
    known = {p["name"]: p for p in daemon.pages(PATH)}
    found = known.get(preset or name)
    return found is not None and lacks_key(found)


def _path(name: str) -> str:
    return f"{PATH}/{quote(name, safe='')}"
