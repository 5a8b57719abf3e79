"""Times in queries: for every input, the answer is a list or an error sentence."""

import httpx
import pytest

from tests.api.resources.test_profiles import fields_of

PATHS = ("/api/v1/findings", "/api/v1/portal/search", "/api/v1/portal/export")
IMPOSSIBLE = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00")


@pytest.mark.parametrize("since", IMPOSSIBLE)
@pytest.mark.parametrize("path", PATHS)
async def test_a_time_that_does_not_exist_in_utc_is_refused(
    admin: httpx.AsyncClient, path: str, since: str
) -> None:
    answer = await admin.get(path, params={"since": since})
    assert (answer.status_code, fields_of(answer.json())) == (422, {"since"})


@pytest.mark.parametrize("path", PATHS)
async def test_the_year_1_is_before_everything(admin: httpx.AsyncClient, path: str) -> None:
    assert (await admin.get(path, params={"since": "0001-01-01T00:00:00Z"})).status_code == 200


@pytest.mark.parametrize(("until", "status"), [("0001-01-02T00:00:00Z", 200), (IMPOSSIBLE[0], 422)])
async def test_a_replay_takes_the_same_times(admin: httpx.AsyncClient, until: str, status: int) -> None:
    profile = {"name": "Tea", "query": {"text": "tea"}, "schedule": {"manual": True}}
    id = (await admin.post("/api/v1/profiles", json=profile)).json()["id"]
    answer = await admin.post(f"/api/v1/profiles/{id}/replay", json={"until": until})
    assert answer.status_code == status


async def test_a_feed_reader_with_an_impossible_date_gets_the_feed(admin: httpx.AsyncClient) -> None:
    profile = {"name": "Tea", "query": {"text": "tea"}, "schedule": {"manual": True}}
    id = (await admin.post("/api/v1/profiles", json=profile)).json()["id"]
    address = (await admin.post(f"/api/v1/profiles/{id}/feed-key")).json()["atom"]
    headers = {"If-Modified-Since": "Mon, 16 Nov 2026 07:30:00 +" + "9" * 40}
    assert (await admin.get(address, headers=headers)).status_code == 200
