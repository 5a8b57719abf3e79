"""Tests of `watchd setup`, `watchd provider` and the warnings of `watchd profile`, with a real daemon on loopback."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from demo.mailbox import running_mailbox
from tests.acceptance.test_search_providers import searxng
from tests.support import RunningDaemon, running_daemon
from tests.test_cli import Completed, call

__all__ = ["searxng"]  # a fixture
KEY = "s3cret-key-0123456789"
OPEN = {"WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]'}


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[RunningDaemon]:
    with running_daemon(tmp_path / "state", OPEN) as running:
        yield running


def answered(daemon: RunningDaemon, text: str, *words: str) -> Completed:
    """Run a command with these answers on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "watchd", *words],
        env={**daemon.environ, "WATCHD_SERVER": daemon.address},
        input=text, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def well(done: Completed) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def everything_written(daemon: RunningDaemon) -> str:
    with daemon.client() as client:
        paths = ("providers", "profiles", "channels", "system", "profiles/export")
        answers = [client.get(f"/api/v1/{path}").text for path in paths]
    return daemon.log_file.read_text() + "".join(answers)


def test_the_questions_lead_from_nothing_to_a_running_profile(daemon: RunningDaemon, searxng: str) -> None:
    with running_mailbox() as box:
        answers = [
            "no-address", "you@example.org",  # a wrong contact is asked again
            "google", "searxng", searxng,  # so is an unknown provider
            box.channel_url,
            "green tea harvest", "", "",
        ]  # fmt: skip
        printed = well(answered(daemon, "\n".join(answers) + "\n", "setup"))
        assert len(box.mails) == 1
    assert "searxng answers: 1 results" in printed
    assert "A test message was sent to alerts" in printed
    with daemon.client() as client:
        [profile] = client.get("/api/v1/profiles").json()["items"]
        assert client.get("/api/v1/system").json()["contact"]["contact"] == "mailto:you@example.org"
        runs = client.get(f"/api/v1/profiles/{profile['id']}/runs").json()["items"]
    assert profile["query"]["text"] == profile["name"] == "green tea harvest"
    assert profile["delivery"]["channels"] == ["alerts"]
    assert profile["warnings"] == []
    assert len(runs) >= 1


def test_enter_takes_the_proposals_and_the_second_time_keeps_what_is_there(
    daemon: RunningDaemon, searxng: str
) -> None:
    well(answered(daemon, "", "provider", "enable", "searxng", "--base-url", searxng))
    well(answered(daemon, "", "setup", "--no-input", "--contact", "https://example.org/robot"))
    printed = well(answered(daemon, "\n\n\n\n", "setup"))
    assert "https://example.org/robot" in printed
    items = json.loads(well(answered(daemon, "", "provider", "list", "--json")))
    assert [item["name"] for item in items if item["enabled"]] == ["searxng"]


def test_every_answer_can_be_an_option(daemon: RunningDaemon, searxng: str, tmp_path: Path) -> None:
    with running_mailbox() as box:
        (tmp_path / "url").write_text(box.channel_url + "\n")
        done = answered(
            daemon, "", "setup", "--no-input", "--json", "--contact", "you@example.org", "--provider", "searxng",
            "--base-url", f"searxng={searxng}", "--channel", "me", "--channel-url-file", str(tmp_path / "url"),
            "--profile", "Tea", "--words", "green tea harvest", "--every", "12h",
        )  # fmt: skip
        answer = json.loads(well(done))
        assert len(box.mails) == 1
    assert (answer["contact"], answer["providers"], answer["channel"]) == (
        "mailto:you@example.org",
        ["searxng"],
        "me",
    )
    with daemon.client() as client:
        profile = client.get(f"/api/v1/profiles/{answer['profile']}").json()
        assert client.get(f"/api/v1/runs/{answer['run']}").json()["profile_id"] == answer["profile"]
    assert (profile["name"], profile["schedule"]) == ("Tea", {"every": "12h"})
    assert box.channel_url not in everything_written(daemon)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--contact", "no-address"), "must be an e-mail address"),
        (("--provider", "google"), "There is no search provider 'google'"),
        (("--provider", "brave"), "--key-file"),
        (("--provider", "searxng"), "--base-url"),
        (("--base-url", "searxng"), "NAME=VALUE"),
        (("--channel-url-file", "/no/such/file"), "cannot be read"),
    ],
)
def test_a_wrong_option_is_a_sentence_and_a_failure(
    daemon: RunningDaemon, options: tuple[str, str], sentence: str
) -> None:
    done = answered(daemon, "", "setup", "--no-input", *options)
    assert done.returncode in (1, 2)
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_what_was_done_before_the_end_of_the_input_stays(daemon: RunningDaemon) -> None:
    done = answered(daemon, "you@example.org\n", "setup")
    assert done.returncode == 1
    assert "What is done stays" in done.stderr
    with daemon.client() as client:
        system = client.get("/api/v1/system").json()
    assert system["contact"]["contact"] == "mailto:you@example.org"
    assert system["providers"] == []


def test_a_provider_is_enabled_disabled_and_deleted_and_its_key_is_written_nowhere(
    daemon: RunningDaemon, tmp_path: Path
) -> None:
    def shown(name: str) -> tuple[bool, str, bool]:
        items = {i["name"]: i for i in json.loads(well(answered(daemon, "", "provider", "list", "--json")))}
        return items[name]["enabled"], items[name]["source"], items[name]["has_key"]

    (tmp_path / "key").write_text(f"{KEY}\n")
    assert answered(daemon, "", "provider", "enable", "brave").returncode == 1
    printed = well(answered(daemon, "", "provider", "enable", "brave", "--key-file", str(tmp_path / "key")))
    assert "queries go to api.search.brave.com" in printed
    well(answered(daemon, f"{KEY}\n", "provider", "enable", "kagi", "--key-file", "-"))
    assert shown("brave") == shown("kagi") == (True, "api", True)
    well(answered(daemon, "", "provider", "disable", "brave"))
    assert shown("brave") == (False, "api", True)
    daemon.stop()
    daemon.start()
    assert (shown("brave"), shown("kagi")) == ((False, "api", True), (True, "api", True))
    well(answered(daemon, "", "provider", "enable", "brave"))
    well(answered(daemon, "", "provider", "delete", "brave"))
    assert shown("brave") == (False, "preset", False)
    examined = call("doctor", "--json", daemon=daemon).stdout
    assert "kagi" in examined
    assert KEY not in printed + examined + everything_written(daemon)
    assert KEY not in call("check-config", daemon=daemon).stdout


def test_the_list_begins_with_what_is_enabled_and_what_needs_no_key(
    daemon: RunningDaemon, searxng: str
) -> None:
    well(answered(daemon, "", "provider", "enable", "searxng", "--base-url", searxng))
    lines = well(answered(daemon, "", "provider", "list")).splitlines()[1:]
    names = [line.split("\t")[0] for line in lines]
    needs = [line.split("\t")[2] for line in lines]
    assert names[0] == "searxng"
    assert needs.index("key") > needs.index("base URL") > needs.index("contact")
    assert "key" not in needs[: needs.index("base URL")]
    assert set(needs[needs.index("key") :]) == {"key"}


def test_the_command_line_warns_about_a_profile_that_cannot_work(daemon: RunningDaemon, tmp_path: Path) -> None:
    added = answered(daemon, "", "profile", "add", "Tea", "green tea harvest")
    assert "Warning: seeds: No search provider can be asked" in added.stderr
    assert "Warning" not in well(added)
    assert "Warning: seeds:" in answered(daemon, "", "profile", "show", "Tea").stderr
    file = tmp_path / "all.json"
    well(answered(daemon, "", "profile", "export", str(file)))
    imported = answered(daemon, "", "profile", "import", str(file), "--on-conflict", "replace")
    assert "Warning: seeds: 'Tea': No search provider" in imported.stderr
    with daemon.client() as client:
        [run] = client.get("/api/v1/runs").json()["items"]
        client.get(f"/api/v1/runs/{run['id']}/events", timeout=30)  # ends with the run
    listed = well(answered(daemon, "", "profile", "list"))
    assert "ailing" in listed
    assert "watchd provider enable NAME" in listed
    examined = json.loads(call("doctor", "--json", daemon=daemon).stdout)
    [check] = [check for check in examined if check["subject"] == "profile 'Tea'"]
    assert not check["well"]
    assert "No search provider is enabled" in check["sentence"]
