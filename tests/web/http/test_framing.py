"""Response framing: servers that blur the end of a response get an error, never a second meaning.

The server sends each row once over a real connection that it keeps open. The next requested page must be that page,
for any bytes left on the connection. (RFC 9112: section 2.2 lines, 5.2 folding, 6 length, 7.1 chunks.)
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from tests.web.site import listening, settings
from watchd.model.outcome import Answered, Failed, Fetched, Outcome, Validators
from watchd.web.fetch.fetcher import WebFetcher

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n"
NEXT = OK + b"Content-Length: 9\r\n\r\n<p>second"
EVIL = OK + b"Content-Length: 7\r\n\r\n<p>evil"
Script = Callable[[asyncio.StreamWriter], Awaitable[None]]


class OddServer:
    """Says something odd to the first request for a page, and the plain truth to all others."""

    def __init__(self, odd: bytes | Script) -> None:
        self.odd = odd
        self.connections = 0
        self.pages = 0
        self.requests: list[bytes] = []
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        while request := await reader.readuntil(b"\r\n\r\n"):
            if b"/robots.txt" in request.split(b"\r\n", 1)[0]:
                writer.write(b"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n")
                continue
            self.pages += 1
            self.requests.append(request)
            if self.pages > 1:
                writer.write(NEXT)
            elif isinstance(self.odd, bytes):
                writer.write(self.odd)
            else:
                await self.odd(writer)


@asynccontextmanager
async def odd_server(odd: bytes | Script) -> AsyncIterator[OddServer]:
    made = OddServer(odd)
    async with listening(made.serve) as port:
        made.url = f"http://127.0.0.1:{port}/"
        yield made


def meaning(outcome: Outcome) -> object:
    match outcome:
        case Fetched():
            return outcome.body
        case Failed():
            return outcome.status or outcome.kind
        case _:
            return type(outcome).__name__


TABLE: dict[str, tuple[bytes, object]] = {
    # Length stated in a way that two readers could understand differently.
    "length and chunks": (CHUNKED + b"Content-Length: 7\r\n\r\n7\r\n<p>good\r\n0\r\n\r\n" + EVIL, "protocol"),
    "chunks and length": (
        OK + b"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n<p>good\r\n0\r\n\r\n" + EVIL,
        "protocol",
    ),
    "two lengths that differ": (
        OK + b"Content-Length: 7\r\nContent-Length: 3\r\n\r\n<p>good",
        "protocol",
    ),
    "two lengths that agree": (OK + b"Content-Length: 7\r\nContent-Length: 7\r\n\r\n<p>good", "protocol"),
    "a list of lengths": (OK + b"Content-Length: 7, 7\r\n\r\n<p>good", "protocol"),
    "a length with a sign": (OK + b"Content-Length: +7\r\n\r\n<p>good", "protocol"),
    "a hexadecimal length": (OK + b"Content-Length: 0x7\r\n\r\n<p>good", "protocol"),
    "a length in another script": (OK + "Content-Length: ٧\r\n\r\n<p>good".encode(), "protocol"),
    "chunked, then something else": (
        CHUNKED + b"Transfer-Encoding: x\r\n\r\n7\r\n<p>good\r\n0\r\n\r\n",
        "protocol",
    ),
    "a coding list": (OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n7\r\n<p>good\r\n0\r\n\r\n", "protocol"),
    "a coding that ends in chunked": (OK + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "protocol"),
    "a coding that begins with chunked": (OK + b"Transfer-Encoding: chunkedx\r\n\r\n0\r\n\r\n", "protocol"),
    "a vertical tab before the coding": (OK + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n", "protocol"),
    "a blank before the colon": (OK + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "protocol"),
    # Lines.
    "a folded header": (OK + b"X-Long: one\r\n two\r\nContent-Length: 7\r\n\r\n<p>good", "protocol"),
    "a folded length": (OK + b"Content-Length:\r\n 7\r\n\r\n<p>good", "protocol"),
    "a line that starts with a blank": (
        b"HTTP/1.1 200 OK\r\n X: y\r\nContent-Length: 7\r\n\r\n<p>good",
        "protocol",
    ),
    "a header without a colon": (OK + b"X-Nothing\r\nContent-Length: 7\r\n\r\n<p>good", "protocol"),
    "a header without a name": (OK + b": x\r\nContent-Length: 7\r\n\r\n<p>good", "protocol"),
    "a zero byte in a header": (OK + b"X: a\0b\r\nContent-Length: 7\r\n\r\n<p>good", "protocol"),
    "a lone carriage return": (OK + b"X: a\rContent-Length: 3\r\nContent-Length: 7\r\n\r\n<p>good", "protocol"),
    # Chunks.
    "a chunk with a sign": (CHUNKED + b"\r\n+7\r\n<p>good\r\n0\r\n\r\n", "protocol"),
    "a chunk with 0x": (CHUNKED + b"\r\n0x7\r\n<p>good\r\n0\r\n\r\n", "protocol"),
    "a chunk with an underscore": (CHUNKED + b"\r\n0_7\r\n<p>good\r\n0\r\n\r\n", "protocol"),
    "a chunk longer than it says": (CHUNKED + b"\r\n3\r\n<p>good\r\n0\r\n\r\n", "protocol"),
    "a chunk size that overflows": (CHUNKED + b"\r\n10000000000000007\r\n<p>good\r\n0\r\n\r\n", "protocol"),
    "a line feed in a chunk's extension": (CHUNKED + b"\r\n7;a=\nx\r\n<p>good\r\n0\r\n\r\n", "protocol"),
    "a trailer that claims a length": (
        CHUNKED + b"\r\n7\r\n<p>good\r\n0\r\nContent-Length: 99\r\n\r\n",
        "protocol",
    ),
    "a trailer without end": (CHUNKED + b"\r\n7\r\n<p>good\r\n0\r\nX: y\r\n", "timeout"),
    # Interim answers.
    "one hint": (
        b"HTTP/1.1 103 Hints\r\nLink: </x>\r\n\r\n" + OK + b"Content-Length: 7\r\n\r\n<p>good",
        b"<p>good",
    ),
    "three kinds": (
        b"HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hints\r\n\r\n"
        + OK
        + b"Content-Length: 7\r\n\r\n<p>good",
        b"<p>good",
    ),
    "an interim answer with a length": (
        b"HTTP/1.1 103 Hints\r\nContent-Length: 7\r\n\r\n" + OK + b"Content-Length: 7\r\n\r\n<p>good",
        b"<p>good",
    ),
    "a type that only an interim answer states": (
        b"HTTP/1.1 103 Hints\r\nContent-Type: image/png\r\n\r\n" + OK + b"Content-Length: 7\r\n\r\n<p>good",
        b"<p>good",
    ),
    "an upgrade without a request": (
        b"HTTP/1.1 101 Switch\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n" + EVIL,
        "protocol",
    ),
    "a 101 without an upgrade": (b"HTTP/1.1 101 Switch\r\n\r\n" + EVIL, "protocol"),
    # Answers that have no body, whatever their head says.
    "204 with a body": (b"HTTP/1.1 204 None\r\nContent-Length: 7\r\n\r\n" + EVIL, 204),
    "204 in chunks": (b"HTTP/1.1 204 None\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + EVIL, 204),
    "304 with the length of the page": (b"HTTP/1.1 304 Same\r\nContent-Length: 12345\r\n\r\n", "NotModified"),
    "304 followed by a body": (b"HTTP/1.1 304 Same\r\nContent-Length: 47\r\n\r\n" + EVIL, "NotModified"),
    "304 in chunks": (b"HTTP/1.1 304 Same\r\nTransfer-Encoding: chunked\r\n\r\n" + EVIL, "NotModified"),
    # More than was asked for.
    "two answers at once": (OK + b"Content-Length: 7\r\n\r\n<p>good" + EVIL, b"<p>good"),
    "a body longer than it says": (OK + b"Content-Length: 7\r\n\r\n<p>goodness", b"<p>good"),
    "two chunked answers": (CHUNKED + b"\r\n7\r\n<p>good\r\n0\r\n\r\n" + EVIL, b"<p>good"),
}


@pytest.mark.parametrize("name", TABLE)
async def test_an_odd_answer_has_one_meaning_and_the_next_page_is_itself(name: str) -> None:
    odd, expected = TABLE[name]
    async with odd_server(odd) as server, WebFetcher(settings(total_timeout="1s")) as fetcher:
        first = await fetcher.fetch(server.url)
        second = await fetcher.fetch(f"{server.url}second")
    assert meaning(first) == expected
    assert meaning(second) == b"<p>second"


async def test_an_answer_that_comes_before_it_was_asked_for_is_not_the_next_answer() -> None:
    """The second answer arrives in a packet of its own, while the connection waits for its next request."""
    said = asyncio.Event()

    async def late(writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Length: 7\r\n\r\n<p>good")
        await writer.drain()
        await said.wait()
        writer.write(EVIL)
        await writer.drain()

    async with odd_server(late) as server, WebFetcher(settings()) as fetcher:
        first = await fetcher.fetch(server.url)
        said.set()
        async with asyncio.timeout(5):
            while any(kept.is_open for row in fetcher._client.idle._idle.values() for kept in row):
                await asyncio.sleep(0.01)
        second = await fetcher.fetch(server.url)
    assert (meaning(first), meaning(second)) == (b"<p>good", b"<p>second")
    assert server.connections == 2


@pytest.mark.parametrize("version", ["1.0", "1.1"])
async def test_a_body_that_ends_with_its_connection_is_whole_and_ends_it(version: str) -> None:
    async def closing(writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/{version} 200 OK\r\nContent-Type: text/html\r\n\r\n<p>good".encode())
        writer.close()

    async with odd_server(closing) as server, WebFetcher(settings()) as fetcher:
        first = await fetcher.fetch(server.url)
        second = await fetcher.fetch(server.url)
    assert (meaning(first), meaning(second)) == (b"<p>good", b"<p>second")
    assert server.connections == 2


@pytest.mark.parametrize(
    ("head", "connections"),
    [
        (b"HTTP/1.1 200 OK\r\n", 1),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\n", 2),
        (b"HTTP/1.0 200 OK\r\n", 2),
        (b"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n", 1),
    ],
)
async def test_a_connection_serves_again_when_both_sides_may_say_so(head: bytes, connections: int) -> None:
    odd = head + b"Content-Type: text/html\r\nContent-Length: 7\r\n\r\n<p>good"
    async with odd_server(odd) as server, WebFetcher(settings()) as fetcher:
        first = await fetcher.fetch(server.url)
        second = await fetcher.fetch(server.url)
    assert (meaning(first), meaning(second)) == (b"<p>good", b"<p>second")
    assert server.connections == connections


async def test_an_unchanged_page_keeps_its_connection_though_its_length_is_sent() -> None:
    odd = b"HTTP/1.1 304 Same\r\nContent-Length: 12345\r\n\r\n"
    async with odd_server(odd) as server, WebFetcher(settings()) as fetcher:
        first = await fetcher.fetch(server.url, Validators(etag='"1"'))
        second = await fetcher.fetch(server.url)
    assert (meaning(first), meaning(second)) == ("NotModified", b"<p>second")
    assert server.connections == 1


async def test_a_head_request_does_not_wait_for_the_body_that_its_answer_announces() -> None:
    odd = OK + b"Content-Length: 12345\r\n\r\n"
    async with odd_server(odd) as server, WebFetcher(settings()) as fetcher:
        first = await fetcher.outbound.send("HEAD", server.url, timeout=2)
        second = await fetcher.outbound.send("GET", server.url)
    assert isinstance(first, Answered)
    assert isinstance(second, Answered)
    assert (first.status, first.body, second.body) == (200, b"", b"<p>second")


async def test_a_body_that_was_not_wanted_takes_its_connection_along() -> None:
    odd = b"HTTP/1.1 500 Sorry\r\nContent-Length: 99999\r\n\r\n" + EVIL
    async with odd_server(odd) as server, WebFetcher(settings()) as fetcher:
        first = await fetcher.fetch(server.url)
        second = await fetcher.fetch(server.url)
    assert (meaning(first), meaning(second)) == (500, b"<p>second")
    assert server.connections == 2


async def test_a_head_just_below_its_cap_is_read_and_just_above_is_not() -> None:
    for padding, expected in ((3800, b"<p>good"), (4200, "protocol")):
        odd = OK + b"X: " + b"x" * padding + b"\r\nContent-Length: 7\r\n\r\n<p>good"
        async with odd_server(odd) as server, WebFetcher(settings(max_header_bytes=4096)) as fetcher:
            assert meaning(await fetcher.fetch(server.url)) == expected
