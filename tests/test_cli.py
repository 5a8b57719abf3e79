"""The command line: help for everything, sentences instead of traces, exit codes that mean something."""

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from tests.certificate import certified
from tests.notify.mailbox import mailbox
from tests.support import RunningDaemon, running_daemon
from watchd.cli import watchd

Completed = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDaemon]:
    with running_daemon(tmp_path_factory.mktemp("cli") / "state") as running:
        yield running


def call(*words: str, daemon: RunningDaemon | None = None, **environ: str) -> Completed:
    base = {name: value for name, value in os.environ.items() if not name.startswith("WATCHD_")}
    if daemon is not None:
        base |= {"WATCHD_STATE__DIR": str(daemon.state), "WATCHD_SERVER": daemon.address}
    return subprocess.run(
        [sys.executable, "-m", "watchd", *words],
        env=base | environ, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def commands(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands(inner, (*path, name))


@pytest.mark.parametrize(
    ("path", "command"), list(commands(watchd)), ids=lambda v: "-".join(v) if isinstance(v, tuple) else ""
)
def test_every_command_and_option_has_help(path: tuple[str, ...], command: click.Command) -> None:
    assert command.help, path
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help or parameter.is_eager, (path, parameter.name)


def test_a_profile_lives_its_life_on_the_command_line(daemon: RunningDaemon, tmp_path: Path) -> None:
    added = call(
        "profile", "add", "Tea", "green tea", "--every", "2h", "--tag", "drinks", "--json", daemon=daemon
    )
    profile = json.loads(added.stdout)
    assert profile["schedule"] == {"every": "2h"}
    listed = call("profile", "list", "--tag", "drinks", daemon=daemon).stdout.splitlines()
    assert listed[0].split("\t") == ["ID", "NAME", "STATE", "NEXT RUN", "UNREAD"]
    assert listed[1].split("\t")[1] == "Tea"
    assert json.loads(call("profile", "show", "Tea", daemon=daemon).stdout)["id"] == profile["id"]
    assert "Tea is paused" in call("profile", "pause", profile["id"], daemon=daemon).stdout
    assert "paused" not in call("profile", "pause", "Tea", "--resume", daemon=daemon).stdout
    file = tmp_path / "all.toml"
    assert call("profile", "export", str(file), daemon=daemon).returncode == 0
    assert call("profile", "delete", "Tea", "--yes", daemon=daemon).returncode == 0
    assert "1 created" in call("profile", "import", str(file), daemon=daemon).stdout
    assert "[[profiles]]" in call("profile", "export", daemon=daemon).stdout
    assert call("profile", "delete", "Tea", "--yes", "--json", daemon=daemon).returncode == 0


def test_an_import_of_a_name_that_is_taken_says_once_which_option_decides(
    daemon: RunningDaemon, tmp_path: Path
) -> None:
    file = tmp_path / "again.toml"
    file.write_text('[[profiles]]\nname = "Milk"\n[profiles.query]\ntext = "milk"\n')
    assert "1 created" in call("profile", "import", str(file), daemon=daemon).stdout
    refused = call("profile", "import", str(file), daemon=daemon)
    assert refused.returncode == 1
    assert refused.stderr.count("There is a profile named 'Milk' already") == 1
    assert "use --on-conflict skip or --on-conflict replace" in refused.stderr
    assert "on_conflict=" not in refused.stderr
    assert "1 skipped" in call("profile", "import", str(file), "--on-conflict", "skip", daemon=daemon).stdout


def test_a_profile_can_be_added_from_a_file(daemon: RunningDaemon, tmp_path: Path) -> None:
    file = tmp_path / "coffee.toml"
    file.write_text('name = "Coffee"\n[query]\ntext = "espresso"\n')
    assert "Coffee" in call("profile", "add", str(file), daemon=daemon).stdout
    file.write_text("= broken")
    assert "cannot be read" in call("profile", "add", str(file), daemon=daemon).stderr


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("profile", "show", "Nothing"), 1, "There is no profile"),
        (("profile", "add", "Bad", "x", "--every", "soon"), 1, "schedule.every"),
        (("profile", "add", "alone"), 2, "Give a NAME and a TEXT"),
        (("profile", "import", __file__), 2, "must end with one of"),
        (("nonsense",), 2, "No such command"),
        (("token", "create", "x", "--scope", "root"), 2, "root"),
        (("token", "create", "x", "--lifetime", "soon"), 2, "lifetime: must be text such as"),
        (("token", "revoke", "nobody"), 1, "There is no token"),
        (("token", "create", "x", "--lifetime", "0s"), 2, "between 1s and 3660d"),
        (("token", "create", "x", "--lifetime", "999999999d"), 2, "between 1s and 3660d"),
        (("token", "create", "\x1b[31m"), 2, "name"),
        (("profile", "delete", "--yes", ""), 2, "PROFILE must be an id"),
        (("profile", "show", "../tokens"), 1, "There is no profile"),
        (("profile", "export", "/nonexistent/x.toml"), 1, "cannot be written"),
        (("profile", "list", "--server", "http://[::1"), 1, "must be an address"),
    ],
)
def test_a_mistake_is_a_sentence_and_an_exit_code(
    daemon: RunningDaemon, words: tuple[str, ...], code: int, sentence: str
) -> None:
    done = call(*words, daemon=daemon)
    assert (done.returncode, done.stdout) == (code, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_daemon_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    done = call("profile", "list", "--server", "http://127.0.0.1:9", WATCHD_STATE__DIR=str(tmp_path))
    assert done.returncode == 1
    assert "Start the daemon" in done.stderr


def test_a_token_made_beside_a_running_daemon_works_at_once_and_until_revoked(daemon: RunningDaemon) -> None:
    text = call("token", "create", "phone", "--scope", "read", daemon=daemon).stdout.strip()
    with daemon.client(text) as phone:
        assert phone.get("/api/v1/profiles").status_code == 200
        assert phone.post("/api/v1/profiles", json={}).status_code == 403
        call("token", "create", "guest", "--lifetime", "90d", daemon=daemon)
        rows = [line.split("\t") for line in call("token", "list", daemon=daemon).stdout.splitlines()]
        expiry = {row[1]: row[4] for row in rows}
        assert expiry["phone"] == ""
        assert re.fullmatch(r"[0-9-]{10}T[0-9:]{8}Z", expiry["guest"])
        assert call("token", "revoke", "phone", daemon=daemon).returncode == 0
        assert phone.get("/api/v1/profiles").status_code == 401


def test_a_token_can_be_made_before_the_first_start(tmp_path: Path) -> None:
    done = call(
        "token", "create", "early", "--scope", "admin", "--json", WATCHD_STATE__DIR=str(tmp_path / "state")
    )
    assert json.loads(done.stdout)["token"].startswith("wd_a_")


def test_check_config_prints_what_is_in_force_with_secrets_masked(tmp_path: Path) -> None:
    done = call(
        "check-config", WATCHD_SERVER__PORT="1234", WATCHD_PROVIDERS__BRAVE__API_KEY="s3cret", cwd=str(tmp_path)
    )
    assert done.returncode == 0
    assert "port = 1234" in done.stdout
    assert "s3cret" not in done.stdout
    assert json.loads(call("check-config", "--json").stdout)["server"]["host"] == "127.0.0.1"


def test_a_bad_configuration_ends_every_command_that_needs_it_with_2(tmp_path: Path) -> None:
    for words in (("check-config",), ("serve",), ("token", "list")):
        done = call(
            *words, WATCHD_SERVER__PORT="many", WATCHD_LOG__LEVEL="loud", WATCHD_STATE__DIR=str(tmp_path)
        )
        assert done.returncode == 2
        assert "server.port" in done.stderr
        assert "log.level" in done.stderr


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
    for name in ("hook", "mail"):  # they listen, and the guard lets nobody there
        assert not guarded[f"channel {name}"]["well"]
        assert "fetch.allow_networks" in guarded[f"channel {name}"]["sentence"]
    assert "POST /channels/other/test" in found["channel other"]["sentence"]
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
    [("nobody", False), ("mailto:nobody", False), ("https://", False), ("mailto:a@example.org", True)],
)
def test_the_doctor_wants_a_contact_that_reaches_somebody(tmp_path: Path, contact: str, well: bool) -> None:
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
        told = diagnosed(tmp_path / "state", **sick)["certificates"]
        assert (told["well"], "cannot be used" in told["sentence"]) == (False, True)


def test_one_mistake_in_the_configuration_hides_nothing_from_the_doctor(tmp_path: Path) -> None:
    found = diagnosed(
        tmp_path / "state", WATCHD_LOG__LEVEL="loud", WATCHD_FETCH__CONTACT="mailto:a@example.org"
    )
    assert "log.level" in found["configuration"]["sentence"]
    assert found["contact"]["well"]
    assert str(tmp_path / "state") in found["state folder"]["sentence"]
    assert "--server" not in found["daemon"]["sentence"]


def test_a_file_in_place_of_the_state_folder_gets_advice_that_helps(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("x")
    assert "is not a folder" in diagnosed(tmp_path / "state")["state folder"]["sentence"]


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda state: (state / "watchd.db").write_bytes(b""), "not an SQLite database"),
        (lambda state: sql(state, "DROP TABLE migrations"), "no such table"),
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


def test_commands_that_need_the_state_folder_only_do_not_ask_for_keys(tmp_path: Path) -> None:
    file = tmp_path / "watchd.toml"
    file.write_text(f'[state]\ndir = "{tmp_path / "state"}"\n[providers.brave]\n')
    assert call("check-config", "--config", str(file)).returncode == 2
    assert call("token", "create", "me", "--scope", "admin", "--config", str(file)).returncode == 0
    assert "me" in call("token", "list", "--config", str(file)).stdout
    copy = tmp_path / "copy.db"
    assert call("backup", str(copy), "--config", str(file)).returncode == 0
    assert call("restore", str(copy), "--config", str(file)).returncode == 0


def sql(state: Path, *statements: str) -> None:
    connection = sqlite3.connect(state / "watchd.db", timeout=10)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def diagnosed(state: Path, **environ: str) -> dict[str, dict[str, Any]]:
    """What the doctor says of a folder for which no daemon runs."""
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


def test_a_backup_comes_back_once_the_daemon_is_stopped(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        call("profile", "add", "Tea", "green tea", daemon=daemon)
        copied = call("backup", str(tmp_path / "copy.db"), "--json", daemon=daemon)
        assert json.loads(copied.stdout)["profiles"] == 1
        refused = call("restore", str(tmp_path / "copy.db"), daemon=daemon)
        assert refused.returncode == 3
        assert "Stop that one first" in refused.stderr
        call("profile", "delete", "Tea", "--yes", daemon=daemon)
    restored = call("restore", str(tmp_path / "copy.db"), daemon=daemon)
    assert restored.returncode == 0, restored.stderr
    assert "previous database" in restored.stdout
    with running_daemon(tmp_path / "state") as daemon:
        assert "Tea" in call("profile", "list", daemon=daemon).stdout


def test_a_restore_on_a_new_machine_says_how_to_get_in_again(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "old") as daemon:
        call("backup", str(tmp_path / "copy.db"), daemon=daemon)
        same = json.loads(call("backup", str(tmp_path / "other.db"), "--json", daemon=daemon).stdout)
    again = call("restore", same["file"], "--json", WATCHD_STATE__DIR=str(tmp_path / "old"))
    assert json.loads(again.stdout)["admin_token_works"]
    with running_daemon(tmp_path / "new"):
        pass
    restored = call("restore", str(tmp_path / "copy.db"), WATCHD_STATE__DIR=str(tmp_path / "new"))
    command = restored.stdout.splitlines()[-1]
    assert "watchd token create admin-" in command
    program = f"{sys.executable} -m watchd token"
    subprocess.run(
        command.replace("watchd token", program), shell=True, check=True, timeout=60,
        env={**os.environ, "WATCHD_STATE__DIR": str(tmp_path / "new")},
    )  # fmt: skip
    with running_daemon(tmp_path / "new") as daemon:
        assert call("profile", "list", daemon=daemon).returncode == 0


def test_a_backup_that_cannot_be_made_is_a_sentence(daemon: RunningDaemon, tmp_path: Path) -> None:
    there = call("backup", str(daemon.state / "watchd.db"), daemon=daemon)
    assert (there.returncode, "exists already" in there.stderr) == (1, True)
    assert call("backup", str(tmp_path / "x.db"), "--keep", "3", daemon=daemon).returncode == 2
    missing = call("backup", f"{tmp_path}/missing/", daemon=daemon)
    assert (missing.returncode, "create it first" in missing.stderr) == (2, True)
    assert not (tmp_path / "missing").exists()
    assert call("restore", str(tmp_path / "x.db"), WATCHD_STATE__DIR=str(tmp_path / "other")).returncode == 1


def test_the_version_is_printed() -> None:
    assert call("--version").stdout.startswith("watchd ")
