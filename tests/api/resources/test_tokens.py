"""/tokens: create, list, revoke."""

import httpx
import pytest

from tests.api.resources.test_profiles import fields_of, problem
from tests.support import HandWoundClock

PATH = "/api/v1/tokens"


async def test_a_token_is_shown_once_and_works(admin: httpx.AsyncClient) -> None:
    response = await admin.post(PATH, json={"name": "phone", "scope": "read"})
    assert response.status_code == 201
    text = response.json()["token"]
    assert text not in (await admin.get(PATH)).text
    assert (await admin.get("/api/v1/profiles", headers={"Authorization": f"Bearer {text}"})).status_code == 200


async def test_a_token_ends_with_its_lifetime(admin: httpx.AsyncClient, clock: HandWoundClock) -> None:
    body = (await admin.post(PATH, json={"name": "guest", "lifetime": "1h"})).json()
    guest = {"Authorization": f"Bearer {body['token']}"}
    assert body["expires_at"] == "2026-11-16T08:30:00Z"
    assert (await admin.get("/api/v1/profiles", headers=guest)).status_code == 200
    clock.forward(hours=1)
    problem(await admin.get("/api/v1/profiles", headers=guest), 401)


async def test_a_repeat_with_the_same_key_gets_the_same_token_although_it_is_not_stored(
    admin: httpx.AsyncClient,
) -> None:
    key = {"Idempotency-Key": "once"}
    first = await admin.post(PATH, json={"name": "phone"}, headers=key)
    second = await admin.post(PATH, json={"name": "phone"}, headers=key)
    assert first.json() == second.json()
    assert len((await admin.get(PATH)).json()["items"]) == 2  # phone and admin


async def test_a_key_that_is_used_again_after_a_day_makes_another_token(
    admin: httpx.AsyncClient, clock: HandWoundClock
) -> None:
    key = {"Idempotency-Key": "once"}
    first = (await admin.post(PATH, json={"name": "phone"}, headers=key)).json()
    assert (await admin.delete(f"{PATH}/{first['id']}")).status_code == 204
    clock.forward(hours=25)
    second = (await admin.post(PATH, json={"name": "phone"}, headers=key)).json()
    assert second["token"] != first["token"]
    problem(await admin.get("/api/v1/profiles", headers={"Authorization": f"Bearer {first['token']}"}), 401)


async def test_a_repeat_may_write_the_scheme_in_another_case(admin: httpx.AsyncClient) -> None:
    key = {"Idempotency-Key": "once"}
    first = await admin.post(PATH, json={"name": "phone"}, headers=key)
    own = admin.headers["Authorization"].replace("Bearer", "bearer")
    second = await admin.post(PATH, json={"name": "phone"}, headers={**key, "Authorization": own})
    assert first.json() == second.json()


async def test_the_last_admin_token_cannot_be_revoked(admin: httpx.AsyncClient) -> None:
    [only] = (await admin.get(PATH)).json()["items"]
    problem(await admin.delete(f"{PATH}/{only['id']}"), 409)
    assert (await admin.get(PATH)).status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x", "scope": "root"}, "scope"),
        ({"name": "x", "lifetime": "soon"}, "lifetime"),
        ({"name": "x", "lifetime": "0s"}, "lifetime"),
        ({"name": "x", "lifetime": "9999999d"}, "lifetime"),
        ({"name": "x", "secret": "y"}, "secret"),
    ],
)
async def test_each_wrong_field_is_named(admin: httpx.AsyncClient, body: dict[str, str], field: str) -> None:
    assert fields_of(problem(await admin.post(PATH, json=body), 422)) == {field}


async def test_a_name_can_be_taken_once(admin: httpx.AsyncClient) -> None:
    await admin.post(PATH, json={"name": "phone"})
    assert fields_of(problem(await admin.post(PATH, json={"name": "phone"}), 409)) == {"name"}


async def test_an_unknown_token_is_not_found(admin: httpx.AsyncClient) -> None:
    problem(await admin.delete(f"{PATH}/nothing"), 404)
