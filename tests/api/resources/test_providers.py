"""/providers: state of search providers, and a test with a real query."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.web.provider_site import json_answer, provider_at
from tests.web.site import Answer, Site, site
from watchd.flow.seeds.provider_setup import ProviderSetup
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.web.providers import preset_files
from watchd.web.providers.settings import ProviderSettings

HIT = {"url": "https://a.example/?utm_source=x", "title": "A", "content": "about a"}


@pytest.fixture
async def server() -> AsyncIterator[Site]:
    async with site() as running:
        running.otherwise = json_answer({"results": [HIT]})
        yield running


@pytest.fixture
def configured_providers(server: Site) -> dict[str, ProviderSettings]:
    return {"searxng": ProviderSettings(base_url=server.url("/"))}


@pytest.fixture
async def brave(
    server: Site, search_providers: SearchProviders, provider_setup: ProviderSetup
) -> AsyncIterator[None]:
    """Add a provider with a key whose public address is on loopback."""
    async with provider_at(server, "brave") as provider:
        search_providers.replace_all([*search_providers.configured(), provider])
        yield


async def test_providers_are_listed_with_what_is_known(admin: httpx.AsyncClient, server: Site) -> None:
    body = (await admin.get("/api/v1/providers")).json()
    assert body["next"] is None
    items = {item["name"]: item for item in body["items"]}
    assert list(items) == preset_files.preset_names()
    assert items["searxng"] == {
        "name": "searxng", "title": "SearXNG", "preset": "searxng", "source": "config", "enabled": True,
        "sends_to": f"127.0.0.1:{server.port}", "key": "none", "has_key": False, "needs_base_url": True,
        "needs_contact": False, "problem": None, "note": preset_files.definition("searxng").note, "state": "untested",
        "quota_left": {"today": None, "this_month": None}, "resting_until": None, "last_error": None,
        "last_error_at": None, "answered_at": None, "verified": "2026-11-15",
    }  # fmt: skip
    assert (items["brave"]["source"], items["brave"]["state"], items["brave"]["key"]) == (
        "preset",
        "off",
        "required",
    )
    assert items["wikipedia"]["sends_to"] == "*.wikipedia.org"
    assert items["rss"]["sends_to"] is None
    assert (await admin.get("/api/v1/providers/searxng")).json() == items["searxng"]
    page = (await admin.get("/api/v1/providers?limit=17")).json()
    rest = (await admin.get(f"/api/v1/providers?cursor={page['next']}")).json()
    assert [item["name"] for item in rest["items"]] == ["you", "you_keyless"]


async def test_a_test_really_asks(admin: httpx.AsyncClient, server: Site) -> None:
    response = await admin.post("/api/v1/providers/searxng/test", json={"query": "green tea"})
    assert response.status_code == 200
    body = response.json()
    assert (body["name"], body["ok"], body["count"], body["reason"]) == ("searxng", True, 1, None)
    assert body["results"][0]["url"] == "https://a.example/"
    assert "q=green+tea&" in server.paths()[0]
    system = (await admin.get("/api/v1/system")).json()
    assert {p["name"]: p["state"] for p in system["providers"]} == {"searxng": "well"}


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
    admin: httpx.AsyncClient, server: Site, brave: None
) -> None:
    server.otherwise = Answer(b"k3y", 401)
    tried = await admin.post("/api/v1/providers/brave/test")
    shown = await admin.get("/api/v1/providers")
    assert "k3y" not in tried.text + shown.text
    [item] = [item for item in shown.json()["items"] if item["name"] == "brave"]
    assert item["state"] == "resting"
    assert item["resting_until"].startswith("2026-11-23T07:30:00")


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
