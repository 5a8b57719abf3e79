"""Tests of the command line: help for everything, sentences instead of traces, and exit codes."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

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


# It prints nothing but its log, which has a format of its own.
WITHOUT_JSON = {("serve",)}


@pytest.mark.parametrize(
    ("path", "command"),
    [(path, command) for path, command in commands(watchd) if not isinstance(command, click.Group)],
    ids=lambda v: "-".join(v) if isinstance(v, tuple) else "",
)
def test_every_command_can_print_json(path: tuple[str, ...], command: click.Command) -> None:
    has_json = any("--json" in parameter.opts for parameter in command.params)
    assert has_json != (path in WITHOUT_JSON)


def test_a_profile_is_added_changed_and_deleted_on_the_command_line(
    daemon: RunningDaemon, tmp_path: Path
) -> None:
    added = call(
        "profile", "add", "Tea", "green tea", "--every", "2h", "--tag", "drinks", "--json", daemon=daemon
    )
    profile = json.loads(added.stdout)
    assert profile["schedule"] == {"every": "2h"}
    listed = call("profile", "list", "--tag", "drinks", daemon=daemon).stdout.splitlines()
    assert listed[0].split("\t") == ["ID", "NAME", "STATE", "NEXT RUN", "UNREAD", "REASON"]
    assert listed[1].split("\t")[1] == "Tea"
    assert json.loads(call("profile", "show", "Tea", daemon=daemon).stdout)["id"] == profile["id"]
    assert "Tea is paused" in call("profile", "pause", profile["id"], daemon=daemon).stdout
    resumed = call("profile", "pause", "Tea", "--resume", daemon=daemon).stdout
    assert re.fullmatch(r"Tea runs again; its state is (new|well|ailing)\.\n", resumed)
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
    assert refused.stderr.count("There is already a profile named 'Milk'") == 1
    assert "use --on-conflict skip or --on-conflict replace" in refused.stderr
    assert "on_conflict=" not in refused.stderr
    assert "1 skipped" in call("profile", "import", str(file), "--on-conflict", "skip", daemon=daemon).stdout


def test_feeds_are_exported_as_opml_and_imported_with_words(daemon: RunningDaemon, tmp_path: Path) -> None:
    file, again = tmp_path / "feeds.opml", tmp_path / "again.opml"
    file.write_text(
        '<opml version="2.0"><body><outline text="Tea"><outline xmlUrl="https://example.org/tea.xml"/></outline></body></opml>'
    )
    assert "the profile is paused" in call("profile", "import", str(file), daemon=daemon).stdout
    words = ("--name", "Tea news", "--text", "green tea")
    assert "1 created" in call("profile", "import", str(file), *words, daemon=daemon).stdout
    assert call("profile", "export", str(again), daemon=daemon).returncode == 0
    assert 'xmlUrl="https://example.org/tea.xml"' in again.read_text()
    assert "<opml" in call("profile", "export", "--format", "opml", daemon=daemon).stdout


def test_notes_of_an_import_are_a_list(daemon: RunningDaemon, tmp_path: Path) -> None:
    file = tmp_path / "url-watches.json"
    watch = {
        "uuid": "w",
        "url": "https://example.org/w",
        "title": "W",
        "llm_intent": "only a lower price",
        "new": 1,
    }
    file.write_text(json.dumps({"watching": {"w": watch}, "settings": {}}))
    lines = call("profile", "import", str(file), daemon=daemon).stdout.splitlines()
    assert lines[0] == "1 created, 0 replaced, 0 skipped."
    assert lines[1].startswith(
        "- 1 watch(es) ('W') say in words which edits matter (AI intent); watchd reports every edit"
    )
    assert lines[2:] == ["- 1 watch(es) ('W') have the unknown setting new; it was left out."]


def test_a_file_of_another_kind_is_named(daemon: RunningDaemon, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<p>")
    refused = call("profile", "import", str(file), daemon=daemon)
    assert refused.returncode == 1
    assert f"{file} cannot be read: Not a bookmark file." in refused.stderr


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
        (
            ("token", "create", "x", "--lifetime", "soon"),
            2,
            "lifetime: must be a duration such as 90s, 15m, 6h or 7d; got 'soon'",
        ),
        (("token", "revoke", "missing"), 1, "There is no token"),
        (("token", "create", "x", "--lifetime", "0s"), 2, "between 1s and 3660d"),
        (("token", "create", "x", "--lifetime", "999999999d"), 2, "between 1s and 3660d"),
        (("token", "create", "\x1b[31m"), 2, "name"),
        (("profile", "delete", "--yes", ""), 2, "PROFILE must be an id"),
        (("profile", "show", "../tokens"), 1, "There is no profile"),
        (("profile", "export", "/nonexistent/x.toml"), 1, "cannot be written"),
        (("profile", "list", "--server", "http://[::1"), 1, "must be an address"),
        (
            ("profile", "list", "--server", "127.0.0.1:8420"),
            1,
            "--server must be an address such as http://127.0.0.1:8420; got 127.0.0.1:8420.",
        ),
        (
            ("profile", "list", "--token-file", "/nonexistent"),
            1,
            "--token-file cannot be read: /nonexistent: No such file or directory.",
        ),
        (
            ("provider", "test", "nope"),
            1,
            "There is no provider 'nope'; `watchd provider list` shows them.",
        ),
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
        revoked = call("token", "revoke", "phone", "--json", daemon=daemon)
        assert json.loads(revoked.stdout) == {"revoked": "phone"}
        assert phone.get("/api/v1/profiles").status_code == 401


@pytest.mark.parametrize("words", [("list",), ("revoke", "phone")])
def test_looking_for_tokens_in_the_wrong_folder_makes_no_database_there(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    done = call("token", *words, WATCHD_STATE__DIR=str(tmp_path / "elsewhere"))
    assert done.returncode == 1
    assert f"no database in {tmp_path / 'elsewhere'}" in done.stderr
    assert "WATCHD_STATE__DIR" in done.stderr
    assert not (tmp_path / "elsewhere").exists()


def test_no_token_is_made_in_a_new_folder_while_a_daemon_answers(daemon: RunningDaemon, tmp_path: Path) -> None:
    port = daemon.address.rpartition(":")[2]
    folder = tmp_path / "elsewhere"
    for name, value in {"WATCHD_SERVER__PORT": port, "WATCHD_SERVER": daemon.address}.items():
        environ = {"WATCHD_STATE__DIR": str(folder), name: value}
        done = call("token", "create", "phone", daemon=None, **environ)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"There is no database in {folder}" in done.stderr
        assert f"the daemon that answers at http://127.0.0.1:{port} has another state folder" in done.stderr
        assert "WATCHD_STATE__DIR or --config" in done.stderr
        assert not folder.exists()


def test_a_refused_token_is_named_with_the_daemon_and_the_file_it_came_from(
    daemon: RunningDaemon, tmp_path: Path
) -> None:
    words, wrong = ("profile", "list", "--server", daemon.address), f"wd_a_{'0' * 40}"
    missing = call(*words, WATCHD_STATE__DIR=str(tmp_path))
    assert missing.returncode == 1
    assert (
        f"The daemon at {daemon.address} needs a token, and there is no {tmp_path}/admin.token."
        in missing.stderr
    )
    assert "WATCHD_STATE__DIR" in missing.stderr
    (tmp_path / "admin.token").write_text(wrong)
    other = call(*words, WATCHD_STATE__DIR=str(tmp_path))
    assert f"The daemon at {daemon.address} refused the token in {tmp_path}/admin.token." in other.stderr
    assert "WATCHD_STATE__DIR" in other.stderr
    named = call(*words, "--token-file", str(tmp_path / "admin.token"), daemon=daemon)
    assert f"refused the token in {tmp_path}/admin.token. Give a valid token" in named.stderr
    given = call(*words, daemon=daemon, WATCHD_TOKEN=wrong)
    assert "refused the token in WATCHD_TOKEN" in given.stderr
    assert wrong not in missing.stderr + other.stderr + named.stderr + given.stderr


def test_a_token_can_be_made_before_the_first_start(tmp_path: Path) -> None:
    # No daemon listens on port 9.
    done = call(
        "token", "create", "early", "--scope", "admin", "--json", WATCHD_STATE__DIR=str(tmp_path / "state"),
        WATCHD_SERVER__PORT="9",
    )  # fmt: skip
    assert json.loads(done.stdout)["token"].startswith("wd_a_")
    assert f"state folder {tmp_path / 'state'}, which is new" in done.stderr


def test_check_config_prints_what_is_in_force_with_secrets_masked(tmp_path: Path) -> None:
    done = call(
        "check-config", WATCHD_SERVER__PORT="1234", WATCHD_PROVIDERS__BRAVE__API_KEY="s3cret", cwd=str(tmp_path)
    )
    assert done.returncode == 0
    assert "port = 1234" in done.stdout
    assert "s3cret" not in done.stdout
    assert json.loads(call("check-config", "--json").stdout)["server"]["host"] == "127.0.0.1"


def test_check_config_names_the_files_that_it_has_read(tmp_path: Path) -> None:
    file = tmp_path / "watchd.toml"
    file.write_text("[server]\nport = 1234\n")
    for words, environ in (
        (("--config", str(file)), {}),
        ((), {"WATCHD_CONFIG": str(file)}),
        ((), {"WATCHD_STATE__DIR": str(tmp_path)}),
    ):
        done = call("check-config", "--json", *words, daemon=None, **environ)
        assert json.loads(done.stdout)["server"]["port"] == 1234
        assert done.stderr == f"watchd: read {file}\n"
    none = call("check-config", WATCHD_STATE__DIR=str(tmp_path / "empty"))
    assert "no settings file was read" in none.stderr
    assert "WATCHD_STATE__DIR" in none.stderr


def test_a_bad_configuration_ends_every_command_that_needs_it_with_2(tmp_path: Path) -> None:
    for words in (("check-config",), ("serve",), ("token", "list")):
        done = call(
            *words, WATCHD_SERVER__PORT="many", WATCHD_LOG__LEVEL="loud", WATCHD_STATE__DIR=str(tmp_path)
        )
        assert done.returncode == 2
        assert "server.port" in done.stderr
        assert "log.level" in done.stderr


def test_commands_that_need_the_state_folder_only_do_not_ask_for_keys(tmp_path: Path) -> None:
    file = tmp_path / "watchd.toml"
    file.write_text(f'[state]\ndir = "{tmp_path / "state"}"\n[providers.brave]\n')
    assert call("check-config", "--config", str(file)).returncode == 2
    made = call("token", "create", "me", "--scope", "admin", "--config", str(file), WATCHD_SERVER__PORT="9")
    assert made.returncode == 0
    assert "me" in call("token", "list", "--config", str(file)).stdout
    copy = tmp_path / "copy.db"
    assert call("backup", str(copy), "--config", str(file)).returncode == 0
    assert call("restore", str(copy), "--config", str(file)).returncode == 0


def test_a_backup_comes_back_once_the_daemon_is_stopped(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        call("profile", "add", "Tea", "green tea", daemon=daemon)
        copied = call("backup", str(tmp_path / "copy.db"), "--json", daemon=daemon)
        assert json.loads(copied.stdout)["profiles"] == 1
        refused = call("restore", str(tmp_path / "copy.db"), daemon=daemon)
        assert refused.returncode == 3
        assert "Stop that process first" in refused.stderr
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
