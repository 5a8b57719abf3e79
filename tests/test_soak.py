"""Tests of the checks of the soak: they detect what grows, and ignore what varies."""

import signal
import subprocess
import time
from typing import Any

import pytest

from demo import interrupt
from tests.benchmarks import soak
from tests.benchmarks.soak_report import Sample, thirds, verdicts
from tests.benchmarks.soak_web import World
from tests.web.site import Hit

QUICK: dict[str, Any] = {"all": {"p99": 0.02}, "failures": {}}


def samples(**growth: float) -> list[Sample]:
    """Return samples of half an hour; the named values grow by the given amount every minute."""
    start = {"daemon_bytes": 150e6, "children_bytes": 50e6, "files": 100, "threads": 10, "tasks": 200}
    return [
        Sample(
            second=minute * 60.0,
            database_bytes=minute * 10**6,
            cpu_seconds=minute * 30.0,
            **{name: int(value + growth.get(name, 0) * minute + minute % 3) for name, value in start.items()},
        )
        for minute in range(31)
    ]


def missed(found: list[Sample], clients: dict[str, Any] = QUICK) -> list[str]:
    return [row["goal"] for row in verdicts(found, clients) if row["verdict"] == "MISSED"]


def test_what_varies_is_not_a_leak() -> None:
    assert missed(samples()) == []


def test_each_kind_of_leak_is_noticed() -> None:
    assert ["memory" in goal for goal in missed(samples(daemon_bytes=2e6))] == [True]
    assert ["files" in goal for goal in missed(samples(files=2))] == [True]
    assert ["threads" in goal for goal in missed(samples(threads=2))] == [True]
    assert ["tasks" in goal for goal in missed(samples(tasks=2))] == [True]


def test_a_slow_or_failing_api_is_noticed() -> None:
    assert missed(samples(), {"all": {"p99": 0.2}, "failures": {}}) == ["API: p99 below 100 ms"]
    failing = {"all": {"p99": 0.02}, "failures": {"ready: 503": 1}}
    assert missed(samples(), failing) == ["API: no error of the daemon's"]


def test_a_signal_ends_the_soak_where_it_waits_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception from the handler could come while a lock is held, and the end would then wait for it forever."""
    soak.rest(until=0)
    monkeypatch.setattr(interrupt, "_received", [signal.SIGTERM])
    with pytest.raises(interrupt.Interrupted):
        soak.rest(until=time.monotonic() + 3600)
    with subprocess.Popen(["sleep", "3600"], stdout=subprocess.PIPE, text=True) as asking:
        try:
            with pytest.raises(interrupt.Interrupted):
                soak.last_words(asking)
        finally:
            asking.kill()


def test_thirds_are_of_time_and_not_of_samples() -> None:
    uneven = [sample for sample in samples(files=10) if sample.second >= 900 or sample.second == 0]
    assert thirds(uneven, lambda sample: sample.files)[0] == 100


def test_pages_of_the_soak_change_and_articles_go() -> None:
    world = World(8000)

    def ask(path: str, tag: str = "") -> tuple[int, bytes]:
        answer = world.answer(Hit("", path, {"if-none-match": tag}, 0.0, address="127.0.50.1"))
        return answer.status, answer.body

    assert ask("/a/0")[0] == 200
    front = ask("/")[1]
    world.begun -= 3600
    assert ask("/a/0")[0] == 404
    assert ask("/")[1] != front
    tag = world.answer(Hit("", "/", {}, 0.0, address="127.0.50.1")).headers["ETag"]
    assert ask("/", tag) == (304, b"")
