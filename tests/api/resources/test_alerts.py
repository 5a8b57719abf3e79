"""/alerts and the sending parts of /channels."""

from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import fields_of, problem
from tests.flow.alert_world import World
from tests.support import MONDAY, HandWoundClock, RecordingSender, SeededEntropy
from watchd.api.services import Services
from watchd.model.alert import Rejected
from watchd.store.tables import Tables

PATH = "/api/v1/alerts"
HOOK = {"name": "hook", "url": "webhook+https://example.org/hook"}


@pytest.fixture
async def world(services: Services) -> World:
    world = World(services.store, SeededEntropy(3))
    await world.channel("mail")
    return world


async def give_up(world: World) -> str:
    await world.find(await world.profile("mail"))

    async def work(tables: Tables) -> str:
        alert = await tables.alerts.claim("mail", "me", now=MONDAY, lease_until=MONDAY)
        assert alert is not None
        await tables.alerts.mark_failed(alert.id, "me", "no")
        await tables.channels.rest("mail", MONDAY, "no")
        return alert.id

    return await world.store.write(work)


async def test_every_alert_can_be_seen_with_its_findings(admin: httpx.AsyncClient, world: World) -> None:
    found = await world.find(await world.profile("mail"), 3)
    [alert] = (await admin.get(PATH)).json()["items"]
    assert (alert["state"], alert["channel"], alert["kind"]) == ("pending", "mail", "findings")
    detail = (await admin.get(f"{PATH}/{alert['id']}")).json()
    assert (detail["finding_ids"], detail["findings"]) == ([finding.id for finding in found], 3)


async def test_alerts_are_filtered_by_state_and_come_in_pages(
    admin: httpx.AsyncClient, world: World, clock: HandWoundClock
) -> None:
    for name in "abc":
        clock.forward(seconds=1)
        await world.find(await world.profile("mail", name=name), now=clock.now())
    first = (await admin.get(PATH, params={"state": "pending", "limit": 2})).json()
    rest = (await admin.get(PATH, params={"state": "pending", "limit": 2, "cursor": first["next"]})).json()
    times = [alert["created_at"] for alert in [*first["items"], *rest["items"]]]
    assert (len(times), times) == (3, sorted(times, reverse=True))
    assert (await admin.get(PATH, params={"state": "sent"})).json()["items"] == []
    assert fields_of(problem(await admin.get(PATH, params={"state": "lost"}), 422)) == {"state"}
    assert fields_of(problem(await admin.get(PATH, params={"in_state": "sent"}), 422)) == {"in_state"}


async def test_an_alert_that_was_given_up_can_be_sent_again_and_wakes_its_channel(
    admin: httpx.AsyncClient, world: World
) -> None:
    id = await give_up(world)
    assert (await admin.get(f"{PATH}/{id}")).json()["last_error"] == "no"
    assert (await admin.get("/api/v1/channels/mail")).json()["rest"]["reason"] == "no"
    retried = await admin.post(f"{PATH}/{id}/retry")
    assert retried.status_code == 202
    assert (retried.json()["state"], retried.json()["attempts"]) == ("retrying", 0)
    assert (await admin.get("/api/v1/channels/mail")).json()["rest"] is None


async def test_an_alert_that_arrived_is_not_sent_again(admin: httpx.AsyncClient, world: World) -> None:
    await world.find(await world.profile("mail"))
    alert = await world.store.write(
        lambda tables: tables.alerts.claim("mail", "me", now=MONDAY, lease_until=MONDAY)
    )
    assert alert is not None
    await world.store.mark_sent(alert, "me", now=MONDAY)
    problem(await admin.post(f"{PATH}/{alert.id}/retry"), 409)
    problem(await admin.post(f"{PATH}/nothing/retry"), 404)
    problem(await admin.get(f"{PATH}/nothing"), 404)


async def test_the_secret_of_a_webhook_is_shown_when_it_is_made_and_never_again(
    admin: httpx.AsyncClient,
) -> None:
    secret = (await admin.post("/api/v1/channels", json=HOOK)).json()["secret"]
    assert secret.startswith("whsec_")
    for answer in (await admin.get("/api/v1/channels/hook"), await admin.get("/api/v1/channels")):
        assert secret not in answer.text
    rotated = (await admin.post("/api/v1/channels/hook/secret")).json()
    assert rotated["secret"] != secret
    assert rotated["former_valid_until"] == "2026-11-17T07:30:00Z"


async def test_only_webhooks_have_a_secret(admin: httpx.AsyncClient) -> None:
    created = await admin.post("/api/v1/channels", json={"name": "j", "url": "json://localhost"})
    assert created.json()["secret"] is None
    problem(await admin.post("/api/v1/channels/j/secret"), 409)
    problem(await admin.post("/api/v1/channels/nothing/secret"), 404)
    became = await admin.patch("/api/v1/channels/j", json={"url": HOOK["url"]})
    assert became.json()["secret"].startswith("whsec_")
    assert (await admin.patch("/api/v1/channels/j", json={"events": ["health"]})).json()["secret"] is None


async def test_a_test_message_says_what_happened(
    admin: httpx.AsyncClient, sender: RecordingSender, services: Services, clock: HandWoundClock
) -> None:
    await admin.post("/api/v1/channels", json=HOOK)
    await services.store.write(lambda tables: tables.channels.rest("hook", MONDAY, "no"))
    sender.outcomes["hook"] = [Rejected("The receiver answered with status 410.", by="channel")]
    failed: dict[str, Any] = (await admin.post("/api/v1/channels/hook/test")).json()
    assert (failed["delivered"], failed["detail"]) == (False, "The receiver answered with status 410.")
    assert (await admin.get("/api/v1/channels/hook")).json()["rest"] is not None
    worked = (await admin.post("/api/v1/channels/hook/test")).json()
    assert worked["delivered"] is True
    assert (await admin.get("/api/v1/channels/hook")).json()["rest"] is None
    [(_, message)] = sender.sent
    assert message.kind == "test"


async def test_the_test_button_is_no_scanner(admin: httpx.AsyncClient, clock: HandWoundClock) -> None:
    await admin.post("/api/v1/channels", json=HOOK)
    answers = [(await admin.post("/api/v1/channels/hook/test")).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    clock.forward(seconds=61)
    assert (await admin.post("/api/v1/channels/hook/test")).status_code == 200
    problem(await admin.post("/api/v1/channels/nothing/test"), 404)


async def test_a_template_is_tried_before_it_is_stored(admin: httpx.AsyncClient) -> None:
    good, bad = {"body": "{{ text }}"}, {"body": "{{ bad }}"}
    refused = await admin.post("/api/v1/channels", json={**HOOK, "template": bad})
    assert fields_of(problem(refused, 422)) == {"template"}
    await admin.post("/api/v1/channels", json={**HOOK, "template": good})
    assert fields_of(problem(await admin.patch("/api/v1/channels/hook", json={"template": bad}), 422)) == {
        "template"
    }
    profile = {"name": "p", "query": {"text": "x"}}
    refused = await admin.post("/api/v1/profiles", json={**profile, "delivery": {"template": bad}})
    assert fields_of(problem(refused, 422)) == {"delivery.template"}
    path = f"/api/v1/profiles/{(await admin.post('/api/v1/profiles', json=profile)).json()['id']}"
    for change in (
        admin.put(path, json={**profile, "delivery": {"template": bad}}),
        admin.patch(path, json={"delivery": {"template": bad}}),
    ):
        assert fields_of(problem(await change, 422)) == {"delivery.template"}
    assert (await admin.patch(path, json={"delivery": {"template": good}})).status_code == 200
    assert (await admin.patch(path, json={"delivery": {"template": None}})).status_code == 200
