"""Web site on loopback with configurable answers and an access log, and raw servers that send any bytes."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from watchd.web.settings import FetchBounds

Raw = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def settings(**changes: Any) -> FetchBounds:
    """Return bounds that allow loopback and need no waiting."""
    quick: dict[str, Any] = {
        "allow_networks": ["127.0.0.0/8"],
        "min_delay": "0s",
        "slow_factor": 0.0,
        "total_timeout": "5s",
        "contact": "mailto:ops@example.org",
    }
    return FetchBounds(**(quick | changes))


@dataclass
class Hit:
    """One line of the access log; times are the loop's."""

    host: str
    path: str
    headers: dict[str, str]
    began: float
    ended: float = 0.0
    address: str = ""
    body: bytes = b""
    method: str = "GET"


@dataclass
class Answer:
    """What a page of the site answers."""

    body: bytes = b"<title>Hello</title><p>Hello, world."
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/html"})
    delay: float = 0.0


Page = Answer | Callable[[Hit], Answer]


class Site:
    """Serves `pages` by path (the query included); for others there is `otherwise`."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {"/": Answer()}
        self.otherwise: Page = Answer(b"gone", 404)
        self.log: list[Hit] = []
        self.connections = 0
        self.in_flight = 0
        self.most_in_flight = 0
        self.port = 0
        self.scheme = "http"
        self.address = "127.0.0.1"

    def url(self, path: str = "/", host: str | None = None) -> str:
        return f"{self.scheme}://{host or self.address}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [hit.path for hit in self.log]

    def page_paths(self) -> list[str]:
        return [path for path in self.paths() if path != "/robots.txt"]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        while await self._one(reader, writer):
            pass

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        hit = self._hit(head, writer)
        length = int(hit.headers.get("content-length", "0"))
        hit.body = await reader.readexactly(length)
        self.log.append(hit)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            page = self.pages.get(hit.path, self.otherwise)
            answer = page(hit) if callable(page) else page
            if answer.delay:
                await asyncio.sleep(answer.delay)
            writer.write(_bytes(answer))
            await writer.drain()
        finally:
            self.in_flight -= 1
            hit.ended = asyncio.get_running_loop().time()
        return answer.headers.get("Connection") != "close"

    def _hit(self, head: str, writer: asyncio.StreamWriter) -> Hit:
        lines = head.split("\r\n")
        headers = dict(_header(line) for line in lines[1:] if line)
        return Hit(
            host=headers.get("host", ""),
            path=lines[0].split(" ")[1],
            headers=headers,
            began=asyncio.get_running_loop().time(),
            address=writer.get_extra_info("sockname")[0],
            method=lines[0].split(" ")[0],
        )


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(": ")
    return name.lower(), value


def _bytes(answer: Answer) -> bytes:
    headers = dict(answer.headers)
    if answer.status not in (204, 304):
        headers.setdefault("Content-Length", str(len(answer.body)))
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {answer.status} OK\r\n{lines}\r\n".encode("latin-1") + answer.body


@asynccontextmanager
async def listening(
    talk: Raw, address: str = "127.0.0.1", tls: ssl.SSLContext | None = None
) -> AsyncIterator[int]:
    """A server that leaves nothing behind; yields its port."""
    talks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talks.add(task)
        try:
            await talk(reader, writer)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            pass
        finally:
            writer.transport.abort() if task.cancelling() else writer.close()
            talks.discard(task)

    server = await asyncio.start_server(serve, address, 0, ssl=tls, backlog=300)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in list(talks):
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        await asyncio.sleep(0)


@asynccontextmanager
async def site(address: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    """A running site."""
    running = Site()
    running.address = "127.0.0.1" if address == "0.0.0.0" else address
    running.scheme = "https" if tls else "http"
    async with listening(running.serve, address, tls) as running.port:
        yield running


@asynccontextmanager
async def raw_server(talk: Raw | bytes, address: str = "127.0.0.1") -> AsyncIterator[str]:
    """A server that says exactly this to every request but robots.txt; yields its URL."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while b"/robots.txt" in (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n", 1)[0]:
            writer.write(b"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n")
        if isinstance(talk, bytes):
            writer.write(talk)
            await writer.drain()
        else:
            await talk(reader, writer)

    async with listening(serve, address) as port:
        yield f"http://127.0.0.1:{port}/"
