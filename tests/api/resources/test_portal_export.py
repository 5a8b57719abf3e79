"""/portal/export: independent parsers read every format, and a client that follows the cursor misses nothing."""

import io
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import msgspec
import pytest
from lxml import etree
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from tests.api.resources.test_profiles import fields_of
from tests.api.serving import served
from tests.portal_pages import PAGES, fill, keep, sighting
from tests.support import MONDAY, HandWoundClock
from watchd.api.resources import portal_export
from watchd.api.services import Services
from watchd.model.page import Page
from watchd.portal import export, export_formats
from watchd.store.queries import pack_text
from watchd.web.listings.sitemaps import parse_sitemap

EXPORT = "/api/v1/portal/export"
# Text that breaks XML writers.
NASTY = "a\x00b \x0b]]> <![CDATA[ <!-- & &amp; \r\n \"' \ufffe \ud83d\ude00 é"


@pytest.fixture(autouse=True)
async def _filled(services: Services) -> None:
    await fill(services.store)


async def exported(client: httpx.AsyncClient, **params: str) -> httpx.Response:
    answer = await client.get(EXPORT, params=params)
    assert answer.status_code == 200
    return answer


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.text.splitlines()]


async def test_json_lines_hold_both_forms_and_a_cursor_each(admin: httpx.AsyncClient) -> None:
    answer = await exported(admin, format="jsonl")
    first = lines(answer)[0]
    assert (first["title"], first["indexed"]["title"]) == (
        PAGES[0].title,
        "solid state batteri pilot line open",
    )
    assert first["profiles"] == [{"profile_id": "batteries", "score": 0.5}]
    assert len(lines(answer)) == len(PAGES)
    # After a lost connection, the client continues from the second line.
    rest = lines(await exported(admin, since=lines(answer)[1]["cursor"]))
    assert [line["id"] for line in rest] == ["page-2", "page-3"]


async def test_a_follower_gets_what_changed_and_what_is_gone(
    services: Services, admin: httpx.AsyncClient
) -> None:
    cursor = (await exported(admin)).headers["watchd-cursor"]
    assert lines(await exported(admin, since=cursor)) == []
    changed = msgspec.structs.replace(PAGES[0], text="Other")
    await keep(services.store, sighting(0, changed))
    await services.store.write(lambda t: t.portal.remove(["page-1"], MONDAY))
    following = await exported(admin, since=cursor)
    assert [(line["id"], line.get("removed", False)) for line in lines(following)] == [
        ("page-0", False),
        ("page-1", True),
    ]
    # A client that starts again does not get removed documents.
    assert [line["id"] for line in lines(await exported(admin))] == ["page-2", "page-3", "page-0"]


async def test_a_time_will_do_as_well(admin: httpx.AsyncClient) -> None:
    assert len(lines(await exported(admin, since="2026-11-16T00:00:00Z"))) == len(PAGES)
    assert lines(await exported(admin, since="2026-11-17T00:00:00Z")) == []
    refusal = await admin.get(EXPORT, params={"since": "sometimes"})
    assert (refusal.status_code, fields_of(refusal.json())) == (422, {"since"})


async def test_a_cursor_from_before_a_purge_is_refused(services: Services, admin: httpx.AsyncClient) -> None:
    await services.store.write(lambda t: t.portal.remove(["page-1"], MONDAY))
    await services.store.write(lambda t: t.portal.purge_marks(MONDAY + timedelta(days=1), 10))
    refusal = await admin.get(EXPORT, params={"since": "s1"})
    assert (refusal.status_code, refusal.json()["type"]) == (410, "urn:watchd:problem:cursor-too-old")


async def test_bulk_lines_index_and_delete(services: Services, admin: httpx.AsyncClient) -> None:
    await services.store.write(lambda t: t.portal.remove(["page-1"], MONDAY))
    actions = lines(await exported(admin, format="opensearch", since="s0"))
    assert [next(iter(line)) for line in actions if next(iter(line)) in ("index", "delete")] == [
        "index",
        "index",
        "index",
        "delete",
    ]
    assert actions[0] == {"index": {"_id": "page-0"}}
    assert actions[1]["title"] == PAGES[0].title
    assert actions[-1] == {"delete": {"_id": "page-1"}}


async def test_xml_is_valid_whatever_a_page_holds_and_comes_back(
    services: Services, admin: httpx.AsyncClient
) -> None:
    page = Page(
        url="https://a.example/?a=1&b=<2>", title=NASTY, text=NASTY, keywords=(NASTY, "b"), language="en"
    )
    await keep(services.store, sighting(9, page))
    tree = etree.fromstring((await exported(admin, format="xml")).content)
    nodes = {node.get("id"): node for node in tree.iter("page")}
    assert len(nodes) == len(PAGES) + 1
    for number, original in enumerate(PAGES):
        assert nodes[f"page-{number}"].findtext("text/shown") == original.text
        assert nodes[f"page-{number}"].findtext("title/shown") == original.title
    readable = NASTY.encode("utf-8", "replace").decode()
    for impossible in "\x00\x0b\ufffe":
        readable = readable.replace(impossible, "\ufffd")
    assert nodes["page-9"].findtext("text/shown") == readable
    assert nodes["page-9"].findtext("url/shown") == page.url
    assert nodes["page-0"].findtext("title/indexed") == "solid state batteri pilot line open"


async def test_kept_texts_are_a_warc_that_its_own_checker_accepts(
    services: Services, admin: httpx.AsyncClient, tmp_path: Any
) -> None:
    version = "INSERT INTO page_versions (page_id, seen_at, content_hash, main_text) VALUES (:id, :seen_at, 'x', :text)"
    times = ("2026-11-01T00:00:00.000000Z", "2026-11-02T00:00:00.000000Z")
    await services.store.write(
        lambda t: t.portal._run_many(
            version,
            [{"id": "page-0", "seen_at": time, "text": pack_text(f"kept {time}")} for time in times],
        )
    )
    file = tmp_path / "portal.warc.gz"
    file.write_bytes((await exported(admin, format="warc")).content)
    checker = Checker(_Arguments(str(file)))
    checker.process_one(str(file))
    assert checker.exit_value == 0
    records = list(_records(file.read_bytes()))
    assert records[0][0] == "warcinfo"
    assert [record for record in records if record[1] == PAGES[0].url] == [
        ("conversion", PAGES[0].url, f"kept {time}") for time in times
    ]
    assert ("conversion", PAGES[3].url, PAGES[3].text) in records


class _Arguments:
    """Return what the command line of warcio would print."""

    verbose = False
    offset: int | None = None

    def __init__(self, file: str) -> None:
        self.inputs = [file]


def _records(body: bytes) -> Any:
    for record in ArchiveIterator(io.BytesIO(body)):
        url = record.rec_headers.get_header("WARC-Target-URI")
        yield record.rec_type, url, record.content_stream().read().decode()


async def test_a_sitemap_lists_the_addresses(admin: httpx.AsyncClient) -> None:
    answer = await exported(admin, format="sitemap")
    listing = parse_sitemap(answer.content, "https://portal.example/sitemap.xml")
    assert [entry.url for entry in listing.entries] == [page.url for page in PAGES]


async def test_a_long_sitemap_goes_on_in_the_next(
    admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_formats, "MAX_SITEMAP_URLS", 3)
    first = await exported(admin, format="sitemap")
    second = await exported(admin, format="sitemap", since=first.headers["watchd-cursor"])
    assert (first.text.count("<loc>"), second.text.count("<loc>")) == (3, 1)


@pytest.mark.parametrize("end", ["revoked", "expired"])
async def test_an_export_is_broken_off_when_its_token_is_revoked_or_expires(
    services: Services,
    clock: HandWoundClock,
    admin: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    end: str,
) -> None:
    """The connection is aborted, because the client must not take a part for the whole. It is not a server error."""
    wish = {"name": "phone", "scope": "read", "lifetime": "1h"}
    phone = (await admin.post("/api/v1/tokens", json=wish)).json()

    async def losing_its_token(*arguments: Any) -> AsyncIterator[bytes]:
        pieces = [piece async for piece in export.stream(*arguments) if piece]
        yield pieces[0]
        if end == "revoked":
            await admin.delete(f"/api/v1/tokens/{phone['id']}")
        else:
            clock.forward(hours=1)
        for piece in pieces[1:]:
            yield piece

    monkeypatch.setattr(export, "BATCH", 1)
    monkeypatch.setattr(portal_export, "stream", losing_its_token)
    got: list[bytes] = []

    async def download(port: int) -> None:
        headers = {"Authorization": f"Bearer {phone['token']}"}
        async with (
            httpx.AsyncClient(headers=headers, trust_env=False) as client,
            client.stream("GET", f"http://127.0.0.1:{port}{EXPORT}") as answer,
        ):
            assert answer.status_code == 200
            async for piece in answer.aiter_bytes():
                got.append(piece)

    async with served(services) as port:
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await download(port)
    assert b"".join(got).count(b"\n") <= 1
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_one_profile_can_be_exported_alone(services: Services, admin: httpx.AsyncClient) -> None:
    assert lines(await exported(admin, profile="unknown")) == []
    assert len(lines(await exported(admin, profile="batteries"))) == len(PAGES)
