"""/channels: URLs are write-only."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import create, fields_of, problem
from tests.support import HandWoundClock

PATH = "/api/v1/channels"
MAIL = {"name": "mail", "url": "mailto://user:s3cret@example.org?to=team@example.org"}


async def test_the_url_of_a_channel_is_masked_in_every_answer(admin: httpx.AsyncClient) -> None:
    created = await admin.post(PATH, json=MAIL)
    assert created.status_code == 201
    assert created.headers["location"] == f"{PATH}/mail"
    patched = await admin.patch(f"{PATH}/mail", json={"events": ["health"]})
    for response in (created, patched, await admin.get(f"{PATH}/mail"), await admin.get(PATH)):
        assert "s3cret" not in response.text
        assert "mailto://***" in response.text


@pytest.mark.parametrize(
    "url",
    [
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general",
        "json://localhost:8080/path",
        "webhook+https://example.org/hook",
        "webhook+http://127.0.0.1:9/hook?key=1",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    ],
)
async def test_urls_that_reach_people_are_accepted(admin: httpx.AsyncClient, url: str) -> None:
    assert (await admin.post(PATH, json={"name": "c", "url": url})).status_code == 201


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org",
        "file:///etc/passwd",
        "syslog://",
        "dbus://",
        "gnome://",
        "windows://",
        "macosx://",
        "mailto://",
        "slack://incomplete",
        "webhook+https://",
        "webhook+ftp://example.org",
        "webhook+https://a b/",
        "webhook+https://example.org:port/",
        "webhook+https://example.org:0/",
        "json://example.org:port/",
        "json://example.org:99999/",
        "xmls://user:s3cret@example.org:0/",
        "nosuchscheme://x",
    ],
)
async def test_other_urls_are_refused_without_repeating_them(admin: httpx.AsyncClient, url: str) -> None:
    response = await admin.post(PATH, json={"name": "c", "url": url})
    assert fields_of(problem(response, 422)) == {"url"}
    assert (await admin.get(PATH)).json()["items"] == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "With Spaces"}, "name"),
        ({"name": "UPPER"}, "name"),
        ({"name": "../x"}, "name"),
        ({"events": []}, "events"),
        ({"events": ["findings", "findings"]}, "events"),
        ({"events": ["weather"]}, "events[0]"),
        ({"template": {"body": 5}}, "template.body"),
        ({"template": {"subject": "x"}}, "template.subject"),
        ({"unknown": 1}, "unknown"),
    ],
)
async def test_each_wrong_field_is_named(admin: httpx.AsyncClient, change: dict[str, Any], field: str) -> None:
    assert field in fields_of(problem(await admin.post(PATH, json={**MAIL, **change}), 422))


async def test_the_web_address_of_a_slack_webhook_is_taken_as_a_slack_channel(admin: httpx.AsyncClient) -> None:
    address = "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ"
    created = await admin.post("/api/v1/channels", json={"name": "team", "url": address})
    assert created.status_code == 201, created.text
    assert created.json()["url"] == "slack://***"
    changed = await admin.patch("/api/v1/channels/team", json={"url": "https://ntfy.sh/topic"})
    assert changed.json()["url"] == "ntfys://***"
    refused = await admin.patch("/api/v1/channels/team", json={"url": "https://hooks.slack.com/hidden/TIiajkd"})
    assert refused.status_code == 422
    assert "slack://TokenA/TokenB/TokenC" in refused.text
    assert "TIiajkd" not in refused.text


async def test_a_patch_keeps_what_it_does_not_name_also_the_hidden_url(
    admin: httpx.AsyncClient, services: Any
) -> None:
    await admin.post(PATH, json={**MAIL, "template": {"title": "Hi"}})
    body = (await admin.patch(f"{PATH}/mail", json={"template": {"body": "News"}})).json()
    assert body["template"] == {"title": "Hi", "body": "News"}
    stored = await services.store.read(lambda tables: tables.channels.get("mail"))
    assert stored.url == MAIL["url"]
    problem(await admin.patch(f"{PATH}/mail", json={"name": "post"}), 422)
    problem(await admin.patch(f"{PATH}/mail", json={"url": "syslog://"}), 422)


async def test_a_change_to_an_older_revision_is_refused(admin: httpx.AsyncClient) -> None:
    etag = (await admin.post(PATH, json=MAIL)).headers["etag"]
    await admin.patch(f"{PATH}/mail", json={"events": ["health"]})
    problem(await admin.patch(f"{PATH}/mail", json={"events": ["findings"]}, headers={"If-Match": etag}), 412)


async def test_a_channel_made_anew_under_its_name_is_another_one(
    admin: httpx.AsyncClient, clock: HandWoundClock
) -> None:
    former = (await admin.post(PATH, json=MAIL)).headers["etag"]
    await admin.delete(f"{PATH}/mail")
    clock.forward(seconds=1)
    await admin.post(PATH, json=MAIL)
    problem(await admin.patch(f"{PATH}/mail", json={"events": ["health"]}, headers={"If-Match": former}), 412)


async def test_changes_at_the_same_time_are_all_made(admin: httpx.AsyncClient) -> None:
    await admin.post(PATH, json=MAIL)
    patches = [{"template": {"title": f"t{i}"}} for i in range(8)]
    answers = await asyncio.gather(*(admin.patch(f"{PATH}/mail", json=patch) for patch in patches))
    assert [answer.status_code for answer in answers] == [200] * 8


async def test_a_channel_in_use_cannot_be_deleted(admin: httpx.AsyncClient) -> None:
    await admin.post(PATH, json=MAIL)
    profile = await create(admin, delivery={"channels": ["mail"]})
    assert profile["name"] in problem(await admin.delete(f"{PATH}/mail"), 409)["detail"]
    await admin.delete(f"/api/v1/profiles/{profile['id']}")
    assert (await admin.delete(f"{PATH}/mail")).status_code == 204
    problem(await admin.get(f"{PATH}/mail"), 404)


async def test_a_name_can_be_taken_once_and_a_repeat_with_a_key_is_no_conflict(
    admin: httpx.AsyncClient,
) -> None:
    key = {"Idempotency-Key": "k"}
    assert (await admin.post(PATH, json=MAIL, headers=key)).status_code == 201
    assert (await admin.post(PATH, json=MAIL, headers=key)).status_code == 201
    assert fields_of(problem(await admin.post(PATH, json=MAIL), 409)) == {"name"}
