"""The list of faults is complete, and every test that it names exists."""

import re
from pathlib import Path

from tests.support import ROOT

FOLDER = ROOT / "docs" / "explanation"
# How many rows each family has, with the second ring.
FAMILIES = {"F": 20, "R": 18, "P": 12, "T": 11, "N": 12, "A": 20, "S": 15, "K": 7, "C": 8, "O": 8}


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
    listed = set().union(
        *(ids(row) for page in ("reliability.md", "security-fetching.md") for row in rows(page))
    )
    wanted = {f"{family}{n:02}" for family, count in FAMILIES.items() for n in range(1, count + 1)}
    assert wanted - listed == set()


def test_every_row_has_a_test_or_a_sentence_and_the_tests_exist() -> None:
    named = 0
    for row in rows("reliability.md"):
        assert len(row.split("|")[-2].strip()) > 3 or set(row) <= set("|- "), row
        file: Path | None = None
        for place, name in re.findall(r"`([\w/]+\.py|…)::(test_\w+)`", row):
            file = ROOT / "tests" / place if place != "…" else file
            assert file is not None
            assert f"def {name}(" in file.read_text(), (place, name)
            named += 1
    assert named > 70
