"""Feeds: read by an independent parser, opened by a key, cheap to request again."""

from datetime import timedelta
from typing import Any

import feedparser
import httpx
import lxml.html
import pytest
from lxml import etree

from tests.api.resources.test_profiles import problem
from tests.flow.alert_world import World
from tests.notify.hostile import HOSTILE
from tests.support import MONDAY, SeededEntropy
from watchd.api.services import Services
from watchd.model.finding import Change, MatchedTerm, Why
from watchd.model.profile import Profile


@pytest.fixture
async def world(services: Services) -> World:
    return World(services.store, SeededEntropy(3))


async def opened(admin: httpx.AsyncClient, profile: Profile) -> dict[str, str]:
    answer = await admin.post(f"/api/v1/profiles/{profile.id}/feed-key")
    assert answer.status_code == 201
    keys: dict[str, str] = answer.json()
    return keys


@pytest.mark.parametrize("form", ["atom", "rss"])
async def test_a_feed_reader_understands_the_feed(admin: httpx.AsyncClient, world: World, form: str) -> None:
    profile = await world.profile()
    await world.find(profile, title="Older & <wiser>", now=MONDAY)
    await world.find(profile, kind="changed", change=Change("new <b>words</b>", "old", 0.1), now=MONDAY)
    answer = await admin.get((await opened(admin, profile))[form])
    parsed: Any = feedparser.parse(answer.content)
    assert not parsed.bozo
    assert parsed.version == {"atom": "atom10", "rss": "rss20"}[form]
    assert parsed.feed.title == "watchd: Batteries"
    newer, older = parsed.entries
    assert (older.id, older.link) == ("urn:watchd:finding:f00001", "https://site-1.example/")
    assert older.title in ("Older & <wiser> (new)", "Older &amp; &lt;wiser&gt; (new)")
    # RSS readers find the content as description, Atom readers as content.
    content = newer.content[0] if form == "atom" else newer.summary_detail
    assert content.type == "text/html"
    assert "+ <ins>new &lt;b&gt;words&lt;/b&gt;</ins><br />− <del>old</del>" in content.value


async def test_the_json_feed_says_the_same(admin: httpx.AsyncClient, world: World) -> None:
    profile = await world.profile()
    await world.find(profile, 2)
    answer = await admin.get((await opened(admin, profile))["json"])
    assert answer.headers["content-type"].startswith("application/feed+json")
    body = answer.json()
    assert body["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["id"] for item in body["items"]] == ["urn:watchd:finding:f00002", "urn:watchd:finding:f00001"]
    assert "key=" not in answer.text


@pytest.mark.parametrize("form", ["atom", "rss", "json"])
async def test_whatever_pages_say_the_feed_stays_whole(
    admin: httpx.AsyncClient, world: World, form: str
) -> None:
    profile = await world.profile()
    for text in HOSTILE:
        safe = text.encode("utf-8", "replace").decode()  # as extraction returns it
        await world.find(profile, title=safe, summary=safe, change=Change(safe, safe, 0.5), kind="changed")
    answer = await admin.get((await opened(admin, profile))[form])
    if form == "json":
        assert len(answer.json()["items"]) == 100
        return
    parsed: Any = feedparser.parse(answer.content)
    assert not parsed.bozo
    assert len(parsed.entries) == 100
    assert all(entry.id.startswith("urn:watchd:finding:") for entry in parsed.entries)


@pytest.mark.parametrize("form", ["atom", "rss", "json"])
async def test_an_empty_feed_is_a_feed(admin: httpx.AsyncClient, world: World, form: str) -> None:
    answer = await admin.get((await opened(admin, await world.profile()))[form])
    assert answer.status_code == 200
    assert form == "json" or not feedparser.parse(answer.content).bozo


async def test_a_reader_that_knows_the_feed_gets_nothing(admin: httpx.AsyncClient, world: World) -> None:
    profile = await world.profile()
    await world.find(profile)
    url = (await opened(admin, profile))["atom"]
    first = await admin.get(url)
    for known in (
        {"If-None-Match": first.headers["etag"]},
        {"If-Modified-Since": first.headers["last-modified"]},
    ):
        again = await admin.get(url, headers=known)
        assert (again.status_code, again.content) == (304, b"")
    await world.find(profile, now=MONDAY + timedelta(minutes=1))
    fresh = await admin.get(
        url,
        headers={
            "If-None-Match": first.headers["etag"],
            "If-Modified-Since": first.headers["last-modified"],
        },
    )
    assert fresh.status_code == 200
    assert feedparser.parse(fresh.content).entries[1] == feedparser.parse(first.content).entries[0]
    assert (await admin.get(url, headers={"If-Modified-Since": "nonsense"})).status_code == 200


async def test_a_feed_opens_to_its_own_key_and_to_nothing_else(
    admin: httpx.AsyncClient, anonymous: httpx.AsyncClient, world: World
) -> None:
    mine, other = await world.profile(), await world.profile(name="Other")
    keys = await opened(admin, mine)
    del anonymous.headers["Authorization"]
    assert (await anonymous.get(keys["atom"])).status_code == 200
    answers = [
        problem(await anonymous.get(f"/api/v1/feeds/{name}", params=params), 404)["detail"]
        for name, params in [
            (f"{mine.id}.atom", {}),
            (f"{mine.id}.atom", {"key": "wrong"}),
            (f"{other.id}.atom", {"key": keys["key"]}),
            (f"{other.id}.atom", {"key": "nobody"}),  # prose: a literal; its digest once stood for unknown keys
            (f"{mine.id}.pdf", {"key": keys["key"]}),
            ("nothing.atom", {"key": keys["key"]}),
            ("nothing", {}),
        ]
    ]
    assert len(set(answers)) == 1


async def test_a_new_key_ends_the_old_one(admin: httpx.AsyncClient, world: World) -> None:
    profile = await world.profile()
    old, new = await opened(admin, profile), await opened(admin, profile)
    problem(await admin.get(old["rss"]), 404)
    assert (await admin.get(new["rss"])).status_code == 200
    problem(await admin.post("/api/v1/profiles/nothing/feed-key"), 404)


async def test_the_content_says_what_why_and_when_without_repeating_the_title(
    admin: httpx.AsyncClient, world: World
) -> None:
    profile = await world.profile()
    why = Why((MatchedTerm("pilot line", 1.0),), (), "feed:https://feed.example/")
    await world.find(
        profile,
        title="Cells",
        summary="Cells · They <leave> https://evil.example.",
        why=why,
        published_at=MONDAY,
    )
    [item] = (await admin.get((await opened(admin, profile))["json"])).json()["items"]
    assert item["content_html"] == (
        "<p>They &lt;leave&gt; evil.example.</p>"
        "<p><small>new · score 0.70 · site-1.example · published 2026-11-16</small></p>"
        "<p><small>Matched pilot line; announced by the feed feed.example/</small></p>"
    )
    assert item["content_text"].splitlines()[0] == "They <leave> evil.example."
    assert item["date_published"] == "2026-11-16T07:30:00.000000Z"


@pytest.mark.parametrize("form", ["atom", "rss", "json"])
async def test_whatever_pages_say_the_content_has_our_elements_only(
    admin: httpx.AsyncClient, world: World, form: str
) -> None:
    profile = await world.profile()
    for text in HOSTILE:
        safe = text.encode("utf-8", "replace").decode()
        await world.find(profile, title="t", summary=safe, change=Change(safe, safe, 0.5), kind="changed")
    answer = await admin.get((await opened(admin, profile))[form])
    if form == "json":
        contents = [item["content_html"] for item in answer.json()["items"]]
    else:
        name = {"atom": "{http://www.w3.org/2005/Atom}content", "rss": "item/description"}[form]
        contents = [node.text or "" for node in etree.fromstring(answer.content).iterfind(f".//{name}")]
    assert len(contents) == 100
    for content in contents:
        tree = lxml.html.fragment_fromstring(content, create_parent="div")
        assert {str(node.tag) for node in tree.iter()} <= {"div", "p", "br", "ins", "del", "small"}
        assert all(not node.attrib for node in tree.iter())


@pytest.mark.parametrize("form", ["atom", "rss", "json"])
async def test_head_answers_as_get_without_a_body(admin: httpx.AsyncClient, world: World, form: str) -> None:
    profile = await world.profile()
    await world.find(profile)
    url = (await opened(admin, profile))[form]
    whole, asked = await admin.get(url), await admin.head(url)
    assert (asked.status_code, asked.content) == (200, b"")
    assert dict(asked.headers) == dict(whole.headers)
    known = await admin.head(url, headers={"If-None-Match": whole.headers["etag"]})
    assert (known.status_code, known.headers["etag"]) == (304, whole.headers["etag"])
    assert (await admin.head(f"/api/v1/feeds/{profile.id}.{form}")).status_code == 404


async def test_a_profile_tells_whether_a_new_key_would_replace_one(
    admin: httpx.AsyncClient, world: World
) -> None:
    profile = await world.profile()
    path = f"/api/v1/profiles/{profile.id}/feed-key"
    assert (await admin.get(path)).json() == {"created_at": None}
    await opened(admin, profile)
    assert (await admin.get(path)).json() == {"created_at": "2026-11-16T07:30:00Z"}
    problem(await admin.get("/api/v1/profiles/nothing/feed-key"), 404)
