"""Web in virtual time: an event loop whose clock jumps to its next timer, and an HTTP client that answers by a script.

A day of requests takes a moment, and every run has the same times.
"""

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.web.site import settings
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.http.client import HttpRequest
from watchd.web.http.response_parser import HttpError, HttpResponse, ResponseHead

T = TypeVar("T")
HOST = "127.0.0.1"
HTML = (("content-type", "text/html"),)


class _JumpingSelector(selectors.SelectSelector):
    """Selector that moves the clock instead of waiting."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise RuntimeError("No timer is left, so nothing can happen any more.")
            self.now += max(0.0, timeout)
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Event loop in virtual time. Its tasks must wait for timers and for each other only."""

    def __init__(self) -> None:
        self._virtual = _JumpingSelector()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now


def run_in_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    loop = VirtualTimeLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


@dataclass
class Reply:
    """Answer of the simulated web."""

    seconds: float = 0.05
    status: int = 200
    headers: tuple[tuple[str, str], ...] = HTML
    body: bytes = b"<title>Hello</title>"
    error: Exception | None = None  # raised after the seconds, instead of an answer
    received: int = 0  # bytes that arrive before the error


NO_CONNECTION = HttpError("connect", "the server does not accept connections")
NO_DATA = HttpError("timeout", "the response was not complete in time")
TOO_SLOW = HttpError("timeout", "the response arrives too slowly")


def dripping() -> Reply:
    """Return an answer that begins at once and never ends."""
    return Reply(seconds=5.5, error=TOO_SLOW, received=200)


@dataclass
class Request:
    """One line of the access log."""

    host: str
    path: str
    began: float
    ended: float = 0.0
    reply: Reply | None = None  # None if the client did not wait for it


Script = Callable[[str, float], Reply]


@dataclass
class SimulatedWeb:
    """HTTP client that answers by a script of paths and times."""

    script: Script
    robots: bytes = b""
    log: list[Request] = field(default_factory=list)

    async def exchange(self, request: HttpRequest) -> HttpResponse:
        await request.ready()
        request.meter.requests += 1
        request.wire.is_sent = True
        now = asyncio.get_running_loop().time
        line = Request(request.target.host, request.target.path, now())
        self.log.append(line)
        try:
            reply = self._reply(line)
            await asyncio.sleep(reply.seconds)
            line.reply = reply
            if reply.error is not None:
                request.wire.received += reply.received
                raise reply.error
        finally:
            line.ended = now()
        head = ResponseHead(reply.status, reply.headers)
        return HttpResponse(head, reply.body, len(reply.body), is_whole=True)

    def _reply(self, line: Request) -> Reply:
        reply = self.script(line.path, line.began)
        is_robots = line.path == "/robots.txt" and reply.error is None
        return Reply(reply.seconds, headers=(), body=self.robots) if is_robots else reply

    def times(self, path: str | None = None) -> list[float]:
        """Return when pages, or one page, were requested."""
        pages = [line for line in self.log if line.path != "/robots.txt"]
        return [line.began for line in pages if path is None or line.path == path]

    def close(self) -> None: ...


@asynccontextmanager
async def simulated(web: SimulatedWeb, **changes: Any) -> AsyncIterator[WebFetcher]:
    """Yield a fetcher that reads the simulated web in virtual time."""
    fetcher = WebFetcher(settings(**({"slow_factor": 5.0, "total_timeout": "20s"} | changes)))
    fetcher._client = fetcher._runner._client = web  # type: ignore[assignment]
    fetcher.faulty_pages._now = asyncio.get_running_loop().time
    try:
        yield fetcher
    finally:
        fetcher.close()


def url(path: str = "/", host: str = HOST) -> str:
    return f"http://{host}:80{path}"
