"""Tests of the connections to the API: who gives way, deadlines, and the places for health checks."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.api.raw_http import RawConnection, connected
from watchd.api.settings import ServerSettings
from watchd.app import connections
from watchd.app.server import PlainServer, create_server

LIVE = "GET /health/live HTTP/1.1"


class Slow:
    """Application that answers when it is released; /large has a large answer."""

    def __init__(self) -> None:
        self.release = asyncio.Event()
        self.arrived = 0

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        self.arrived += 1
        body = b"x" * (2**24 if scope["path"] == "/large" else 1)
        if scope["path"].startswith("/slow"):
            await self.release.wait()
        status = 503 if scope["watchd.is_crowded"] and not scope["path"].startswith("/health/") else 200
        if scope["method"] == "POST":
            await receive()
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(app: Slow, places: int = 8) -> AsyncIterator[tuple[int, PlainServer]]:
    server = create_server(app, ServerSettings(), places)
    assert isinstance(server, PlainServer)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        task = asyncio.create_task(server.serve([listening]))
        try:
            yield listening.getsockname()[1], server
        finally:
            app.release.set()
            server.should_exit = server.force_exit = True
            await task


async def many(port: int, count: int, stack: contextlib.AsyncExitStack) -> list[RawConnection]:
    return [await stack.enter_async_context(connected(port)) for _ in range(count)]


async def until_open(server: PlainServer, count: int) -> None:
    async with asyncio.timeout(5):
        while len(server.places.open) != count:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    "said",
    [b"", b"GET / HTTP/1.1\r\nHost: lo", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"],
    ids=["silent", "half a head", "no body"],
)
async def test_the_oldest_incomplete_connection_gives_way_and_an_idle_one_stays(said: bytes) -> None:
    async with serving(Slow()) as (port, server), contextlib.AsyncExitStack() as stack:
        idle, first, *others = await many(port, 8, stack)
        idle.send(LIVE)
        assert (await idle.answer())[0] == 200
        for client in (first, *others):
            client.writer.write(said)
        await until_open(server, 8)
        (new,) = await many(port, 1, stack)
        new.send(LIVE)
        assert (await new.answer())[0] == 200
        assert await first.rest() == b""
        idle.send(LIVE)
        assert (await idle.answer())[0] == 200


async def test_idle_connections_use_only_a_part_of_the_places() -> None:
    async with serving(Slow()) as (port, server), contextlib.AsyncExitStack() as stack:
        for client in await many(port, 8, stack):
            client.send(LIVE)
            assert (await client.answer())[0] == 200
        await until_open(server, 2)


async def test_when_all_are_being_answered_health_checks_still_have_places() -> None:
    app = Slow()
    async with serving(app) as (port, _), contextlib.AsyncExitStack() as stack:
        busy = await many(port, 6, stack)
        for client in busy:
            client.send("GET /slow HTTP/1.1")
        async with asyncio.timeout(5):
            while app.arrived < 6:
                await asyncio.sleep(0.01)
        for line, status in ((LIVE, 200), ("GET /other HTTP/1.1", 503), (LIVE, 200)):
            async with connected(port) as client:
                client.send(line, "Connection: close")
                assert (await client.answer())[0] == status
        app.release.set()
        for client in busy:
            assert (await client.answer())[0] == 200  # none of them gave way


@pytest.mark.parametrize(
    ("said", "is_after_an_answer"),
    [(b"", False), (b"G", False), (b"G", True)],
    ids=["nothing", "one byte", "one byte of the second request"],
)
async def test_a_head_has_a_deadline(
    monkeypatch: pytest.MonkeyPatch, said: bytes, is_after_an_answer: bool
) -> None:
    assert connections.HEAD_SECONDS <= 15
    for name in ("HEAD_SECONDS", "KEEP_ALIVE_SECONDS", "SLACK_SECONDS"):
        monkeypatch.setattr(connections, name, 0.1)
    async with serving(Slow()) as (port, _), connected(port) as client:
        if is_after_an_answer:
            client.send(LIVE)
            await client.answer()
        client.writer.write(said)
        assert await client.rest() == b""


async def test_a_client_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connections.UNREAD_SECONDS <= 30
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.1)
    async with serving(Slow()) as (port, server), connected(port) as client:
        client.send("GET /large HTTP/1.1")
        await until_open(server, 1)
        await until_open(server, 0)


async def test_answers_that_are_not_read_share_a_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_UNREAD_BYTES", 2**24)
    app = Slow()
    async with serving(app, places=40) as (port, server), contextlib.AsyncExitStack() as stack:
        for client in await many(port, 10, stack):
            client.send("GET /large HTTP/1.1")
        async with asyncio.timeout(10):
            while app.arrived < 10 or sum(one.unread_bytes for one in server.places.unread) > 2**24:
                await asyncio.sleep(0.01)
        assert len(server.places.open) < 10


async def test_a_closed_connection_is_in_no_list() -> None:
    async with serving(Slow()) as (port, server):
        for said in (b"", b"G", b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n", b"rubbish\r\n\r\n"):
            async with connected(port) as client:
                client.writer.write(said)
                await client.writer.drain()
        await until_open(server, 0)
        places = server.places
        assert (places.incomplete, places.idle, places.unread) == ({}, {}, {})
