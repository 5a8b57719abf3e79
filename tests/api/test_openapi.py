"""The contract: described endpoints work, others answer 501, and the daemon serves the documentation itself."""

import re
from typing import Any

import httpx

from tests.api.resources.test_profiles import problem
from watchd.api.app import framework
from watchd.api.resources import later
from watchd.api.services import Services

# The whole contract of the API, as other programs rely on it.
CONTRACT = """
POST /profiles · GET /profiles · GET /profiles/{} · PUT /profiles/{} · PATCH /profiles/{} · DELETE /profiles/{}
POST /profiles/{}/examples · GET /profiles/{}/model · DELETE /profiles/{}/model · POST /profiles/preview
GET /profiles/{}/suggestions · POST /profiles/{}/suggestions
GET /profiles/export · POST /profiles/import · GET /profiles/{}/explain
POST /profiles/{}/runs · GET /profiles/{}/runs · GET /runs · GET /runs/{} · POST /runs/{}/stop · PATCH /runs/{}
GET /runs/{}/events · GET /runs/{}/timeline · GET /runs/{}/agents · GET /runs/{}/agents/{} · GET /runs/{}/results
GET /findings · GET /profiles/{}/findings · GET /findings/{} · GET /findings/{}/diff · POST /findings/{}/feedback
POST /profiles/{}/feedback · POST /profiles/{}/replay · PATCH /findings/{} · GET /changes · GET /findings/export
GET /feeds/{} · HEAD /feeds/{} · GET /profiles/{}/feed-key · POST /profiles/{}/feed-key
GET /channels · POST /channels · GET /channels/{} · PATCH /channels/{} · DELETE /channels/{} · POST /channels/{}/test
POST /channels/{}/secret · GET /alerts · GET /alerts/{} · POST /alerts/{}/retry
GET /portal/search · GET /portal/documents/{} · GET /portal/documents/{}/similar ·
GET /portal/lexicon · GET /portal/opensearch.xml · GET /portal/sinks · GET /portal/export
POST /broker/bots · POST /broker/lease · POST /broker/reports · GET /broker/bots
GET /system · PUT /system/contact · DELETE /system/contact · GET /providers · GET /providers/{} · PUT /providers/{}
DELETE /providers/{} · POST /providers/{}/test · GET /tokens · POST /tokens · DELETE /tokens/{}
"""


def operations(paths: Any) -> set[str]:
    return {re.sub(r"\{[^}]*\}", "{}", f"{method} {path}") for method, path in paths}


async def document(client: httpx.AsyncClient) -> dict[str, Any]:
    body: dict[str, Any] = (await client.get("/api/openapi.json")).json()
    return body


async def test_every_endpoint_of_the_contract_is_there(services: Services) -> None:
    promised = {entry.strip() for entry in re.split(r"[·\n]", CONTRACT) if entry.strip()}
    present = operations(
        (method, route.path_format.removeprefix("/api/v1"))
        for route in framework(services).routes
        if route.path_format.startswith("/api/v1")
        for handler in getattr(route, "route_handlers", [])
        for method in handler.http_methods - {"OPTIONS"}
    )
    assert present == promised


async def test_what_is_not_built_yet_says_so(admin: httpx.AsyncClient) -> None:
    for method, path, scope in later.ENDPOINTS:
        if scope != "bot":
            problem(await admin.request(method, "/api/v1" + re.sub(r"\{[^}]*\}", "x", path)), 501)


async def test_openapi_describes_exactly_what_works(services: Services, anonymous: httpx.AsyncClient) -> None:
    described = operations(
        (method.upper(), path.removeprefix("/api/v1"))
        for path, item in (await document(anonymous))["paths"].items()
        for method in item
    )
    unfinished = operations((method.value, path) for method, path, _ in later.ENDPOINTS)
    promised = {entry.strip() for entry in re.split(r"[·\n]", CONTRACT) if entry.strip()}
    assert described == promised - unfinished | {"GET /health/live", "GET /health/ready", "GET /metrics"}


async def test_the_document_is_openapi_3_1_and_every_reference_leads_somewhere(
    anonymous: httpx.AsyncClient,
) -> None:
    body = await document(anonymous)
    assert body["openapi"].startswith("3.1")
    schemas = body["components"]["schemas"]
    references = re.findall(r'"#/components/schemas/([^"]+)"', (await anonymous.get("/api/openapi.json")).text)
    assert references
    assert set(references) <= set(schemas)
    assert schemas["ProfileSpec"]["additionalProperties"] is False
    assert "ProfileListing" in schemas
    assert not [name for name in schemas if "watchd" in name]


async def test_every_operation_has_a_summary_and_says_how_errors_look(anonymous: httpx.AsyncClient) -> None:
    for path, item in (await document(anonymous))["paths"].items():
        for method, operation in item.items():
            assert operation["summary"], (method, path)
            problems = operation["responses"]["default"].get("content", {})
            assert ("application/problem+json" in problems) == (method != "head"), (method, path)


async def test_the_docs_page_and_everything_it_loads_come_from_here(anonymous: httpx.AsyncClient) -> None:
    page = await anonymous.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    loaded = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
    assert len(loaded) == 5
    for url in loaded:
        assert (await anonymous.get(url)).status_code == 200, url
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)


async def test_the_program_version_is_not_told_to_strangers(anonymous: httpx.AsyncClient) -> None:
    from watchd import __version__

    for path in ("/health/live", "/health/ready", "/api/openapi.json", "/api/docs", "/nothing"):
        response = await anonymous.get(path)
        assert __version__ not in response.text.replace("3.1.0", "")
        assert __version__ not in str(response.headers)


async def test_the_system_view_tells_what_there_is(admin: httpx.AsyncClient) -> None:
    body = (await admin.get("/api/v1/system")).json()
    assert body["counts"] == {
        "profiles": 0, "profiles_enabled": 0, "channels": 0, "runs_queued": 0, "runs_running": 0,
    }  # fmt: skip
    assert body["database"]["kind"] == "sqlite"
    assert body["database"]["bytes"] > 0
    assert body["providers"] == [{"name": "searxng", "enabled": True, "state": "untested"}]
