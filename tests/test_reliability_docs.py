"""Tests that the list of faults is complete, and that every test that it names exists."""

import re
from pathlib import Path
from typing import Any

from tests.chaos import test_database_file
from tests.notify import hostile
from tests.store import test_backup
from tests.support import ROOT
from tests.web import poisons
from tests.web.fetch import test_hostile_servers
from tests.web.http import test_decoder, test_framing
from tests.web.urls import test_urls

FOLDER = ROOT / "docs" / "explanation"
# Number of rows of each family.
FAMILIES = {"F": 20, "R": 18, "P": 12, "T": 11, "N": 13, "A": 20, "S": 15, "K": 7, "C": 8, "O": 8}


# The pages with such tables. They name files below tests/.
PAGES = ("reliability.md", "security-fetching.md")


def rows(page: str) -> list[str]:
    return [line for line in (FOLDER / page).read_text().splitlines() if line.startswith("|")]


def ids(row: str) -> set[str]:
    """Return the ids in the first cell of a row; "N01 to N04" means all of them."""
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
    for page in PAGES:
        for row in rows(page):
            assert len(row.split("|")[-2].strip()) > 3 or set(row) <= set("|- "), row
            file: Path | None = None
            for place, name in re.findall(r"`((?:\w+/)*test_\w+\.py|…)(?:::(test_\w+))?`", row):
                file = file if place == "…" else ROOT / "tests" / place
                assert file is not None
                assert file.exists(), (page, place)
                assert not name or f"def {name}(" in file.read_text(), (page, place, name)
                named += bool(name)
    assert named > 150


def test_the_numbers_at_the_top_are_those_of_the_tables() -> None:
    wanted = {f"{family}{n:02}" for family, count in FAMILIES.items() for n in range(1, count + 1)}
    tested, unbuilt = set[str](), set[str]()
    for page in PAGES:
        for row in rows(page):
            if re.search(r"`(?:\w+/)*test_\w+\.py", row):
                tested |= ids(row)
            elif "not built" in row:
                unbuilt |= ids(row)
    stated = {
        "faults on the list": str(len(wanted)),
        "faults with a test": str(len(wanted & tested)),
        "faults that are only argued": str(len(wanted - tested - unbuilt)),
        "faults of parts that are not built": str(len(wanted & unbuilt - tested)),
        "URLs": _cases(
            test_urls.test_what_is_not_a_web_address_is_refused_with_its_rule,
            test_urls.test_a_page_has_one_address,
            test_urls.test_links_are_joined_to_their_page,
        ),
        "answers that are not HTTP": _cases(
            test_hostile_servers.test_answers_that_are_not_http_are_failures,
            test_hostile_servers.test_answers_without_end_are_ended,
            test_decoder.test_stacked_unknown_and_corrupt_codings_are_refused,
        ),
        "database files": _cases(
            test_database_file.test_a_damaged_database_is_refused_with_instructions_and_never_replaced,
            test_backup.test_a_copy_that_is_not_whole_is_refused_and_nothing_changes,
        ),
        "answers with odd framing": str(len(test_framing.TABLE)),
        "poison pages": _sum(len(poisons.PAGES), len(poisons.LISTS)),
        "hostile texts": str(len(hostile.HOSTILE)),
    }
    table = {row.split("|")[1].strip(): row.split("|")[2].strip() for row in rows("reliability.md")}
    for beginning, number in stated.items():
        assert [table[what] for what in table if what.startswith(beginning)] == [number], beginning


def _cases(*tests: Any) -> str:
    """Return the number of cases of each test."""
    marks = [next(mark for mark in test.pytestmark if mark.name == "parametrize") for test in tests]
    return _sum(*(len(list(mark.args[1])) for mark in marks))


def _sum(*numbers: int) -> str:
    return " + ".join(map(str, numbers))
