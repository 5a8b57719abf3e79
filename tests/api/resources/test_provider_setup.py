"""/providers/{name}: settings of search providers, made through the API."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.support import HandWoundClock, SeededEntropy
from tests.web.provider_site import json_answer
from tests.web.site import Site, site
from watchd.api.services import Services
from watchd.flow.seeds.provider_setup import ProviderSetup
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model.outcome import Answered, Refused
from watchd.model.provider import ProviderOverrides
from watchd.store.database import Database
from watchd.web.providers.settings import ProviderSettings

HIT = {"url": "https://a.example/", "title": "A", "content": "about a"}
KEY = "s3cret-key-of-brave"
PATH = "/api/v1/providers"


@pytest.fixture
async def server() -> AsyncIterator[Site]:
    async with site() as running:
        running.otherwise = json_answer({"results": [HIT]})
        yield running


@pytest.fixture
def configured_providers() -> dict[str, ProviderSettings]:
    return {"configured": ProviderSettings(preset="brave", api_key="k3y-of-the-file")}


async def put(client: httpx.AsyncClient, name: str, **body: Any) -> dict[str, Any]:
    response = await client.put(f"{PATH}/{name}", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def faults(client: httpx.AsyncClient, name: str, **body: Any) -> dict[str, str]:
    response = await client.put(f"{PATH}/{name}", json=body)
    assert response.status_code == 422, response.text
    return {fault["field"]: fault["message"] for fault in response.json()["errors"]}


async def test_a_provider_on_loopback_works_as_soon_as_it_is_put_and_not_after_it_is_deleted(
    admin: httpx.AsyncClient, server: Site
) -> None:
    shown = await put(admin, "searxng", base_url=server.url("/"))
    assert (shown["source"], shown["enabled"], shown["state"]) == ("api", True, "untested")
    assert shown["sends_to"] == f"127.0.0.1:{server.port}"
    assert (await admin.post(f"{PATH}/searxng/test")).json()["ok"]
    assert (await admin.delete(f"{PATH}/searxng")).status_code == 204
    assert (await admin.get(f"{PATH}/searxng")).json()["source"] == "preset"
    refused = await admin.post(f"{PATH}/searxng/test")
    assert refused.status_code == 409
    assert "watchd provider enable searxng" in refused.json()["detail"]


async def test_the_network_is_open_only_to_addresses_of_current_providers(
    admin: httpx.AsyncClient, server: Site, provider_setup: ProviderSetup
) -> None:
    outbound = provider_setup._factory._fetcher.outbound  # type: ignore[attr-defined]
    assert isinstance(await outbound.send("GET", server.url("/")), Refused)
    await put(admin, "searxng", base_url=server.url("/"))
    assert isinstance(await outbound.send("GET", server.url("/")), Answered)
    await put(admin, "searxng", base_url="https://search.example/")
    assert isinstance(await outbound.send("GET", server.url("/")), Refused)
    assert len(server.log) == 1


async def test_a_switched_off_provider_keeps_its_settings(admin: httpx.AsyncClient, server: Site) -> None:
    await put(admin, "searxng", base_url=server.url("/"))
    assert (await put(admin, "searxng", enabled=False))["state"] == "off"
    assert (await put(admin, "searxng", enabled=True))["sends_to"] == f"127.0.0.1:{server.port}"


async def test_what_cannot_work_is_refused_with_the_field_and_the_way_out(admin: httpx.AsyncClient) -> None:
    assert "is required by Brave Search; send it as api_key" in (await faults(admin, "brave"))["api_key"]
    assert "is required" in (await faults(admin, "searxng"))["base_url"]
    assert "must begin with http" in (await faults(admin, "searxng", base_url="ftp://x.example"))["base_url"]
    assert "{query}" in (await faults(admin, "forum", preset="rss", base_url="https://x.example/"))["base_url"]
    unknown = (await faults(admin, "mine", preset="google"))["preset"]
    assert "got 'google'" in unknown
    assert "wikipedia" in unknown
    assert "google" in (await faults(admin, "google"))["preset"]
    assert "lower-case" in (await faults(admin, "Brave", preset="brave", api_key="k"))["name"]
    assert set(await faults(admin, "brave", apikey="x")) == {"apikey"}
    assert "printable" in (await faults(admin, "brave", api_key="two words"))["api_key"]
    items = (await admin.get(f"{PATH}?limit=200")).json()["items"]
    assert [item["name"] for item in items if item["source"] == "api"] == []


async def test_a_key_is_in_no_answer(admin: httpx.AsyncClient) -> None:
    stored = await admin.put(f"{PATH}/brave", json={"api_key": KEY})
    wrong = await admin.put(f"{PATH}/brave", json={"api_key": f"{KEY} with blanks", "preset": 5})
    seen = [stored, wrong, *[await admin.get(path) for path in (PATH, f"{PATH}/brave", "/api/v1/system")]]
    seen += [await admin.get(path) for path in ("/api/v1/profiles/export", "/metrics", "/api/openapi.json")]
    assert stored.json()["has_key"]
    assert wrong.status_code == 422
    assert all(KEY not in answer.text for answer in seen)


async def test_a_key_does_not_follow_its_provider_to_another_address(
    admin: httpx.AsyncClient, server: Site
) -> None:
    """Otherwise a change of the address would send a key to the owner of the new one."""
    await put(admin, "brave", api_key=KEY)
    assert "api_key" in await faults(admin, "brave", preset="kagi")
    assert "api_key" in await faults(admin, "configured", preset="kagi")
    moved = await put(admin, "configured", preset="searxng", base_url=server.url("/"))
    assert not moved["has_key"]
    back = await put(admin, "configured", preset="brave", base_url="")
    assert back["has_key"]  # the configured key, at the configured address


async def test_an_empty_key_removes_it(admin: httpx.AsyncClient) -> None:
    await put(admin, "brave", api_key=KEY)
    assert "api_key" in await faults(admin, "brave", api_key="")
    assert not (await put(admin, "brave", api_key="", enabled=False))["has_key"]


async def test_the_api_wins_over_the_configuration_until_its_settings_are_deleted(
    admin: httpx.AsyncClient,
) -> None:
    before = (await admin.get(f"{PATH}/configured")).json()
    assert (before["source"], before["enabled"], before["has_key"]) == ("config", True, True)
    assert (await admin.delete(f"{PATH}/configured")).status_code == 409
    off = await put(admin, "configured", enabled=False)
    assert (off["source"], off["enabled"], off["has_key"]) == ("api", False, True)
    assert (await admin.delete(f"{PATH}/configured")).status_code == 204
    assert (await admin.get(f"{PATH}/configured")).json() == before


async def test_unknown_providers_are_not_found_and_presets_have_nothing_to_delete(
    admin: httpx.AsyncClient,
) -> None:
    assert (await admin.get(f"{PATH}/google")).status_code == 404
    assert (await admin.delete(f"{PATH}/google")).status_code == 404
    assert (await admin.post(f"{PATH}/google/test")).status_code == 404
    assert (await admin.delete(f"{PATH}/wikipedia")).status_code == 204


@pytest.mark.parametrize("scope", ["write", "read"])
async def test_only_admins_may_change_providers_and_the_contact(admin: httpx.AsyncClient, scope: str) -> None:
    made = await admin.post("/api/v1/tokens", json={"name": "t", "scope": scope})
    headers = {"Authorization": f"Bearer {made.json()['token']}"}
    for method, path in (
        ("PUT", f"{PATH}/arxiv"),
        ("DELETE", f"{PATH}/arxiv"),
        ("DELETE", "/api/v1/system/contact"),
    ):
        assert (await admin.request(method, path, headers=headers, json={})).status_code == 403


async def test_of_changes_at_the_same_time_each_is_kept_and_what_is_stored_is_in_use(
    admin: httpx.AsyncClient, services: Services, store: Database
) -> None:
    await put(admin, "searxng", base_url="https://search.example/0")
    bodies = [
        {"base_url": f"https://search.example/{n}"} if n % 2 else {"enabled": n % 4 == 0} for n in range(12)
    ]
    answers = await asyncio.gather(*(admin.put(f"{PATH}/searxng", json=body) for body in bodies))
    assert {answer.status_code for answer in answers} == {200}
    [stored] = (await store.read(lambda tables: tables.settings.providers())).values()
    [used] = [p for p in services.search_providers.configured() if p.name == "searxng"]
    assert stored.enabled == used.is_enabled
    assert stored.base_url == "https://search.example/11"
    assert used._settings.base_url == stored.base_url  # type: ignore[attr-defined]


async def test_stored_settings_that_no_longer_work_keep_their_provider_off_and_say_why(
    provider_setup: ProviderSetup, admin: httpx.AsyncClient, store: Database, clock: HandWoundClock
) -> None:
    """A definition file may be gone after a change of the configuration; the daemon still starts."""
    gone = ProviderOverrides(preset="gone", base_url="https://x.example", api_key=KEY)
    await store.write(lambda tables: tables.settings.put_provider("mine", gone, clock.now()))
    await provider_setup.start()
    shown = (await admin.get(f"{PATH}/mine")).json()
    assert (shown["enabled"], shown["state"]) == (False, "off")
    assert "'gone'" in shown["problem"]
    assert KEY not in str(shown)
    body = {"name": "P", "query": {"text": "green tea harvest"}, "seeds": {"providers": ["mine"]}}
    [warning] = (await admin.post("/api/v1/profiles", json=body)).json()["warnings"]
    assert "'gone'" in warning["message"]
    assert (await admin.delete(f"{PATH}/mine")).status_code == 204


async def test_a_request_in_progress_ends_with_the_settings_that_it_began_with(
    admin: httpx.AsyncClient, server: Site, services: Services
) -> None:
    await put(admin, "searxng", base_url=server.url("/"))
    testing = asyncio.create_task(services.search_providers.test("searxng"))
    await asyncio.sleep(0)
    await admin.delete(f"{PATH}/searxng")
    trial = await testing
    assert trial is not None
    assert trial.name == "searxng"


async def test_settings_survive_a_new_start(
    admin: httpx.AsyncClient, store: Database, clock: HandWoundClock, provider_setup: ProviderSetup
) -> None:
    await put(admin, "brave", api_key=KEY)
    providers = SearchProviders([], store, clock, SeededEntropy())
    again = ProviderSetup({}, None, providers, provider_setup._factory, store, clock)
    await again.start()
    assert providers.enabled() == ["brave"]


async def test_the_contact_can_be_set_and_forgotten(admin: httpx.AsyncClient, services: Services) -> None:
    async def shown() -> tuple[str, str]:
        contact = (await admin.get("/api/v1/system")).json()["contact"]
        return contact["contact"], contact["source"]

    assert await shown() == ("", "none")
    answer = await admin.put("/api/v1/system/contact", json={"contact": " you@example.org "})
    assert answer.json() == {"contact": "mailto:you@example.org", "source": "api"}
    await services.contact.start()  # as after a restart
    assert await shown() == ("mailto:you@example.org", "api")
    assert (await admin.delete("/api/v1/system/contact")).status_code == 204
    assert await shown() == ("", "none")


@pytest.mark.parametrize(
    "text", ["", "me", "mailto:", "a@b\r\nX-Evil: 1", "ftp://example.org", "you@", "ü@example.org"]
)
async def test_what_is_not_a_contact_is_refused(admin: httpx.AsyncClient, text: str) -> None:
    answer = await admin.put("/api/v1/system/contact", json={"contact": text})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "contact"
