"""A reader that can open no file has loaded all that reading needs."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.web.extract.test_pdf import fetched as fetched_pdf
from tests.web.extract.test_pdf import made
from watchd.model.outcome import Fetched, Validators
from watchd.model.page import Page, Unparseable
from watchd.web.extract import pdf
from watchd.web.extract.charset import CODECS, REPLACEMENT
from watchd.web.extract.settings import ExtractBounds
from watchd.web.listings.toml_file import TomlFile
from watchd.web.reader.extractor import Extractor


def page(body: bytes, charset: str | None = None) -> Fetched:
    return Fetched("http://a.example/", 200, "text/html", charset, body, (), Validators(), 0.0, len(body))


async def test_every_encoding_of_the_web_is_read_in_a_confined_child() -> None:
    async with Extractor(ExtractBounds(children=1)) as extractor:
        for label, codec in CODECS.items():
            body = "<title>Ünïcode</title><p>Ελλάδα Россия 日本 한국 中国".encode(
                "utf-8" if codec == REPLACEMENT else codec, "replace"
            )
            read = await extractor.extract(page(body, label))
            assert isinstance(read, Page), f"{label}: {read}"


@pytest.mark.skipif(not pdf.IS_AVAILABLE, reason="needs the extra pdf")
async def test_a_pdf_that_comes_after_a_page_is_read_by_the_next_child() -> None:
    async with Extractor(ExtractBounds(children=1)) as extractor:
        assert isinstance(await extractor.extract(page(b"<p>a page")), Page)
        before = set(extractor.pool.children)
        first = await extractor.extract(fetched_pdf(made("some words")))
        assert isinstance(first, Page), first
        after = set(extractor.pool.children)
        assert isinstance(await extractor.extract(page(b"<p>another page")), Page)
        assert isinstance(await extractor.extract(fetched_pdf(made("more words"))), Page)
        assert not before & after
        assert extractor.pool.children == after
        assert not extractor.pool.lost


async def test_files_that_users_import_are_read_between_pages() -> None:
    async with Extractor(ExtractBounds(children=1)) as extractor:
        for _ in range(2):
            assert isinstance(await extractor.extract(page(b"<p>a page")), Page)
            table = await extractor.read_toml(b"[profile]\nname = 'a'")
            assert isinstance(table, TomlFile), table
            watches = await extractor.read_watches(b"not a backup")
            assert isinstance(watches, Unparseable)
            assert watches.kind == "error"
            assert "ModuleNotFound" not in watches.detail
        assert set(extractor.pool.lost) == {"error"}


LOADED = """
import json, sys
from watchd.sandbox import child
from watchd.web.extract.charset import load_codecs
from watchd.web.reader import read_worker
child.load()
load_codecs()
print(json.dumps({name: getattr(m, "__file__", None) or "" for name, m in sys.modules.items()}))
"""
# Packages that are not installed, or that only other formats than MessagePack need.
NOT_REACHED = {
    "attrs",
    "dataclasses",
    "tomli",
    "tomli_w",
    "yaml",
    "pypdf",
    "importlib.abc",
    "asyncio.coroutines",
    "tomllib",
    "traceback",
}


def test_no_library_of_the_reader_loads_anything_at_its_first_use() -> None:
    """Modules of Python itself that do so are in child.LOADED_ON_DEMAND."""
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-c", LOADED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    loaded: dict[str, str] = json.loads(done.stdout)
    packages = ("/site-packages/", str(ROOT / "watchd"))
    late = {
        imported
        for file in loaded.values()
        if file.endswith(".py") and any(folder in file for folder in packages)
        for imported in _imports_in_functions(Path(file))
    }
    assert late - set(loaded) <= NOT_REACHED


def _imports_in_functions(file: Path) -> set[str]:
    functions = [
        node
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    names = set()
    for node in (inner for function in functions for inner in ast.walk(function)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return names
