"""`watchd setup`: the first steps with a running daemon: contact, search providers, a channel, a profile, its first run.

Each step is complete in itself: after Ctrl-C, what was done stays, and the command can be started again. Every question has
an option, so that a script can answer it.
"""

import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import click

from watchd.commands.api_client import CallFailed, Client, client, rest_options
from watchd.commands.output import clean, show_json, show_warnings
from watchd.commands.resources.provider import (
    PATH as PROVIDERS,
)
from watchd.commands.resources.provider import (
    enabled_sentence,
    in_order_of_need,
    lacks_address,
    lacks_key,
    needs,
    put_provider,
    read_key,
    show_test,
)

CHANNELS, PROFILES = "/api/v1/channels", "/api/v1/profiles"
NONE = "-"  # the answer for "none of them"
# Proposed when no provider is enabled: they need no key, and their owners allow programs.
PROPOSED = ("wikipedia", "hackernews")
CHANNEL_NAME = "alerts"
CHANNEL_EXAMPLES = (
    "  mail     mailtos://you:password@mail.example.org?from=you@example.org&to=you@example.org\n"
    "  Slack    slack://TokenA/TokenB/TokenC/#channel\n"
    "  webhook  webhook+https://example.org/hook"
)


@click.command()
@click.option("--contact", help="E-mail address or page by which site owners can reach you; servers see it.")
@click.option(
    "--provider",
    "providers",
    multiple=True,
    help="A search provider to enable, such as wikipedia; may be repeated.",
)
@click.option(
    "--key-file",
    "key_files",
    multiple=True,
    metavar="NAME=FILE",
    help="File with the key of a provider; may be repeated.",
)
@click.option(
    "--base-url",
    "base_urls",
    multiple=True,
    metavar="NAME=URL",
    help="Address of a provider of your own; may be repeated.",
)
@click.option("--channel-url-file", help="File with the URL of a channel for alerts; - for standard input.")
@click.option("--channel", default=CHANNEL_NAME, show_default=True, help="Name of this channel.")
@click.option("--profile", help="Name of a first profile.")
@click.option("--words", help="What its pages are about, in a few words.")
@click.option("--every", default="6h", show_default=True, help="Time between its runs.")
@click.option("--no-input", is_flag=True, help="Ask nothing; do only what the options say.")
@rest_options
def setup(contact: str | None, no_input: bool, as_json: bool, **options: Any) -> None:
    """Set up a new installation in a minute.

    It asks for a contact, search providers, a channel for alerts and a first profile, tests them, and starts a run. Enter
    accepts the proposal in brackets. What an option gives is not asked.
    """
    where = {name: options.pop(name) for name in ("server", "token_file", "config_file")}
    steps = _Steps(client(**where), asks=not no_input, is_quiet=as_json)
    try:
        steps.set_contact(contact)
        steps.enable_providers(options["providers"], _pairs(options["key_files"]), _pairs(options["base_urls"]))
        steps.add_channel(options["channel"], options["channel_url_file"])
        steps.add_profile(options["profile"], options["words"], options["every"])
    except click.Abort:
        click.echo("\nStopped. What is done stays; `watchd setup` continues.", err=True)
        sys.exit(1)
    if as_json:
        show_json(steps.done)


class _Steps:
    """Steps of the setup. `done` collects what a script wants to know."""

    def __init__(self, daemon: Client, *, asks: bool, is_quiet: bool) -> None:
        self._daemon = daemon
        self._asks = asks
        self._is_quiet = is_quiet  # standard output is for JSON
        self._channel: str | None = None
        self.done: dict[str, Any] = {
            "contact": None,
            "providers": [],
            "channel": None,
            "profile": None,
            "run": None,
        }
        self._system = daemon.call("GET", "/api/v1/system").json()

    def set_contact(self, given: str | None) -> None:
        """Set the contact that servers see."""
        current = self._system["contact"]["contact"]
        self.done["contact"] = current or None
        self._explain("1. Contact. Site owners see it with every request; some search engines require it.")

        def store(text: str) -> None:
            if text and text != current:
                answer = self._daemon.call("PUT", "/api/v1/system/contact", json={"contact": text}).json()
                self.done["contact"] = answer["contact"]
            self._say(f"   Contact: {self.done['contact'] or 'none'}")

        self._until_accepted(given, "   Your e-mail address, or a page about your robot", current, store)

    def enable_providers(self, given: tuple[str, ...], keys: dict[str, str], addresses: dict[str, str]) -> None:
        """Enable search providers, and send a test query to each of them."""
        items = in_order_of_need(self._daemon.pages(PROVIDERS))
        known = {item["name"]: item for item in items}
        enabled = [item["name"] for item in items if item["enabled"]]
        self._explain(
            "\n2. Search engines. Runs start from what they find. Your queries go to those that you enable:"
        )
        if not given:
            for item in items:
                wanted = needs(item, has_contact=bool(self.done["contact"]))
                place = item["sends_to"] or "your own address"
                self._explain(f"   {item['name']:<16}{place:<32}{f'needs a {wanted}' if wanted else ''}")
        usable = [
            name
            for name in PROPOSED
            if name in known and (self.done["contact"] or not known[name]["needs_contact"])
        ]
        proposal = ", ".join(enabled or usable)

        def store(text: str) -> None:
            names = [name.strip() for name in text.split(",") if name.strip() not in ("", NONE)]
            if unknown := [name for name in names if name not in known]:
                raise CallFailed(f"There is no search provider {unknown[0]!r}; choose from {', '.join(known)}.")
            for name in names:
                if name not in self.done["providers"]:
                    self._enable(known[name], keys, addresses)

        text = ",".join(given) if given else None
        self._until_accepted(text, f"   Names, separated by commas ({NONE} for none)", proposal, store)

    def add_channel(self, name: str, url_file: str | None) -> None:
        """Store a channel for alerts and send a test message to it."""
        known = [item["name"] for item in self._daemon.pages(CHANNELS)]
        self._channel = known[0] if known and self._asks else None
        self._explain(
            "\n3. Alerts. Findings can be sent to you as they appear. The address of a channel looks like this:"
        )
        self._explain(CHANNEL_EXAMPLES)
        if known:
            self._explain(f"   You have: {', '.join(known)}.")

        def store(url: str) -> None:
            if not url:
                return
            # A second attempt corrects the URL of the first.
            if name in [item["name"] for item in self._daemon.pages(CHANNELS)]:
                self._daemon.call("PATCH", f"{CHANNELS}/{quote(name, safe='')}", json={"url": url})
            else:
                self._daemon.call("POST", CHANNELS, json={"name": name, "url": url})
            self._channel = self.done["channel"] = name
            tried = self._daemon.call("POST", f"{CHANNELS}/{quote(name, safe='')}/test").json()
            if not tried["delivered"]:
                raise CallFailed(f"The test message was not delivered: {tried['detail']}")
            self._say(f"   A test message was sent to {name}: {clean(tried['detail'])}")

        given = read_key(url_file) if url_file is not None else None
        self._until_accepted(given, "   URL of the channel (Enter: none)", "", store)

    def add_profile(self, name: str | None, words: str | None, every: str) -> None:
        """Store a first profile and start its first run."""
        self._explain("\n4. A profile: what watchd looks for. Name the topic in three or more words.")
        if self._asks and words is None:
            words = click.prompt(
                "   Words (Enter: no profile now)", default="", show_default=False, err=True
            ).strip()
        if not words:
            return
        is_asked = self._asks and name is None
        while True:
            if is_asked:
                name = click.prompt("   Name", default=words[:60], err=True).strip()
                every = click.prompt("   Time between two runs", default=every, err=True).strip()
            try:
                stored = self._store_profile(name or words[:60], words, every)
            except CallFailed as refused:
                if not is_asked:
                    raise
                click.echo(f"   {clean(refused)}", err=True)
                continue
            break
        show_warnings(stored["warnings"])
        self.done["run"] = self._started_run(stored["id"])
        shown = clean(stored["name"])
        alerts = f"; its alerts go to {self._channel}" if self._channel else ""
        self._say(f"   {shown!r} is stored, and its first run has started{alerts}.")
        self._say(f"   watchd finding list --profile {shown!r}  lists what it has found,")
        self._say(f"   watchd profile show {shown!r}  says how it is,")
        self._say(f"   watchd profile suggest {shown!r}  offers more words for its query.")

    def _store_profile(self, name: str, words: str, every: str) -> dict[str, Any]:
        body: dict[str, Any] = {"name": name, "query": {"text": words}, "schedule": {"every": every}}
        if self._channel is not None:
            body["delivery"] = {"channels": [self._channel]}
        stored: dict[str, Any] = self._daemon.call("POST", PROFILES, json=body).json()
        self.done["profile"] = stored["id"]
        return stored

    def _enable(self, known: dict[str, Any], keys: dict[str, str], addresses: dict[str, str]) -> None:
        name = known["name"]
        body: dict[str, Any] = {"enabled": True}
        if name in addresses:
            body["base_url"] = addresses[name]
        elif self._asks and lacks_address(known):
            body["base_url"] = click.prompt(f"   Address of your {known['title']}", err=True).strip()
        if name in keys:
            body["api_key"] = read_key(keys[name])
        elif self._asks and lacks_key(known):
            body["api_key"] = click.prompt(f"   Key of {known['title']}", hide_input=True, err=True).strip()
        shown = put_provider(self._daemon, name, body)
        self.done["providers"].append(name)
        self._say(f"   {enabled_sentence(shown)}")
        answer = self._daemon.call("POST", f"{PROVIDERS}/{quote(name, safe='')}/test", json={}).json()
        if not self._is_quiet:
            click.echo("   ", nl=False)
            show_test(answer)

    def _started_run(self, profile_id: str) -> str | None:
        """Start a run, unless the daemon has started one already, because a new profile is due at once."""
        try:
            run: str = self._daemon.call("POST", f"{PROFILES}/{profile_id}/runs").json()["id"]
        except CallFailed:
            active = self._daemon.call("GET", f"{PROFILES}/{profile_id}/runs", params={"limit": 1}).json()[
                "items"
            ]
            return active[0]["id"] if active else None
        return run

    def _until_accepted(
        self, given: str | None, question: str, proposal: str, store: Callable[[str], None]
    ) -> None:
        """Store what was given or what a person answers; ask again after a refusal."""
        if given is not None:
            store(given)
            return
        while self._asks:
            answer = click.prompt(question, default=proposal, show_default=bool(proposal), err=True)
            try:
                store(answer.strip())
            except CallFailed as refused:
                click.echo(f"   {clean(refused)}", err=True)
                continue
            return

    def _explain(self, text: str) -> None:
        """Print what a person needs to know for an answer."""
        if self._asks:
            self._say(text)

    def _say(self, text: str) -> None:
        if not self._is_quiet:
            click.echo(text)


def _pairs(texts: tuple[str, ...]) -> dict[str, str]:
    """Split options of the form NAME=VALUE."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise click.UsageError(f"--key-file and --base-url must have the form NAME=VALUE; got {text!r}.")
        found[name] = value
    return found
