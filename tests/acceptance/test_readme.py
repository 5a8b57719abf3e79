"""Tests of the README: they run its commands as they are written."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from demo.mailbox import running_mailbox
from demo.story import settings
from demo.web import Web, running_web
from tests.acceptance.test_runs import ended
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
    setup, calls, commands = blocks[2:5]
    export = "export WATCHD_STATE__DIR=$PWD/.state WATCHD_TOKEN=$(cat .state/admin.token)\n"
    assert setup == f"{export}.venv/bin/watchd setup\n"
    enable, store, read = curl_calls(calls)
    with running_web() as web, running_daemon(tmp_path / ".state", without_provider(web)) as daemon:
        # The engine of the example is on loopback here; everything else is as written.
        here = json.dumps({"enabled": True, "preset": "searxng", "base_url": web.engine_url})
        assert """--json '{"enabled": true}'""" in enable
        enabled = json.loads(run(export + enable.replace('{"enabled": true}', here), daemon))
        assert (enabled["name"], enabled["enabled"], enabled["source"]) == ("hackernews", True, "api")
        profile = json.loads(run(export + store, daemon))
        assert (profile["name"], profile["warnings"]) == ("Solid-state batteries", [])
        with daemon.client() as client:
            assert first_run(client, profile["id"])["state"] == "finished"
        assert json.loads(run(export + read, daemon))["items"], "the first example finds something"
        printed = run(export + commands.replace("watchd doctor", "watchd doctor || true"), daemon)
        for word in ("Green tea", "wd_r_", "api.gdeltproject.org", "contact"):
            assert word in printed
        assert "watchd API" in printed  # the title of the page that was fetched
        answers = "you@example.org\n-\n\nsolid state battery cells\n\n\n"
        assert "its first run has started" in run(setup, daemon, answers)


def without_provider(web: Web) -> dict[str, str]:
    """Return the settings of a new installation, except that all sites are on loopback."""
    return {name: value for name, value in settings(web).items() if "PROVIDERS" not in name}


def first_run(client: httpx.Client, profile_id: str) -> dict[str, Any]:
    """Return the first run of a profile when it has ended."""
    while not (items := client.get(f"/api/v1/profiles/{profile_id}/runs").json()["items"]):
        pass  # the scheduler queues it within milliseconds
    return ended(client, items[0]["id"], timeout=90)


def run(script: str, daemon: RunningDaemon, answers: str = "") -> str:
    """Run a shell block of the docs as it is, with this daemon's address instead of the default one."""
    here = script.replace("http://127.0.0.1:8420", daemon.address)
    here = here.replace(".venv/bin/watchd", f"{shlex.quote(sys.executable)} -m watchd")
    environ = {**os.environ, "WATCHD_SERVER": daemon.address}
    done = subprocess.run(
        ["bash", "-ec", here],
        env=environ,
        input=answers,
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
            "provider enable hackernews": f"provider enable hackernews --preset searxng --base-url {web.engine_url}",
            "https://example.org/feed.xml": web.edition.url("courier:/feed.xml"),
            "mailtos://you:password@mail.example.org?from=you@example.org&to=you@example.org": box.channel_url,
        }.items():
            assert example in script
            script = script.replace(example, real)
        with running_daemon(tmp_path / ".state", without_provider(web)) as daemon:
            printed = run(script, daemon)
        assert len(box.mails) == 1  # the sample
    assert "SearXNG is enabled" in printed
    assert '"warnings":[]' in printed
    assert '"field":"schedule.every"' in printed
    assert "event: done" in printed
    assert "Five pilot lines for solid state batteries compared" in printed
    assert "Delivered to mail in" in printed
    assert '"cron":"0 7 * * 1-5"' in printed
