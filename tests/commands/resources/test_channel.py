"""Tests of `watchd channel` and `watchd alert` with a real receiver."""

import json
from pathlib import Path

from tests.acceptance.test_alerts import until
from tests.commands.resources.conftest import World
from tests.commands.terminal import on_terminal
from tests.flow.small_web import spec
from tests.notify.receiver import receiver
from tests.support import running_daemon
from tests.test_cli import call

SECRET = "s3cretPART"


def test_a_channel_is_added_tested_shown_and_deleted(world: World, tmp_path: Path) -> None:
    with receiver() as hook:
        file = tmp_path / "url"
        file.write_text(f"webhook+{hook.url}/{SECRET}\n")
        added = call("channel", "add", "hook", "--url-file", str(file), daemon=world.daemon)
        assert added.returncode == 0, added.stderr
        assert "whsec_" in added.stdout
        tested = call("channel", "test", "hook", daemon=world.daemon)
        assert tested.returncode == 0, tested.stdout + tested.stderr
        assert tested.stdout.startswith("Delivered to hook")
        assert [got.path for got in hook.got] == [f"/{SECRET}"]
    failed = call("channel", "test", "hook", "--json", daemon=world.daemon)
    assert (failed.returncode, json.loads(failed.stdout)["delivered"]) == (1, False)
    listed = call("channel", "list", daemon=world.daemon).stdout
    assert listed.splitlines()[1].split("\t")[:2] == ["hook", "webhook+http://***"]
    shown = call("channel", "show", "hook", daemon=world.daemon).stdout
    assert json.loads(shown)["events"] == ["findings", "health"]
    assert SECRET not in listed + shown
    assert call("channel", "delete", "hook", "--yes", daemon=world.daemon).returncode == 0
    gone = call("channel", "show", "hook", daemon=world.daemon)
    assert (gone.returncode, "`watchd channel list` shows them" in gone.stderr) == (1, True)


def test_the_url_can_be_typed_where_no_one_sees_it(world: World) -> None:
    url = f"webhook+http://127.0.0.1:9/{SECRET}"
    code, output = on_terminal("channel", "add", "typed", daemon=world.daemon, answers=[url])
    assert code == 0, output
    assert SECRET not in output
    code, output = on_terminal("channel", "delete", "typed", daemon=world.daemon, answers=["n"])
    assert (code, "Aborted" in output) == (1, True)
    code, output = on_terminal("channel", "delete", "typed", daemon=world.daemon, answers=["y"])
    assert (code, "is deleted" in output) == (0, True)


def test_mistakes_with_a_channel_are_sentences_without_the_secret(world: World) -> None:
    for words, code, sentence in (
        (("add", "alone"), 2, "Give URL, --url-file FILE, or - for standard input."),
        (("add", "x", "json://host", "--url-file", "f"), 2, "not both"),
        (("add", "x", "--url-file", "/nonexistent"), 1, "--url-file cannot be read: /nonexistent"),
        (("add", "Team Slack", f"json://host/{SECRET}"), 1, "such as team-slack; got 'Team Slack'"),
        (("add", "x", f"json://host:port/{SECRET}"), 1, "url: must have a number from 1 to 65535 as its port"),
        (("add", "x", f"https://hooks.slack.com/x/{SECRET}"), 1, "slack://TokenA/TokenB/TokenC"),
        (("test", "missing"), 1, "There is no channel 'missing'; `watchd channel list` shows them."),
    ):
        done = call("channel", *words, daemon=world.daemon)
        assert (done.returncode, sentence in done.stderr) == (code, True), done.stderr
        assert SECRET not in done.stderr


def test_the_address_that_slack_shows_is_taken(world: World) -> None:
    address = f"https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/{SECRET}"
    added = call("channel", "add", "team", address, "--json", daemon=world.daemon)
    assert json.loads(added.stdout)["url"] == "slack://***"
    assert call("channel", "delete", "team", "--yes", daemon=world.daemon).returncode == 0


def test_an_alert_is_listed_shown_and_sent_again(world: World, tmp_path: Path) -> None:
    with receiver() as hook, running_daemon(tmp_path / "state", world.daemon.environ | {
        "WATCHD_STATE__DIR": str(tmp_path / "state"),
    }) as daemon:  # fmt: skip
        hook.answer = lambda count: (410, {}) if count == 1 else (204, {})
        call("channel", "add", "hook", f"webhook+{hook.url}/", daemon=daemon)
        body = spec(world.web, delivery={"channels": ["hook"]})
        with daemon.client() as client:
            profile_id = client.post("/api/v1/profiles", json=body).raise_for_status().json()["id"]
        World(daemon, world.web, profile_id).run(profile_id)
        until(lambda: hook.got, "the first try")

        def resting() -> list[str]:
            listed = json.loads(call("alert", "list", "--json", daemon=daemon).stdout)
            return [alert["id"] for alert in listed if alert["last_error"]]

        (id,) = until(resting, "the refused alert")
        code, output = on_terminal("alert", "list", daemon=daemon)
        assert code == 0
        assert max(map(len, output.splitlines())) <= 80
        short = output.splitlines()[1].split()[0]
        assert id.startswith(short)
        shown = json.loads(call("alert", "show", short, daemon=daemon).stdout)
        assert (shown["channel"], shown["findings"]) == ("hook", 3)
        assert "findings    3" in on_terminal("alert", "show", id, daemon=daemon)[1]
        assert id in call("alert", "retry", short, daemon=daemon).stdout
        until(lambda: len(hook.got) == 2, "the second try")
        sent = until(
            lambda: json.loads(call("alert", "list", "--state", "sent", "--json", daemon=daemon).stdout), "sent"
        )
        assert [alert["id"] for alert in sent] == [id]
        again = call("alert", "retry", id, daemon=daemon)
        assert (again.returncode, "already delivered" in again.stderr) == (1, True)
