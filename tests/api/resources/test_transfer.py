"""Profiles as files: an export can be imported again; bookmarks and OPML become seeds."""

import tomllib
from email.utils import parsedate_to_datetime
from typing import Any
from xml.etree import ElementTree

import httpx
import msgspec
import pytest

from tests.api.resources.test_profiles import PATH, create, fields_of, problem
from watchd.api.services import Services
from watchd.web.extract.settings import ExtractBounds
from watchd.web.reader.extractor import Extractor

BOOKMARKS = b"""<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p><DT><H3>Batteries</H3><DL><p>
<DT><A HREF="https://example.org/a" ADD_DATE="1">A</A><DT><A HREF="https://example.org/a">again</A>
<DT><A HREF="javascript:alert(1)">bookmarklet</A><DT><A HREF="https://example.org/b">B</A></DL><p></DL>"""
OPML = b"""<?xml version="1.0"?><opml version="2.0"><head><title>My feeds</title></head><body><outline text="News">
<outline type="rss" text="A" xmlUrl="https://example.org/feed" htmlUrl="https://example.org/"/></outline></body></opml>"""


async def send(client: httpx.AsyncClient, body: bytes, media_type: str, **parameters: str) -> httpx.Response:
    return await client.post(
        f"{PATH}/import", content=body, headers={"Content-Type": media_type}, params=parameters
    )


async def specs(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    exported: dict[str, Any] = (await client.get(f"{PATH}/export")).json()
    profiles: list[dict[str, Any]] = exported["profiles"]
    return profiles


@pytest.mark.parametrize("kind", ["json", "toml"])
async def test_an_export_imports_again_unchanged(admin: httpx.AsyncClient, kind: str) -> None:
    await create(admin, name="one", tags=["x"], schedule={"cron": "0 7 * * 1-5", "timezone": "Europe/Berlin"})
    await create(admin, name="two", delivery={"quiet_hours": {"start": "22:00", "end": "07:00"}})
    before = await specs(admin)
    file = await admin.get(f"{PATH}/export", params={"format": kind})
    assert file.headers["content-disposition"] == f'attachment; filename="watchd-profiles.{kind}"'
    for item in (await admin.get(PATH)).json()["items"]:
        await admin.delete(f"{PATH}/{item['id']}")
    response = await send(admin, file.content, f"application/{kind}")
    assert response.status_code == 201
    assert len(response.json()["created"]) == 2
    assert sorted(await specs(admin), key=str) == sorted(before, key=str)


async def test_a_toml_export_is_toml(admin: httpx.AsyncClient) -> None:
    await create(admin)
    text = (await admin.get(f"{PATH}/export", params={"format": "toml"})).text
    assert tomllib.loads(text)["profiles"][0]["name"] == "Batteries"


async def test_a_taken_name_imports_nothing_unless_told_otherwise(admin: httpx.AsyncClient) -> None:
    await create(admin, name="old", tags=["mine"])
    body = b'{"profiles": [{"name": "new", "query": {"text": "x"}}, {"name": "old", "query": {"text": "y"}}]}'
    answer = problem(await send(admin, body, "application/json"), 409)
    assert fields_of(answer) == {"profiles[1].name"}
    assert [spec["name"] for spec in await specs(admin)] == ["old"]
    skipped = (await send(admin, body, "application/json", on_conflict="skip")).json()
    assert (len(skipped["created"]), skipped["skipped"]) == (1, ["old"])
    replaced = (await send(admin, body, "application/json", on_conflict="replace")).json()
    assert len(replaced["replaced"]) == 2
    assert {spec["name"]: spec["tags"] for spec in await specs(admin)} == {"old": [], "new": []}


async def test_the_faults_of_all_profiles_are_named(admin: httpx.AsyncClient) -> None:
    body = b'{"profiles": [{"name": "a"}, {"name": "b", "query": {"text": "x"}, "budget": {"pages": 0}}]}'
    answer = problem(await send(admin, body, "application/json"), 422)
    assert fields_of(answer) == {"profiles[0].query", "profiles[1].budget.pages"}


async def test_an_import_says_which_of_its_profiles_want_a_channel_that_is_not_there(
    admin: httpx.AsyncClient,
) -> None:
    wanting = {"query": {"text": "tea"}, "delivery": {"channels": ["mail"]}}
    content = {"version": 1, "profiles": [{**wanting, "name": name} for name in ("Green", "Black")]}
    answer = await admin.post("/api/v1/profiles/import", json=content)
    assert answer.status_code == 422
    fields = [error["field"] for error in answer.json()["errors"]]
    assert fields == [f"profiles[{position}].delivery.channels[0]" for position in (0, 1)]
    assert (await admin.get("/api/v1/profiles")).json()["items"] == []


async def test_thousands_of_faults_are_answered_with_the_first_hundred(admin: httpx.AsyncClient) -> None:
    body = msgspec.json.encode({"profiles": [{"a": 1}] * 15_000})
    answer = problem(await send(admin, body, "application/json"), 422)
    assert len(answer["errors"]) == 100
    too_many = msgspec.json.encode({"profiles": [{}] * 20_001})
    assert fields_of(problem(await send(admin, too_many, "application/json"), 422)) == {"profiles"}


async def test_bookmarks_become_the_seeds_of_a_profile(admin: httpx.AsyncClient) -> None:
    response = await send(admin, BOOKMARKS, "text/html", name="Batteries", text="solid state")
    [id] = response.json()["created"]
    profile = (await admin.get(f"{PATH}/{id}")).json()
    assert profile["name"] == "Batteries"
    assert profile["query"]["text"] == "solid state"
    assert profile["seeds"]["urls"] == ["https://example.org/a", "https://example.org/b"]


async def test_an_opml_file_becomes_feeds_and_pages(admin: httpx.AsyncClient) -> None:
    [id] = (await send(admin, OPML, "text/x-opml", text="battery")).json()["created"]
    profile = (await admin.get(f"{PATH}/{id}")).json()
    assert profile["name"] == "My feeds"
    assert profile["seeds"]["feeds"] == ["https://example.org/feed"]
    assert profile["seeds"]["urls"] == ["https://example.org/"]
    assert profile["query"] == {"text": "battery", "examples": [], "languages": [], "related": []}
    assert profile["tags"] == ["News"]


async def test_a_list_of_feeds_without_words_is_paused_and_the_answer_says_what_to_do(
    admin: httpx.AsyncClient,
) -> None:
    """Without words, all entries of the feeds would be reported as relevant."""
    answer = (await send(admin, OPML, "text/x-opml")).json()
    assert "Write its query.text" in answer["notes"][0]
    profile = (await admin.get(f"{PATH}/{answer['created'][0]}")).json()
    assert profile["seeds"]["feeds"] == ["https://example.org/feed"]
    assert profile["enabled"] is False


NESTED = b"""<opml version="2.0"><head><title>Mine</title></head><body>
<outline text="News"><outline text="Science" category="/daily,weekly">
<outline type="rss" text="A" xmlUrl="https://example.org/a"/><outline type="rss" text="B" xmlUrl="https://example.org/b"/></outline>
<outline type="rss" text="A again" xmlUrl="https://EXAMPLE.org:443/a"/></outline>
<outline text="X"><outline text="%s"><outline text="C" type="link" url="https://example.org/c"/></outline></outline>
<outline type="rss" text="D" xmlUrl="https://example.org/d" category="A&#10;B"/></body></opml>""" % (b"y" * 90)


async def test_folders_and_categories_become_tags_and_each_address_is_used_once(
    admin: httpx.AsyncClient,
) -> None:
    assert (await send(admin, NESTED, "text/x-opml", text="tea")).status_code == 201
    (spec,) = await specs(admin)
    assert spec["seeds"]["feeds"] == [f"https://example.org/{name}" for name in "abd"]
    assert spec["seeds"]["urls"] == ["https://example.org/c"]
    assert spec["tags"] == ["News/Science", "daily", "weekly", "A B", "News", "X/" + "y" * 48]


async def test_more_folders_than_a_profile_has_tags_are_counted(admin: httpx.AsyncClient) -> None:
    lines = "".join(
        f'<outline text="F{n}"><outline xmlUrl="https://example.org/{n}"/></outline>' for n in range(25)
    )
    body = f"<opml><body>{lines}</body></opml>".encode()
    answer = (await send(admin, body, "text/x-opml", text="tea")).json()
    assert answer["notes"] == ["5 folder(s) did not become tags because a profile has at most 20."]
    (spec,) = await specs(admin)
    assert len(spec["tags"]) == 20


async def test_an_opml_export_has_the_feeds_and_pages_of_all_profiles_and_imports_again(
    admin: httpx.AsyncClient,
) -> None:
    feeds = ["https://example.org/a?x=1&y=%22", "https://example.org/b"]
    await create(
        admin,
        name='Tea & "cake"',
        tags=["food", "a, b"],
        seeds={"feeds": feeds, "urls": ["https://example.org/"]},
    )
    await create(admin, name="Words alone")
    await create(admin, name="Odd \ufffe name", seeds={"urls": ["https://example.net/p"]})
    file = await admin.get(f"{PATH}/export", params={"format": "opml"})
    assert file.headers["content-type"].startswith("text/x-opml")
    assert file.headers["content-disposition"] == 'attachment; filename="watchd-profiles.opml"'
    root = ElementTree.fromstring(file.content)
    assert (root.tag, root.get("version")) == ("opml", "2.0")
    assert [child.tag for child in root] == ["head", "body"]
    assert parsedate_to_datetime(root.findtext("head/dateCreated") or "")
    outlines = list(root.iter("outline"))
    assert all(outline.get("text") for outline in outlines)
    assert {outline.get("type") for outline in outlines} == {None, "rss", "link"}
    folders = {folder.get("text") for folder in root.iterfind("body/outline")}
    assert folders == {'Tea & "cake"', "Odd \ufffd name"}
    assert (await send(admin, file.content, "text/x-opml", name="Again", text="tea")).status_code == 201
    again = next(spec for spec in await specs(admin) if spec["name"] == "Again")
    assert again["seeds"]["feeds"] == feeds
    assert set(again["seeds"]["urls"]) == {"https://example.org/", "https://example.net/p"}
    assert {"food", 'Tea & "cake"'} < set(again["tags"])


async def test_a_template_of_an_import_is_checked_as_that_of_a_single_profile(admin: httpx.AsyncClient) -> None:
    bad = {"template": {"body": "bad"}}
    profiles = [{"name": str(n), "query": {"text": "tea"}, "delivery": bad if n % 2 else {}} for n in range(4)]
    answer = problem(await admin.post(f"{PATH}/import", json={"profiles": profiles}), 422)
    assert fields_of(answer) == {"profiles[1].delivery.template", "profiles[3].delivery.template"}
    single = problem(await admin.post(PATH, json=profiles[1]), 422)
    assert answer["errors"][0]["message"] == single["errors"][0]["message"]
    assert await specs(admin) == []


def kept(count: int) -> bytes:
    """Return a browser's export with this number of bookmarks in a folder, without closing tags."""
    lines = "\n".join(f'    <DT><A HREF="https://example.org/{n}">{n}</A>' for n in range(count))
    return f"<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><H3>A</H3>\n<DL><p>\n{lines}\n</DL><p>\n</DL>".encode()


async def test_pages_without_words_are_the_examples_and_the_answer_says_so(admin: httpx.AsyncClient) -> None:
    answer = (await send(admin, kept(12), "text/html")).json()
    assert answer["notes"] == [
        "Without words for a query, the first 10 page(s) are its examples; if they have little in common, write query.text."
    ]
    (spec,) = await specs(admin)
    assert spec["query"]["examples"] == [f"https://example.org/{n}" for n in range(10)]
    assert spec["tags"] == ["A"]


async def test_bookmarks_that_do_not_fit_into_a_profile_become_further_ones(admin: httpx.AsyncClient) -> None:
    answer = (await send(admin, kept(1200), "text/html", name="Mine", text="battery")).json()
    assert len(answer["created"]) == 3
    [note] = answer["notes"]
    assert note.startswith("1200 addresses are more than a profile takes")
    assert "3 profiles" in note
    stored = {spec["name"]: spec for spec in sorted(await specs(admin), key=lambda spec: str(spec["name"]))}
    assert list(stored) == ["Mine", "Mine (2)", "Mine (3)"]
    urls = [url for spec in stored.values() for url in spec["seeds"]["urls"]]
    assert urls == [f"https://example.org/{n}" for n in range(1200)]
    assert {spec["query"]["text"] for spec in stored.values()} == {"battery"}


async def test_a_query_for_bookmarks_needs_a_word_to_search_for(admin: httpx.AsyncClient) -> None:
    refused = problem(await send(admin, kept(3), "text/html", text="-toy"), 422)
    assert fields_of(refused) == {"query.text"}


async def test_feeds_of_an_outline_that_do_not_fit_become_a_further_profile(admin: httpx.AsyncClient) -> None:
    lines = "".join(f'<outline xmlUrl="https://example.org/{n}.atom"/>' for n in range(900))
    body = f"<opml><head><title>{'t' * 300}</title></head><body>{lines}</body></opml>".encode()
    assert len((await send(admin, body, "text/x-opml", text="tea")).json()["created"]) == 2
    assert sorted(len(spec["seeds"]["feeds"]) for spec in await specs(admin)) == [400, 500]


async def test_addresses_that_are_none_of_the_web_are_counted(admin: httpx.AsyncClient) -> None:
    assert (await send(admin, BOOKMARKS, "text/html", text="tea")).json()["notes"] == [
        "1 address(es) were left out because they are not plain http or https addresses."
    ]
    long = f'<DL><A HREF="https://example.org/{"ü" * 1000}">x</A><A HREF="ftp://example.org/">y</A></DL>'
    answer = problem(await send(admin, long.encode(), "text/html"), 422)
    assert fields_of(answer) == {"(body)"}
    assert answer["errors"][0]["message"].endswith("; 2 of another kind cannot be watched")


async def test_a_bookmark_file_with_megabytes_of_icons_is_read_to_its_end(admin: httpx.AsyncClient) -> None:
    icon = "data:image/png;base64," + "A" * 8000
    lines = "\n".join(f'<DT><A HREF="https://example.org/{n}" ICON="{icon}">{n}</A>' for n in range(400))
    await send(admin, f"<DL><p>{lines}</DL>".encode(), "text/html")
    [spec] = await specs(admin)
    assert len(spec["seeds"]["urls"]) == 400


@pytest.mark.parametrize(
    ("body", "media_type", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b"[]", "application/json", 422),
        (b'{"profiles": 5}', "application/json", 422),
        (b'{"profiles": [], "version": 2}', "application/json", 422),
        (b"= nonsense", "application/toml", 400),
        (b"\xff\xfe", "application/toml", 400),
        (b"", "text/html", 400),
        (b"<html>no links</html>", "text/html", 400),
        (b"<rss/>", "text/x-opml", 400),
        (b"<opml><unclosed>", "text/x-opml", 422),
        (b"hello", "text/plain", 415),
    ],
)
async def test_a_file_that_is_none_is_a_clear_problem(
    admin: httpx.AsyncClient, body: bytes, media_type: str, status: int
) -> None:
    problem(await send(admin, body, media_type), status)
    assert await specs(admin) == []


@pytest.mark.parametrize(
    ("body", "media_type", "sentence"),
    [
        (b"= nonsense", "application/toml", "Not valid TOML: "),
        (b"<p>", "text/html", "Not a bookmark file."),
        (b"<rss/>", "text/x-opml", "Not an OPML file."),
        (b"PKnothing", "application/zip", "Not a "),
    ],
)
async def test_a_file_of_another_kind_is_refused_in_words_for_people(
    admin: httpx.AsyncClient, body: bytes, media_type: str, sentence: str
) -> None:
    detail = problem(await send(admin, body, media_type), 400)["detail"]
    assert detail.startswith(f"The body cannot be read: {sentence}")


async def test_a_file_without_an_address_says_so_in_its_errors_too(admin: httpx.AsyncClient) -> None:
    answer = problem(await send(admin, b"<opml/>", "text/x-opml"), 422)
    assert answer["detail"] == "The file has no http or https address in it."
    assert answer["errors"] == [{"field": "(body)", "message": "has no http or https address in it"}]


async def test_files_that_would_keep_a_parser_busy_for_minutes_are_given_up(
    admin: httpx.AsyncClient, services: Services
) -> None:
    async with Extractor(ExtractBounds(children=1, cpu_seconds=0.5)) as reader:
        object.__setattr__(services, "files", reader)
        unmatched = b"<dl>" + b"<b>" * 100_000 + b"</i>" * 100_000
        for body, kind in ((b"a." * 50_000 + b"a=1", "application/toml"), (unmatched, "text/html")):
            problem(await send(admin, body, kind), 400)


async def test_an_opml_file_cannot_read_files_or_explode(admin: httpx.AsyncClient) -> None:
    evil = b"""<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "aaaaaaaaaa">
    <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><opml><head><title>&x;&b;</title></head><body>
    <outline xmlUrl="https://example.org/feed"/></body></opml>"""
    response = await send(admin, evil, "text/x-opml")
    assert "root:" not in response.text
    assert "aaaaaaaaaaaaaaaaaaaa" not in str(await specs(admin))
