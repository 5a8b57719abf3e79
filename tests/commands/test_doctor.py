"""Tests of `watchd doctor` with a real daemon and without one."""

import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.certificate import certified
from tests.notify.mailbox import mailbox
from tests.support import RunningDaemon, running_daemon
from tests.test_cli import Completed, call


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDaemon]:
    with running_daemon(tmp_path_factory.mktemp("doctor") / "state") as running:
        yield running


def test_the_doctor_finds_what_is_wrong_and_says_the_way_out(daemon: RunningDaemon) -> None:
    port = daemon.address.rpartition(":")[2]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed = taken.getsockname()[1]
    sick = examined(
        daemon,
        WATCHD_SERVER__PORT=port,
        WATCHD_PROVIDERS__SEARXNG__BASE_URL=f"http://127.0.0.1:{closed}",
        WATCHD_PROVIDERS__YACY__BASE_URL="http://no-such-name.invalid",
    )
    for subject, way_out in (
        ("contact", "fetch.contact"),
        ("DNS", "resolv.conf"),
        ("provider searxng", "providers.searxng.base_url"),
        ("provider yacy", "providers.yacy.base_url"),
    ):
        assert not sick[subject]["well"], subject
        assert way_out in sick[subject]["sentence"]
    for subject in ("configuration", "state folder", "disk", "database", "clock", "robot name", "daemon"):
        assert sick[subject]["well"], sick[subject]
    well = {
        "WATCHD_SERVER__PORT": port,
        "WATCHD_FETCH__CONTACT": "mailto:me@example.org",
        "WATCHD_PROVIDERS__SEARXNG__BASE_URL": f"http://localhost:{port}",
    }
    done = call("doctor", daemon=daemon, **well)
    assert done.returncode == 0, done.stdout


def test_the_doctor_and_the_log_name_the_layers_of_the_sandbox(daemon: RunningDaemon) -> None:
    checks = examined(daemon)
    daemon.logged("sandbox")
    logged = {line["child"]: line for line in daemon.log() if line["event"] == "sandbox"}
    for kind in ("reader", "sender"):
        sentence = checks[f"sandbox of the {kind}"]["sentence"]
        assert sentence.startswith("in force: ")
        for layer in ("no_new_privs", "seccomp", "landlock", "no capabilities"):
            assert layer in sentence  # with the reason, where it is missing
        assert all(layer in sentence for layer in [*logged[kind]["in_force"], *logged[kind]["missing"]])


def test_the_doctor_tries_the_receivers_of_channels_and_prints_no_address(daemon: RunningDaemon) -> None:
    port = daemon.address.rpartition(":")[2]
    with mailbox() as box, daemon.client() as client:
        urls = {
            "hook": f"webhook+http://127.0.0.1:{port}/s3cret",
            "dead": "json://127.0.0.1:9/s3cret",
            "mail": box.url(),
            "gone": "mailto://user:s3cret@127.0.0.1:9?from=a@example.org&to=me@example.org",
            "other": "tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544/",
        }
        for name, url in urls.items():
            assert client.post("/api/v1/channels", json={"name": name, "url": url}).status_code == 201
        found = examined(daemon, WATCHD_SERVER__PORT=port, WATCHD_FETCH__ALLOW_NETWORKS='["127.0.0.1"]')
        guarded = examined(daemon, WATCHD_SERVER__PORT=port)
        for name in urls:
            client.delete(f"/api/v1/channels/{name}")
    assert found["channel hook"]["well"]
    assert "its mail server listens" in found["channel mail"]["sentence"]
    for name in ("hook", "mail"):  # they listen, but the guard refuses them
        assert not guarded[f"channel {name}"]["well"]
        assert "fetch.allow_networks" in guarded[f"channel {name}"]["sentence"]
    assert "`watchd channel test other`" in found["channel other"]["sentence"]
    for name, what in (("dead", "receiver"), ("gone", "mail server")):
        assert (found[f"channel {name}"]["well"], what in found[f"channel {name}"]["sentence"]) == (False, True)
    assert "s3cret" not in json.dumps(found)


def test_the_doctor_says_which_channels_rest_or_wait(daemon: RunningDaemon) -> None:
    with daemon.client() as client:
        for name in ("rests", "waits"):
            body = {"name": name, "url": "json://127.0.0.1:9/"}
            client.post("/api/v1/channels", json=body).raise_for_status()
        sql(
            daemon.state,
            "UPDATE channels SET rests_since = '2026-11-16T07:30:00Z', rest_reason = 'It said 410.' WHERE name = 'rests'",
            "UPDATE channels SET paused_until = '2126-11-16T07:30:00Z' WHERE name = 'waits'",
        )
        found = examined(daemon)
        for name in ("rests", "waits"):
            client.delete(f"/api/v1/channels/{name}")
    assert "It said 410." in found["channel rests"]["sentence"]
    assert "did not accept the last message" in found["channel waits"]["sentence"]
    assert [found[f"channel {name}"]["well"] for name in ("rests", "waits")] == [False, False]


@pytest.mark.parametrize(
    ("contact", "well"),
    [("you", False), ("mailto:you", False), ("https://", False), ("mailto:a@example.org", True)],
)
def test_the_doctor_wants_a_contact_that_reaches_a_person(tmp_path: Path, contact: str, well: bool) -> None:
    assert diagnosed(tmp_path / "state", WATCHD_FETCH__CONTACT=contact)["contact"]["well"] == well


def test_the_doctor_tries_the_certificates_that_the_settings_name(tmp_path: Path) -> None:
    environ, _ = certified(tmp_path)
    assert diagnosed(tmp_path / "state", **environ)["certificates"]["well"]
    (tmp_path / "other.pem").write_text("no certificate")
    for sick in (
        {"WATCHD_FETCH__CA_FILE": "/no/such.pem"},
        {"WATCHD_FETCH__CA_FILE": str(tmp_path / "other.pem")},
        environ | {"WATCHD_SERVER__TLS_KEY": str(tmp_path / "other.pem")},
    ):
        checked = diagnosed(tmp_path / "state", **sick)["certificates"]
        assert (checked["well"], "cannot be used" in checked["sentence"]) == (False, True)


def test_one_mistake_in_the_configuration_hides_nothing_from_the_doctor(tmp_path: Path) -> None:
    found = diagnosed(
        tmp_path / "state", WATCHD_LOG__LEVEL="loud", WATCHD_FETCH__CONTACT="mailto:a@example.org"
    )
    assert "log.level" in found["configuration"]["sentence"]
    assert found["contact"]["well"]
    assert str(tmp_path / "state") in found["state folder"]["sentence"]
    assert "--server" not in found["daemon"]["sentence"]


def test_the_doctor_does_not_praise_a_provider_that_the_configuration_gets_wrong(tmp_path: Path) -> None:
    found = diagnosed(tmp_path / "state", WATCHD_PROVIDERS__BING__ENABLED="true")
    assert found["configuration"]["sentence"].startswith(
        "providers.bing.preset must be the name of a definition"
    )
    assert not found["search providers"]["well"]
    assert "bing cannot be used" in found["search providers"]["sentence"]


def test_a_file_in_place_of_the_state_folder_gets_advice_that_helps(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("x")
    assert "is not a folder" in diagnosed(tmp_path / "state")["state folder"]["sentence"]


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda state: (state / "watchd.db").write_bytes(b""), "not an SQLite database"),
        (lambda state: sql(state, "DROP TABLE migrations"), "not a watchd database"),
        (lambda state: sql(state, "INSERT INTO migrations VALUES (9999, 'x', 'x', 'now')"), "newer version"),
        (lambda state: sql(state, "UPDATE migrations SET checksum = 'x' WHERE number = 1"), "modified version"),
    ],
    ids=["empty", "foreign", "newer", "modified"],
)
def test_the_doctor_refuses_every_database_that_a_start_would_refuse(
    tmp_path: Path, empty_database: Path, harm: Any, says: str
) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    shutil.copy(empty_database, state / "watchd.db")
    harm(state)
    finding = diagnosed(state)["database"]
    assert (finding["well"], says in finding["sentence"]) == (False, True), finding


def sql(state: Path, *statements: str) -> None:
    connection = sqlite3.connect(state / "watchd.db", timeout=10)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def diagnosed(state: Path, **environ: str) -> dict[str, dict[str, Any]]:
    """Return what the doctor says of a folder without a running daemon."""
    quiet = {"WATCHD_STATE__DIR": str(state), "WATCHD_SERVER__PORT": "9", **environ}
    return _by_subject(call("doctor", "--json", daemon=None, **quiet))


def test_the_doctor_notices_a_clock_that_has_gone_back(daemon: RunningDaemon) -> None:
    file = daemon.state / "watchd.db"
    now = file.stat().st_mtime
    os.utime(file, (now, now + 86_400))
    found = examined(daemon)
    os.utime(file, (now, now))
    assert "gone back" in found["clock"]["sentence"]


def examined(daemon: RunningDaemon, **environ: str) -> dict[str, dict[str, Any]]:
    return _by_subject(call("doctor", "--json", daemon=daemon, **environ))


def _by_subject(done: Completed) -> dict[str, dict[str, Any]]:
    assert done.returncode in (0, 1), done.stderr
    return {finding["subject"]: finding for finding in json.loads(done.stdout)}
