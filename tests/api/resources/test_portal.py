"""/portal over HTTP: results, feeds that readers understand, pages without foreign markup."""

from dataclasses import replace

import httpx
import msgspec
import pytest

from tests.api.resources.test_profiles import fields_of
from tests.portal_pages import PAGES, fill, keep, sighting
from watchd.api.app import build
from watchd.api.services import Services
from watchd.api.settings import ServerSettings
from watchd.model.page import Page
from watchd.portal.settings import PortalSettings
from watchd.web.listings.feeds import parse_feed

SEARCH = "/api/v1/portal/search"


@pytest.fixture(autouse=True)
async def _filled(services: Services) -> None:
    await fill(services.store)


async def test_results_have_marked_snippets_facets_and_scores(admin: httpx.AsyncClient) -> None:
    answer = (await admin.get(SEARCH, params={"q": "pilot battery"})).json()
    [item] = answer["items"]
    assert [piece["text"] for piece in item["snippet"] if piece["hit"]] == ["pilot", "batteries"]
    assert item["profiles"] == [{"profile_id": "batteries", "score": 0.5}]
    assert (answer["total"], answer["total_is_exact"], answer["relaxed"], answer["next"]) == (
        1,
        True,
        False,
        None,
    )
    assert answer["facets"]["host"] == {"news.example": 1}


async def test_pages_of_results_follow_each_other(admin: httpx.AsyncClient) -> None:
    seen, cursor = list[str](), None
    while True:
        params = {"q": "battery", "limit": "2"} | ({"cursor": cursor} if cursor else {})
        answer = (await admin.get(SEARCH, params=params)).json()
        seen += [item["id"] for item in answer["items"]]
        if not (cursor := answer["next"]):
            break
    assert sorted(seen) == ["page-0", "page-1", "page-2"]


async def test_a_page_that_is_called_what_was_asked_for_comes_first(
    services: Services, admin: httpx.AsyncClient
) -> None:
    long = "An unrelated sentence about something else. " * 200
    await keep(
        services.store,
        sighting(20, Page(url="https://a.example/1", title="Dry room", text=long, language="en")),
        sighting(21, Page(url="https://a.example/2", title="The room is dry; a dry dry room", language="en")),
    )
    items = (await admin.get(SEARCH, params={"q": "dry room"})).json()["items"]
    assert [item["id"] for item in items] == ["page-20", "page-21"]


async def test_when_nothing_has_all_words_some_will_do(admin: httpx.AsyncClient) -> None:
    answer = (await admin.get(SEARCH, params={"q": "lithium werk"})).json()
    assert answer["relaxed"] is True
    assert {item["id"] for item in answer["items"]} == {"page-1", "page-2"}


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("lithum", "lithium"), ("pilot bateries", "pilot batteries"), ("lithium", None), ("qqqqqq", None)],
)
async def test_a_slip_of_the_hand_gets_a_hint(admin: httpx.AsyncClient, asked: str, meant: str | None) -> None:
    assert (await admin.get(SEARCH, params={"q": asked})).json()["did_you_mean"] == meant


@pytest.mark.parametrize(
    ("name", "value"),
    [("since", "yesterday"), ("cursor", "!"), ("sort", "size"), ("format", "pdf"), ("limit", "0")],
)
async def test_what_cannot_be_meant_is_refused_by_name(admin: httpx.AsyncClient, name: str, value: str) -> None:
    refusal = await admin.get(SEARCH, params={name: value})
    assert refusal.status_code == 422
    assert fields_of(refusal.json()) == {name}


@pytest.mark.parametrize("format", ["atom", "rss"])
async def test_a_search_can_be_subscribed_to(admin: httpx.AsyncClient, format: str) -> None:
    answer = await admin.get(SEARCH, params={"q": "anodes", "format": format})
    assert answer.headers["content-type"] == f"application/{format}+xml; charset=utf-8"
    by_accept = await admin.get(SEARCH, params={"q": "anodes"}, headers={"Accept": f"application/{format}+xml"})
    assert by_accept.headers["content-type"] == answer.headers["content-type"]
    listing = parse_feed(answer.content, str(answer.url))
    [entry] = listing.entries
    assert (entry.url, entry.title) == (PAGES[1].url, PAGES[1].title)


@pytest.mark.parametrize(
    "path", [*(f"{SEARCH}?q=x&format={f}" for f in ("html", "atom", "rss", "json")), "/metrics"]
)
async def test_an_answer_names_its_charset_once_at_most(admin: httpx.AsyncClient, path: str) -> None:
    declared = (await admin.get(path)).headers["content-type"]
    assert declared.count("charset") == (0 if path.endswith("json") else 1), declared


async def test_markup_of_a_page_never_becomes_markup_of_ours(admin: httpx.AsyncClient) -> None:
    for format in ("html", "atom", "rss"):
        answer = await admin.get(SEARCH, params={"q": "lithium alert", "format": format})
        assert "<script" not in answer.text
        assert "alert" in answer.text
    page = await admin.get(SEARCH, params={"q": '"><script>x</script>', "format": "html"})
    assert "<script" not in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert page.headers["content-security-policy"].startswith("default-src 'none'")


async def test_the_page_for_people_marks_hits_and_links_facets(admin: httpx.AsyncClient) -> None:
    page = (await admin.get(SEARCH, params={"q": "lithium", "format": "html", "language": "en"})).text
    assert "<mark>Lithium</mark>" in page
    assert 'value="en"' in page
    assert "host=news.example" in page


async def test_a_document_tells_all_that_is_known(admin: httpx.AsyncClient) -> None:
    document = (await admin.get("/api/v1/portal/documents/page-0")).json()
    assert document["text"] == PAGES[0].text
    assert document["indexed"]["title"] == "solid state batteri pilot line open"
    assert document["linked_from"] == ["https://news.example/anode"]
    assert document["sources"] == ["feed"]
    assert (await admin.get("/api/v1/portal/documents/nothing")).status_code == 404
    assert (await admin.get("/api/v1/portal/documents/nothing/similar")).status_code == 404


async def test_more_like_this_finds_the_neighbour_and_not_itself(
    services: Services, admin: httpx.AsyncClient
) -> None:
    # A word in more than a tenth of all documents does not count, so there must be other documents.
    for number in range(20, 50):
        page = msgspec.structs.replace(
            PAGES[2], url=f"https://a.example/{number}", title=f"Nummer {number}", text="Etwas"
        )
        await keep(services.store, sighting(number, page))
    page = msgspec.structs.replace(PAGES[1], url="https://b.example/", title="Lithium again")
    await keep(services.store, sighting(9, page))
    similar = (await admin.get("/api/v1/portal/documents/page-1/similar")).json()["items"]
    assert [item["id"] for item in similar][:1] == ["page-9"]
    assert "page-1" not in [item["id"] for item in similar]


async def test_the_lexicon_can_be_paged_through(admin: httpx.AsyncClient) -> None:
    first = (await admin.get("/api/v1/portal/lexicon", params={"limit": "5"})).json()
    second = (await admin.get("/api/v1/portal/lexicon", params={"limit": "5", "cursor": first["next"]})).json()
    terms = [item["term"] for item in first["items"] + second["items"]]
    assert terms == sorted(set(terms))
    assert len(terms) == 10


async def test_a_browser_learns_how_to_search_here(admin: httpx.AsyncClient) -> None:
    answer = await admin.get("/api/v1/portal/opensearch.xml")
    assert answer.headers["content-type"].startswith("application/opensearchdescription+xml")
    assert 'template="http://localhost/api/v1/portal/search?q={searchTerms}&amp;format=html"' in answer.text


async def test_behind_a_proxy_the_portal_gives_the_address_that_people_use(services: Services) -> None:
    server = ServerSettings(public_url="https://watchd.example.org/", allowed_hosts=["watchd.example.org"])
    opened = replace(services, portal=PortalSettings(public=True), server=server)
    transport = httpx.ASGITransport(build(opened), client=("192.0.2.7", 1234))
    async with httpx.AsyncClient(transport=transport, base_url="http://watchd.example.org") as any_client:
        reported = (await any_client.get("/api/v1/portal/opensearch.xml")).text
        feed = (await any_client.get(SEARCH, params={"q": "pilot", "format": "atom"})).text
    assert 'template="https://watchd.example.org/api/v1/portal/search?' in reported
    assert '<link rel="self" href="https://watchd.example.org/api/v1/portal/search?q=pilot' in feed


async def test_strangers_may_search_when_the_portal_is_public_and_nothing_else(
    services: Services, anonymous: httpx.AsyncClient
) -> None:
    assert (await anonymous.get(SEARCH)).status_code == 401
    opened = replace(services, portal=PortalSettings(public=True))
    transport = httpx.ASGITransport(build(opened), client=("192.0.2.7", 1234))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as any_client:
        assert (await any_client.get(SEARCH, params={"q": "pilot"})).status_code == 200
        assert (await any_client.get("/api/v1/portal/documents/page-0")).status_code == 200
        assert (await any_client.get("/api/v1/profiles")).status_code == 401
