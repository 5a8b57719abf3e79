"""Figures of drawn worlds from tiny logs that are written by hand.

Two tests need nothing else. The last one lets the simulator judge the same logs, where there is a simulator.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.worlds import simulator
from tests.benchmarks.worlds.figures import WorldFigures, intervals, pooled, read_world

A, B, MIRROR = "http://127.0.1.11:8100", "http://127.0.1.12:8100", "http://127.0.1.13:8100"


def host(url: str, mirror_of: str | None = None) -> dict[str, Any]:
    limits: dict[str, Any] = {
        "crawl_delay": 0.0,
        "feed": None,
        "feed_lag": 0,
        "sitemap": None,
        "sitemap_lag": 0,
        "outage": [],
    }
    return {"url": url, "mirror_of": mirror_of, "pages": 5, **limits}


def topic(*relevant: str) -> dict[str, Any]:
    return {"query": "x", "lang": "en", "style": "words", "grey": [], "relevant": list(relevant)}


def event(t: float, kind: str, path: str, of: str | None, **more: Any) -> dict[str, Any]:
    expected = of is not None and kind in ("publish", "edit")
    row = {
        "t": t,
        "event": kind,
        "topic": of,
        "url": A + path,
        "was": A + path,
        "title": path,
        "expect": expected,
    }
    return {**row, "routes": ["link"], "carriers": [], **more}


def request(t: float, url: str, status: int = 200, *, page: str | None = "", of: str = "a") -> dict[str, Any]:
    path = "/" + url.split("/", 3)[3]
    return {
        "t": t, "mono": 1000.0 + t, "end": 1000.1 + t, "host": of, "path": path, "status": status, "cond": False,
        "inflight": 1, "allowed": True, "page": url if page == "" else page, "kind": "page", "etag": None, "bytes": 100,
        "ua": "watchd",
    }  # fmt: skip


TRUTH = [
    {
        "event": "world", "name": "tiny", "seed": 1, "duration": 100, "baseline": 10, "speed": 1.0,
        "hosts": {"a": host(A), "b": host(B), "m": host(MIRROR, A)},
        "topics": {"one": topic(f"{A}/old.html"), "two": topic(f"{B}/other.html")},
    },
    event(20.0, "publish", "/new.html", "one"),
    event(30.0, "edit", "/edited.html", "one"),
    event(40.0, "publish", "/missed.html", "one"),
    event(50.0, "publish", "/moved.html", "two", url=f"{A}/later.html"),
    event(55.0, "minor", "/old.html", "one"),
    event(60.0, "move", "/moved.html", None, url=f"{A}/later.html"),
    {"t": 100.0, "event": "end"},
]  # fmt: skip
ACCESS = [
    request(1.0, f"{A}/robots.txt", page=None) | {"kind": "robots"},
    request(1.0, f"{B}/robots.txt", page=None, of="b") | {"kind": "robots"},
    request(1.0, f"{MIRROR}/robots.txt", page=None, of="m") | {"kind": "robots"},
    request(5.0, f"{A}/edited.html"),  # before the edit
    request(25.0, f"{MIRROR}/r/7/new.html", of="m"),  # a mirror, behind a redirect: 5 s after the event
    request(27.0, f"{A}/new.html"),  # the second look does not count
    request(31.0, f"{A}/edited.html", 503),  # no page
    request(45.0, f"{A}/edited.html"),  # 15 s after the edit
    request(70.0, f"{A}/later.html"),  # the new address of a page that has moved: 20 s after the event
    request(80.0, "http://127.0.1.1:8100/search", page=None, of="search"),
    request(90.0, f"{B}/other.html", of="b"),
]
SINK = [
    {"t": 26.0, "mono": 1026.0, "topic": "one", "text": f"{A}/new.html"},
    {"t": 46.0, "mono": 1046.0, "topic": "one", "text": f"{A}/wrong.html and {A}/old.html"},
    {"t": 95.0, "mono": 1095.0, "topic": "two", "text": f"{A}/wrong.html"},
]
# What the simulator's judge makes of these logs, as far as the figures use it.
JUDGED: dict[str, Any] = {
    "detection": {"detected": 1, "fetched_after_event": 0.75},
    "politeness": {"violations": 0},
    "alerts": [
        {"t": 26.0, "topic": "one", "verdict": "event"},
        {"t": 46.0, "topic": "one", "verdict": "false"},
        {"t": 46.0, "topic": "one", "verdict": "initial"},
        {"t": 95.0, "topic": "two", "verdict": "false"},
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, rows in (("truth", TRUTH), ("access", ACCESS), ("sink", SINK)):
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (tmp_path / "judge.json").write_text(json.dumps(JUDGED))
    return tmp_path


def test_a_page_is_fetched_when_it_was_sent_in_full_after_the_event_under_any_of_its_names(
    folder: Path,
) -> None:
    world = read_world(folder)
    assert world.fetch_delays == (5.0, 15.0, None, 20.0)
    assert world.requests == len(ACCESS) - 1  # without the search
    assert world.precision == {"one": pytest.approx(2 / 3), "two": 0.0}
    assert pooled([world]) == {
        "events": 4,
        "fetched after the event": 0.75,
        "seconds from event to fetch, p50": 15.0,
        "requests per detected event": 10.0,
        "politeness violations": 0,
        "precision of the worst topic": 0.0,
        "topics with a precision below 0.5": 1,
    }


def test_worlds_are_pooled_by_events_and_intervals_draw_worlds(folder: Path) -> None:
    world = read_world(folder)
    other = WorldFigures(
        name="none", fetch_delays=(None,) * 4, detected=0, requests=40, violations=2, precision={"three": None},
    )  # fmt: skip
    both = pooled([world, other])
    assert both["fetched after the event"] == 3 / 8
    assert both["requests per detected event"] == 50.0
    assert both["politeness violations"] == 2
    assert both["precision of the worst topic"] == 0.0
    assert intervals([world]) == {}
    expected = {"fetched after the event": (0.0, 0.75), "politeness violations": (0, 4)}
    assert {name: ends for name, ends in intervals([world, other]).items() if name in expected} == expected
    nothing = pooled([other])
    assert (nothing["seconds from event to fetch, p50"], nothing["requests per detected event"]) == (None, None)


def test_the_judge_of_the_simulator_reads_the_same_logs_in_the_same_way(folder: Path) -> None:
    home = Path(os.environ.get("WEBWORLD") or simulator.DEFAULT)
    if not (home / "webworld" / "judge.py").is_file():
        pytest.skip("there is no simulator; WEBWORLD names its folder")
    code = "import json, sys; from webworld.judge import Judge; print(json.dumps(Judge(sys.argv[1]).report()))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=home, env={"PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ["PATH"]}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    report, world = json.loads(done.stdout), read_world(folder)
    fetched = [delay for delay in world.fetch_delays if delay is not None]
    assert report["detection"]["fetched_after_event"] == len(fetched) / len(world.fetch_delays)
    assert report["detection"]["time_to_fetch_p50"] == 15.0
    assert report["detection"]["detected"] == JUDGED["detection"]["detected"]
    assert report["effort"]["requests"] == world.requests
    assert report["politeness"]["violations"] == 0
    alerts = [(row["topic"], row["verdict"]) for row in report["alerts"]]
    assert sorted(alerts) == sorted((row["topic"], row["verdict"]) for row in JUDGED["alerts"])
