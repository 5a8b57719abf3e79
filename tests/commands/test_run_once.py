"""Tests of `watchd run`: one run in the terminal."""

import csv
import io
import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.acceptance.test_runs import environ
from tests.acceptance.web_in_thread import site_in_thread
from tests.flow.alerts.test_planner import RUN
from tests.flow.small_web import battery_web, spec
from tests.notify.hostile import HOSTILE
from watchd.commands import run_once as run
from watchd.model.agent import RunPage


def watchd(*arguments: str, state: Path, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "watchd", *arguments],
        env={**os.environ, **environ, "WATCHD_STATE__DIR": str(state)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("form", ["json", "csv", "table"])
def test_a_profile_in_a_file_is_run_once_and_leaves_nothing(tmp_path: Path, form: str) -> None:
    with site_in_thread() as site:
        web = battery_web(site)
        file = tmp_path / "profile.json"
        file.write_text(json.dumps(spec(web)))
        done = watchd("run", str(file), "--format", form, state=tmp_path / "state", environ=environ(site))
    assert done.returncode == 0, done.stderr
    assert "3 relevant" in done.stderr
    assert not (tmp_path / "state").exists()
    if form == "json":
        shown = json.loads(done.stdout)
        assert {r["url"].rpartition("/")[2] for r in shown["results"]} == {"hub", "cells", "dry-room"}
        assert shown["stop_reason"] == "exhausted"
    else:
        assert len(done.stdout.splitlines()) == 4  # a heading and three pages
        assert "cells page" in done.stdout


def test_no_page_is_certain_in_the_table_either(capsys: pytest.CaptureFixture[str]) -> None:
    page = RunPage(
        url="https://example.org/", title="Cells", language="en", relevance=0.9996,
        found_by="1", agent="1",
    )  # fmt: skip
    run.print_results(RUN, [page], "table")
    assert capsys.readouterr().out.splitlines()[1].startswith("0.99\t")


def test_no_cell_of_a_table_is_taken_for_a_formula() -> None:
    rows = [[0.5, "https://evil.example/", text, "en", "seed"] for text in HOSTILE]
    cells = [row[2] for row in csv.reader(io.StringIO(run._csv(rows), newline=""))][1:]
    assert len(cells) == len(HOSTILE)
    assert not [cell for cell in cells if cell.startswith(("\t", "\r", "\n"))]
    assert not [
        cell for cell in cells if unicodedata.normalize("NFKC", cell).lstrip().startswith(tuple("=+-@"))
    ]
    assert "Subject: second" in cells  # harmless text does not change


def test_the_budget_can_be_lowered_and_chance_fixed(tmp_path: Path) -> None:
    with site_in_thread() as site:
        web = battery_web(site)
        file = tmp_path / "profile.json"
        file.write_text(json.dumps(spec(web)))
        arguments = ("run", str(file), "--format", "json", "--pages", "3", "--entropy", "7", "--all")
        shown = json.loads(watchd(*arguments, state=tmp_path / "s", environ=environ(site)).stdout)
    assert (shown["entropy"], shown["stop_reason"], len(shown["results"])) == (7, "budget_pages", 3)


def test_a_name_that_is_neither_file_nor_profile_is_a_sentence(tmp_path: Path) -> None:
    done = watchd("run", "nothing", state=tmp_path / "state", environ={})
    assert done.returncode == 1
    assert "no file and no profile" in done.stderr


def test_a_run_without_start_pages_says_why_it_found_nothing(tmp_path: Path) -> None:
    file = tmp_path / "profile.json"
    file.write_text('{"name": "x", "query": {"text": "green tea"}}')
    done = watchd("run", str(file), state=tmp_path / "state", environ={})
    assert done.returncode == 0, done.stderr
    assert run.NO_START_PAGES in done.stderr
    assert run.NO_RELEVANT_PAGE not in done.stderr


def test_a_wrong_profile_names_its_fields(tmp_path: Path) -> None:
    file = tmp_path / "profile.json"
    file.write_text('{"name": "x", "query": {}, "speed": 3}')
    done = watchd("run", str(file), state=tmp_path / "state", environ={})
    assert done.returncode != 0
    assert "speed" in done.stderr
    assert "Traceback" not in done.stderr
