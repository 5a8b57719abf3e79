"""Health: alive is not the same as able to work."""

import dataclasses

import httpx

from tests.api.resources.test_profiles import LEAST, PATH, fields_of, problem
from watchd.api.app import build
from watchd.api.services import Services


async def test_a_daemon_that_can_work_is_ready(anonymous: httpx.AsyncClient) -> None:
    assert (await anonymous.get("/health/live")).json() == {"status": "live"}
    assert (await anonymous.get("/health/ready")).json() == {"status": "ready"}


async def test_a_part_that_does_not_work_is_named(services: Services) -> None:
    ailing = dataclasses.replace(services, health_checks=(("schedule", lambda: "is not running"),))
    transport = httpx.ASGITransport(build(ailing))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        body = problem(await client.get("/health/ready"), 503)
        assert fields_of(body) == {"schedule"}
        assert (await client.get("/health/live")).status_code == 200


async def test_a_database_that_cannot_write_is_not_ready_and_writes_answer_503(
    services: Services, admin: httpx.AsyncClient
) -> None:
    await services.store._writer.close()
    assert fields_of(problem(await admin.get("/health/ready"), 503)) == {"database"}
    refused = await admin.post(PATH, json=LEAST)
    problem(refused, 503)
    assert refused.headers["retry-after"]
    assert (await admin.get(PATH)).status_code == 200
