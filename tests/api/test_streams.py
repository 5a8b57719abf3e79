"""Tests of event streams over real connections: limits per token and in total."""

import dataclasses
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.api.raw_http import RawConnection, connected
from tests.api.resources.test_profiles import create
from tests.api.serving import served
from tests.conftest import token_text
from watchd.api import streams
from watchd.api.services import Services
from watchd.api.streams import EventStreams


@pytest.fixture
async def run_id(admin: httpx.AsyncClient) -> str:
    profile = await create(admin)
    return str((await admin.post(f"/api/v1/profiles/{profile['id']}/runs")).json()["id"])


@pytest.fixture
async def phone(services: Services) -> str:
    return f"Authorization: Bearer {await token_text(services, 'phone', 'read')}"


@pytest.fixture
async def small(services: Services) -> AsyncIterator[int]:
    """Serve with two streams in total."""
    async with served(dataclasses.replace(services, streams=EventStreams(max_total=2))) as port:
        yield port


async def begun(client: RawConnection) -> int:
    """Return the status of a stream; its body goes on."""
    head = await client.reader.readuntil(b"\r\n\r\n")
    return int(head.split(b" ")[1])


async def test_a_token_can_have_twenty_streams_and_one_more_when_one_has_ended(
    services: Services, run_id: str, phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert streams.MAX_STREAMS_PER_TOKEN == 20
    monkeypatch.setattr(streams, "MAX_STREAMS_PER_TOKEN", 2)
    request = f"GET /api/v1/runs/{run_id}/events HTTP/1.1"
    other = f"Authorization: Bearer {await token_text(services, 'other', 'read')}"
    async with served(services) as port:
        async with connected(port) as first, connected(port) as second, connected(port) as third:
            for client in (first, second):
                client.send(request, phone)
                assert await begun(client) == 200
            third.send(request, phone)
            status, headers, _ = await third.answer()
            assert (status, headers["retry-after"]) == (429, "10")
            third.send(request, other)
            assert await begun(third) == 200
        for _ in range(1000):
            async with connected(port) as again:
                again.send(request, phone)
                if await begun(again) == 200:
                    return
    raise AssertionError("streams whose clients have left still count")


async def test_when_there_are_too_many_streams_the_oldest_ends_and_can_be_resumed(
    small: int, run_id: str, phone: str
) -> None:
    request = f"GET /api/v1/runs/{run_id}/events HTTP/1.1"
    async with connected(small) as oldest, connected(small) as second, connected(small) as third:
        for client in (oldest, second, third):
            client.send(request, phone)
            assert await begun(client) == 200
        assert (await oldest.rest_of_chunks()).endswith(b"0\r\n\r\n")  # a proper end
        oldest.send(request, phone, "Last-Event-ID: 0")
        assert await begun(oldest) == 200
        assert (await second.rest_of_chunks()).endswith(b"0\r\n\r\n")


async def test_a_stream_that_is_not_read_is_cut_off_when_it_must_end(
    small: int, run_id: str, phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the stream cannot be sent, so the connection is closed."""
    monkeypatch.setattr(streams, "END_SECONDS", 0.1)
    monkeypatch.setattr(streams.EventStream, "on_end", lambda self, wake: None)  # it does not notice
    request = f"GET /api/v1/runs/{run_id}/events HTTP/1.1"
    async with connected(small) as oldest, connected(small) as second, connected(small) as third:
        for client in (oldest, second, third):
            client.send(request, phone)
            assert await begun(client) == 200
        assert await oldest.rest() == b""
