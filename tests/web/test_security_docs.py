"""The table of attacks names tests that exist."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
TABLE = TESTS.parents[1] / "docs" / "explanation" / "security-fetching.md"


def test_every_test_in_the_table_of_attacks_exists() -> None:
    text = TABLE.read_text()
    files = set(re.findall(r"`(test_\w+\.py)", text))
    names = set(re.findall(r"::(test_\w+)`", text))
    assert len(names) > 25
    written = "".join((TESTS / file).read_text() for file in files)
    assert [name for name in names if f"def {name}(" not in written] == []
