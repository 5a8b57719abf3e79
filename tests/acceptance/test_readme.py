"""The README tells the truth: its calls are copied out and really made."""

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

from tests.support import ROOT, running_daemon


def shell_blocks(text: str) -> list[str]:
    return re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)


def curl_calls(block: str) -> list[str]:
    joined = block.replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.startswith("curl ")]


def test_the_three_calls_of_the_readme_work(tmp_path: Path) -> None:
    blocks = shell_blocks((ROOT / "README.md").read_text())
    assert blocks[0].strip() == "make run"
    assert "export WATCHD_TOKEN=$(cat .state/admin.token)" in blocks[1]
    calls = curl_calls(blocks[1])
    assert len(calls) == 3
    with running_daemon(tmp_path / ".state") as daemon:
        environ = {**os.environ, "WATCHD_TOKEN": daemon.token()}
        answers = []
        for call in calls:
            here = call.replace("http://127.0.0.1:8420", daemon.address)
            done = subprocess.run(
                ["bash", "-c", here], env=environ, capture_output=True, text=True, timeout=30, check=True
            )
            answers.append(json.loads(done.stdout))
    assert answers[0]["name"] == "Solid-state batteries"
    assert [item["id"] for item in answers[1]["items"]] == [answers[0]["id"]]
    assert answers[2]["counts"]["profiles"] == 1


def test_the_calls_of_the_tutorial_work(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorial" / "first-profile.md").read_text()
    script = "\n".join(block for block in shell_blocks(text) if "curl" in block)
    with running_daemon(tmp_path / ".state") as daemon:
        environ = {**os.environ, "WATCHD_TOKEN": daemon.token(), "WATCHD_SERVER": daemon.address}
        here = script.replace("http://127.0.0.1:8420", daemon.address)
        here = here.replace(".venv/bin/watchd", f"{shlex.quote(os.sys.executable)} -m watchd")  # type: ignore[attr-defined]
        done = subprocess.run(
            ["bash", "-ec", here],
            env=environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            cwd=tmp_path,
        )
    assert '"cron":"0 7 * * 1-5"' in done.stdout
    assert '"field":"schedule.every"' in done.stdout
