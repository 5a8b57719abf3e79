"""One HTTP client on a list of URLs; it imports only that client."""

import asyncio
import importlib
import json
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import uvloop

CONCURRENT = 32
HEADERS = {"User-Agent": "watchd/0.1", "Accept-Encoding": "gzip"}
Get = Callable[[str], Awaitable[int]]


async def client(name: str, stack: AsyncExitStack) -> Get:
    if name == "watchd":
        return await _watchd(stack)
    library = importlib.import_module("httpx" if name == "httpx-aiohttp" else name)
    limits = library.Limits(max_connections=64, max_keepalive_connections=64)
    make: Any = library.AsyncClient
    if name == "httpx-aiohttp":
        make = importlib.import_module("httpx_aiohttp").HttpxAiohttpClient
    opened = await stack.enter_async_context(make(trust_env=False, limits=limits))

    async def get(url: str) -> int:
        async with opened.stream("GET", url, headers=HEADERS) as response:
            return sum([len(piece) async for piece in response.aiter_raw()])

    return get


async def _watchd(stack: AsyncExitStack) -> Get:
    from tests.benchmarks.crawl.speed_watchd import SETTINGS
    from watchd.model.outcome import Fetched
    from watchd.web.fetch.fetcher import WebFetcher

    fetcher = await stack.enter_async_context(WebFetcher(SETTINGS))

    async def get(url: str) -> int:
        outcome = await fetcher.fetch(url)
        return len(outcome.body) if isinstance(outcome, Fetched) else 0

    return get


async def main(name: str, urls: list[str]) -> dict[str, float]:
    sizes: list[int] = []
    queue = iter(urls)
    async with AsyncExitStack() as stack:
        get = await client(name, stack)

        async def work() -> None:
            for url in queue:
                sizes.append(await get(url))

        started, cpu = time.perf_counter(), time.process_time()
        await asyncio.gather(*(work() for _ in range(CONCURRENT)))
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    return {"pages": len(sizes), "bytes": sum(sizes), "seconds": seconds, "cpu_ms": 1000 * cpu / len(sizes)}


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(sys.argv[1], Path(sys.argv[2]).read_text().split()))))
