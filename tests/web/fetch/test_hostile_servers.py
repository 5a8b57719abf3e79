"""Servers that try to exhaust us (FAULTS R02 to R11): each costs at most its deadline or limit."""

import asyncio
import gzip
import resource
import time
from collections.abc import Awaitable, Callable

import brotli
import pytest

from tests.web.http.test_decoder import bombs, peak_since
from tests.web.site import Answer, raw_server, settings, site
from watchd.model.outcome import Answered, Failed, Fetched, Gone, Outcome, Refused
from watchd.web.fetch.fetcher import WebFetcher

Writer = asyncio.StreamWriter
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
IMPATIENT = {"total_timeout": "1s", "grace": "300ms", "connect_timeout": "1s"}


async def ask(
    talk: bytes | Callable[[asyncio.StreamReader, Writer], Awaitable[None]], **changes: object
) -> Outcome:
    async with raw_server(talk) as url, WebFetcher(settings(**(IMPATIENT | changes))) as fetcher:
        return await fetcher.fetch(url)


def forever(
    head: bytes, piece: bytes, pause: float = 0.0
) -> Callable[[asyncio.StreamReader, Writer], Awaitable[None]]:
    async def talk(_: asyncio.StreamReader, writer: Writer) -> None:
        writer.write(head)
        while True:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)

    return talk


@pytest.mark.parametrize(
    ("name", "head", "piece", "pause", "expected"),
    [
        ("endless body", OK + b"\r\n", b"x" * 65536, 0.0, ("refused", "size")),
        (
            "endless chunks",
            OK + b"Transfer-Encoding: chunked\r\n\r\n",
            b"ffff\r\n" + b"x" * 65535 + b"\r\n",
            0.0,
            ("refused", "size"),
        ),
        (
            "one-byte chunks",
            OK + b"Transfer-Encoding: chunked\r\n\r\n",
            b"1\r\nx\r\n" * 1000,
            0.0,
            ("failed", "protocol"),
        ),
        (
            "endless chunk extension",
            OK + b"Transfer-Encoding: chunked\r\n\r\n5;a=",
            b"x" * 65536,
            0.0,
            ("refused", "size"),
        ),
        ("dripped body", OK + b"Content-Length: 100000\r\n\r\n", b"x", 0.05, ("failed", "timeout")),
        ("dripped status line", b"HTTP/1.1 2", b"0", 0.05, ("failed", "protocol")),
        ("dripped headers", b"HTTP/1.1 200 OK\r\n", b"a: b\r\n", 0.05, ("failed", "timeout")),
        ("silence", b"", b"", 0.05, ("failed", "timeout")),
        ("endless 1xx", b"", b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", 0.0, ("failed", "protocol")),
        ("endless header line", OK + b"X: ", b"x" * 65536, 0.0, ("failed", "protocol")),
        ("endless headers", OK, b"Set-Cookie: a=b\r\n" * 5000, 0.0, ("failed", "protocol")),
        ("endless status text", b"HTTP/1.1 200 ", b"x" * 65536, 0.0, ("failed", "protocol")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_answers_without_end_are_ended(
    name: str, head: bytes, piece: bytes, pause: float, expected: tuple[str, str]
) -> None:
    started = time.monotonic()
    outcome = await ask(forever(head, piece, pause), max_wire_bytes=256 * 1024, total_timeout="2s")
    assert time.monotonic() - started < 12, name
    kind = (
        ("refused", outcome.by) if isinstance(outcome, Refused) else ("failed", getattr(outcome, "kind", "?"))
    )
    assert kind == expected


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\0\0\0\0",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"<html>no head",
        b"HTTP/9.9 200 OK\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        OK + b"Content-Length: 100\r\n\r\nshort",
        OK + b"Content-Length: -1\r\n\r\nx",
        OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        OK + b"Content-Length: 99999999999999999999999\r\n\r\nx",
        OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nx",
        OK + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\nx",
        OK + b"Transfer-Encoding: gzip\r\n\r\nx",
        OK + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\nxxx",
        b"HTTP/1.1 200 OK\r\n" + b"Set-Cookie: a=b\r\n" * 10_000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 10_000_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"a:\r\n" * 200_000 + b"\r\n",
    ],
    ids=lambda answer: answer[:60].decode("latin-1"),
)
async def test_answers_that_are_not_http_are_failures(answer: bytes) -> None:
    outcome = await ask(answer)
    assert isinstance(outcome, Failed)
    assert outcome.kind in ("protocol", "connect", "timeout")


async def test_a_declared_length_above_the_cap_is_refused_before_the_body() -> None:
    outcome = await ask(OK + b"Content-Length: 4194305\r\n\r\n")
    assert isinstance(outcome, Refused)
    assert outcome.by == "size"


async def test_a_body_that_ends_with_the_connection_is_whole() -> None:
    outcome = await ask(OK + b"\r\n<p>hello")
    assert isinstance(outcome, Fetched)
    assert outcome.body == b"<p>hello"


async def test_bytes_after_the_answer_are_not_the_next_answer() -> None:
    """A server that says more than it was asked cannot choose what the next request seems to get."""
    reported = OK + b"Content-Length: 2\r\n\r\nhi" + OK + b"Content-Length: 4\r\n\r\nevil"
    async with raw_server(reported) as url, WebFetcher(settings()) as fetcher:
        first = await fetcher.fetch(url)
        second = await fetcher.fetch(url)
    assert [o.body for o in (first, second) if isinstance(o, Fetched)] == [b"hi", b"hi"]


@pytest.mark.slow
async def test_a_bomb_is_refused_wherever_it_is_sent() -> None:
    coding, data = bombs()["br"]
    packed = {"Content-Type": "text/html", "Content-Encoding": coding}
    before = peak_since(reset=True)
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/page"] = Answer(data, headers=packed)
        server.pages["/error"] = Answer(data, 500, packed)
        server.pages["/gone"] = Answer(data, 404, packed)
        server.pages["/move"] = Answer(data, 302, packed | {"Location": "/"})
        page = await fetcher.fetch(server.url("/page"))
        error = await fetcher.fetch(server.url("/error"))
        gone = await fetcher.fetch(server.url("/gone"))
        moved = await fetcher.fetch(server.url("/move"))
        receipt = await fetcher.outbound.send("POST", server.url("/page"), body=b"{}")
    assert isinstance(page, Refused)
    assert page.by == "size"
    assert isinstance(error, Failed)
    assert isinstance(gone, Gone)
    assert isinstance(moved, Fetched)
    assert isinstance(receipt, Answered)
    assert len(receipt.body) <= 64 * 1024
    assert receipt.is_cut
    assert peak_since(reset=False) - before < 48


async def test_a_bomb_as_robots_txt_is_cut_and_the_rules_in_front_hold() -> None:
    text = b"User-agent: *\nDisallow: /private\n" + b"# " + b"x" * 50_000_000
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(
            brotli.compress(text, quality=1), headers={"Content-Encoding": "br"}
        )
        assert isinstance(await fetcher.fetch(server.url("/private")), Refused)
        assert isinstance(await fetcher.fetch(server.url("/")), Fetched)


async def test_a_page_that_unpacks_a_thousandfold_is_refused_below_the_cap() -> None:
    packed = gzip.compress(b"x" * 5_000_000)
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = Answer(packed, headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})
        outcome = await fetcher.fetch(server.url("/"))
    assert isinstance(outcome, Refused)
    assert outcome.by == "size"


async def test_no_slot_leaks_after_refusals_timeouts_and_cancellations() -> None:
    changes = IMPATIENT | {"max_connections": 5, "total_timeout": "500ms", "breaker_errors": 1000}
    async with (
        raw_server(forever(b"", b"", 0.05)) as silent,
        site() as server,
        WebFetcher(settings(**changes, per_host=100)) as fetcher,
    ):
        server.pages["/big"] = Answer(b"x" * 5_000_000)
        refused = await asyncio.gather(*(fetcher.fetch(server.url("/big"), caller=str(n)) for n in range(40)))
        assert all(isinstance(outcome, Refused) for outcome in refused)
        await asyncio.gather(*(fetcher.fetch(silent, caller=str(n)) for n in range(10)))
        doomed = [asyncio.create_task(fetcher.fetch(silent, caller=str(n))) for n in range(30)]
        for number, task in enumerate(doomed):
            await asyncio.sleep(0.002 * (number % 5))
            task.cancel()
        await asyncio.gather(*doomed, return_exceptions=True)
        started = time.monotonic()
        good = await asyncio.gather(*(fetcher.fetch(server.url("/")) for _ in range(20)))
        assert all(isinstance(outcome, Fetched) for outcome in good)
        assert time.monotonic() - started < 12


async def test_two_hundred_slow_hosts_do_not_keep_another_run_waiting() -> None:
    """R10: the slow run holds its share of the slots, the healthy one is served at once."""
    async with site("0.0.0.0") as server, WebFetcher(settings()) as fetcher:
        server.pages["/slow"] = Answer(delay=30)
        slow = [
            asyncio.create_task(fetcher.fetch(server.url("/slow", f"127.0.1.{n}"), caller="slow"))
            for n in range(1, 201)
        ]
        while server.in_flight < 48:
            await asyncio.sleep(0.01)
        started = time.monotonic()
        outcome = await fetcher.fetch(server.url("/", "127.0.2.1"), caller="healthy")
        assert time.monotonic() - started < 12
        assert isinstance(outcome, Fetched)
        assert server.most_in_flight <= 64
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)


async def test_sixty_dripping_hosts_end_at_their_deadline() -> None:
    """R05: their slots are free again afterwards."""
    drip = forever(OK + b"Content-Length: 100000\r\n\r\n", b"x", 0.1)
    async with raw_server(drip, "0.0.0.0") as url, WebFetcher(settings(**IMPATIENT)) as fetcher:
        port = url.rsplit(":", 1)[1]
        started = time.monotonic()
        outcomes = await asyncio.gather(
            *(fetcher.fetch(f"http://127.0.3.{n}:{port}", caller=str(n)) for n in range(1, 61))
        )
    assert all(isinstance(outcome, Failed) and outcome.kind == "timeout" for outcome in outcomes)
    assert time.monotonic() - started < 12


async def test_without_file_descriptors_a_fetch_says_so_and_recovers() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with site() as server, WebFetcher(settings()) as fetcher:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
        try:
            starved = await fetcher.fetch(server.url())
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert isinstance(starved, Failed)
        assert starved.kind == "local_resource"
        assert isinstance(await fetcher.fetch(server.url()), Fetched)
