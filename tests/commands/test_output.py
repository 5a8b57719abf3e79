"""Tests of the output in a narrow terminal, and of times as people write and read them."""

import io
import re
import sys
from datetime import UTC, datetime, timedelta

import click
import pytest

from tests.support import MONDAY
from watchd.commands.output import ending, short_ids, show_details, show_table
from watchd.commands.times import Since, relative

ID = "01m7nxsxc4hh6kq2n5yerxn6t6"
BOLD = re.compile(r"\x1b\[\d+m")


class NarrowTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_long_addresses_are_shown_to_their_end_and_ids_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdout", terminal := NarrowTerminal())
    title = "The pilot line for solid state batteries makes its first cells this year"
    rows: list[tuple[str, ...]] = [
        (ID, "new", "0.50", title, f"http://127.0.0.1:18080/pages/number/{n}") for n in (86, 87)
    ]
    show_table(("ID", "KIND", "SCORE", "TITLE", "URL"), rows)
    heading, *lines = terminal.getvalue().splitlines()
    assert sum(ID in line for line in lines) == 2
    urls = "".join(line[BOLD.sub("", heading).index("URL") :].strip() for line in lines)
    assert urls == "".join(row[-1] for row in rows)


def test_of_an_address_that_is_too_long_the_end_is_shown() -> None:
    assert ending("https://example.org/86", 30) == "https://example.org/86"
    assert ending("https://example.org/86", 6) == "…rg/86"


def test_a_flexible_column_is_cut_so_that_each_row_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stdout", terminal := NarrowTerminal())
    rows = [(ID[:14], "", "電池" * 40, "0.99"), (ID[:14], "", "Line one\nline two\ttab \x1b[31m", "0.50")]
    show_table(("ID", "EMPTY", "TITLE", "SCORE"), rows, flexible="TITLE")
    heading, wide, plain = BOLD.sub("", terminal.getvalue()).splitlines()
    assert heading.split() == ["ID", "TITLE", "SCORE"]  # the column without any value is left out
    assert wide.endswith("…  0.99")
    assert "Line one line two tab [31m" in plain
    assert max(len(heading), len(plain)) <= 60


def test_short_ids_are_long_enough_to_tell_them_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [ID, f"{ID[:16]}zz", "f1"]
    assert short_ids(ids) == ids  # whole in a pipe
    monkeypatch.setattr(sys, "stdout", NarrowTerminal())
    assert short_ids([ID]) == [ID[:14]]
    assert short_ids(ids) == [ID[:17], f"{ID[:16]}z", "f1"]


def test_details_keep_lines_and_leave_out_what_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(sys, "stdout", terminal := NarrowTerminal())
    show_details(
        {}, [("title", "one two three four five"), ("none", None), ("text", "a\n\n  b")], as_json=False
    )
    assert BOLD.sub("", terminal.getvalue()).splitlines() == [
        "title       one two three four",
        "            five",
        "text        a",
        "",
        "              b",
    ]


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (timedelta(0), "0 s ago"), (timedelta(seconds=59), "59 s ago"), (timedelta(minutes=59), "59 min ago"),
        (timedelta(hours=2, minutes=50), "2 h ago"), (timedelta(days=6), "6 d ago"), (-timedelta(hours=5), "in 5 h"),
    ],
)  # fmt: skip
def test_a_near_time_is_relative(distance: timedelta, words: str) -> None:
    assert relative(MONDAY - distance, MONDAY) == words


def test_a_time_far_away_is_a_date() -> None:
    assert relative(MONDAY - timedelta(days=40), MONDAY).startswith("2026-10-0")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2 days", 172_800),
        ("2d", 172_800),
        ("1 hour ago", 3600),
        ("90 min", 5400),
        ("30s", 30),
        ("1w", 604_800),
    ],
)
def test_an_age_is_a_time_before_now(text: str, seconds: int) -> None:
    moment = datetime.fromisoformat(Since().convert(text, None, None))
    assert abs((datetime.now(UTC) - moment).total_seconds() - seconds) < 60


def test_dates_are_days_of_this_machine_and_zones_are_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    day = datetime.fromisoformat(Since().convert("2026-11-18", None, None)).astimezone()
    assert (day.day, day.hour) == (18, 0)
    assert Since().convert("2026-11-16T07:30:00+01:00", None, None) == "2026-11-16T06:30:00Z"
    today = datetime.fromisoformat(Since().convert("today", None, None))
    assert today - datetime.fromisoformat(Since().convert("yesterday", None, None)) >= timedelta(hours=23)


@pytest.mark.parametrize("text", ["soon", "2 moons", "", "2026-13-01", "-2d"])
def test_other_words_are_not_times(text: str) -> None:
    with pytest.raises(click.BadParameter, match="must be a date"):
        Since().convert(text, None, None)
