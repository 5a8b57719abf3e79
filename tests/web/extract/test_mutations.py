"""Real documents with random damage are read or refused, never more (a small fuzz)."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.listings.test_listings import ATOM, INDEX, JSON, RSS_1, RSS_2, SITEMAP
from watchd.model.listing import Listing
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument
from watchd.web.listings.bookmarks import NotBookmarks, parse_bookmarks
from watchd.web.listings.feeds import NotAFeed, parse_feed
from watchd.web.listings.opml import NotOpml, parse_opml
from watchd.web.listings.sitemaps import NotASitemap, parse_sitemap

PAGE = b"""<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>A page</title><base href="/d/">
<link rel=canonical href="/d/page"><link rel=alternate type=application/rss+xml href=feed>
<meta name=date content=2024-03-05>
</head><body><nav><ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul></nav>
<main><h1>Head<a href=#h>&para;</a></h1>
<p>Some <b>words</b> and <a href="http://b.example/x?y=1#z" rel=nofollow>a link</a>.<pre>code
<span>line</span></pre><table><tr><td>cell<td><time datetime=2024-03-05 pubdate>then</time></table></main>
</body></html>"""
JUNK = [
    b"<",
    b">",
    b"&",
    b'"',
    b"'",
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"&#xd800;",
    b"<a href=",
    b"</a>",
    b"<pre>",
    b"<table>",
    b"<main>",
    b"<svg>",
    b"<base href='//['>",
    b"<meta charset=utf-16>",
    b"http://a..b/",
    b"http://xn--a/",
    b"http://a:99999/",
    b"<!DOCTYPE x [",
    b"&x;",
    b"9999-99-99",
    b"\\ud800",
    b"{[",
]
DAMAGE = st.lists(st.tuples(st.floats(0, 1), st.sampled_from(JUNK), st.integers(0, 40)), min_size=1, max_size=8)
LABELS = st.sampled_from([None, "utf-8", "utf-16", "shift_jis", "iso-2022-jp", "punycode", ""])


def damaged(body: bytes, damage: list[tuple[float, bytes, int]]) -> bytes:
    for where, junk, lost in damage:
        place = int(where * len(body))
        body = body[:place] + junk + body[place + lost :]
    return body


@given(DAMAGE, LABELS, st.sampled_from(["text/html", "text/plain", ""]))
def test_a_damaged_page_is_a_page(damage: list[tuple[float, bytes, int]], label: str | None, kind: str) -> None:
    document = SourceDocument("http://a.example/d/page", damaged(PAGE, damage), kind, label)
    page = extract(document, robot="watchd", max_links=9)
    assert len(page.terms) == len(page.coordinates)
    assert msgspec.msgpack.encode(page)


@pytest.mark.parametrize("body", [RSS_2, RSS_1, ATOM, JSON, SITEMAP, INDEX])
@given(damage=DAMAGE, label=LABELS)
def test_a_damaged_list_is_a_list_or_refused(
    body: bytes, damage: list[tuple[float, bytes, int]], label: str | None
) -> None:
    broken = damaged(body, damage)
    parsers: list[Callable[[], Listing]] = [
        lambda: parse_feed(broken, "http://a.example/", label),
        lambda: parse_sitemap(broken, "http://a.example/", label),
        lambda: parse_opml(broken),
        lambda: parse_bookmarks(broken),
    ]
    for parse in parsers:
        try:
            listing = parse()
        except (NotAFeed, NotASitemap, NotOpml, NotBookmarks):
            continue
        assert msgspec.msgpack.encode(listing)
