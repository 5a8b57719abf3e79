"""Tests of the logs: one event per line, and no secret in any of them."""

import io
import json
import logging

import pytest
import structlog

from watchd import logs
from watchd.logs import MAX_LINES_PER_MINUTE, FloodFilter, LogSettings

TOKEN = "wd_a_abcdefgh_" + "A" * 43


@pytest.fixture(autouse=True)
def _restore() -> object:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def written(settings: LogSettings) -> tuple[io.StringIO, structlog.stdlib.BoundLogger]:
    stream = io.StringIO()
    logs.set_up(settings, stream)
    return stream, structlog.get_logger()


def test_an_event_is_one_line_of_json_with_its_fields() -> None:
    stream, log = written(LogSettings(format="json"))
    log.info("run queued", run="r1", note="two\nlines")
    [line] = stream.getvalue().splitlines()
    event = json.loads(line)
    assert (event["event"], event["run"], event["level"], event["note"]) == (
        "run queued",
        "r1",
        "info",
        "two\nlines",
    )
    assert event["timestamp"].endswith("Z")


@pytest.mark.parametrize("kind", ["json", "console"])
def test_secrets_do_not_get_into_the_log(kind: str) -> None:
    stream, log = written(LogSettings(format=kind))  # type: ignore[arg-type]
    log.info("hello", token="abc-plain", detail=f"used {TOKEN}", url="mailto://me:pa55@example.org")
    log.warning(f"Authorization: Bearer {TOKEN}")
    logging.getLogger("some.library").warning("GET https://me:pa55@example.org/ with %s", TOKEN)
    try:
        raise ValueError(TOKEN)
    except ValueError:
        log.error("failed", exc_info=True)
    for secret in ("abc-plain", "pa55", "A" * 43):
        assert secret not in stream.getvalue()


def test_what_apprise_says_about_urls_stays_out_of_the_log() -> None:
    stream, _ = written(LogSettings(format="json", level="debug"))
    logging.getLogger("apprise").error("Could not load slack://TokenA/TokenB")
    assert stream.getvalue() == ""


def test_what_is_below_the_level_is_left_out() -> None:
    stream, log = written(LogSettings(format="json", level="warning"))
    log.info("quiet")
    log.warning("loud")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["loud"]


def test_libraries_speak_in_the_same_form() -> None:
    stream, _ = written(LogSettings(format="json"))
    logging.getLogger("uvicorn.error").info("started %s", "well")
    assert json.loads(stream.getvalue())["event"] == "started well"


def test_a_host_that_makes_us_repeat_ourselves_does_not_flood_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(logs, "FloodFilter", lambda: FloodFilter(lambda: now[0]))
    stream, log = written(LogSettings(format="json"))
    for number in range(1000):
        log.warning("page could not be read", url=f"https://bad.example/{number}")
    log.warning("page could not be read", url="https://good.example/")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) == MAX_LINES_PER_MINUTE + 1
    assert lines[-1]["url"] == "https://good.example/"
    now[0] += 60
    log.warning("page could not be read", url="https://bad.example/again")
    assert json.loads(stream.getvalue().splitlines()[-1])["suppressed"] == 1000 - MAX_LINES_PER_MINUTE


def test_no_error_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, log = written(LogSettings(format="json"))
    for _ in range(2 * MAX_LINES_PER_MINUTE):
        log.error("run failed", run="r1")
        logging.getLogger("some.library").error("broken")
    assert len(stream.getvalue().splitlines()) == 4 * MAX_LINES_PER_MINUTE


@pytest.mark.parametrize("url", ["http://[", "", 7, None])
def test_strange_addresses_do_no_harm(url: object) -> None:
    stream, log = written(LogSettings(format="json"))
    log.warning("page could not be read", url=url)
    assert len(stream.getvalue().splitlines()) == 1
