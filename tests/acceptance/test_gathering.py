"""Tests of the seeds of a profile with the real fetcher, readers, search providers and database; the web is on loopback."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.support import HandWoundClock, SeededEntropy
from tests.web.provider_site import json_answer
from tests.web.site import Answer, raw_server, settings, site
from watchd import validation
from watchd.core.policy.profile_health import degraded
from watchd.flow.seeds.gather import Gatherer
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model.profile import ProfileSpec
from watchd.model.seed import Gathered
from watchd.store.database import Database
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.providers import preset_files
from watchd.web.providers.provider import WebSearchProvider
from watchd.web.providers.settings import ProviderSettings
from watchd.web.reader.extractor import Extractor
from watchd.web.urls.urls import canonical


class World:
    """Gatherer with search providers that all send their requests to loopback."""

    def __init__(self, store: Database, clock: HandWoundClock, fetcher: WebFetcher, reader: Extractor) -> None:
        self._store, self._clock, self._fetcher, self._reader = store, clock, fetcher, reader

    async def gather(self, search_providers: dict[str, str]) -> Gathered:
        spec = validation.read(ProfileSpec, {"name": "p", "query": {"text": "tea"}})
        made = [self._provider(name, url) for name, url in search_providers.items()]
        searching = SearchProviders(made, self._store, self._clock, SeededEntropy())
        return await Gatherer(searching, canonical).gather(spec, asyncio.Event())

    def _provider(self, name: str, url: str) -> WebSearchProvider:
        return WebSearchProvider(
            name,
            preset_files.definition("searxng"),
            ProviderSettings(preset="searxng", base_url=url),
            sender=self._fetcher.outbound,
            reader=self._reader,
            now=self._clock.now,
        )


@pytest.fixture
async def world(store: Database, clock: HandWoundClock) -> AsyncIterator[World]:
    async with (
        WebFetcher(settings()) as fetcher,
        Extractor(ExtractBounds(children=1)) as reader,
    ):
        yield World(store, clock, fetcher, reader)


async def test_whatever_engines_do_each_is_one_report_and_the_good_one_is_heard(world: World) -> None:
    async def endless(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
        while True:
            writer.write(b"1," * 30_000)
            await writer.drain()

    hit = {"url": "https://good.example/", "title": "Good"}
    answers = {
        "throttled": Answer(b"", 429, {"Retry-After": "60"}),
        "html": Answer(b"<html><title>Welcome</title>"),
        "deep": Answer(b"[" * 200_000),
        "types": json_answer({"results": "many"}),
        "charset": Answer(json.dumps([hit]).encode("utf-16"), 200, {"Content-Type": "text/json; charset=klingon"}),
        "moved": Answer(b"", 302, {"Location": "http://169.254.169.254/"}),
        "good": json_answer({"results": [hit]}),
    }  # fmt: skip
    async with AsyncExitStack() as stack:
        search_providers = {"endless": await stack.enter_async_context(raw_server(endless))}
        for name, answer in answers.items():
            server = await stack.enter_async_context(site())
            server.otherwise = answer
            search_providers[name] = server.url("/")
        gathered = await world.gather(search_providers)
        again = await world.gather(search_providers)
    states = {report.source: report.state for report in gathered.reports}
    assert states.pop("good") == "answered"
    assert set(states.values()) == {"failed"}
    assert [seed.url for seed in gathered.seeds] == ["https://good.example/"]
    assert all(report.reason for report in gathered.reports if report.state == "failed")
    assert degraded(gathered.reports) == ()
    assert {r.source: r.state for r in again.reports}["throttled"] == "skipped", "it asked for a minute"
