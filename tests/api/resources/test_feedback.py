"""Verdicts over REST: their effect, how to undo and forget them, and the learned model."""

from typing import Any

import httpx
import pytest
from msgspec import structs

from tests.api.resources.test_findings import finding
from tests.api.resources.test_profiles import fields_of
from tests.flow.small_web import SmallWeb
from tests.support import MONDAY
from tests.web.site import settings, site
from watchd.api.services import Services
from watchd.core.feedback.feedback import Lessons
from watchd.core.relevance.word_list import WordList
from watchd.flow.profiles.topics import TAUGHT
from watchd.model.finding import PathStep, Why
from watchd.model.page import Page, PageState, StoredPage
from watchd.store.tables import Tables
from watchd.web.fetch.fetcher import WebFetcher

TEXT = "The ceramic electrolyte of a solid state battery. Ceramic layers are sintered."


@pytest.fixture
async def profile(admin: httpx.AsyncClient, services: Services) -> str:
    body = {"name": "Batteries", "query": {"text": "solid state battery", "languages": ["en"]}}
    id = str((await admin.post("/api/v1/profiles", json=body)).json()["id"])

    async def work(tables: Tables) -> None:
        for name in ("one", "two"):
            url = f"https://example.org/{name}"
            page_id = await tables.pages.put(StoredPage(id=f"page {name}", url=url, host="example.org"))
            page = Page(url=url, title=name, text=f"{TEXT} Number {name}.", language="en")
            await tables.pages.put_snapshot(page_id, page, MONDAY)
            path = (PathStep("https://example.org/"), PathStep(url, "ceramic news"))
            found = finding(f"finding {name}", id, url=url, why=Why(path=path))
            assert await tables.findings.add(structs.replace(found, page_id=page_id))

    await services.store.write(work)
    return id


async def judge(client: httpx.AsyncClient, verdict: str, name: str = "one") -> dict[str, Any]:
    answer = await client.post(f"/api/v1/findings/finding {name}/feedback", json={"verdict": verdict})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def model(client: httpx.AsyncClient, profile: str) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/profiles/{profile}/model")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_a_verdict_answers_with_each_weight_that_moved(admin: httpx.AsyncClient, profile: str) -> None:
    answer = await judge(admin, "relevant")
    moved = {(m["part"], m["name"]): (m["before"], m["after"]) for m in answer["moved"]}
    assert moved["word_list", "ceram"][0] == 0.0 < moved["word_list", "ceram"][1]
    assert moved["energy", "https://example.org/one"] == (0.0, 1.0)
    assert moved["link_model", "word ceram in the link"][1] > 0
    words = {w["term"]: w["weight"] for w in (await model(admin, profile))["word_list"]}
    assert {name: after for (part, name), (_, after) in moved.items() if part == "word_list"} == words
    assert (await admin.get("/api/v1/findings/finding one")).json()["verdict"] == "relevant"


async def test_changing_and_withdrawing_undo_the_former_verdict_exactly(
    admin: httpx.AsyncClient, profile: str
) -> None:
    nothing = await model(admin, profile)
    await judge(admin, "relevant", "two")
    only_two = await model(admin, profile)
    await judge(admin, "irrelevant")
    assert await model(admin, profile) != only_two
    await judge(admin, "relevant")
    await judge(admin, "neutral")
    assert await model(admin, profile) == only_two
    answer = await judge(admin, "neutral", "two")
    assert await model(admin, profile) == nothing
    assert all(m["after"] == 0.0 for m in answer["moved"] if m["part"] == "word_list")


async def test_a_hundred_changes_of_mind_leave_what_the_last_one_says(
    admin: httpx.AsyncClient, profile: str
) -> None:
    await judge(admin, "irrelevant", "two")
    await judge(admin, "relevant")
    once = await model(admin, profile)
    for _ in range(50):
        await judge(admin, "irrelevant")
        await judge(admin, "relevant")
    assert await model(admin, profile) == once


async def test_the_same_verdict_twice_moves_nothing(admin: httpx.AsyncClient, profile: str) -> None:
    await judge(admin, "relevant")
    assert (await judge(admin, "relevant"))["moved"] == []


async def test_a_page_that_is_remembered_can_be_judged_by_its_address(
    admin: httpx.AsyncClient, profile: str
) -> None:
    body = {"url": "https://example.org/two", "verdict": "irrelevant"}
    answer = await admin.post(f"/api/v1/profiles/{profile}/feedback", json=body)
    assert answer.status_code == 200, answer.text
    assert (await model(admin, profile))["verdicts"] == {"relevant": 0, "irrelevant": 1}
    assert (await admin.get("/api/v1/findings/finding two")).json()["verdict"] == "irrelevant"


async def test_a_page_that_nobody_has_read_is_read_once(
    services: Services, admin: httpx.AsyncClient, profile: str
) -> None:
    async with site() as running, WebFetcher(settings()) as door:
        web = SmallWeb(running)
        web.put("new", [TEXT])
        object.__setattr__(services, "fetcher", door)
        for _ in range(2):
            body = {"url": web.url("new"), "verdict": "relevant"}
            answer = await admin.post(f"/api/v1/profiles/{profile}/feedback", json=body)
            assert answer.status_code == 200, answer.text
        assert web.asked() == ["new"]
    assert (await model(admin, profile))["verdicts"]["relevant"] == 1


async def test_a_page_that_may_not_be_read_is_refused_with_the_reason(
    admin: httpx.AsyncClient, profile: str
) -> None:
    body = {"url": "http://127.0.0.1:9/secret", "verdict": "relevant"}
    answer = await admin.post(f"/api/v1/profiles/{profile}/feedback", json=body)
    assert answer.status_code == 422
    assert fields_of(answer.json()) == {"url"}


@pytest.mark.parametrize("body", [{}, {"verdict": "good"}, {"verdict": "relevant", "why": "x"}])
async def test_a_verdict_that_is_none_is_refused(
    admin: httpx.AsyncClient, profile: str, body: dict[str, Any]
) -> None:
    answer = await admin.post("/api/v1/findings/finding one/feedback", json=body)
    assert answer.status_code == 422


async def test_what_does_not_exist_cannot_be_judged(admin: httpx.AsyncClient) -> None:
    for path in ("findings/none/feedback", "profiles/none/feedback"):
        body = {"verdict": "relevant"} | ({"url": "https://example.org/"} if "profiles" in path else {})
        assert (await admin.post(f"/api/v1/{path}", json=body)).status_code == 404
    assert (await admin.get("/api/v1/profiles/none/model")).status_code == 404
    assert (await admin.delete("/api/v1/profiles/none/model")).status_code == 404


async def test_forgetting_leaves_the_model_as_it_was_at_first(admin: httpx.AsyncClient, profile: str) -> None:
    nothing = await model(admin, profile)
    await judge(admin, "relevant")
    assert (await admin.delete(f"/api/v1/profiles/{profile}/model")).status_code == 204
    assert await model(admin, profile) == nothing
    assert (await admin.get("/api/v1/findings/finding one")).json()["verdict"] is None


async def test_the_answer_says_which_pages_of_the_past_would_be_lost(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    """Two pages in the shop section are judged: the third one there would no longer be reported, and the answer says it."""
    news, shop = "A ceramic electrolyte for cars.", "Toys, torches and cheap offers in our shop."

    async def work(tables: Tables) -> None:
        texts = {f"shop/{n}": shop for n in range(4)} | {f"news/{n}": news for n in range(4)}
        for name, text in texts.items():
            url = f"https://example.org/{name}"
            page_id = await tables.pages.put(StoredPage(id=f"page {name}", url=url, host="example.org"))
            page = Page(url=url, title=name, text=f"Solid state battery. {text}", language="en")
            await tables.pages.put_snapshot(page_id, page, MONDAY)
            state = PageState(
                profile_id=profile, page_id=page_id, relevance=0.6, unspent=0.0, energy=0.0, visits=1, visited_at=MONDAY
            )  # fmt: skip
            await tables.page_states.put([state])

    await services.store.write(work)
    effects = {}
    for name, verdict in [("news/0", "relevant"), ("news/1", "relevant"), ("shop/0", "irrelevant")]:
        body = {"url": f"https://example.org/{name}", "verdict": verdict}
        answer = await admin.post(f"/api/v1/profiles/{profile}/feedback", json=body)
        assert answer.status_code == 200, answer.text
        effects[name] = answer.json()["effect"]
    assert effects["news/0"]["pages"] == effects["news/0"]["kept"] == 8
    lost = effects["shop/0"]["would_lose"]
    assert {page["url"] for page in lost} == {f"https://example.org/shop/{n}" for n in (1, 2, 3)}
    assert all(page["after"] < page["before"] for page in lost)
    assert effects["shop/0"]["dropped"] == 1
    assert effects["shop/0"]["kept"] == 4
    assert "would no longer be reported" in effects["shop/0"]["notes"][0]
    withdrawn = {"url": "https://example.org/shop/0", "verdict": "neutral"}
    undone = (await admin.post(f"/api/v1/profiles/{profile}/feedback", json=withdrawn)).json()["effect"]
    assert undone["would_gain"] == 4
    assert undone["would_lose"] == []


async def test_verdicts_against_pages_alone_ask_for_one_that_is_wanted(
    admin: httpx.AsyncClient, profile: str
) -> None:
    notes = (await judge(admin, "irrelevant"))["effect"]["notes"]
    assert any("judge a page that you want" in note for note in notes)
    assert not any("too much like the relevant" in note for note in notes)


async def test_lessons_of_an_earlier_version_are_computed_again_when_they_are_read(
    services: Services, admin: httpx.AsyncClient, profile: str
) -> None:
    await judge(admin, "relevant")
    former = Lessons(words=WordList(marks={"14:20": 1.0}, importance={"14:20": 1.0}))
    await services.store.write(lambda tables: tables.learned.put(profile, TAUGHT, former, MONDAY))
    words = {word["term"] for word in (await model(admin, profile))["word_list"]}
    assert "ceram" in words
    assert "14:20" not in words
