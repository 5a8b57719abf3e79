"""Tests of the layout: docstrings, sizes of files and folders, and class names that mean one thing."""

import ast
import re
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
MAX_CONSTRUCTOR_PARAMETERS = 7
QUESTIONS = ("What", "Who", "Whom", "Whose", "How", "Which", "Where", "Why", "When", "Whether")
MAX_TEST_LINES = 500  # a test file is a list of cases
HOUSE = ROOT / "docs" / "explanation" / "house.md"


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
    assert first.split()[0] not in QUESTIONS
    assert "?" not in first


def test_no_folder_has_more_than_twenty_python_files() -> None:
    sizes = Counter(file.parent for file in python_files(*FOLDERS))
    assert {name_of(folder): size for folder, size in sizes.items() if size > MAX_FILES_PER_FOLDER} == {}


@pytest.mark.parametrize(
    ("folder", "limit"), [*((name, MAX_LINES) for name in FOLDERS[:-1]), ("tests", MAX_TEST_LINES)]
)
def test_no_file_is_too_long(folder: str, limit: int) -> None:
    sizes = {name_of(file): len(file.read_text().splitlines()) for file in python_files(folder)}
    assert {name: size for name, size in sizes.items() if size > limit} == {}


def test_the_tree_in_the_docs_names_every_folder() -> None:
    tree = HOUSE.read_text().split("```")[1]
    folders = {file.parent for file in python_files("watchd")} - {PACKAGE}
    assert {folder.name for folder in folders} <= set(re.findall(r"(\w+)/", tree))


def test_no_constructor_has_more_than_seven_parameters() -> None:
    large = {}
    for file in python_files("watchd"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                count = len(node.args.args) + len(node.args.kwonlyargs) - 1
                if count > MAX_CONSTRUCTOR_PARAMETERS:
                    large[f"{name_of(file)}:{node.lineno}"] = count
    assert large == {}


def test_a_public_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in python_files("watchd"):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name_of(file))
    shared = {name: files for name, files in places.items() if len(files) > 1}
    assert shared == {}
