"""Tests of the layout: docstrings, sizes of files and folders, and class names that mean one thing."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import watchd
from tests.support import ROOT

PACKAGE = Path(watchd.__file__).parent
ROOMS = [
    "app",
    "commands",
    "model",
    "core",
    "flow",
    "web",
    "sandbox",
    "store",
    "notify",
    "portal",
    "api",
    "lab",
]
FOLDERS = ("watchd", "demo", "scripts", "tests")
MAX_FILES_PER_FOLDER = 20
MAX_LINES = 400
QUESTIONS = ("What", "Who", "Whom", "Whose", "How", "Which", "Where", "Why", "When", "Whether")
# Rooms whose files may still begin with a question, files that are still too long, and names that are still shared.
# These lists only get shorter.
UNFINISHED_ROOMS = ("api", "core", "flow", "lab", "model", "notify", "portal", "sandbox", "store", "web")
TOO_LONG = {
    "tests/core/changes/test_assess.py",
    "tests/core/population/test_population.py",
    "tests/flow/run/test_run.py",
    "tests/store/test_contract.py",
    "watchd/core/population/population.py",
    "watchd/core/relevance/relevance.py",
    "watchd/flow/run/run.py",
}
SHARED_NAMES = {"Habits"}  # in core/revisits/freshness.py and store/driver.py


def python_files(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_in_its_first_line_what_it_is_for(room: str) -> None:
    assert ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text()))


@pytest.mark.parametrize("file", python_files("watchd", "demo", "scripts"), ids=name_of)
def test_every_file_begins_with_a_docstring_that_is_not_a_question(file: Path) -> None:
    docstring = ast.get_docstring(ast.parse(file.read_text()))
    assert docstring
    first = docstring.splitlines()[0]
    if file.is_relative_to(PACKAGE) and file.relative_to(PACKAGE).parts[0] in UNFINISHED_ROOMS:
        return
    assert first.split()[0] not in QUESTIONS
    assert "?" not in first


def test_no_folder_has_more_than_twenty_python_files() -> None:
    sizes = Counter(file.parent for file in python_files(*FOLDERS))
    assert {name_of(folder): size for folder, size in sizes.items() if size > MAX_FILES_PER_FOLDER} == {}


def test_no_file_has_more_than_400_lines() -> None:
    long = {name_of(file) for file in python_files(*FOLDERS) if len(file.read_text().splitlines()) > MAX_LINES}
    assert long <= TOO_LONG


def test_a_public_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in python_files("watchd"):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name_of(file))
    shared = {name: files for name, files in places.items() if len(files) > 1}
    assert shared.keys() <= SHARED_NAMES, shared
