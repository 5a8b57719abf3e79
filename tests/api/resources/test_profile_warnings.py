"""`warnings` in answers about profiles."""

from datetime import timedelta

import httpx
import pytest

from tests.support import HandWoundClock
from watchd.store.database import Database
from watchd.web.providers.settings import ProviderSettings

PATH = "/api/v1/profiles"
BODY = {"name": "Tea", "query": {"text": "green tea harvest"}}


@pytest.fixture
def configured_providers() -> dict[str, ProviderSettings]:
    return {}


def fields(answer: httpx.Response) -> list[str]:
    assert answer.is_success, answer.text
    return [warning["field"] for warning in answer.json()["warnings"]]


async def test_every_answer_about_a_profile_warns_that_it_cannot_start(admin: httpx.AsyncClient) -> None:
    created = await admin.post(PATH, json=BODY)
    assert created.status_code == 201
    assert fields(created) == ["seeds"]
    one = f"{PATH}/{created.json()['id']}"
    assert fields(await admin.get(one)) == ["seeds"]
    assert fields(await admin.put(one, json=created.json())) == ["seeds"]
    assert fields(await admin.patch(one, json={"tags": ["x"]})) == ["seeds"]
    assert fields(await admin.post(f"{PATH}/preview", json=BODY)) == ["seeds"]
    assert [item["warnings"][0]["field"] for item in (await admin.get(PATH)).json()["items"]] == ["seeds"]
    imported = await admin.post(f"{PATH}/import", json={"profiles": [{**BODY, "name": "Other"}]})
    assert fields(imported) == ["seeds"]
    assert "'Other'" in imported.json()["warnings"][0]["message"]


async def test_a_warning_is_gone_as_soon_as_its_reason_is(admin: httpx.AsyncClient) -> None:
    one = f"{PATH}/{(await admin.post(PATH, json=BODY)).json()['id']}"
    assert (await admin.put("/api/v1/providers/arxiv", json={})).status_code == 200
    assert fields(await admin.get(one)) == []
    await admin.put("/api/v1/providers/arxiv", json={"enabled": False})
    assert fields(await admin.get(one)) == ["seeds"]
    assert fields(await admin.patch(one, json={"seeds": {"feeds": ["https://a.example/feed"]}})) == []


async def test_a_provider_without_its_contact_counts_as_one_that_cannot_be_asked(
    admin: httpx.AsyncClient,
) -> None:
    await admin.put("/api/v1/providers/wikipedia", json={})
    assert fields(await admin.post(PATH, json=BODY)) == ["seeds"]
    named = {**BODY, "name": "Named", "seeds": {"providers": ["wikipedia"]}}
    answer = await admin.post(PATH, json=named)
    assert fields(answer) == ["seeds.providers"]
    assert "contact" in answer.json()["warnings"][0]["message"]


async def test_an_unknown_provider_is_refused_with_the_names_that_exist(admin: httpx.AsyncClient) -> None:
    body = {**BODY, "seeds": {"providers": ["wikipedia", "google"]}}
    for path in (PATH, f"{PATH}/preview"):
        answer = await admin.post(path, json=body)
        assert answer.status_code == 422
        [fault] = answer.json()["errors"]
        assert fault["field"] == "seeds.providers[1]"
        assert "got 'google'" in fault["message"]
        assert "marginalia" in fault["message"]
    imported = await admin.post(f"{PATH}/import", json={"profiles": [body]})
    assert imported.json()["errors"][0]["field"] == "profiles[0].seeds.providers[1]"
    one = f"{PATH}/{(await admin.post(PATH, json=BODY)).json()['id']}"
    assert (await admin.put(one, json=body)).status_code == 422
    assert (await admin.patch(one, json={"seeds": {"providers": ["google"]}})).status_code == 422


async def test_a_profile_whose_provider_was_deleted_is_warned_and_can_still_be_paused(
    admin: httpx.AsyncClient,
) -> None:
    forum = {"preset": "rss", "base_url": "https://forum.example/?q={query}"}
    assert (await admin.put("/api/v1/providers/forum", json=forum)).status_code == 200
    created = await admin.post(PATH, json={**BODY, "seeds": {"providers": ["forum"]}})
    assert fields(created) == []
    assert (await admin.delete("/api/v1/providers/forum")).status_code == 204
    one = f"{PATH}/{created.json()['id']}"
    assert fields(await admin.get(one)) == ["seeds.providers"]
    assert fields(await admin.patch(one, json={"enabled": False})) == ["seeds.providers"]


async def test_a_channel_that_rests_or_waits_is_a_warning(
    admin: httpx.AsyncClient, store: Database, clock: HandWoundClock
) -> None:
    await admin.put("/api/v1/providers/arxiv", json={})
    for name in ("mail", "hook"):
        await admin.post("/api/v1/channels", json={"name": name, "url": "json://a.example"})
    body = {**BODY, "delivery": {"channels": ["mail", "hook"]}}
    one = f"{PATH}/{(await admin.post(PATH, json=body)).json()['id']}"
    assert fields(await admin.get(one)) == []
    await store.write(lambda tables: tables.channels.rest("mail", clock.now(), "It refused the password."))
    await store.write(lambda tables: tables.channels.pause("hook", clock.now() + timedelta(minutes=5)))
    answer = await admin.get(one)
    assert fields(answer) == ["delivery.channels[0]", "delivery.channels[1]"]
    assert "It refused the password." in answer.json()["warnings"][0]["message"]
    clock.forward(minutes=6)
    assert fields(await admin.get(one)) == ["delivery.channels[0]"]
