"""Tests of the webs themselves: links, labels, reachability, HTML, and the numbers that the reports rely on."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import feedparser
import httpx
import pytest
from lxml import etree, html

from tests.first_report.markup import blocks, plain
from tests.first_report.serving import served, served_in_threads
from tests.first_report.site_builder import SiteBuilder
from tests.first_report.web_file import HELD_OUT, WEBS, PagePlan, WebFile, labels_of, read_web, web_names

FILES = [(name, folder) for folder in (WEBS, HELD_OUT) for name in web_names(folder)]
MIN_WORDS, MAX_WORDS = 60, 250
every_web = pytest.mark.parametrize(("name", "folder"), FILES, ids=[name for name, _ in FILES])


def origin(host: str) -> str:
    return f"http://{host}.example"


def builder_of(web: WebFile, *events: str) -> SiteBuilder:
    return SiteBuilder(web, origin, events)


def all_events(web: WebFile) -> tuple[str, ...]:
    return tuple(event.name for event in web.event)


def place_of(url: str) -> str:
    host, path = re.fullmatch(r"http://(\w+)\.example(/.*)", url.partition("#")[0]).groups()  # type: ignore[union-attr]
    return f"{host}:{path}"


def link_places(builder: SiteBuilder, place: str) -> set[str]:
    tree = html.fromstring(builder.body(place))
    tree.make_links_absolute(builder.url(place))
    return {place_of(str(href)) for href in tree.xpath("//a/@href") if "#" not in str(href)}


def feed_places(builder: SiteBuilder) -> set[str]:
    found: set[str] = set()
    for name, host in builder.web.host.items():
        if host.feed:
            entries = feedparser.parse(builder.body(f"{name}:{host.feed}")).entries
            found |= {place_of(entry.link) for entry in entries}
        if host.sitemap:
            tree = etree.fromstring(builder.body(f"{name}:{host.sitemap}"))
            found |= {place_of(str(loc.text)) for loc in tree.iter("{*}loc")}
    return found


def reached(builder: SiteBuilder) -> set[str]:
    waiting = {f"{name}:/" for name in builder.web.host} | feed_places(builder)
    seen: set[str] = set()
    while waiting:
        place = waiting.pop()
        seen.add(place)
        waiting |= link_places(builder, place) - seen
    return seen


def described(web: WebFile) -> Iterator[PagePlan]:
    yield from web.page
    for event in web.event:
        yield from event.add


@every_web
def test_all_links_resolve_before_and_after_the_events(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    for builder in (builder_of(web), builder_of(web, *all_events(web))):
        pages = builder.pages()
        assert {at: dead for at in pages if (dead := link_places(builder, at) - pages.keys())} == {}
        assert feed_places(builder) <= pages.keys()


@every_web
def test_every_page_is_reachable_from_a_front_page_a_feed_or_a_sitemap(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    for builder in (builder_of(web), builder_of(web, *all_events(web))):
        assert builder.pages().keys() - reached(builder) == set()


@every_web
def test_every_page_has_one_label_for_each_query(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    assert {page.at for page in described(web) if len(labels_of(page)) != len(web.queries)} == set()
    assert all(2 <= len(query.split()) <= 6 for query in web.queries)
    assert Counter(page.at for page in described(web)).most_common(1)[0][1] == 1


@every_web
def test_borderline_labels_have_a_reason(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    assert {page.at for page in described(web) if "partly" in labels_of(page) and not page.why} == set()


@every_web
def test_no_page_is_from_the_future(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    assert {page.at for page in described(web) if page.date and page.date > web.today} == set()


@every_web
def test_pages_are_as_long_as_real_short_pages(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    words = {page.at: len(plain(page.text).split()) for page in described(web)}
    assert {at: count for at, count in words.items() if not MIN_WORDS <= count <= MAX_WORDS} == {}


@every_web
def test_html_parses_and_has_the_title_and_every_paragraph(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    builder = builder_of(web)
    for at, page in builder.pages().items():
        tree = html.document_fromstring(builder.body(at))
        host = web.host[page.host]
        assert page.title in str(tree.findtext(".//title")) or (page.path == "/" and host.home_title), at
        text = _letters(str(tree.text_content()))
        paragraphs = [plain(block) for block in blocks(page.text)]
        assert [words for words in paragraphs if _letters(words) not in text] == [], at


def _letters(text: str) -> str:
    return "".join(text.split())


@every_web
def test_counts_are_as_promised(name: str, folder: Path) -> None:
    web = read_web(name, folder)
    sizes = {"heat_pumps": (41, 41), "maker_name": (30, 30)}
    low, high = sizes.get(name, (20, 30))
    assert low <= len(web.page) <= high
    assert 2 <= len(web.host) <= 5
    assert set(web.host) == {page.host for page in web.page}
    assert set(web.start) <= {page.at for page in web.page}
    assert 1 <= len(web.queries) <= 2
    lowest = 0.2 if len(web.queries) == 1 else 0.13  # two queries share the pages
    for query in web.queries:
        labels = list(web.labels(query).values())
        assert lowest <= labels.count(True) / len(labels) <= 0.45, query
        assert labels.count("partly") / len(labels) <= 0.25, query


def test_the_story_has_all_its_events() -> None:
    web = read_web("heat_pumps")
    assert Counter((event.expect, event.kind) for event in web.event) == {
        ("message", "new page"): 3,
        ("message", "new text"): 1,
        ("message", "price"): 2,
        ("message", "stock"): 1,
        ("none", "new page"): 5,
        ("none", "noise"): 1,
    }
    assert list(web.labels(web.queries[0]).values()).count(True) == 14


def test_words_of_an_event_are_on_its_pages_afterwards_or_were_there_before() -> None:
    web = read_web("heat_pumps")
    for event in web.event:
        places = [page.at for page in event.add] + [edit.at for edit in event.edit]
        versions = [builder_of(web), builder_of(web, event.name)]
        text = b"".join(
            builder.body(at) for builder in versions for at in places if at in builder.pages()
        ).decode()
        assert [word for word in event.words if word not in text] == []


def test_clocks_and_counters_change_at_each_request_and_nothing_else_does() -> None:
    builder = builder_of(read_web("heat_pumps"))
    noisy = {place for place in builder.pages() if builder.body(place, 1) != builder.body(place, 2)}
    assert {place.partition(":")[0] for place in noisy} == {"nordwind", "courier", "kolbe", "gazette"}
    assert not noisy & {place for place in builder.pages() if place.startswith("guild:")}


def test_dates_move_to_the_day_of_the_test() -> None:
    web = read_web("heat_pumps").moved_to(date(2027, 3, 1))
    assert max(page.date for page in described(web) if page.date) == date(2027, 3, 1)


async def test_events_happen_while_the_web_is_served() -> None:
    async with served(read_web("heat_pumps")) as web, httpx.AsyncClient() as client:
        place = web.url("nordwind:/products/aero-8")
        assert "€7,490" in (await client.get(place)).text
        assert (await client.get(web.url("courier:/2026/11/valve-recall"))).status_code == 404
        web.happen("price-cut-shop", "new-article")
        assert "€6,990" in (await client.get(place)).text
        assert "valve-recall" in (await client.get(web.url("courier:/feed.xml"))).text
        assert web.labels(web.web.queries[0])[web.url("courier:/2026/11/valve-recall")] is True


def test_a_page_without_noise_answers_that_it_has_not_changed() -> None:
    with served_in_threads(read_web("heat_pumps")) as web:
        first = httpx.get(web.url("guild:/"))
        assert (
            httpx.get(web.url("guild:/"), headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
        )
        assert len(web.ports) <= len(web.sites)
        assert all(url.startswith("http://127.0.3.") for url in web.start)
