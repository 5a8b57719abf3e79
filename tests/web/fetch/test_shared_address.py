"""Hosts that share an address: one that hangs does not delay the others, and the address still gets its pauses."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.web.site import Answer, Hit, Page, Site, listening, settings, site
from watchd.web.fetch import address_turn
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.fetch.politeness import Politeness
from watchd.web.http.guard import Guard
from watchd.web.http.resolver import Resolver
from watchd.web.settings import FetchBounds

MIN_DELAY = 0.1
HANG = 3.0


@pytest.fixture(autouse=True)
def shorter_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_turn, "QUIET_SECONDS", 0.2)


def polite(**changes: object) -> FetchBounds:
    return settings(**({"min_delay": f"{MIN_DELAY * 1000:.0f}ms", "total_timeout": f"{HANG:.0f}s"} | changes))


def fetcher(bounds: FetchBounds) -> WebFetcher:
    """Return a fetcher for which every name is this machine, except other.example at another address of it."""

    def lookup(host: str) -> list[str]:
        return ["127.0.0.2" if host == "other.example" else "127.0.0.1"]

    return WebFetcher(bounds, guard=Guard(bounds, Resolver(bounds, lookup)))


def hanging(*names: str) -> Page:
    """Return the robots.txt of a server on which these names never answer."""
    return lambda hit: Answer(delay=1e6) if hit.host.split(":")[0] in names else Answer(b"")


async def fetch_while(pages: WebFetcher, url: str, busy: "asyncio.Task[Any]", caller: str = "") -> int:
    """Fetch a page again and again while the other fetch lasts; return how often."""
    count = 0
    while not busy.done():
        reading = asyncio.create_task(pages.fetch(url, caller=caller))
        await asyncio.wait([reading, busy], return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            reading.cancel()
            break
        count += 1
    return count


def gaps(log: list[Hit]) -> list[float]:
    """Return the times between the beginnings of requests, in their order."""
    return [after.began - before.began for before, after in pairwise(sorted(log, key=lambda hit: hit.began))]


def overlaps(log: list[Hit]) -> int:
    """Count the pairs of requests of one host that were on the wire at the same time."""
    return sum(after.began < before.ended for before, after in pairwise(log))


async def test_a_name_that_hangs_does_not_delay_a_healthy_host_on_its_address() -> None:
    async with site() as server, fetcher(polite()) as pages:
        server.pages["/robots.txt"] = hanging("dead.example")
        alone = asyncio.create_task(asyncio.sleep(HANG))
        before = await fetch_while(pages, server.url("/", "well.example"), alone)
        dead = asyncio.create_task(pages.fetch(server.url("/", "dead.example")))
        beside = await fetch_while(pages, server.url("/", "well.example"), dead)
    print(f"{before / HANG:.1f} requests/s alone, {beside / HANG:.1f} beside a name that hangs")
    assert beside > before / 2
    assert min(gaps(server.log)) >= MIN_DELAY
    assert overlaps([hit for hit in server.log if hit.host.startswith("well")]) == 0


async def test_a_name_that_sends_a_byte_now_and_then_counts_as_quiet() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if b"dead.example" not in head:
            return await _answer(reader, writer)
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            writer.write(b"X: 1\r\n")
            await writer.drain()
            await asyncio.sleep(0.05)

    async with listening(talk) as port, fetcher(polite()) as pages:
        dead = asyncio.create_task(pages.fetch(f"http://dead.example:{port}/"))
        await asyncio.sleep(0)
        beside = await fetch_while(pages, f"http://well.example:{port}/", dead)
    assert beside > 5


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok")
        await writer.drain()
        await reader.readuntil(b"\r\n\r\n")


async def test_two_ports_of_an_address_do_not_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_turn, "QUIET_SECONDS", 1e6)
    async with site() as sick, site() as well, fetcher(polite()) as pages:
        sick.pages["/robots.txt"] = hanging("dead.example")
        dead = asyncio.create_task(pages.fetch(sick.url("/", "dead.example")))
        await asyncio.sleep(0)
        assert await fetch_while(pages, well.url("/", "well.example"), dead) > 5


async def test_a_request_that_waits_for_a_connection_does_not_hold_its_address() -> None:
    """The only connection of the first run hangs elsewhere; its next request must not keep a second run waiting."""
    few = polite(max_connections=2, connections_per_run=1)
    async with site("0.0.0.0") as server, fetcher(few) as pages:
        server.pages["/robots.txt"] = hanging("other.example")
        hangs = asyncio.create_task(pages.fetch(server.url("/", "other.example"), caller="first"))
        await _until(lambda: server.log != [])
        waits = asyncio.create_task(pages.fetch(server.url("/", "waits.example"), caller="first"))
        await asyncio.sleep(0)
        count = await fetch_while(pages, server.url("/", "well.example"), hangs, "second")
        await waits
    assert count > 5
    here = [hit for hit in server.log if not hit.host.startswith("other")]
    assert min(gaps(here)) >= MIN_DELAY


async def test_a_server_whose_hosts_are_all_slow_gets_a_bounded_number_of_requests_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address_turn, "MAX_QUIET", 3)
    names = [f"n{number}.example" for number in range(8)]
    async with site() as server, fetcher(polite(total_timeout="2s")) as pages:
        server.pages["/robots.txt"] = hanging(*names)
        await asyncio.gather(*(pages.fetch(server.url("/", name), caller=name) for name in names))
        assert len(server.log) == len(names)
    assert _most_at_once(server, 2.0) == 3 + 1
    assert min(gaps(server.log)) >= MIN_DELAY


def _most_at_once(server: Site, seconds: float) -> int:
    began = [hit.began for hit in server.log]
    return max(sum(start <= moment < start + 0.9 * seconds for start in began) for moment in began)


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.01)


async def test_a_visit_that_was_quiet_and_is_cancelled_leaves_its_queues_idle() -> None:
    politeness = Politeness(polite())

    async def visit() -> None:
        async with politeness.visit("h.example", "1.2.3.4 port 80") as visit:
            await visit.turn.ready()
            await asyncio.sleep(1e6)

    visiting = asyncio.create_task(visit())
    queue = politeness._address("1.2.3.4 port 80")
    await _until(lambda: queue.quiet == 1)
    visiting.cancel()
    await asyncio.gather(visiting, return_exceptions=True)
    assert queue.is_idle
    assert politeness._host("h.example").queue.is_idle


async def test_requests_that_wait_for_a_connection_and_for_an_address_do_not_block_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The only connection goes to a request that gave up its turn; the one that has the turn waits for a connection."""
    monkeypatch.setattr(address_turn, "QUIET_SECONDS", 0.02)
    monkeypatch.setattr(address_turn, "MAX_QUIET", 1)
    few = polite(min_delay="0s", max_connections=1, connections_per_run=1)
    async with site("0.0.0.0") as server, fetcher(few) as pages, asyncio.timeout(20):
        server.pages["/robots.txt"] = Answer(b"", delay=0.5)
        elsewhere = asyncio.create_task(pages.fetch(server.url("/", "other.example")))
        await _until(lambda: server.log != [])
        names = [f"n{number}.example" for number in range(4)]
        await asyncio.gather(elsewhere, *(pages.fetch(server.url("/", name)) for name in names))
        assert len(server.page_paths()) == 1 + len(names)
        assert all(queue.turns == 0 for queue in pages.politeness._addresses.values())
