"""Tests of request bodies over real connections: refusals from the head, limits, and what a client gets to see."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from tests.api.raw_http import connected
from tests.api.resources.test_profiles import LEAST
from tests.api.serving import served
from tests.conftest import token_text
from watchd.api.edge import bodies
from watchd.api.services import Services

JSON = "Content-Type: application/json"
PROFILES = "POST /api/v1/profiles HTTP/1.1"
IMPORT = "POST /api/v1/profiles/import HTTP/1.1"


@pytest.fixture
async def port(services: Services) -> AsyncIterator[int]:
    async with served(services) as number:
        yield number


@pytest.fixture
async def bearer(services: Services) -> str:
    return f"Authorization: Bearer {await token_text(services, 'admin', 'admin')}"


@pytest.fixture
async def reader_bearer(services: Services) -> str:
    return f"Authorization: Bearer {await token_text(services, 'reader', 'read')}"


@pytest.mark.parametrize("framing", ["Content-Length: 1000", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("request_line", [PROFILES, IMPORT, "PUT /api/v1/profiles/x HTTP/1.1"])
async def test_without_a_token_the_answer_does_not_wait_for_the_body(
    port: int, request_line: str, framing: str
) -> None:
    async with connected(port) as client:
        client.send(request_line, JSON, framing)
        status, headers, body = await client.answer()
        assert (status, headers["connection"]) == (401, "close")
        assert json.loads(body)["type"] == "urn:watchd:problem:unauthorized"
        assert await client.rest() == b""


async def test_a_token_of_another_scope_is_refused_without_the_body(port: int, reader_bearer: str) -> None:
    async with connected(port) as client:
        client.send(PROFILES, JSON, reader_bearer, "Content-Length: 1000")
        status, headers, _ = await client.answer()
        assert (status, headers["connection"]) == (403, "close")


@pytest.mark.parametrize(
    ("request_line", "length", "status"),
    [
        (PROFILES, bodies.MAX_BODY_BYTES + 1, 413),
        (IMPORT, bodies.MAX_IMPORT_BYTES + 1, 413),
        ("GET /api/v1/profiles HTTP/1.1", bodies.MAX_SMALL_BODY_BYTES + 1, 413),
        ("POST /api/v1/nothing HTTP/1.1", 1000, 404),
        ("PUT /api/v1/profiles HTTP/1.1", 1000, 405),
        ("POST /api/v1/profiles?colour=red HTTP/1.1", 1000, 422),
    ],
)
async def test_what_the_head_shows_is_refused_without_the_body(
    port: int, bearer: str, request_line: str, length: int, status: int
) -> None:
    async with connected(port) as client:
        client.send(request_line, JSON, bearer, f"Content-Length: {length}")
        got, headers, _ = await client.answer()
        assert (got, headers["connection"]) == (status, "close")


@pytest.mark.parametrize("request_line", ["OPTIONS /api/v1/profiles HTTP/1.1", "POST /v/forged HTTP/1.1"])
async def test_without_a_token_no_large_body_is_read(port: int, request_line: str) -> None:
    async with connected(port) as client:
        client.send(request_line, JSON, f"Content-Length: {bodies.MAX_SMALL_BODY_BYTES + 1}")
        assert (await client.answer())[0] == 413


async def test_a_client_that_sends_a_large_body_without_waiting_still_sees_the_answer(port: int) -> None:
    async with connected(port) as client:
        client.send(IMPORT, JSON, f"Content-Length: {20 * 2**20}")
        for _ in range(20):
            client.writer.write(b" " * 2**20)
            await client.writer.drain()
        assert (await client.answer())[0] == 401
        assert await client.rest() == b""


async def test_a_client_that_waits_for_permission_gets_it_only_with_a_token(port: int, bearer: str) -> None:
    content = json.dumps(LEAST).encode()
    expecting = (JSON, "Expect: 100-continue", f"Content-Length: {len(content)}")
    async with connected(port) as stranger, connected(port) as friend:
        stranger.send(PROFILES, *expecting)
        friend.send(PROFILES, bearer, *expecting)
        assert (await stranger.answer())[0] == 401
        assert (await friend.answer())[0] == 100
        friend.writer.write(content)
        assert (await friend.answer())[0] == 201


async def test_chunks_without_end_are_refused_at_the_limit(port: int, bearer: str) -> None:
    async with connected(port) as client:
        client.send(PROFILES, JSON, bearer, "Transfer-Encoding: chunked")
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        for _ in range(17):
            client.writer.write(piece)
        assert (await client.answer())[0] == 413


async def test_a_body_in_pieces_is_whole_and_the_connection_stays(port: int, bearer: str) -> None:
    content = json.dumps(LEAST).encode()
    async with connected(port) as client:
        client.send(PROFILES, JSON, bearer, "Transfer-Encoding: chunked")
        for byte in content:
            client.writer.write(b"1\r\n%c\r\n" % byte)
        client.writer.write(b"0\r\n\r\n")
        status, headers, _ = await client.answer()
        assert (status, headers.get("connection")) == (201, None)
        client.send("GET /api/v1/profiles HTTP/1.1", bearer)
        assert (await client.answer())[0] == 200


async def test_a_body_that_does_not_arrive_in_time_is_refused(
    port: int, bearer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bodies.BODY_TIMEOUT_SECONDS <= 30
    monkeypatch.setattr(bodies, "BODY_TIMEOUT_SECONDS", 0.1)
    async with connected(port) as client:
        client.send(PROFILES, JSON, bearer, "Content-Length: 10", body=b"{")
        assert (await client.answer())[0] == 408


async def test_the_oldest_incomplete_body_gives_way_when_the_memory_is_used_up(
    services: Services, bearer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies.BodyBudget.__init__, "__defaults__", (2500,))
    content = json.dumps(LEAST).encode()
    async with served(services) as port, connected(port) as old, connected(port) as young:
        old.send(PROFILES, JSON, bearer, "Content-Length: 2001", body=b" " * 2000)
        await _until_read(port, bearer)
        young.send(PROFILES, JSON, bearer, f"Content-Length: {1000 + len(content)}", body=b" " * 1000)
        status, headers, _ = await old.answer()
        assert (status, headers["retry-after"], headers["connection"]) == (503, "5", "close")
        young.writer.write(content)
        assert (await young.answer())[0] == 201


async def test_a_body_that_does_not_fit_beside_complete_ones_is_refused(
    services: Services, bearer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies.BodyBudget.__init__, "__defaults__", (500,))
    async with served(services) as port, connected(port) as client:
        client.send(PROFILES, JSON, bearer, "Content-Length: 1000", body=b" " * 1000)
        status, headers, body = await client.answer()
        assert (status, headers["retry-after"]) == (503, "5")
        assert json.loads(body)["type"] == "urn:watchd:problem:busy"
        client.writer.close()
    async with served(services) as port, connected(port) as client:
        client.send(PROFILES, JSON, bearer, "Content-Length: 300", body=b" " * 300)
        assert (await client.answer())[0] == 400  # it was read: only spaces


@pytest.mark.parametrize("method", ["OPTIONS", "DELETE", "GET"])
async def test_a_body_where_none_belongs_is_a_clear_problem(port: int, bearer: str, method: str) -> None:
    async with connected(port) as client:
        client.send(f"{method} /api/v1/profiles/x HTTP/1.1", bearer, "Content-Length: 5", body=b"hello")
        status, _, body = await client.answer()
        assert (status, json.loads(body)["type"]) == (400, "urn:watchd:problem:malformed")


@pytest.mark.parametrize("body", [b"zz\r\n", b"2g\r\n{}", b"1\r\n \r\n" * 1000], ids=["none", "junk", "tiny"])
async def test_a_body_that_is_not_http_ends_the_connection_without_a_trace_in_the_log(
    port: int, bearer: str, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(port) as client:
        client.send(PROFILES, JSON, bearer, "Transfer-Encoding: chunked", body=body)
        status, headers, said = await client.answer()
        assert (status, headers["connection"]) == (400, "close")
        assert json.loads(said)["type"] == "urn:watchd:problem:malformed"
        assert await client.rest() == b""
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_body_in_small_chunks_after_the_answer_ends_the_connection(port: int) -> None:
    async with connected(port) as client:
        client.send(PROFILES, JSON, "Transfer-Encoding: chunked")
        assert (await client.answer())[0] == 401
        client.writer.write(b"1\r\n \r\n" * 1000)
        assert await client.rest() == b""


async def test_a_head_has_at_most_a_hundred_headers(port: int) -> None:
    for count, status in ((90, 200), (101, 400), (4000, 400)):
        async with connected(port) as client:
            client.send("GET /health/live HTTP/1.1", *(f"X-{number}: 1" for number in range(count)))
            assert (await client.answer())[0] == status


async def _until_read(port: int, bearer: str) -> None:
    """Make a request; the server has then read what earlier connections have sent."""
    async with connected(port) as other:
        for _ in range(3):
            other.send("GET /api/v1/profiles HTTP/1.1", bearer)
            await other.answer()
    await asyncio.sleep(0)
