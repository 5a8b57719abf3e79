"""Attempts to reach an internal address in every way, in a network where all of them answer."""

import asyncio
import itertools
import json
import os
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote, unquote

from tests.web.ssrf_forms import INTERNAL_V4, INTERNAL_V6, urls
from watchd.model.outcome import Answered, Failed, Outcome, Refused
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.http.guard import Guard
from watchd.web.http.resolver import Resolver
from watchd.web.settings import FetchBounds

PUBLIC = {"93.184.216.34", "2606:2800:220:1::1"}
PORTS = (80, 8080, 443)
NAMES: dict[str, Callable[[], list[str]]] = {
    "public.example": lambda: ["93.184.216.34"],
    "six.example": lambda: ["2606:2800:220:1::1"],
    "mixed.example": lambda: ["93.184.216.34", "10.0.0.1"],
    "mixed-six.example": lambda: ["2606:2800:220:1::1", "64:ff9b::a9fe:a9fe"],
}
for _number, _address in enumerate([*INTERNAL_V4, *INTERNAL_V6]):
    NAMES[f"n{_number}.example"] = lambda address=_address: [address]  # type: ignore[misc]


def lookup(host: str) -> list[str]:
    if host not in NAMES:
        raise socket.gaierror(f"no {host}")
    return NAMES[host]()


class World:
    """Every address answers; what was reached is written down."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self.robots: dict[str, str] = {}

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address, port = writer.get_extra_info("sockname")[:2]
        self.reached.append(f"{address.removeprefix('::ffff:')} {port}")
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                writer.write(self.answer(head))
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass
        finally:
            writer.close()

    def answer(self, head: str) -> bytes:
        path = head.split(" ")[1]
        host = head.partition("Host: ")[2].partition("\r\n")[0]
        if path == "/robots.txt" and host in self.robots:
            return _redirect(self.robots[host])
        if path.startswith("/go?to="):
            return _redirect(unquote(path.partition("=")[2]))
        status = "404 None" if path == "/robots.txt" else "200 OK"
        return f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi".encode()

    def internal(self) -> list[str]:
        return [place for place in self.reached if place.split(" ")[0] not in PUBLIC]


def _redirect(to: str) -> bytes:
    location = to.encode("utf-8", "replace").replace(b"\n", b"").decode("latin-1")
    head = f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"
    return head.encode("latin-1", "replace")


def fetcher(**changes: Any) -> WebFetcher:
    quick: dict[str, Any] = {
        "min_delay": "0s",
        "slow_factor": 0.0,
        "breaker_errors": 10_000,
        "total_timeout": "3s",
    }
    settings = FetchBounds(**(quick | changes))
    return WebFetcher(settings, guard=Guard(settings, Resolver(settings, lookup)))


def described(outcome: Outcome | Answered) -> str:
    match outcome:
        case Refused(by=by):
            return f"refused {by}"
        case Failed(kind=kind):
            return f"failed {kind}"
        case _:
            return type(outcome).__name__


async def try_all(world: World) -> dict[str, Any]:
    """Each form as a seed, as a redirect's target, as a webhook; each address behind a name."""
    forms = urls()
    public = "http://public.example/go?to="
    names = [f"http://{name}/" for name in NAMES if name.startswith(("n", "mixed"))]
    tries: list[tuple[str, Callable[[WebFetcher], Awaitable[Any]]]] = []
    for url in [*forms, *names]:
        tries.append((url, lambda browser, url=url: browser.fetch(url)))  # type: ignore[misc]
        tries.append((url, lambda browser, url=url: browser.fetch(public + quote(url, safe=""))))  # type: ignore[misc]
        tries.append((url, lambda browser, url=url: browser.outbound.send("POST", url, body=b"{}")))  # type: ignore[misc]
    wrong = []
    async with fetcher() as browser:
        for url, attempt in tries:
            outcome = described(await attempt(browser))
            if outcome in ("Fetched", "Answered"):
                wrong.append(url)
    return {"tries": len(tries), "wrong": wrong, "internal": world.internal()}


async def good_paths() -> list[str]:
    async with fetcher() as browser:
        return [described(await browser.fetch(f"http://{name}/")) for name in ("public.example", "six.example")]


async def rebinding(world: World) -> dict[str, Any]:
    """The name is public when it is checked and internal a moment later, with answers remembered or not."""
    before = len(world.internal())
    outcomes = []
    for number in range(20):
        flips = itertools.chain([["93.184.216.34"]], itertools.repeat(["169.254.169.254"]))
        NAMES["flip.example"] = lambda flips=flips: next(flips)  # type: ignore[misc]
        async with fetcher(dns_cache=("0s", "60s")[number % 2]) as browser:
            outcomes.append(described(await browser.fetch("http://flip.example/")))
    reached = len(world.internal()) - before
    flips = itertools.chain([["93.184.216.34"]], itertools.repeat(["169.254.169.254"]))
    NAMES["flip.example"] = lambda: next(flips)
    _, writer = await naive("flip.example")
    writer.close()
    await asyncio.sleep(0.05)
    fooled = len(world.internal()) - before - reached
    return {"internal": reached, "outcomes": sorted(set(outcomes)), "control": fooled}


async def naive(host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """What others do: check one answer, connect to another."""
    assert lookup(host) == ["93.184.216.34"]
    return await asyncio.open_connection(lookup(host)[0], 80)


async def robots_redirects(world: World) -> dict[str, Any]:
    before = len(world.internal())
    outcomes = []
    for target in (
        "http://10.0.0.1/robots.txt",
        "http://169.254.169.254/",
        "http://[::1]/",
        "file:///etc/passwd",
    ):
        world.robots = {"public.example": target}
        async with fetcher() as browser:
            outcomes.append(described(await browser.fetch("http://public.example/")))
    world.robots = {}
    return {"outcomes": outcomes, "internal": len(world.internal()) - before}


async def proxies(world: World) -> dict[str, Any]:
    before = len(world.internal())
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
        os.environ[name] = "http://10.9.9.9:80"
    async with fetcher() as browser:
        outcome = described(await browser.fetch("http://public.example/"))
    return {"outcome": outcome, "internal": len(world.internal()) - before}


async def ports() -> dict[str, str]:
    async with fetcher() as browser:
        tried = (22, 25, 80, 8080, 6379, 8443, 65535)
        return {str(port): described(await browser.fetch(f"http://93.184.216.34:{port}/")) for port in tried}


async def oracle() -> dict[str, Any]:
    """Open, closed and unroutable internal ports look the same, and take the same time."""
    answers, seconds = [], []
    async with fetcher() as browser:
        for url in ("http://10.0.0.1/", "http://10.0.0.1:8443/", "http://10.0.0.1:9/", "http://224.0.0.1/"):
            started = time.perf_counter()
            outcome = await browser.fetch(url)
            seconds.append(time.perf_counter() - started)
            answers.append(getattr(outcome, "detail", "?"))
    return {"answers": sorted(set(answers)), "slowest": max(seconds)}


async def opened(world: World) -> dict[str, Any]:
    """What allow_networks opens, and nothing else."""
    NAMES["inner.example"] = lambda: ["10.0.0.5"]
    NAMES["inner-mixed.example"] = lambda: ["10.0.0.5", "10.0.0.6"]
    tried = [
        "http://10.0.0.5:8080/",
        "http://inner.example:8080/",
        "http://[::ffff:10.0.0.5]:8080/",
        "http://10.0.0.5/",
        "http://10.0.0.6:8080/",
        "http://inner-mixed.example:8080/",
        "http://127.0.0.1:8080/",
    ]
    async with fetcher(allow_networks=["10.0.0.5:8080"]) as browser:
        allowed = {url: described(await browser.fetch(url)) for url in tried}
    async with fetcher(allow_networks=["10.0.0.0/8"], deny_networks=["10.0.0.5", "93.184.216.34"]) as browser:
        denied = {
            url: described(await browser.fetch(url))
            for url in ("http://10.0.0.5:8080/", "http://public.example/")
        }
    return {"allowed": allowed, "denied": denied}


async def many_names() -> dict[str, Any]:
    """C02: many names on one address keep its pause together."""
    for number in range(6):
        NAMES[f"tenant{number}.example"] = lambda: ["93.184.216.34"]
    async with fetcher(min_delay="200ms") as browser:
        started = time.perf_counter()
        outcomes = await asyncio.gather(*(browser.fetch(f"http://tenant{n}.example/") for n in range(6)))
        seconds = time.perf_counter() - started
    return {"outcomes": [described(outcome) for outcome in outcomes], "seconds": seconds}


async def main() -> None:
    world = World()
    servers = [await asyncio.start_server(world.talk, "0.0.0.0", port, backlog=500) for port in PORTS]
    for port in PORTS:
        listener = socket.create_server(("::", port), family=socket.AF_INET6, backlog=500)
        servers.append(await asyncio.start_server(world.talk, sock=listener))
    report = {
        "good": await good_paths(),
        "table": await try_all(world),
        "rebinding": await rebinding(world),
        "robots": await robots_redirects(world),
        "proxies": await proxies(world),
        "ports": await ports(),
        "oracle": await oracle(),
        "opened": await opened(world),
        "many_names": await many_names(),
    }
    for server in servers:
        server.close()
    print(json.dumps(report))


if __name__ == "__main__":
    asyncio.run(main())
