"""The list of faults is complete, and every test that it names exists."""

import re
from pathlib import Path

from tests.support import ROOT

FOLDER = ROOT / "docs" / "explanation"
# How many rows each family has, with the second ring.
FAMILIES = {"F": 20, "R": 18, "P": 12, "T": 11, "N": 12, "A": 20, "S": 15, "K": 7, "C": 8, "O": 8}


# The pages with such tables, and where a test without a folder stands.
PAGES = {"reliability.md": ROOT / "tests", "security-fetching.md": ROOT / "tests" / "web"}


def rows(page: str) -> list[str]:
    return [line for line in (FOLDER / page).read_text().splitlines() if line.startswith("|")]


def ids(row: str) -> set[str]:
    """The ids in a row's first cell; "N01 to N04" means all of them."""
    cell = row.split("|")[1]
    found = set(re.findall(r"[A-Z]\d\d", cell))
    for family, first, last in re.findall(r"([A-Z])(\d\d) to [A-Z](\d\d)", cell):
        found |= {f"{family}{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_fault_has_a_row() -> None:
    listed = set().union(*(ids(row) for page in PAGES for row in rows(page)))
    wanted = {f"{family}{n:02}" for family, count in FAMILIES.items() for n in range(1, count + 1)}
    assert wanted - listed == set()


def test_every_row_has_a_test_or_a_sentence_and_the_tests_exist() -> None:
    named = 0
    for page, folder in PAGES.items():
        for row in rows(page):
            assert len(row.split("|")[-2].strip()) > 3 or set(row) <= set("|- "), row
            file: Path | None = None
            for place, name in re.findall(r"`((?:\w+/)?test_\w+\.py|…)(?:::(test_\w+))?`", row):
                file = file if place == "…" else _file(place, folder)
                assert file is not None
                assert file.exists(), (page, place)
                assert not name or f"def {name}(" in file.read_text(), (page, place, name)
                named += bool(name)
    assert named > 150


def _file(place: str, folder: Path) -> Path:
    """The table of fetching names files of its own room without the room."""
    return folder / place if "/" not in place else ROOT / "tests" / place
