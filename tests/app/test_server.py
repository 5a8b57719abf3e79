"""Tests of the server with TLS: a client that does not finish the handshake is disconnected and leaves nothing behind."""

import asyncio
import dataclasses
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.api.serving import served
from tests.certificate import certified
from watchd.api.services import Services
from watchd.api.settings import ServerSettings
from watchd.app import server

HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"  # the beginning of a TLS handshake


@pytest.fixture
async def api(tmp_path: Path, services: Services) -> AsyncIterator[tuple[int, ssl.SSLContext]]:
    """Return the port, and a TLS context that trusts the server."""
    environ, trusting = certified(tmp_path)
    cert, key = environ.values()
    secure = dataclasses.replace(services, server=ServerSettings(tls_cert=cert, tls_key=key))
    async with served(secure) as port:
        yield port, trusting


@pytest.mark.parametrize("said", [b"", HELLO], ids=["nothing", "half a hello"])
async def test_a_client_that_never_ends_its_handshake_is_cut_off_in_time(
    api: tuple[int, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    assert server.HANDSHAKE_SECONDS <= 15
    monkeypatch.setattr(server, "HANDSHAKE_SECONDS", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", api[0])
    writer.write(said)
    async with asyncio.timeout(5):
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
    writer.close()
    await answers(*api)


@pytest.mark.parametrize(
    "said", [b"", HELLO, b"GET / HTTP/1.1\r\n\r\n"], ids=["nothing", "half a hello", "no TLS"]
)
async def test_a_client_that_leaves_during_its_handshake_leaves_nothing(
    api: tuple[int, ssl.SSLContext], said: bytes
) -> None:
    before = len(asyncio.all_tasks())
    for _ in range(20):
        _, writer = await asyncio.open_connection("127.0.0.1", api[0])
        writer.write(said)
        writer.close()
    await answers(*api)
    async with asyncio.timeout(5):
        while len(asyncio.all_tasks()) > before:
            await asyncio.sleep(0.01)


async def answers(port: int, trusting: ssl.SSLContext) -> None:
    async with httpx.AsyncClient(verify=trusting, trust_env=False) as client:
        assert (await client.get(f"https://127.0.0.1:{port}/health/live")).status_code == 200
