"""All requests and bytes of a fetch are counted, and a fetch takes no more than its budget."""

import asyncio

import pytest

from tests.web.fetch.test_hostile_servers import OK, forever
from tests.web.site import Answer, raw_server, settings, site
from watchd.model.outcome import Failed, Fetched, Gone, Meter, Refused
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.http.guard import Guard
from watchd.web.http.resolver import Resolver

HTML = {"Content-Type": "text/html"}
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


async def test_a_page_counts_with_its_head_its_redirects_and_the_robots_txt() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private\n" + b"#" * 1000)
        server.pages["/there"] = Answer(b"<p>" + b"x" * 2000, headers=HTML)
        server.pages["/moved"] = Answer(b"", 302, {"Location": "/there"})
        first, second = Meter(), Meter()
        assert isinstance(await fetcher.fetch(server.url("/moved"), meter=first), Fetched)
        page = await fetcher.fetch(server.url("/there"), meter=second)
    assert isinstance(page, Fetched)
    assert (first.requests, second.requests) == (3, 1)
    assert 3000 < first.received < 4000
    assert second.received == page.wire_bytes > 2000


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"x" * 5000, 404),
        Answer(b"x" * 5000, 500),
        Answer(b"\0" * 5000, headers=HTML),
        Answer(b"x" * 5000, headers={**HTML, "Content-Encoding": "gzip"}),
    ],
    ids=["gone", "failed", "not text", "not unpacked"],
)
async def test_what_brings_no_page_counts_too(answer: Answer) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = answer
        meter = Meter()
        outcome = await fetcher.fetch(server.url(), meter=meter)
    assert isinstance(outcome, Gone | Failed | Refused)
    assert meter.received > 5000


@pytest.mark.parametrize("most", [1, 5000, 300_000, 1_000_000])
async def test_an_endless_answer_ends_where_the_meter_does(most: int) -> None:
    talk = forever(CHUNKED, b"ffff\r\n" + b"x" * 65535 + b"\r\n")
    async with raw_server(talk) as url, WebFetcher(settings()) as fetcher:
        meter = Meter(max_bytes=most)
        outcome = await fetcher.fetch(url, meter=meter)
    assert isinstance(outcome, Refused)
    assert outcome.by == "budget"
    assert meter.received <= most


async def test_a_page_that_says_it_is_larger_than_what_is_left_costs_its_head_only() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = Answer(b"x" * 3_000_000, headers=HTML)
        meter = Meter(max_bytes=1_000_000)
        outcome = await fetcher.fetch(server.url(), meter=meter)
        again = await fetcher.fetch(server.url())
    assert isinstance(outcome, Refused)
    assert outcome.by == "budget"
    assert meter.received <= 100_000
    assert isinstance(again, Fetched)  # others may have it


async def test_a_robots_txt_that_one_run_has_no_room_for_is_read_whole_for_the_next() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(b"#" * 50_000 + b"\nUser-agent: *\nDisallow: /private\n")
        poor = Meter(max_bytes=10_000)
        refused = await fetcher.fetch(server.url("/private"), meter=poor)
        assert isinstance(refused, Refused)
        assert (refused.by, poor.received <= 10_000) == ("budget", True)
        other = await fetcher.fetch(server.url("/private"))
    assert isinstance(other, Refused)
    assert other.by == "robots"


async def test_what_is_known_to_be_forbidden_takes_nothing() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private\n")
        first, again, private = Meter(), Meter(), Meter()
        await fetcher.fetch(server.url("/private"), meter=first)
        await fetcher.fetch(server.url("/private"), meter=again)
        await fetcher.fetch("http://10.0.0.1/", meter=private)
    assert (first.requests, again.requests, private.requests) == (1, 0, 0)
    assert first.received > 0
    assert again.received == private.received == 0


async def test_a_name_that_was_looked_up_in_vain_counts_once_as_a_request() -> None:
    bounds = settings()
    guard = Guard(bounds, Resolver(bounds, lambda host: []))
    async with WebFetcher(bounds, guard=guard) as fetcher:
        first, again = Meter(), Meter()
        outcome = await fetcher.fetch("http://dead.example/1", meter=first)
        await fetcher.fetch("http://dead.example/2", meter=again)  # by now the site is known to be unreachable
    assert isinstance(outcome, Failed)
    assert (outcome.kind, first.requests, again.requests) == ("dns", 1, 0)


async def test_what_had_arrived_when_a_fetch_was_cancelled_is_counted() -> None:
    arrived = asyncio.Event()

    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Length: 90000\r\n\r\n" + b"x" * 5000)
        await writer.drain()
        arrived.set()
        await asyncio.Event().wait()

    async with raw_server(talk) as url, WebFetcher(settings()) as fetcher:
        meter = Meter()
        fetching = asyncio.create_task(fetcher.fetch(url, meter=meter))
        await arrived.wait()
        for _ in range(20):  # turns of the loop, in which it is read
            await asyncio.sleep(0)
        fetching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetching
    assert meter.received > 5000


async def test_a_request_is_on_the_wire_from_its_first_byte_until_its_answer_is_complete() -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        writer.write(OK + b"Content-Length: 4\r\n\r\nha")
        await go_on.wait()
        writer.write(b"lf")
        await writer.drain()

    async with raw_server(talk) as url, WebFetcher(settings(min_delay="200ms")) as fetcher:
        meter, waiting, seen = Meter(), Meter(), list[bool]()
        fetching = asyncio.create_task(fetcher.fetch(url, meter=meter))
        queued = asyncio.create_task(fetcher.fetch(f"{url}2", meter=waiting))
        while not asked.is_set():
            seen.append(meter.is_exchanging)
            await asyncio.sleep(0.005)
        seen += [meter.is_exchanging, waiting.is_exchanging]
        go_on.set()
        assert isinstance(await fetching, Fetched)
        seen.append(meter.is_exchanging)
        queued.cancel()
        await asyncio.gather(queued, return_exceptions=True)
    assert seen[-3:] == [True, False, False]
    assert seen[:-3].count(False) > 10  # while the page waited for its turn after robots.txt


async def test_a_request_that_is_broken_off_is_not_on_the_wire_any_more() -> None:
    asked = asyncio.Event()

    async def talk(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
        asked.set()
        await asyncio.Event().wait()

    async with raw_server(talk) as url, WebFetcher(settings()) as fetcher:
        meter = Meter()
        fetching = asyncio.create_task(fetcher.fetch(url, meter=meter))
        await asked.wait()
        assert meter.is_exchanging
        fetching.cancel()
        await asyncio.gather(fetching, return_exceptions=True)
        assert not meter.is_exchanging
