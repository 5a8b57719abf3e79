"""/runs over REST: starting, changing, stopping and following runs."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import structs

from tests.support import HandWoundClock, IdleRunner
from watchd.api.resources import run_views
from watchd.api.services import Services
from watchd.api.streams import EventStream
from watchd.core.population.events import Visited
from watchd.model.agent import AgentRecord, RunEvent, RunPage
from watchd.model.seed import SourceReport
from watchd.store.tables import Tables

PROFILE = {"name": "Batteries", "query": {"text": "solid state battery"}, "schedule": {"manual": True}}


@pytest.fixture
async def profile_id(admin: httpx.AsyncClient) -> str:
    return str((await admin.post("/api/v1/profiles", json=PROFILE)).json()["id"])


async def started(admin: httpx.AsyncClient, profile_id: str) -> dict[str, Any]:
    answer = await admin.post(f"/api/v1/profiles/{profile_id}/runs")
    assert answer.status_code == 202, answer.text
    run: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/v1/runs/{run['id']}"
    return run


async def test_a_run_is_queued_and_the_runner_is_woken(
    admin: httpx.AsyncClient, profile_id: str, services: Services
) -> None:
    run = await started(admin, profile_id)
    assert (run["state"], run["trigger"], run["profile_id"]) == ("queued", "manual", profile_id)
    assert run["counts"]["fetched"] == 0
    assert isinstance(services.runs, IdleRunner)
    assert services.runs.woken == 1
    profile = (await admin.get(f"/api/v1/profiles/{profile_id}")).json()
    assert profile["last_run"]["id"] == run["id"]


async def test_a_run_without_a_provider_that_answers_says_that_it_is_degraded_and_why(
    admin: httpx.AsyncClient, profile_id: str, services: Services
) -> None:
    run = await started(admin, profile_id)
    assert run["degraded"] == []
    reports = (SourceReport("searxng", "skipped", reason="It rests."), SourceReport("url", "answered", 1))
    await services.store.write(lambda tables: tables.runs.set_sources(run["id"], reports))
    again = (await admin.get(f"/api/v1/runs/{run['id']}")).json()
    assert again["degraded"] == ["searxng: It rests."]
    assert [source["source"] for source in again["sources"]] == ["searxng", "url"]


async def test_a_second_run_is_refused_and_the_active_one_named(
    admin: httpx.AsyncClient, profile_id: str
) -> None:
    run = await started(admin, profile_id)
    answer = await admin.post(f"/api/v1/profiles/{profile_id}/runs")
    assert answer.status_code == 409
    assert answer.json()["type"].endswith("run-active")
    assert run["id"] in answer.json()["detail"]
    assert answer.json()["instance"] == f"/api/v1/runs/{run['id']}"


async def test_an_idempotent_start_gets_the_same_run(admin: httpx.AsyncClient, profile_id: str) -> None:
    headers = {"Idempotency-Key": "k1"}
    first = await admin.post(f"/api/v1/profiles/{profile_id}/runs", headers=headers)
    again = await admin.post(f"/api/v1/profiles/{profile_id}/runs", headers=headers)
    assert first.json()["id"] == again.json()["id"]


async def test_runs_are_listed_newest_first_and_by_state(admin: httpx.AsyncClient, profile_id: str) -> None:
    first = await started(admin, profile_id)
    assert (await admin.post(f"/api/v1/runs/{first['id']}/stop")).status_code == 202
    second = await started(admin, profile_id)
    for path in ("/api/v1/runs", f"/api/v1/profiles/{profile_id}/runs"):
        assert [r["id"] for r in (await admin.get(path)).json()["items"]] == [second["id"], first["id"]]
    stopped = (await admin.get("/api/v1/runs?state=stopped")).json()["items"]
    assert [(r["id"], r["stop_reason"]) for r in stopped] == [(first["id"], "stopped")]
    page = (await admin.get("/api/v1/runs?limit=1")).json()
    rest = (await admin.get("/api/v1/runs", params={"cursor": page["next"]})).json()
    assert [r["id"] for r in rest["items"]] == [first["id"]]
    assert (await admin.get("/api/v1/runs?state=asleep")).status_code == 422


async def test_runs_are_listed_by_profile_and_by_the_beginning_of_their_id(
    admin: httpx.AsyncClient, profile_id: str
) -> None:
    other = (await admin.post("/api/v1/profiles", json={"name": "Other", "query": {"text": "tea"}})).json()[
        "id"
    ]
    one, two = await started(admin, profile_id), await started(admin, other)
    mine = (await admin.get("/api/v1/runs", params={"profile": other})).json()["items"]
    assert [r["id"] for r in mine] == [two["id"]]
    for run in (one, two):
        found = (await admin.get("/api/v1/runs", params={"id_prefix": run["id"][:20]})).json()["items"]
        assert [r["id"] for r in found] == [run["id"]]
    assert (await admin.get("/api/v1/runs", params={"id_prefix": "zz"})).json()["items"] == []


async def test_budget_and_parameters_of_an_active_run_can_be_changed(
    admin: httpx.AsyncClient, profile_id: str, services: Services
) -> None:
    run = await started(admin, profile_id)
    change = {"budget": {"pages": 7}, "strategy": {"params": {"most": 9}}}
    changed = (await admin.patch(f"/api/v1/runs/{run['id']}", json=change)).json()
    assert changed["budget"]["pages"] == 7
    assert changed["strategy"]["params"] == {"most": 9}
    assert isinstance(services.runs, IdleRunner)
    assert ("adjust", run["id"]) in services.runs.control
    profile = (await admin.get(f"/api/v1/profiles/{profile_id}")).json()
    assert profile["budget"]["pages"] == 500  # the profile stays as it is


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"budget": {"pages": 0}}, "budget.pages"),
        ({"strategy": {"name": "genetic"}}, "strategy"),
        ({"strategy": {"params": {"speed": 3}}}, "strategy.params.speed"),
        ({"query": {"text": "x"}}, "query"),
    ],
)
async def test_what_cannot_change_is_refused_by_name(
    admin: httpx.AsyncClient, profile_id: str, change: dict[str, Any], field: str
) -> None:
    run = await started(admin, profile_id)
    answer = await admin.patch(f"/api/v1/runs/{run['id']}", json=change)
    assert answer.status_code == 422
    assert [e["field"] for e in answer.json()["errors"]] == [field]


async def test_a_run_that_ended_cannot_be_changed_and_stopping_it_changes_nothing(
    admin: httpx.AsyncClient, profile_id: str
) -> None:
    run = await started(admin, profile_id)
    for _ in range(2):
        assert (await admin.post(f"/api/v1/runs/{run['id']}/stop")).json()["state"] == "stopped"
    answer = await admin.patch(f"/api/v1/runs/{run['id']}", json={"budget": {"pages": 7}})
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:watchd:problem:run-over")


async def test_a_preview_belongs_to_no_profile_and_is_small(admin: httpx.AsyncClient) -> None:
    answer = await admin.post("/api/v1/profiles/preview", json={**PROFILE, "budget": {"pages": 5000}})
    assert answer.status_code == 202
    run = answer.json()
    assert (run["profile_id"], run["trigger"], run["budget"]["pages"]) == (None, "preview", 60)
    assert (await admin.get("/api/v1/profiles")).json()["items"] == []
    bad = await admin.post("/api/v1/profiles/preview", json={"name": "x", "query": {}})
    assert bad.status_code == 422


def visit(agent: str, url: str, **fields: Any) -> bytes:
    given = {"how": "link", "relevance": 0.2, "gain": 0.5, "energy": 1.5, "first": True, **fields}
    return msgspec.json.encode(Visited(agent, url, **given))


async def reported(services: Services, run_id: str) -> None:
    """Write events of a run."""

    async def write(tables: Tables) -> None:
        point = (
            b'{"at":"2026-11-16T07:30:00Z","settled":1,"population":6,"energy":5.9,"remnants":0.5,"relevant":1}'
        )
        events = [RunEvent(1, "visit", visit("1", "https://example.org/0")), RunEvent(2, "population", point)]
        await tables.run_log.add_events(run_id, [*events, RunEvent(3, "done", b"{}")])
        agent = AgentRecord(
            name="1",
            parent=None,
            born_after=0,
            died_after=None,
            energy=1.5,
            visited=1,
            findings=1,
            genome={"beta": 2.0},
        )
        await tables.run_log.put_agents(run_id, [agent])
        pages = [
            RunPage(
                url=f"https://example.org/{n}",
                title=f"Page {n}",
                language="en",
                relevance=n / 10,
                found_by="1",
                agent="1",
            )
            for n in range(3)
        ]
        await tables.run_log.put_pages(run_id, pages)

    await services.store.write(write)


async def test_what_happened_is_told(admin: httpx.AsyncClient, profile_id: str, services: Services) -> None:
    run_id = (await started(admin, profile_id))["id"]
    await reported(services, run_id)
    await admin.post(f"/api/v1/runs/{run_id}/stop")
    base = f"/api/v1/runs/{run_id}"
    stream = await admin.get(f"{base}/events")
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert [line for line in stream.text.splitlines() if line.startswith("event:")] == [
        "event: visit",
        "event: population",
        "event: done",
    ]
    resumed = await admin.get(f"{base}/events", headers={"Last-Event-ID": "2"})
    assert "id: 3" in resumed.text
    assert "visit" not in resumed.text
    assert (await admin.get(f"{base}/events", headers={"Last-Event-ID": "x"})).status_code == 422
    points = (await admin.get(f"{base}/timeline")).json()["points"]
    assert [(p["population"], p["relevant"]) for p in points] == [(6, 1)]
    agents = (await admin.get(f"{base}/agents")).json()["items"]
    assert [(a["name"], a["energy"]) for a in agents] == [("1", 1.5)]
    agent = (await admin.get(f"{base}/agents/1")).json()
    assert agent["genome"] == {"beta": 2.0}
    assert agent["pages"] == [
        {
            "url": "https://example.org/0",
            "title": "Page 0",
            "relevance": 0.2,
            "energy_before": 1.0,
            "energy_after": 1.5,
            "readable": True,
        }
    ]
    assert (await admin.get(f"{base}/agents/9")).status_code == 404
    first = (await admin.get(f"{base}/results?limit=2")).json()
    assert [r["relevance"] for r in first["items"]] == [0.2, 0.1]
    rest = (await admin.get(f"{base}/results", params={"cursor": first["next"]})).json()
    assert [r["relevance"] for r in rest["items"]] == [0.0]
    assert (await admin.get(f"{base}/results?cursor=eHg=")).status_code == 422


async def test_an_agent_shows_every_visit_also_to_feeds_and_to_pages_that_did_not_come(
    admin: httpx.AsyncClient, profile_id: str, services: Services
) -> None:
    run_id = (await started(admin, profile_id))["id"]
    await reported(services, run_id)
    visits = [
        visit("1", "https://example.org/feed", relevance=0.0),
        visit("2", "https://example.org/2"),
        visit("1", "https://example.org/none", first=True, readable=False),
        visit("1", "https://example.org/0", first=False),
    ]
    events = [RunEvent(4 + i, "visit", body) for i, body in enumerate(visits)]
    await services.store.write(lambda tables: tables.run_log.add_events(run_id, events))
    pages = (await admin.get(f"/api/v1/runs/{run_id}/agents/1")).json()["pages"]
    assert [(p["url"].rpartition("/")[2], p["title"], p["readable"]) for p in pages] == [
        ("0", "Page 0", True),
        ("feed", "", True),
        ("none", "", False),
        ("0", "Page 0", True),
    ]


async def test_agents_are_born_and_die_at_a_time(
    admin: httpx.AsyncClient, profile_id: str, services: Services
) -> None:
    """The time is that of their step. Of a run whose events are gone, only the pages are known."""
    run_id = (await started(admin, profile_id))["id"]

    async def write(tables: Tables) -> None:
        founder = AgentRecord(
            name="1", parent=None, born_after=0, died_after=None, energy=1.5, visited=1, findings=1
        )
        child = structs.replace(founder, name="1.1", parent="1", born_after=3, died_after=5)
        forgotten = structs.replace(child, name="1.2")
        await tables.run_log.put_agents(run_id, [founder, child, forgotten])
        reported = [
            ("born", b'{"type":"born","agent":"1.1","parent":"1"}'),
            ("population", b'{"at":"2026-11-16T07:30:01Z"}'),
            ("population", b'{"at":"2026-11-16T07:30:02Z"}'),
            ("starved", b'{"type":"starved","agent":"1.1"}'),
            ("population", b'{"at":"2026-11-16T07:30:03Z"}'),
        ]
        await tables.run_log.add_events(
            run_id, [RunEvent(i, *event) for i, event in enumerate(reported, start=1)]
        )

    await services.store.write(write)
    agents = (await admin.get(f"/api/v1/runs/{run_id}/agents")).json()["items"]
    run = (await admin.get(f"/api/v1/runs/{run_id}")).json()
    assert [(a["born_at"], a["died_at"], a["born_after"], a["died_after"]) for a in agents] == [
        (run["started_at"], None, 0, None),
        ("2026-11-16T07:30:01Z", "2026-11-16T07:30:03Z", 3, 5),
        (None, None, 3, 5),
    ]
    assert (await admin.get(f"/api/v1/runs/{run_id}/agents/1.1")).json()["died_at"] == agents[1]["died_at"]


async def test_deleting_a_profile_stops_its_run_and_ends_its_stream_properly(
    admin: httpx.AsyncClient, profile_id: str, services: Services
) -> None:
    run = await started(admin, profile_id)
    following = asyncio.create_task(admin.get(f"/api/v1/runs/{run['id']}/events"))
    while run["id"] not in services.notifier._listening:
        await asyncio.sleep(0.01)
    assert (await admin.delete(f"/api/v1/profiles/{profile_id}")).status_code == 204
    stream = (await asyncio.wait_for(following, 5)).text
    assert "event: done" in stream
    assert '"stop_reason":"stopped"' in stream
    assert isinstance(services.runs, IdleRunner)
    assert services.runs.control == [("stop", run["id"])]


@pytest.mark.parametrize("end", ["revoked", "expired"])
async def test_a_stream_ends_within_seconds_when_its_token_is_revoked_or_expires(
    admin: httpx.AsyncClient,
    profile_id: str,
    clock: HandWoundClock,
    monkeypatch: pytest.MonkeyPatch,
    end: str,
) -> None:
    assert run_views.TOKEN_CHECK_SECONDS < 5
    monkeypatch.setattr(run_views, "TOKEN_CHECK_SECONDS", 0.02)
    run_id = (await started(admin, profile_id))["id"]
    made = (
        await admin.post("/api/v1/tokens", json={"name": "phone", "scope": "read", "lifetime": "1h"})
    ).json()
    phone = {"Authorization": f"Bearer {made['token']}"}
    stream = asyncio.create_task(admin.get(f"/api/v1/runs/{run_id}/events", headers=phone))
    other = asyncio.create_task(admin.get(f"/api/v1/runs/{run_id}/events"))
    done, _ = await asyncio.wait([stream, other], timeout=0.3)
    assert not done
    if end == "revoked":
        await admin.delete(f"/api/v1/tokens/{made['id']}")
    else:
        clock.forward(hours=1)
    async with asyncio.timeout(5):
        assert (await stream).status_code == 200
    assert not other.done()
    await admin.post(f"/api/v1/runs/{run_id}/stop")
    async with asyncio.timeout(5):
        await other


async def test_a_stream_reads_the_database_once_for_what_is_new(
    admin: httpx.AsyncClient, profile_id: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of clients may follow a run, each with a read every few seconds; it includes the check of the token."""
    run_id = (await started(admin, profile_id))["id"]
    await reported(services, run_id)
    await admin.post(f"/api/v1/runs/{run_id}/stop")
    (token,) = await services.store.read(lambda tables: tables.tokens.listed(after="", limit=1))
    reads = []
    read = services.store.read

    async def counted(work: Any) -> Any:
        reads.append(work)
        return await read(work)

    monkeypatch.setattr(services.store, "read", counted)
    stream = EventStream(token.id, abort=lambda: None)
    events = [message.event async for message in run_views._stream(services, run_id, 0, token, stream)]
    assert (events, len(reads)) == (["visit", "population", "done"], 1)


@pytest.mark.parametrize("path", ["", "/events", "/timeline", "/agents", "/agents/1", "/results"])
async def test_an_unknown_run_is_not_found(admin: httpx.AsyncClient, path: str) -> None:
    assert (await admin.get(f"/api/v1/runs/nothing{path}")).status_code == 404
