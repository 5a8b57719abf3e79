"""Tests of the output in a narrow terminal."""

import io
import re
import sys

import pytest

from watchd.commands.output import ending, show_table

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
