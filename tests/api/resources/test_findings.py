"""Findings over REST: lists, filters, marks, diffs, and the complete stream."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from msgspec import structs

from tests.api.resources.test_profiles import fields_of, problem
from tests.support import MONDAY
from watchd.api.services import Services
from watchd.core.changes.signature import content_hash
from watchd.model.finding import Change, Finding, MatchedTerm, PathStep, ValueChange, Why
from watchd.model.page import Page, PageState, PageVersion, StoredPage
from watchd.store.tables import Tables

PATH = "/api/v1/findings"
OLD = "The institute works on cells. The pilot line opens in 2027.\n"
NEW = "The institute works on cells. The pilot line opens in 2028.\nA <b>second</b> line follows.\n"


@pytest.fixture
async def profile(admin: httpx.AsyncClient) -> str:
    body = {"name": "Batteries", "query": {"text": "battery"}}
    return str((await admin.post("/api/v1/profiles", json=body)).json()["id"])


def finding(id: str, profile_id: str, **fields: Any) -> Finding:
    given: dict[str, Any] = {
        "kind": "new",
        "url": f"https://example.org/{id}",
        "title": f"Page {id}",
        "language": "en",
        "score": 0.5,
        "found_at": MONDAY,
        "content_hash": f"hash of {id}",
    } | fields
    return Finding(id=id, profile_id=profile_id, run_id=None, page_id="page", **given)


def changed(id: str, profile_id: str) -> Finding:
    change = Change("The pilot line opens in 2028.", "The pilot line opens in 2027.", 0.4, content_hash(OLD))
    return finding(id, profile_id, kind="changed", content_hash=content_hash(NEW), change=change)


async def store(services: Services, *findings: Finding, texts: tuple[str, ...] = ()) -> None:
    async def work(tables: Tables) -> None:
        await tables.pages.put(StoredPage(id="page", url="https://example.org/", host="example.org"))
        for hour, text in enumerate(texts):
            await tables.versions.put(
                "page", PageVersion(content_hash(text), MONDAY + timedelta(hours=hour), text)
            )
        for found in findings:
            assert await tables.findings.add(found)

    await services.store.write(work)


async def ids(client: httpx.AsyncClient, path: str = PATH, **filters: Any) -> list[str]:
    answer = await client.get(path, params=filters)
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["items"]]


async def test_a_finding_says_what_why_and_how_it_belongs(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    why = Why((MatchedTerm("batteries", 1.0),), (PathStep("https://example.org/", "news", 0.4),), "agent 3")
    change = Change("in", "out", 0.25, "former", (ValueChange("price", "7,490 €", "6,990 €"),))
    reported = finding(
        "f1",
        profile,
        kind="changed",
        summary="It opens.",
        why=why,
        change=change,
        story_id="s1",
        published_at=datetime(2026, 11, 2, tzinfo=UTC),
    )
    await store(services, reported, finding("f2", profile, story_id="s1"), finding("f3", profile))
    answer = (await admin.get(f"{PATH}/f1")).json()
    assert answer == {
        "id": "f1", "profile_id": profile, "run_id": None, "kind": "changed", "url": "https://example.org/f1",
        "title": "Page f1", "language": "en", "score": 0.5, "found_at": "2026-11-16T07:30:00Z",
        "published_at": "2026-11-02T00:00:00Z", "summary": "It opens.",
        "why": {
            "matched_terms": [{"term": "batteries", "weight": 1.0}],
            "path": [{"url": "https://example.org/", "anchor": "news", "energy": 0.4}],
            "found_by": "agent 3", "company": None,
        },
        "change": {"added": "in", "removed": "out", "ratio": 0.25,
                   "values": [{"what": "price", "before": "7,490 €", "after": "6,990 €", "about": ""}]},
        "same_story": ["f2"], "verdict": None, "state": "unread",
    }  # fmt: skip
    assert "f9" in problem(await admin.get(f"{PATH}/f9"), 404)["detail"]


async def test_lists_are_filtered(admin: httpx.AsyncClient, services: Services, profile: str) -> None:
    later = MONDAY + timedelta(hours=1)
    await store(
        services, finding("f1", profile, score=0.9), finding("f2", profile, found_at=later, kind="gone")
    )
    assert await ids(admin) == ["f2", "f1"]
    assert await ids(admin, profile=profile) == ["f2", "f1"]
    assert await ids(admin, profile="unknown") == []
    assert await ids(admin, since="2026-11-16T08:30:00Z") == ["f2"]
    assert await ids(admin, since="2026-11-16T09:30:00+01:00") == ["f2"]
    assert await ids(admin, kind="gone") == ["f2"]
    assert await ids(admin, min_score=0.6) == ["f1"]
    assert await ids(admin, state="read") == []
    assert await ids(admin, q="F1 page") == ["f1"]
    of_profile = f"/api/v1/profiles/{profile}/findings"
    assert await ids(admin, of_profile, kind="new") == ["f1"]
    problem(await admin.get("/api/v1/profiles/unknown/findings"), 404)


async def test_lists_come_in_pages(admin: httpx.AsyncClient, services: Services, profile: str) -> None:
    await store(services, *(finding(f"f{i}", profile) for i in range(5)))
    first = (await admin.get(PATH, params={"limit": 2})).json()
    second = (await admin.get(PATH, params={"limit": 2, "cursor": first["next"]})).json()
    third = (await admin.get(PATH, params={"limit": 2, "cursor": second["next"]})).json()
    seen = [item["id"] for page in (first, second, third) for item in page["items"]]
    assert seen == ["f4", "f3", "f2", "f1", "f0"]
    assert third["next"] is None


async def test_the_beginning_of_an_id_finds_all_that_begin_so_page_by_page(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    await store(services, *(finding(id, profile) for id in ("a1", "b1", "b2", "b3", "c1")))
    assert await ids(admin, id_prefix="b") == ["b3", "b2", "b1"]
    assert await ids(admin, id_prefix="b2") == ["b2"]
    assert await ids(admin, id_prefix="b9") == []
    first = (await admin.get(PATH, params={"id_prefix": "b", "limit": 2})).json()
    assert [f["id"] for f in first["items"]] == ["b3", "b2"]
    assert await ids(admin, id_prefix="b", limit=2, cursor=first["next"]) == ["b1"]


@pytest.mark.parametrize(
    ("path", "parameters", "field"),
    [
        (PATH, {"since": "yesterday"}, "since"),
        (PATH, {"since": "2026-11-16T07:30:00"}, "since"),
        (PATH, {"kind": "old"}, "kind"),
        (PATH, {"min_score": "2"}, "min_score"),
        (PATH, {"state": "seen"}, "state"),
        (PATH, {"cursor": "?"}, "cursor"),
        (PATH, {"color": "red"}, "color"),
        ("/api/v1/changes", {"since": "?"}, "since"),
        ("/api/v1/changes", {"since": "LTE="}, "since"),
        (f"{PATH}/f1/diff", {"format": "pdf"}, "format"),
    ],
)
async def test_a_wrong_parameter_is_named(
    admin: httpx.AsyncClient, path: str, parameters: dict[str, str], field: str
) -> None:
    assert fields_of(problem(await admin.get(path, params=parameters), 422)) == {field}


@pytest.mark.parametrize(
    ("path", "parameters", "words"),
    [
        (PATH, {"kind": "old"}, "must be one of new, changed, gone, newly_relevant; got 'old'"),
        (PATH, {"state": "seen"}, "must be one of unread, read; got 'seen'"),
        (PATH, {"since": "yesterday"}, "must be a time such as 2026-11-16T07:30:00Z; got 'yesterday'"),
        (f"{PATH}/f1/diff", {"format": "pdf"}, "must be one of text, html, json; got 'pdf'"),
        (
            "/api/v1/runs",
            {"state": "x"},
            "must be one of queued, running, finished, stopped, failed; got 'x'",
        ),
    ],
)
async def test_a_wrong_parameter_comes_with_the_choices_or_an_example(
    admin: httpx.AsyncClient, path: str, parameters: dict[str, str], words: str
) -> None:
    (error,) = problem(await admin.get(path, params=parameters), 422)["errors"]
    assert error["message"] == words


@pytest.mark.parametrize("path", [PATH, "/api/v1/profiles"])
async def test_no_error_shows_a_regular_expression(admin: httpx.AsyncClient, path: str) -> None:
    (fault,) = problem(await admin.get(path, params={"q": "a\x00b"}), 422)["errors"]
    assert "^" not in fault["message"]


async def test_a_finding_is_marked_as_read_and_unread(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    await store(services, finding("f1", profile))

    async def unread() -> int:
        counts: dict[str, int] = (await admin.get(f"/api/v1/profiles/{profile}")).json()["counts"]
        return counts["unread"]

    for state, count in (("read", 0), ("read", 0), ("unread", 1)):
        answer = await admin.patch(f"{PATH}/f1", json={"state": state})
        assert (answer.status_code, answer.json()["state"], await unread()) == (200, state, count)
    assert fields_of(problem(await admin.patch(f"{PATH}/f1", json={"state": "gone"}), 422)) == {"state"}
    assert fields_of(problem(await admin.patch(f"{PATH}/f1", json={"title": "x", "state": "read"}), 422)) == {
        "title"
    }
    assert fields_of(problem(await admin.patch(f"{PATH}/f1", json={}), 422)) == {"state"}
    problem(await admin.patch(f"{PATH}/f9", json={"state": "read"}), 404)


async def test_a_diff_in_three_formats(admin: httpx.AsyncClient, services: Services, profile: str) -> None:
    await store(services, changed("f1", profile), texts=(OLD, NEW))
    steps = (await admin.get(f"{PATH}/f1/diff")).json()
    assert (steps["is_complete"], steps["known_at"]) == (True, "2026-11-16T07:30:00Z")
    assert [op["kind"] for op in steps["ops"]] == ["equal", "replaced", "added"]
    assert "".join(op["old"] for op in steps["ops"]) == OLD
    assert "".join(op["new"] for op in steps["ops"]) == NEW
    text = await admin.get(f"{PATH}/f1/diff", params={"format": "text"})
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert "~ The pilot line opens in [-2027.-] {+2028.+}\n" in text.text
    page = await admin.get(f"{PATH}/f1/diff", headers={"Accept": "text/html"})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<ins>A &lt;b&gt;second&lt;/b&gt; line follows.</ins>" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("accepted", "media_type"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
        ("text/plain, text/html", "text/plain"),
        ("image/png, Application/JSON", "application/json"),
        ("*/*", "application/json"),
    ],
)
async def test_the_first_known_type_of_the_accept_header_decides(
    admin: httpx.AsyncClient, services: Services, profile: str, accepted: str, media_type: str
) -> None:
    await store(services, changed("f1", profile), texts=(OLD, NEW))
    answer = await admin.get(f"{PATH}/f1/diff", headers={"Accept": accepted})
    assert answer.headers["content-type"].partition(";")[0] == media_type


async def test_a_diff_of_what_came_and_of_what_went(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    came = finding("f1", profile, content_hash=content_hash(NEW))
    went = finding("f2", profile, content_hash="gone on Monday", kind="gone")
    await store(services, came, went, texts=(NEW,))
    for id, kind in (("f1", "added"), ("f2", "removed")):
        steps = (await admin.get(f"{PATH}/{id}/diff")).json()
        assert {op["kind"] for op in steps["ops"]} == {kind}
        assert steps["is_complete"]


async def test_a_page_that_is_gone_is_shown_as_it_was_before_it_went(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    """Not as it was when it came back, and not as the login that it showed at the end."""
    wall = "Please log in."
    gone = finding("f1", profile, kind="gone", content_hash="gone", found_at=MONDAY + timedelta(hours=2))
    await store(services, gone, texts=(OLD, wall, wall, NEW))
    state = PageState(
        profile_id=profile, page_id="page", relevance=0.0, unspent=0.0, energy=0.0, missed=2,
        content_hash=content_hash(wall), followed_hash=content_hash(OLD),
    )  # fmt: skip

    async def removed(state: PageState) -> str:
        await services.store.write(lambda tables: tables.page_states.put([state]))
        steps = (await admin.get(f"{PATH}/f1/diff")).json()
        assert steps["is_complete"]
        return "".join(op["old"] for op in steps["ops"])

    assert await removed(state) == OLD
    assert await removed(structs.replace(state, missed=0)) == wall
    late = structs.replace(state, followed_hash=None, content_hash="of the snapshot")
    page = Page(url="https://example.org/", text="A second look found it.", content_hash="of the snapshot")
    await services.store.write(lambda tables: tables.pages.put_snapshot("page", page, MONDAY))
    assert await removed(late) == page.text


async def test_a_diff_whose_texts_are_not_kept_shows_the_excerpts(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    await store(services, changed("f1", profile), finding("f2", profile), texts=(NEW,))
    steps = (await admin.get(f"{PATH}/f1/diff")).json()
    assert not steps["is_complete"]
    assert [(op["kind"], op["old"] or op["new"]) for op in steps["ops"]] == [
        ("removed", "The pilot line opens in 2027."),
        ("added", "The pilot line opens in 2028."),
    ]
    assert (await admin.get(f"{PATH}/f2/diff")).json()["ops"] == []
    quoted = [
        finding("f3", profile, kind="gone", summary="It went.", found_at=MONDAY - timedelta(days=1)),
        finding("f4", profile, summary="It came."),
    ]
    await store(services, *quoted)
    for id, line in (("f3", "- It went.\n"), ("f4", "+ It came.\n")):
        assert (await admin.get(f"{PATH}/{id}/diff", params={"format": "text"})).text == line


async def test_the_stream_gives_each_finding_once_in_the_order_it_was_stored(
    admin: httpx.AsyncClient, services: Services, profile: str
) -> None:
    changes = "/api/v1/changes"
    nothing = (await admin.get(changes)).json()
    assert nothing["items"] == []
    await store(services, finding("f5", profile), finding("f3", profile))
    first = (await admin.get(changes, params={"since": nothing["next"], "limit": 1})).json()
    second = (await admin.get(changes, params={"since": first["next"]})).json()
    assert [item["id"] for item in first["items"] + second["items"]] == ["f5", "f3"]
    await store(services, finding("f1", profile))
    third = (await admin.get(changes, params={"since": second["next"]})).json()
    assert [item["id"] for item in third["items"]] == ["f1"]
    assert (await admin.get(changes, params={"since": third["next"]})).json() == {
        "items": [],
        "next": third["next"],
    }


@pytest.mark.parametrize("path", [PATH, "/api/v1/profiles/{}/findings"])
async def test_every_list_of_findings_takes_the_same_filters_and_names_a_wrong_one(
    admin: httpx.AsyncClient, profile: str, path: str
) -> None:
    for name, value in {
        "min_score": "2",
        "state": "seen",
        "kind": "odd",
        "since": "2026-11-16T07:30:00",
    }.items():
        wrong = problem(await admin.get(path.format(profile), params={name: value}), 422)
        assert [fault["field"] for fault in wrong["errors"]] == [name]
    assert (await admin.get(path.format(profile), params={"state": "read", "q": "x"})).status_code == 200
