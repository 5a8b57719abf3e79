"""Seeds of a profile, gathered with everything real: door, readers, engines, database; only the web is on loopback."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.support import HandWoundClock, SeededEntropy
from tests.web.engine_site import json_answer
from tests.web.site import Answer, Hit, Page, Site, raw_server, settings, site
from watchd import intake
from watchd.flow.engines import Engines
from watchd.flow.seeds import Gatherer
from watchd.model.profile import ProfileSpec
from watchd.model.seed import Gathered
from watchd.store.database import Database
from watchd.web.extract_settings import ExtractBounds
from watchd.web.extractor import Extractor
from watchd.web.fetcher import Fetcher
from watchd.web.provider_settings import ProviderSettings
from watchd.web.providers import library
from watchd.web.providers.engine import Engine
from watchd.web.urls import canonical

FEED = b"""<rss version="2.0"><channel><title>F</title>
<item><title>Old</title><link>/old</link><pubDate>Sat, 01 Nov 2025 00:00:00 GMT</pubDate></item>
<item><title>New</title><link>/new?utm_source=rss</link><pubDate>Sun, 15 Nov 2026 00:00:00 GMT</pubDate></item>
</channel></rss>"""
INDEX = "<sitemapindex><sitemap><loc>{}</loc><lastmod>2026-11-15</lastmod></sitemap></sitemapindex>"
MAP = "<urlset><url><loc>{}</loc><lastmod>2026-11-14T10:00:00Z</lastmod></url></urlset>"


class World:
    """A site with lists, and engines that all ask loopback."""

    def __init__(
        self, store: Database, clock: HandWoundClock, server: Site, fetcher: Fetcher, reader: Extractor
    ) -> None:
        self.server = server
        self._store, self._clock, self._fetcher, self._reader = store, clock, fetcher, reader

    async def gather(self, engines: dict[str, str], **seeds: list[str]) -> Gathered:
        spec = intake.read(ProfileSpec, {"name": "p", "query": {"text": "tea"}, "seeds": seeds})
        gatherer = Gatherer(
            door=self._fetcher,
            reader=self._reader,
            engines=Engines(
                [self._engine(n, u) for n, u in engines.items()], self._store, self._clock, SeededEntropy()
            ),
            store=self._store,
            clock=self._clock,
            canonical=canonical,
        )
        return await gatherer.gather(spec)

    def _engine(self, name: str, url: str) -> Engine:
        return Engine(
            name,
            library.definition("searxng"),
            ProviderSettings(preset="searxng", base_url=url),
            sender=self._fetcher.courier,
            reader=self._reader,
            now=self._clock.now,
        )


@pytest.fixture
async def world(store: Database, clock: HandWoundClock) -> AsyncIterator[World]:
    async with (
        site() as server,
        Fetcher(settings()) as fetcher,
        Extractor(ExtractBounds(children=1)) as reader,
    ):
        yield World(store, clock, server, fetcher, reader)


def unless_known(body: bytes, content_type: str) -> Page:
    """A page with an ETag."""

    def answer(hit: Hit) -> Answer:
        if hit.headers.get("if-none-match") == '"1"':
            return Answer(b"", 304, {"ETag": '"1"'})
        return Answer(body, 200, {"Content-Type": content_type, "ETag": '"1"'})

    return answer


async def test_feeds_and_sitemaps_are_asked_conditionally_and_still_name_their_pages(world: World) -> None:
    server = world.server
    sitemap = gzip.compress(MAP.format(server.url("/mapped")).encode())
    server.pages |= {
        "/feed": unless_known(FEED, "application/rss+xml"),
        "/sitemap.xml": unless_known(INDEX.format(server.url("/1.xml.gz")).encode(), "application/xml"),
        "/1.xml.gz": unless_known(sitemap, "application/gzip"),
    }
    lists = {"feeds": [server.url("/feed")], "sitemaps": [server.url("/sitemap.xml")], "providers": []}
    first = await world.gather({}, **lists)
    second = await world.gather({}, **lists)
    assert {seed.url for seed in first.seeds} == {server.url(path) for path in ("/new", "/old", "/mapped")}
    assert second.seeds == first.seeds
    new = next(seed for seed in first.seeds if seed.url == server.url("/new"))
    assert (new.title, new.sources) == ("New", (f"feed:{server.url('/feed')}",))
    assert f"{new.published:%Y-%m-%d}" == "2026-11-15"
    assert [report.state for report in first.reports] == ["answered", "answered"]
    assert [report.state for report in second.reports] == ["unchanged", "unchanged"]
    assert [report.count for report in second.reports] == [2, 1]


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
        engines = {"endless": await stack.enter_async_context(raw_server(endless))}
        for name, answer in answers.items():
            server = await stack.enter_async_context(site())
            server.otherwise = answer
            engines[name] = server.url("/")
        gathered = await world.gather(engines)
        again = await world.gather(engines)
    states = {report.source: report.state for report in gathered.reports}
    assert states.pop("good") == "answered"
    assert set(states.values()) == {"failed"}
    assert [seed.url for seed in gathered.seeds] == ["https://good.example/"]
    assert all(report.reason for report in gathered.reports if report.state == "failed")
    assert not gathered.degraded
    assert {r.source: r.state for r in again.reports}["throttled"] == "skipped", "it asked for a minute"
