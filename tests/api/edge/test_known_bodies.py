"""Bodies are read strictly: no field is ignored, and text is not a number."""

from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import LEAST, PATH, create, fields_of, problem

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("body", [b'{"budget": {"pages": 5}}', b"[]", b"null", b"5"])
async def test_a_body_where_none_is_taken_is_refused(admin: httpx.AsyncClient, body: bytes) -> None:
    id = (await create(admin))["id"]
    run = (await admin.post(f"{PATH}/{id}/runs")).json()["id"]
    for path in (f"{PATH}/{id}/runs", f"/api/v1/runs/{run}/stop"):
        answer = problem(await admin.post(path, content=body, headers=JSON), 422)
        assert fields_of(answer) == ({"budget"} if body.startswith(b"{") else {"(body)"})
        assert "takes no fields" in answer["errors"][0]["message"]
    assert (await admin.get(f"/api/v1/runs/{run}")).json()["state"] == "queued"


@pytest.mark.parametrize("body", [b"", b"{}", b" { }\n"])
async def test_an_empty_body_is_taken_where_none_is_needed(admin: httpx.AsyncClient, body: bytes) -> None:
    id = (await create(admin))["id"]
    started = await admin.post(f"{PATH}/{id}/runs", content=body, headers=JSON)
    assert started.status_code == 202
    assert (
        await admin.post(f"/api/v1/runs/{started.json()['id']}/stop", content=body, headers=JSON)
    ).status_code == 202


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"budget": {"pages": "5"}}, "budget.pages"),
        ({"report": {"min_score": "0.3"}}, "report.min_score"),
        ({"enabled": 1}, "enabled"),
        ({"enabled": "true"}, "enabled"),
        ({"tags": "one"}, "tags"),
    ],
)
async def test_json_has_types_of_its_own_and_they_are_not_converted(
    admin: httpx.AsyncClient, wrong: dict[str, Any], field: str
) -> None:
    id = (await create(admin, name="stored"))["id"]
    for method, path, body in (
        ("POST", PATH, {**LEAST, **wrong}),
        ("POST", f"{PATH}/preview", {**LEAST, **wrong}),
        ("PUT", f"{PATH}/{id}", {**LEAST, **wrong}),
        ("PATCH", f"{PATH}/{id}", wrong),
    ):
        assert fields_of(problem(await admin.request(method, path, json=body), 422)) == {field}


async def test_query_strings_are_text_and_are_converted(admin: httpx.AsyncClient) -> None:
    await create(admin)
    for filters, count in (({"enabled": "true", "limit": "1"}, 1), ({"enabled": "0"}, 0)):
        found = await admin.get(PATH, params=filters)
        assert len(found.json()["items"]) == count
    assert (await admin.get("/api/v1/findings", params={"min_score": "0.3"})).status_code == 200
