"""The rooms of the code exist and say what they are for."""

from pathlib import Path

import pytest

import watchd

ROOT = Path(watchd.__file__).parent
ROOMS = ["model", "core", "flow", "web", "store", "notify", "portal", "api", "dashboard", "lab"]


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_in_its_first_line_what_it_is_for(room: str) -> None:
    assert (ROOT / room / "__init__.py").read_text().startswith('"""')


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_every_file_begins_with_the_question_it_answers(path: Path) -> None:
    assert path.read_text().startswith('"""')
