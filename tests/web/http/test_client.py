"""Connections are reused, limited and closed."""

import asyncio

from tests.web.site import settings, site
from watchd.model.outcome import Fetched
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.http.guard import Guard
from watchd.web.http.resolver import Resolver


async def test_kept_connections_are_bounded_and_the_oldest_goes_first() -> None:
    async with site("0.0.0.0") as server, WebFetcher(settings(max_connections=4)) as fetcher:
        for number in range(1, 9):
            assert isinstance(await fetcher.fetch(server.url("/", f"127.0.5.{number}")), Fetched)
        kept = [host for _, host, _ in fetcher._client.idle._idle]
        assert kept == ["127.0.5.5", "127.0.5.6", "127.0.5.7", "127.0.5.8"]
        assert fetcher._client.idle.count == 4


async def test_idle_connections_are_closed_in_time() -> None:
    async with site() as server, WebFetcher(settings(idle_timeout="50ms")) as fetcher:
        await fetcher.fetch(server.url())
        assert fetcher._client.idle.count == 1
        async with asyncio.timeout(2):
            while fetcher._client.idle.count:
                await asyncio.sleep(0.01)
        assert isinstance(await fetcher.fetch(server.url()), Fetched)
    assert server.connections == 2


async def test_a_name_is_looked_up_once_a_minute() -> None:
    asked = []

    def lookup(host: str) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    config = settings()
    async with site() as server, WebFetcher(config, guard=Guard(config, Resolver(config, lookup))) as fetcher:
        for _ in range(5):
            await fetcher.fetch(f"http://named.example:{server.port}/")
    assert asked == ["named.example"]
