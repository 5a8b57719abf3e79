"""Tests of the watchdog: it reports while all loops work, and stops when one is stuck."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from watchd.api.settings import ServerSettings
from watchd.app.config import Settings
from watchd.app.watchdog import ServiceManager, Watchdog, answers


@pytest.fixture
async def api() -> AsyncIterator[Settings]:
    """Run a server that answers like the API, and return settings with its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield Settings(server=ServerSettings(port=port))


@pytest.fixture
def manager_side(tmp_path: Path) -> socket.socket:
    side = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    side.bind(str(tmp_path / "notify"))
    side.setblocking(False)
    return side


async def heard(side: socket.socket) -> bytes:
    async with asyncio.timeout(5):
        return await asyncio.get_running_loop().sock_recv(side, 4096)


async def falls_silent(side: socket.socket) -> bool:
    """Return whether no report arrives for several times the usual pause."""
    for _ in range(20):
        try:
            async with asyncio.timeout(0.3):
                await heard(side)
        except TimeoutError:
            return True
    return False


async def test_a_stuck_part_gets_no_sign_until_it_moves_again(
    api: Settings, manager_side: socket.socket
) -> None:
    reasons: list[str | None] = [None]
    manager = ServiceManager({"NOTIFY_SOCKET": manager_side.getsockname(), "WATCHDOG_USEC": "80000"})
    with manager_side:
        async with Watchdog(manager, api, stuck=(lambda: reasons[0],)).reporting():
            assert (await heard(manager_side)).startswith(b"READY=1")
            assert await heard(manager_side) == b"WATCHDOG=1"
            reasons[0] = "the scheduler is not running"
            assert await falls_silent(manager_side)
            reasons[0] = None
            assert await heard(manager_side) == b"WATCHDOG=1"


async def test_a_port_without_a_server_does_not_answer(api: Settings) -> None:
    assert await answers(api)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nobody = Settings(server=ServerSettings(port=taken.getsockname()[1]))
    assert not await answers(nobody)
