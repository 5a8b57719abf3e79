"""Explanations over REST: wrong requests, links, and every way in which a finding can stay without a message."""

from datetime import timedelta
from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import fields_of
from tests.conftest import token_text
from tests.flow.alert_world import World
from tests.support import MONDAY, HandWoundClock, SeededEntropy
from watchd.api.services import Services
from watchd.model.finding import Finding
from watchd.model.profile import Profile
from watchd.model.seed import SearchResult, SeedAnswer
from watchd.store.tables import Tables

PAGE = "https://example.org/page"


@pytest.fixture
async def office(services: Services) -> World:
    world = World(services.store, SeededEntropy(3))
    await world.channel("mail")
    return world


async def explained(client: httpx.AsyncClient, profile: str, url: str) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/profiles/{profile}/explain", params={"url": url})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def of(client: httpx.AsyncClient, profile: Profile, finding: Finding) -> dict[str, Any]:
    return await explained(client, profile.id, finding.url)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "url"),
        ("?url=", "url"),
        ("?url=example.org", "url"),
        ("?url=ftp://example.org/", "url"),
        ("?url=https://user:secret@example.org/", "url"),
        ("?url=https://exa%20mple.org/", "url"),
        ("?url=https://example.org:99999/", "url"),
        (f"?url={PAGE}&url={PAGE}", "url"),
        (f"?url={PAGE}&depth=2", "depth"),
    ],
)
async def test_a_wrong_request_names_its_field(
    admin: httpx.AsyncClient, office: World, query: str, field: str
) -> None:
    profile = await office.profile()
    answer = await admin.get(f"/api/v1/profiles/{profile.id}/explain{query}")
    assert (answer.status_code, fields_of(answer.json())) == (422, {field})
    assert "secret" not in answer.text


async def test_an_unknown_profile_is_not_found_and_a_token_for_reading_is_enough(
    admin: httpx.AsyncClient, anonymous: httpx.AsyncClient, services: Services, office: World
) -> None:
    assert (await admin.get("/api/v1/profiles/nothing/explain", params={"url": PAGE})).status_code == 404
    profile = await office.profile()
    path = f"/api/v1/profiles/{profile.id}/explain"
    reader = {"Authorization": f"Bearer {await token_text(services, 'phone', 'read')}"}
    assert (await admin.get(path, params={"url": PAGE}, headers=reader)).status_code == 200
    nobody = {"Authorization": "Bearer none"}
    assert (await admin.get(path, params={"url": PAGE}, headers=nobody)).status_code == 401


async def test_an_address_is_answered_in_any_spelling(admin: httpx.AsyncClient, office: World) -> None:
    profile = await office.profile()
    answer = await explained(admin, profile.id, "HTTPS://Example.ORG:443/a/../page?utm_source=x#end")
    assert (answer["url"], answer["verdict"]) == (PAGE, "not_run_yet")
    assert PAGE in answer["steps"][0]["fact"]


async def test_a_sent_alert_is_linked(admin: httpx.AsyncClient, services: Services, office: World) -> None:
    profile = await office.profile("mail")
    (finding,) = await office.find(profile)
    await services.store.write(
        lambda t: t.alerts.claim("mail", "me", now=MONDAY + timedelta(minutes=9), lease_until=MONDAY)
    )
    (alert,) = await office.alerts()
    sql = "UPDATE alerts SET state = 'sent', sent_at = created_at, due_at = NULL, owner = NULL"
    await services.store.write(lambda t: t._connection.ask(sql, {}))
    answer = await of(admin, profile, finding)
    assert (answer["verdict"], answer["way_out"]) == ("reported", None)
    links = {step["step"]: step["link"] for step in answer["steps"] if step["link"]}
    assert links["found"] == f"/api/v1/findings/{finding.id}"
    assert links["alert"] == f"/api/v1/alerts/{alert.id}"
    for link in links.values():
        assert (await admin.get(link)).status_code == 200


async def test_a_waiting_alert_says_for_what_it_waits(
    admin: httpx.AsyncClient, services: Services, office: World, clock: HandWoundClock
) -> None:
    quiet = await office.profile(
        "mail", name="Quiet", delivery={"quiet_hours": {"start": "07:00", "end": "09:00"}}
    )
    digest = await office.profile("mail", name="Digest", delivery={"mode": "digest"})
    instant = await office.profile("mail", name="Instant")
    one, two, three = [(await office.find(profile))[0] for profile in (quiet, digest, instant)]
    answer = await of(admin, quiet, one)
    assert answer["verdict"] == "alert_waiting"
    assert "it is due on 2026-11-16 09:00 UTC because of delivery.quiet_hours" in answer["summary"]
    answer = await of(admin, digest, two)
    assert "it leaves with the digest on 2026-11-17 07:30 UTC" in answer["summary"]
    assert "delivery.mode to instant" in answer["way_out"]
    assert "about to be sent to mail" in (await of(admin, instant, three))["summary"]

    async def refused(tables: Tables) -> None:
        await tables.channels.rest("mail", MONDAY, "410 Gone.")

    await services.store.write(refused)
    answer = await of(admin, instant, three)
    assert "mail gets no messages since 2026-11-16 07:30 UTC: 410 Gone" in answer["summary"]


async def test_failed_deliveries_name_the_error_and_the_command(
    admin: httpx.AsyncClient, services: Services, office: World
) -> None:
    profile = await office.profile("mail")
    (finding,) = await office.find(profile)
    now = MONDAY + timedelta(minutes=5)

    async def retry(tables: Tables) -> None:
        alert = await tables.alerts.claim("mail", "me", now=now, lease_until=now)
        assert alert is not None
        await tables.alerts.mark_retrying(alert.id, "me", "No route to the host.")

    await services.store.write(retry)
    answer = await of(admin, profile, finding)
    assert answer["verdict"] == "alert_waiting"
    assert "(No route to the host)" in answer["summary"]
    (alert,) = await office.alerts()
    await services.store.write(
        lambda t: t._connection.ask("UPDATE alerts SET state = 'failed', due_at = NULL", {})
    )
    answer = await of(admin, profile, finding)
    assert answer["verdict"] == "alert_failed"
    assert f"watchd alert retry {alert.id}" in answer["way_out"]


async def test_the_report_of_a_first_run_names_only_the_best(
    admin: httpx.AsyncClient, services: Services, office: World
) -> None:
    profile = await office.profile("mail")
    best = await office.find(profile, 5, is_baseline=True, score=0.9)
    (last,) = await office.find(profile, is_baseline=True, score=0.4)

    async def end(tables: Tables) -> None:
        await tables.runs.queue("run", profile, "manual", 1, MONDAY)
        run = await tables.runs.get("run")
        assert run is not None
        await office.planner.run_ended(tables, profile, run, now=MONDAY, is_baseline=True)
        sql = "UPDATE alerts SET state = 'sent', sent_at = created_at, due_at = NULL"
        await tables._connection.ask(sql, {})

    await services.store.write(end)
    assert (await of(admin, profile, best[0]))["verdict"] == "reported"
    answer = await of(admin, profile, last)
    assert answer["verdict"] == "first_report"
    assert "names only the best pages" in answer["summary"]


async def test_rules_and_stories_that_keep_a_finding_silent_are_named(
    admin: httpx.AsyncClient, services: Services, office: World
) -> None:
    silent = await office.profile(name="No channel")
    (finding,) = await office.find(silent)
    assert (await of(admin, silent, finding))["verdict"] == "no_channel"

    await office.channel("health", events=["health"])
    health = await office.profile("health", name="Health only")
    (finding,) = await office.find(health)
    answer = await of(admin, health, finding)
    assert (answer["verdict"], "wants findings" in answer["summary"]) == ("no_channel", True)

    kinds = await office.profile("mail", name="Kinds", report={"kinds": ["changed"]})
    (finding,) = await office.find(kinds, kind="new")
    answer = await of(admin, kinds, finding)
    assert (answer["verdict"], answer["way_out"]) == ("report_rules", "Add new to report.kinds.")

    story = await office.profile("mail", name="Story")
    first, second = await office.find(story, 2, signature=0b1111)
    answer = await of(admin, story, second)
    assert answer["verdict"] == "same_story"
    assert first.url in answer["summary"]
    assert [s["link"] for s in answer["steps"] if s["step"] == "found"] == [
        f"/api/v1/findings/{second.id}",
        f"/api/v1/findings/{first.id}",
    ]
    await services.store.write(lambda t: t._connection.ask("DELETE FROM alerts", {}))
    assert (await of(admin, story, first))["verdict"] == "alert_not_known"


async def test_a_search_result_that_no_run_visited_is_named_with_its_rank(
    admin: httpx.AsyncClient, services: Services, office: World
) -> None:
    profile = await office.profile()
    results = tuple(SearchResult(f"https://example.org/{n}", rank=n) for n in (1, 2, 3))
    await services.store.write(
        lambda t: t.seed_answers.put("searxng", "solid state", SeedAnswer(results, MONDAY))
    )
    answer = await explained(admin, profile.id, "https://example.org/2")
    assert answer["verdict"] == "seen_not_visited"
    assert (
        "the search provider searxng (result 2 for “solid state” on 2026-11-16 07:30 UTC)" in answer["summary"]
    )
    assert (await explained(admin, profile.id, "https://example.org/22"))["verdict"] == "not_run_yet"


async def test_a_private_address_is_refused_before_any_run(admin: httpx.AsyncClient, office: World) -> None:
    profile = await office.profile()
    answer = await explained(admin, profile.id, "http://10.0.0.7/")
    assert answer["verdict"] == "refused"
    assert "fetch.allow_networks" in answer["way_out"]
