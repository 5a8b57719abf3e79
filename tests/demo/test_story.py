"""Tests of `make demo` from beginning to end, and of its messages when something fails."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from demo.daemon import running_daemon
from demo.errors import DemoFailed
from tests.support import ROOT


def flat(printed: str) -> str:
    """Return the printed text without line breaks and frames."""
    return " ".join(printed.replace("│", " ").split())


@pytest.mark.slow
def test_the_demo_shows_all_chapters_and_ends_by_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "demo", "--no-wait"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\x1b" not in done.stdout  # colours only on a terminal
    printed = flat(done.stdout)
    assert "12 sites" in printed
    assert re.search(r"\d+ pages, +\d+ relevant, energy +[\d.]+, +\d+ agents ●", done.stdout)
    assert re.search(r"The best and the weakest of 1\d findings", printed)
    assert re.search(r"Subject: Solid-state batteries: 1\d pages found in the first run", printed)
    second = printed[printed.index("The second run") :]
    assert re.search(r"new [01]\.\d\d Northcell sells its first", second)
    assert re.search(r"changed [01]\.\d\d Our pilot line in Ostervik", second)
    assert "+ Since this week the pilot line runs in two shifts." in second
    assert re.search(r"mail to you@example\.org .*Subject: Solid-state batteries: \w", second)
    assert "in another terminal" not in second
    assert "The demo has ended, and its daemon with it." in second


def ended_early(number: int, after: str) -> tuple[int, list[str]]:
    """Send a signal after a text has appeared; return the exit code, and the children that still run."""
    with subprocess.Popen([sys.executable, "-m", "demo"], cwd=ROOT, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        try:
            assert any(after in line for line in demo.stdout)
            children = Path(f"/proc/{demo.pid}/task/{demo.pid}/children").read_text().split()
            assert children
            demo.send_signal(number)
            demo.stdout.close()
            return demo.wait(30), [child for child in children if Path(f"/proc/{child}").exists()]
        finally:
            demo.kill()  # if it has not ended, only this test fails


@pytest.mark.slow
def test_the_demo_takes_its_daemon_with_it_when_it_is_ended() -> None:
    assert ended_early(signal.SIGTERM, "The first run") == (1, [])


@pytest.mark.slow
def test_ctrl_c_ends_the_demo_while_it_follows_a_run() -> None:
    code, left = ended_early(signal.SIGINT, " pages, ")
    assert code in (0, 1)  # 1: it noticed the closed pipe first
    assert not left


@pytest.mark.slow
def test_the_daemon_of_the_demo_stays_until_ctrl_c() -> None:
    assert ended_early(signal.SIGINT, "/api/docs")[1] == []


def test_a_signal_leaves_a_mark_and_breaks_nothing_off() -> None:
    script = (
        "import os, signal, time\n"
        "from demo import interrupt\n"
        "interrupt.listen()\n"
        "interrupt.check()\n"
        "os.kill(os.getpid(), signal.SIGTERM)\n"
        "time.sleep(0.05)\n"
        "print('went on', flush=True)\n"
        "interrupt.check()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "went on\n"
    assert "Interrupted" in done.stderr


def test_what_does_not_happen_is_said_and_ends_the_demo_with_1() -> None:
    elsewhere = (
        "import demo.web, runpy; demo.web.ENGINE = '203.0.113.1'; runpy.run_module('demo', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", elsewhere], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "No port is free" in flat(done.stdout)
    assert "Traceback" not in done.stderr


def test_a_daemon_that_does_not_start_is_reported_with_its_own_words(tmp_path: Path) -> None:
    with (
        pytest.raises(DemoFailed, match=r"(?s)did not listen.*min_delay"),
        running_daemon(tmp_path, {"WATCHD_FETCH__MIN_DELAY": "soon"}),
    ):
        pass


def test_the_demo_listens_to_no_settings_of_its_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHD_STATE__DIR", str(tmp_path / "mine"))
    with running_daemon(tmp_path, {}) as daemon:
        assert daemon.get("/api/v1/system")["counts"]["profiles"] == 0
    assert not (tmp_path / "mine").exists()
