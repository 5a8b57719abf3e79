"""Tests that no secret appears, byte by byte, in anything that the daemon prints or answers."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

from tests.support import RunningDaemon, running_daemon

API_KEY = "kagi-k3y-that-must-stay-secret"
STORED_KEY = "exa-k3y-that-must-stay-secret"
PASSWORD = "pa55word-of-the-mailbox"
HOOK = "h00k-path-that-is-a-secret"
OURS = {
    "WATCHD_LOG__LEVEL": "debug",
    "WATCHD_PROVIDERS__KAGI__API_KEY": API_KEY,
    "WATCHD_PROVIDERS__KAGI__ENABLED": "false",
}


def use_everything(daemon: RunningDaemon) -> list[str]:
    """Use secrets in good and bad requests, and return all answers of the daemon."""
    answers = []
    with daemon.client() as client:
        for body in (
            {"name": "mail", "url": f"mailto://user:{PASSWORD}@example.org"},
            {"name": "mail", "url": f"mailto://user:{PASSWORD}@example.org"},  # the name is in use
            {"name": "hook", "url": f"webhook+https://example.org/{HOOK}"},
            {"name": "bad", "url": f"nonsense://{PASSWORD}/{HOOK}"},
            {"name": "worse", "url": {"a": PASSWORD}},
            {"name": "file", "url": f"file:///{HOOK}"},
        ):
            answers.append(client.post("/api/v1/channels", json=body))
        for name, settings in (
            ("exa", {"api_key": STORED_KEY}),
            ("exa", {"enabled": False}),
            ("exa", {"api_key": f"{STORED_KEY} with blanks"}),
            ("exa", {"api_key": [STORED_KEY]}),
            ("exa", {"api_key": STORED_KEY, "preset": "none-such"}),
            (
                "forum",
                {
                    "preset": "rss",
                    "base_url": f"https://example.org/?key={STORED_KEY}&q={{query}}",
                    "enabled": False,
                },
            ),
            ("forum", {"base_url": f"ftp://{STORED_KEY}@example.org/"}),
            ("forum", {"base_url": {"a": STORED_KEY}}),
        ):
            answers.append(client.put(f"/api/v1/providers/{name}", json=settings))
        body = {"name": "P", "query": {"text": "green tea harvest"}, "seeds": {"providers": ["exa", "forum"]}}
        answers.append(client.post("/api/v1/profiles", json={**body, "schedule": {"manual": True}}))
        for path in (
            "providers/exa",
            "providers/forum",
            "profiles",
            "channels",
            "channels/mail",
            "channels/hook",
            "system",
            "profiles/export",
            "providers",
            "tokens",
        ):
            answers.append(client.get(f"/api/v1/{path}"))
        answers.append(client.get("/metrics"))
        answers.append(client.get(f"/api/v1/profiles?token={daemon.token()}"))
        answers.append(client.get("/api/v1/profiles", headers={"Authorization": f"Basic {daemon.token()}"}))
        answers.append(client.get("/api/v1/profiles", headers={"Authorization": f"Bearer {daemon.token()}x"}))
        answers.append(client.get(f"/api/v1/{PASSWORD}"))
    shown = [answer.text for answer in answers if PASSWORD not in str(answer.url)]
    for command in ("check-config", "doctor"):
        done = subprocess.run(
            [sys.executable, "-m", "watchd", command], env=daemon.environ, capture_output=True, text=True,
            timeout=60, check=False, cwd=daemon.state.parent,
        )  # fmt: skip
        shown += [done.stdout, done.stderr]
    return shown


def test_no_secret_is_in_a_log_an_answer_or_the_process_list(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state", OURS) as daemon:
        shown = use_everything(daemon)
        assert daemon.process is not None
        daemon.process.send_signal(signal.SIGHUP)
        daemon.logged("configuration reloaded")
        shown.append(Path(f"/proc/{daemon.process.pid}/cmdline").read_text())
        daemon.stop()
        daemon.start()  # what is stored is read again
        token = daemon.token()
    shown.append(daemon.log_file.read_text())
    for secret in (
        API_KEY,
        STORED_KEY,
        HOOK,
        token,
        token.split("_", 3)[3],
    ):  # the secret part may have underscores too
        assert [text[:300] for text in shown if secret in text] == [], secret
    # The path of a request is not in the log either.
    assert [text[:300] for text in shown if PASSWORD in text] == []


def test_files_are_private_even_where_everything_else_is_open(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with running_daemon(tmp_path / "state") as daemon, daemon.client() as client:
            assert client.get("/health/ready").status_code == 200
            copy = tmp_path / "copy.db"
            backup = [sys.executable, "-m", "watchd", "backup", str(copy)]
            subprocess.run(backup, env=daemon.environ, check=True, timeout=60, capture_output=True)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in daemon.state.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(daemon.state.stat().st_mode) == 0o700
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
