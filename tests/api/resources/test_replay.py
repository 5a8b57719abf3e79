"""Replay over REST: a changed profile on stored texts, without requests and without writes."""

from datetime import timedelta
from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import fields_of
from tests.support import MONDAY
from watchd.api.services import Services
from watchd.core.changes.signature import content_hash
from watchd.model.page import Page, PageState, PageVersion, StoredPage
from watchd.store.tables import Tables

BATTERY = "Solid state battery cells from the pilot line. The battery line runs."
MORE = f"{BATTERY} A second pilot line for solid state battery cells opens with a ceramic electrolyte."
TEA = "The green tea harvest. Green tea is picked by hand."


@pytest.fixture
async def profile(admin: httpx.AsyncClient, services: Services) -> str:
    body = {"name": "Batteries", "query": {"text": "solid state battery", "languages": ["en"]}}
    id = str((await admin.post("/api/v1/profiles", json=body)).json()["id"])

    async def work(tables: Tables) -> None:
        for name, texts in {"battery": (BATTERY, MORE), "tea": (TEA,)}.items():
            url = f"https://example.org/{name}"
            page_id = await tables.pages.put(StoredPage(id=f"page {name}", url=url, host="example.org"))
            last = Page(
                url=url, title=name, text=texts[-1], language="en", content_hash=content_hash(texts[-1])
            )
            await tables.pages.put_snapshot(page_id, last, MONDAY)
            for day, text in enumerate(texts if name == "battery" else ()):
                seen = MONDAY - timedelta(days=10 - day)
                await tables.versions.put(page_id, PageVersion(content_hash(text), seen, text))
            state = PageState(
                profile_id=id,
                page_id=page_id,
                relevance=0.0,
                unspent=0.0,
                energy=0.0,
                visits=1,
                visited_at=MONDAY - timedelta(days=1),
                content_hash=content_hash(texts[-1]),
            )
            await tables.page_states.put([state])

    await services.store.write(work)
    return id


async def reported(client: httpx.AsyncClient, profile: str, **body: Any) -> list[tuple[str, str]]:
    answer = await client.post(f"/api/v1/profiles/{profile}/replay", json=body)
    assert answer.status_code == 200, answer.text
    return [(one["kind"], one["url"].rpartition("/")[2]) for one in answer.json()["items"]]


async def test_without_a_change_the_profile_is_told_what_it_was(admin: httpx.AsyncClient, profile: str) -> None:
    assert await reported(admin, profile) == [("new", "battery"), ("changed", "battery")]


async def test_another_query_finds_other_pages(admin: httpx.AsyncClient, profile: str) -> None:
    assert await reported(admin, profile, query={"text": "green tea harvest"}) == [("new", "tea")]


async def test_kinds_threshold_and_scope_are_applied(admin: httpx.AsyncClient, profile: str) -> None:
    assert await reported(admin, profile, report={"kinds": ["changed"]}) == [("changed", "battery")]
    assert await reported(admin, profile, report={"min_score": 1.0}) == []
    assert await reported(admin, profile, scope={"url_deny": ["*/battery"]}) == []


async def test_only_the_period_is_told_but_what_was_before_it_is_known(
    admin: httpx.AsyncClient, profile: str
) -> None:
    since = (MONDAY - timedelta(days=9, hours=12)).isoformat()
    assert await reported(admin, profile, since=since) == [("changed", "battery")]
    assert await reported(admin, profile, until=since) == [("new", "battery")]


async def test_nothing_is_stored(admin: httpx.AsyncClient, profile: str) -> None:
    before = (await admin.get(f"/api/v1/profiles/{profile}")).json()
    await reported(admin, profile, query={"text": "green tea harvest"})
    assert (await admin.get(f"/api/v1/profiles/{profile}")).json() == before
    assert (await admin.get("/api/v1/findings")).json()["items"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": {"words": "x"}}, "query.words"),
        ({"report": {"min_score": 2}}, "report.min_score"),
        ({"since": "2026-11-16T07:30:00"}, "since"),
        ({"since": "2026-11-17T00:00:00Z", "until": "2026-11-16T00:00:00Z"}, "since"),
        ({"delivery": {}}, "delivery"),
    ],
)
async def test_a_wrong_change_is_named(
    admin: httpx.AsyncClient, profile: str, body: dict[str, Any], field: str
) -> None:
    answer = await admin.post(f"/api/v1/profiles/{profile}/replay", json=body)
    assert answer.status_code == 422
    assert fields_of(answer.json()) == {field}


async def test_a_profile_that_does_not_exist_has_no_past(admin: httpx.AsyncClient) -> None:
    assert (await admin.post("/api/v1/profiles/none/replay", json={})).status_code == 404
