"""Tests of the README: they run its commands as they are written."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from demo.mailbox import running_mailbox
from demo.story import settings
from demo.web import running_web
from tests.support import ROOT, RunningDaemon, running_daemon


def shell_blocks(text: str) -> list[str]:
    return re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)


def curl_calls(block: str) -> list[str]:
    joined = block.replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.startswith("curl ")]


def test_what_the_readme_shows_works(tmp_path: Path) -> None:
    blocks = shell_blocks((ROOT / "README.md").read_text())
    assert blocks[0].strip() == "make demo"  # tests/demo runs it
    assert blocks[1].strip() == "make run"
    calls, commands = blocks[2:4]
    assert calls.startswith("export WATCHD_STATE__DIR=$PWD/.state WATCHD_TOKEN=$(cat .state/admin.token)")
    assert len(curl_calls(calls)) == 3
    with running_daemon(tmp_path / ".state") as daemon:
        answers = [
            json.loads(line) for line in run(calls.replace("-s -H", "-sw '\\n' -H"), daemon).splitlines()
        ]
        assert answers[0]["name"] == "Solid-state batteries"
        assert [item["id"] for item in answers[1]["items"]] == [answers[0]["id"]]
        assert answers[2]["counts"]["profiles"] == 1
        export = calls.splitlines()[0]
        printed = run(f"{export}\n{commands.replace('watchd doctor', 'watchd doctor || true')}", daemon)
        assert "Green tea" in printed
        assert "wd_r_" in printed
        assert "watchd API" in printed  # the title of the page that was fetched
        assert "contact" in printed


def run(script: str, daemon: RunningDaemon) -> str:
    """Run a shell block of the docs as it is, with this daemon's address instead of the default one."""
    here = script.replace("http://127.0.0.1:8420", daemon.address)
    here = here.replace(".venv/bin/watchd", f"{shlex.quote(sys.executable)} -m watchd")
    environ = {**os.environ, "WATCHD_SERVER": daemon.address}
    done = subprocess.run(
        ["bash", "-ec", here],
        env=environ,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
        cwd=daemon.state.parent,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_calls_of_the_tutorial_work(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorial" / "first-profile.md").read_text()
    script = "\n".join(block for block in shell_blocks(text) if not block.startswith("make "))
    with running_web() as web, running_mailbox() as box:
        for example, real in {
            "https://example.org/feed.xml": web.edition.url("courier:/feed.xml"),
            "mailtos://you:password@mail.example.org?from=you@example.org&to=you@example.org": box.channel_url,
        }.items():
            assert example in script
            script = script.replace(example, real)
        with running_daemon(tmp_path / ".state", settings(web)) as daemon:
            printed = run(script, daemon)
        assert len(box.mails) == 1  # the sample
    assert '"field":"schedule.every"' in printed
    assert "event: done" in printed
    assert "Five pilot lines for solid state batteries compared" in printed
    assert "Delivered to mail in" in printed
    assert '"cron":"0 7 * * 1-5"' in printed
