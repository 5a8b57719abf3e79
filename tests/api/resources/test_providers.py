"""/providers: state of search providers, and a test with a real query."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.support import HandWoundClock, SeededEntropy
from tests.web.engine_site import engine_at, json_answer
from tests.web.site import Answer, Site, site
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.store.database import Database

HIT = {"url": "https://a.example/?utm_source=x", "title": "A", "content": "about a"}


@pytest.fixture
async def server() -> AsyncIterator[Site]:
    async with site() as running:
        running.otherwise = json_answer({"results": [HIT]})
        yield running


@pytest.fixture
async def engines(
    server: Site, store: Database, clock: HandWoundClock, entropy: SeededEntropy
) -> AsyncIterator[SearchProviders]:
    async with engine_at(server) as searxng, engine_at(server, "brave") as brave:
        yield SearchProviders([searxng, brave], store, clock, entropy)


async def test_providers_are_listed_with_what_is_known(admin: httpx.AsyncClient) -> None:
    body = (await admin.get("/api/v1/providers")).json()
    assert body["next"] is None
    assert [item["name"] for item in body["items"]] == ["brave", "searxng"]
    assert body["items"][0] == {
        "name": "brave", "preset": "brave", "enabled": True, "state": "untested",
        "quota_left": {"today": None, "this_month": 1000}, "resting_until": None, "last_error": None,
        "last_error_at": None, "answered_at": None, "verified": "2026-11-15",
    }  # fmt: skip
    page = (await admin.get("/api/v1/providers?limit=1")).json()
    rest = (await admin.get(f"/api/v1/providers?cursor={page['next']}")).json()
    assert [item["name"] for item in rest["items"]] == ["searxng"]


async def test_a_test_really_asks(admin: httpx.AsyncClient, server: Site) -> None:
    response = await admin.post("/api/v1/providers/searxng/test", json={"query": "green tea"})
    assert response.status_code == 200
    body = response.json()
    assert (body["name"], body["ok"], body["count"], body["reason"]) == ("searxng", True, 1, None)
    assert body["results"][0]["url"] == "https://a.example/"
    assert "q=green+tea&" in server.paths()[0]
    system = (await admin.get("/api/v1/system")).json()
    assert {p["name"]: p["state"] for p in system["providers"]} == {"brave": "untested", "searxng": "well"}


async def test_a_test_needs_no_body(admin: httpx.AsyncClient) -> None:
    assert (await admin.post("/api/v1/providers/searxng/test")).json()["ok"]


async def test_what_is_wrong_is_told_with_the_way_out(admin: httpx.AsyncClient, server: Site) -> None:
    server.otherwise = Answer(b"", 403)
    body = (await admin.post("/api/v1/providers/searxng/test")).json()
    assert not body["ok"]
    assert "search.formats" in body["reason"]
    [item] = [i for i in (await admin.get("/api/v1/providers")).json()["items"] if i["name"] == "searxng"]
    assert item["state"] == "failing"
    assert "search.formats" in item["last_error"]


async def test_a_key_that_is_refused_makes_the_provider_rest_and_is_shown_nowhere(
    admin: httpx.AsyncClient, server: Site
) -> None:
    server.otherwise = Answer(b"k3y", 401)
    tried = await admin.post("/api/v1/providers/brave/test")
    shown = await admin.get("/api/v1/providers")
    assert "k3y" not in tried.text + shown.text
    assert shown.json()["items"][0]["state"] == "resting"
    assert shown.json()["items"][0]["resting_until"].startswith("2026-11-23T07:30:00")


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("unknown", {}, 404),
        ("searxng", {"query": ""}, 422),
        ("searxng", {"words": "x"}, 422),
        ("searxng", {"query": 5}, 422),
    ],
)
async def test_what_cannot_be_tested_is_a_problem(
    admin: httpx.AsyncClient, server: Site, name: str, body: dict[str, object], status: int
) -> None:
    response = await admin.post(f"/api/v1/providers/{name}/test", json=body)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert server.log == []


async def test_readers_may_look_but_not_ask(services: object, admin: httpx.AsyncClient, server: Site) -> None:
    made = await admin.post("/api/v1/tokens", json={"name": "r", "scope": "read"})
    admin.headers["Authorization"] = f"Bearer {made.json()['token']}"
    assert (await admin.get("/api/v1/providers")).status_code == 200
    assert (await admin.post("/api/v1/providers/searxng/test")).status_code == 403
    assert server.log == []
