"""Suggested words over REST: offered, accepted into the profile, rejected."""

from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import fields_of
from tests.support import MONDAY
from watchd.api.services import Services
from watchd.model.page import Page, PageState, StoredPage
from watchd.store.tables import Tables

TEXT = "A battery with a ceramic electrolyte and a lithium anode, built for cars."


@pytest.fixture
async def profile(admin: httpx.AsyncClient, services: Services) -> str:
    body = {"name": "Batteries", "query": {"text": "battery", "languages": ["en"]}}
    id = str((await admin.post("/api/v1/profiles", json=body)).json()["id"])

    async def work(tables: Tables) -> None:
        for n in range(3):
            page_id = await tables.pages.put(
                StoredPage(id=f"page {n}", url=f"https://example.org/{n}", host="example.org")
            )
            page = Page(url=f"https://example.org/{n}", title=f"Cell {n}", text=TEXT, language="en")
            await tables.pages.put_snapshot(page_id, page, MONDAY)
            await tables.page_states.put([state(id, page_id)])

    await services.store.write(work)
    return id


def state(profile_id: str, page_id: str, relevance: float = 0.8) -> PageState:
    return PageState(
        profile_id=profile_id,
        page_id=page_id,
        relevance=relevance,
        unspent=0.0,
        energy=0.0,
        visits=1,
        visited_at=MONDAY,
    )


async def suggestions(client: httpx.AsyncClient, profile: str, **answer: list[str]) -> dict[str, Any]:
    path = f"/api/v1/profiles/{profile}/suggestions"
    shown = await client.post(path, json=answer) if answer else await client.get(path)
    assert shown.status_code == 200, shown.text
    body: dict[str, Any] = shown.json()
    return body


def words_of(shown: dict[str, Any]) -> set[str]:
    return {word["word"] for group in shown["groups"] for word in group["words"]}


async def related(client: httpx.AsyncClient, profile: str) -> list[str]:
    query: dict[str, list[str]] = (await client.get(f"/api/v1/profiles/{profile}")).json()["query"]
    return query["related"]


async def test_words_are_offered_and_nothing_changes_until_a_person_accepts_them(
    admin: httpx.AsyncClient, profile: str
) -> None:
    shown = await suggestions(admin, profile)
    assert {"ceramic", "electrolyte", "anode"} <= words_of(shown)
    assert shown["pages"] == 3
    assert await related(admin, profile) == []
    after = await suggestions(admin, profile, accept=["Electrolyte"], reject=["cars"])
    assert await related(admin, profile) == after["related"] == ["electrolyte"]
    assert after["rejected"] == ["cars"]
    assert words_of(after).isdisjoint({"electrolyte", "cars"})
    model = (await admin.get(f"/api/v1/profiles/{profile}/model")).json()
    assert model["related"] == ["electrolyte"]


async def test_an_accepted_word_can_be_removed_and_accepted_again(
    admin: httpx.AsyncClient, profile: str
) -> None:
    await suggestions(admin, profile, accept=["anode"])
    await suggestions(admin, profile, reject=["anode"])
    assert await related(admin, profile) == []
    again = await suggestions(admin, profile, accept=["anode"])
    assert (again["related"], again["rejected"]) == (["anode"], [])


async def test_a_profile_without_pages_is_told_what_to_do(admin: httpx.AsyncClient) -> None:
    body = {"name": "Young", "query": {"text": "battery"}}
    id = (await admin.post("/api/v1/profiles", json=body)).json()["id"]
    shown = await suggestions(admin, id)
    assert shown["groups"] == []
    assert "let the profile run" in shown["advice"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"accept": ["two words"]}, "accept[0]"),
        ({"accept": ["anode"], "reject": ["Anode"]}, "reject"),
        ({"accepted": []}, "accepted"),
    ],
)
async def test_a_wrong_answer_is_refused(
    admin: httpx.AsyncClient, profile: str, body: dict[str, Any], field: str
) -> None:
    refused = await admin.post(f"/api/v1/profiles/{profile}/suggestions", json=body)
    assert refused.status_code == 422
    assert fields_of(refused.json()) == {field}
    assert (await admin.get("/api/v1/profiles/none/suggestions")).status_code == 404


async def test_one_word_alone_is_warned_about_until_words_are_accepted(
    admin: httpx.AsyncClient, profile: str
) -> None:
    async def warned() -> bool:
        shown = (await admin.get(f"/api/v1/profiles/{profile}")).json()
        return any("watchd profile suggest" in warning["message"] for warning in shown["warnings"])

    assert await warned()
    await suggestions(admin, profile, accept=["anode"])
    assert not await warned()
