"""Tests of manual pages and completion: they come from the commands, and man and the shells accept them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from watchd.cli import COMMANDS


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("share")
    subprocess.run([sys.executable, ROOT / "scripts/man_pages.py", folder], check=True, timeout=60)
    return folder


def test_every_command_has_a_page(share: Path) -> None:
    pages = {file.name for file in (share / "man/man1").iterdir()}
    assert pages == {"watchd.1", *(f"watchd-{name}.1" for name in COMMANDS)}
    assert ".SH WATCHD TOKEN CREATE" in (share / "man/man1/watchd-token.1").read_text()
    assert ".SH WATCHD RUN ONCE" in (share / "man/man1/watchd-run.1").read_text()


@pytest.mark.skipif(shutil.which("man") is None, reason="needs man (apt-get install man-db)")
def test_man_shows_every_page_without_a_warning(share: Path) -> None:
    for page in (share / "man/man1").iterdir():
        done = subprocess.run(
            ["man", "--warnings=w", "-Tutf8", "-l", page],
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
        )
        assert done.stderr == "", page
        assert "Show this message and exit." in done.stdout


@pytest.mark.parametrize(
    ("words", "found"),
    [("watchd tok", "token"), ("watchd run st", "stop"), ("watchd finding irr", "irrelevant")],
)
def test_bash_takes_the_completion_and_it_knows_the_commands(share: Path, words: str, found: str) -> None:
    *_, before, last = words.split()
    file = share / "bash-completion/completions/watchd"
    script = f"""
        source {file}
        COMP_WORDS=({words}) COMP_CWORD={len(words.split()) - 1}
        _watchd_completion watchd {last} {before}
        echo "${{COMPREPLY[@]}}"
    """
    here = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], env=here, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.strip() == found, done.stderr
