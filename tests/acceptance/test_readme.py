"""The README tells the truth: its calls are copied out and really made."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.support import ROOT, RunningDaemon, running_daemon


def shell_blocks(text: str) -> list[str]:
    return re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)


def curl_calls(block: str) -> list[str]:
    joined = block.replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.startswith("curl ")]


def test_what_the_readme_shows_works(tmp_path: Path) -> None:
    blocks = shell_blocks((ROOT / "README.md").read_text())
    assert blocks[0].strip() == "make run"
    assert blocks[1].startswith("export WATCHD_STATE__DIR=$PWD/.state WATCHD_TOKEN=$(cat .state/admin.token)")
    assert len(curl_calls(blocks[1])) == 3
    with running_daemon(tmp_path / ".state") as daemon:
        answers = [
            json.loads(line) for line in run(blocks[1].replace("-s -H", "-sw '\\n' -H"), daemon).splitlines()
        ]
        assert answers[0]["name"] == "Solid-state batteries"
        assert [item["id"] for item in answers[1]["items"]] == [answers[0]["id"]]
        assert answers[2]["counts"]["profiles"] == 1
        commands = (
            blocks[1].splitlines()[0] + "\n" + blocks[2].replace("watchd doctor", "watchd doctor || true")
        )
        printed = run(commands, daemon)
        assert "Green tea" in printed
        assert "wd_r_" in printed
        assert "watchd API" in printed  # the title of the page that was fetched
        assert "contact" in printed


def run(script: str, daemon: RunningDaemon) -> str:
    """Run a shell block of the docs as it stands, with this daemon's address in the place of the default one."""
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


def test_the_calls_of_the_tutorial_work(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorial" / "first-profile.md").read_text()
    script = "\n".join(block for block in shell_blocks(text) if "curl" in block or "export" in block)
    with running_daemon(tmp_path / ".state") as daemon:
        printed = run(script, daemon)
    assert '"cron":"0 7 * * 1-5"' in printed
    assert '"field":"schedule.every"' in printed
