"""No page and no list can hang, crash or swell the daemon; neighbours are served meanwhile (FAULTS P)."""

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.support import kibibytes
from tests.web.poisons import LISTS, PAGES
from watchd.model.listing import Listing
from watchd.model.outcome import Fetched, Validators
from watchd.model.page import Page, Unparseable
from watchd.web.extract.settings import ExtractBounds
from watchd.web.reader.extractor import Extractor

SETTINGS = ExtractBounds(children=2, cpu_seconds=1.0, wall_seconds=8.0)
GOOD = b"<title>Neighbour</title><p>An honest page with <a href=/x>a link</a> and some words."


def fetched(body: bytes, url: str = "http://a.example/") -> Fetched:
    return Fetched(url, 200, "text/html", None, body, (), Validators(), 0.0, len(body))


@pytest.fixture
async def extractor() -> AsyncIterator[Extractor]:
    async with Extractor(SETTINGS) as extractor:
        yield extractor


def test_there_are_at_least_32_kinds_of_poison() -> None:
    assert len(PAGES) + len(LISTS) >= 32


async def test_every_poison_page_ends_as_a_value_and_neighbours_are_served(extractor: Extractor) -> None:
    for name, make in PAGES.items():
        poison, neighbour = await asyncio.gather(
            extractor.extract(fetched(make())), extractor.extract(fetched(GOOD + name.encode()))
        )
        assert isinstance(neighbour, Page), f"{name}: {neighbour}"
        assert neighbour.title == "Neighbour"
        assert isinstance(poison, Page | Unparseable), name
        if isinstance(poison, Page):
            assert len(poison.title) <= 300, name
            assert len(poison.links) <= SETTINGS.links, name
            assert len(poison.terms) == len(poison.coordinates), name
    await settled(extractor)
    assert len(extractor.pool.children) == 2


@pytest.mark.parametrize("read", [Extractor.read_feed, Extractor.read_sitemap])
async def test_every_poison_list_ends_as_a_value_without_secrets(
    extractor: Extractor, read: Callable[[Extractor, Fetched], object]
) -> None:
    secret = Path("/etc/passwd").read_text().split(":")[0]
    for name, make in LISTS.items():
        begin = time.perf_counter()
        found = await read(extractor, fetched(make()))  # type: ignore[misc]
        assert isinstance(found, Listing | Unparseable), name
        if isinstance(found, Listing):
            assert secret not in found.title, name
            assert not any(secret in entry.url for entry in found.entries), name
        assert time.perf_counter() - begin < 8, name


async def test_a_page_that_takes_too_long_is_stopped_and_quarantined(extractor: Extractor) -> None:
    body = PAGES["150k attributes"]()
    first = await extractor.extract(fetched(body))
    assert isinstance(first, Unparseable)
    assert first.kind == "cpu"
    again = await extractor.extract(fetched(body, "http://b.example/elsewhere"))
    assert isinstance(again, Unparseable)
    assert again.kind == "quarantined"
    assert extractor.pool.lost["cpu"] == 1


async def test_quarantine_ends_after_its_time_and_survives_a_restart() -> None:
    clock = [1000.0]
    body = PAGES["150k attributes"]()
    async with Extractor(SETTINGS, now=lambda: clock[0]) as extractor:
        await extractor.extract(fetched(body))
        known = extractor.quarantine.export()
    assert [entry.kind for entry in known] == ["cpu"]
    async with Extractor(SETTINGS, now=lambda: clock[0]) as extractor:
        extractor.quarantine.restore(known)
        again = await extractor.extract(fetched(body))
        assert isinstance(again, Unparseable)
        assert again.kind == "quarantined"
        clock[0] += 24 * 3600 + 1
        assert extractor.quarantine.export() == []
        later = await extractor.extract(fetched(body))
        assert isinstance(later, Unparseable)
        assert later.kind == "cpu"


async def test_a_page_beyond_the_input_limit_is_read_up_to_it() -> None:
    settings = ExtractBounds(children=1, input_kib=64)
    async with Extractor(settings) as extractor:
        page = await extractor.extract(fetched(b"<p>first " + b"word " * 100_000 + b"last"))
    assert isinstance(page, Page)
    assert page.text.startswith("first")
    assert "last" not in page.text
    assert len(page.text) <= 64 * 1024


@pytest.mark.parametrize(
    "body",
    [
        b"<p>a<b>b</b>" * 300_000,  # a tree that does not fit
        b" ".join(b"w%d" % i for i in range(400_000)),  # a tree that fits, and words that do not
    ],
    ids=["markup", "words"],
)
async def test_a_page_that_needs_more_memory_than_a_reader_has_ends_as_a_value(body: bytes) -> None:
    async with Extractor(ExtractBounds(children=1, memory_mib=64, input_kib=8192)) as extractor:
        poison = await extractor.extract(fetched(body))
        assert isinstance(poison, Unparseable)
        assert poison.kind == "memory"
        assert extractor.pool.lost["memory"] == 1
        neighbour = await extractor.extract(fetched(GOOD + b" again"))
        assert isinstance(neighbour, Page)
        again = await extractor.extract(fetched(body, "http://b.example/"))
        assert isinstance(again, Unparseable)
        assert again.kind == "quarantined"


async def settled(extractor: Extractor) -> None:
    """Wait until every child that died was replaced."""
    async with asyncio.timeout(10):
        while len(extractor.pool.children) < 2:
            await asyncio.sleep(0.02)


async def test_children_have_no_secrets_no_terminal_and_little_memory(
    extractor: Extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHD_TOKEN", "secret")
    await extractor.extract(fetched(GOOD))
    await settled(extractor)
    for pid in extractor.pool.children:
        with contextlib.suppress(PermissionError):  # the kernel shows it to root only
            assert b"secret" not in Path(f"/proc/{pid}/environ").read_bytes()
        assert kibibytes("VmRSS", pid) < 80 * 1024
        assert os.getsid(pid) != os.getsid(0)
