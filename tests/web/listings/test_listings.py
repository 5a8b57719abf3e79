"""Feeds, sitemaps, OPML files and bookmarks become lists of URLs with dates, from any usual form."""

import gzip
from collections import Counter
from datetime import UTC, datetime

import pytest

from watchd.model.listing import Listing, ListingEntry
from watchd.web.extract.dates import parse_date
from watchd.web.listings.bookmarks import NotBookmarks, parse_bookmarks
from watchd.web.listings.feeds import NotAFeed, parse_feed
from watchd.web.listings.opml import NotOpml, parse_opml
from watchd.web.listings.sitemaps import MAX_UNPACKED_BYTES, NotASitemap, parse_sitemap

URL = "http://a.example/blog/feed"
FIRST = datetime(2024, 3, 5, 10, 0, tzinfo=UTC)

RSS_2 = b"""<?xml version="1.0"?><rss version="2.0" xmlns:content="urn:x"><channel>
<title>News &amp; more</title><item><title>&lt;b&gt;One&lt;/b&gt; &amp;amp; two</title>
<link>/one?utm=1</link>
<pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate>
<description><![CDATA[<p>About <i>it</i></p>]]></description></item>
<item><title>By guid</title><guid>http://a.example/two</guid></item>
<item><title>No address</title><guid isPermaLink="false">x-1</guid></item></channel></rss>"""
RSS_1 = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News &amp; more</title></channel>
<item><title>One &amp; two</title><link>http://a.example/one?utm=1</link><dc:date>2024-03-05T10:00:00Z</dc:date>
<description>About it</description></item></rdf:RDF>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.example/">
<title>News &amp; more</title><entry>
<title type="html">One &amp;amp; two</title><link rel="self" href="/self"/>
<link rel="alternate" href="one?utm=1"/>
<published>2024-03-05T12:00:00+02:00</published><summary>About it</summary></entry></feed>"""
JSON = b"""{"version": "https://jsonfeed.org/version/1.1", "title": "News &amp; more",
"items": [{"url": "/one?utm=1",
"title": "One & two", "summary": "About it", "date_published": "2024-03-05T10:00:00Z"}, {"id": 7}, "x"]}"""


@pytest.mark.parametrize("body", [RSS_2, RSS_1, ATOM, JSON], ids=["rss2", "rss1", "atom", "json"])
def test_feeds_of_all_formats_say_the_same(body: bytes) -> None:
    feed = parse_feed(body, URL)
    assert feed.title == "News & more"
    assert feed.entries[0] == ListingEntry("http://a.example/one?utm=1", "One & two", "About it", FIRST)


def test_an_identifier_that_is_an_address_serves_as_link() -> None:
    assert [entry.url for entry in parse_feed(RSS_2, URL).entries][1:] == ["http://a.example/two"]


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf\n" + RSS_2,
        RSS_2.replace(b"</channel></rss>", b""),
        RSS_2.replace(b"two</title>", b"two \x03</title>"),
        RSS_2.decode().encode("utf-16"),
        RSS_2.replace(b'version="1.0"', b'version="1.0" encoding="iso-8859-1"'),
    ],
    ids=["bom", "cut", "control", "utf-16", "latin-1"],
)
def test_a_damaged_feed_is_still_a_feed(body: bytes) -> None:
    assert parse_feed(body, URL).entries[0].url == "http://a.example/one?utm=1"


@pytest.mark.parametrize(
    "body", [b"", b"<html><p>x", b"{", b"[]", b'{"a": 1}', b"plain text", b"\0\0", b"[" * 99_999]
)
def test_what_is_not_a_feed_is_refused(body: bytes) -> None:
    with pytest.raises(NotAFeed):
        parse_feed(body, URL)


@pytest.mark.parametrize("code", [0xD800, 0xDBFF, 0xDC00, 0xDDAD, 0xDFFF])
@pytest.mark.parametrize("form", ["&#x{:x};", "&#x{:X};", "&#x000{:x};", "&#{};", "&#00{};"])
def test_references_to_half_a_character_do_not_make_a_feed_unreadable(form: str, code: int) -> None:
    reference = form.format(code).encode()
    body = b'<rss xmlns:x="u%s"><channel><title a="%s">T%s</title></channel></rss>' % ((reference,) * 3)
    assert parse_feed(body, URL).title == "T\ufffd"


def test_lone_surrogates_in_a_json_feed_become_harmless() -> None:
    body = b'{"items": [{"url": "http://a.example/", "title": "x \\ud800 y"}, {"url": "/\\udfff"}]}'
    feed = parse_feed(body, URL)
    assert feed.entries[0].title == "x ? y"
    assert all(entry.url.isascii() for entry in feed.entries)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tue, 05 Mar 2024 12:00:00 +0200", FIRST),
        ("05 Mar 2024 10:00 GMT", FIRST),
        ("2024-03-05T10:00:00.123Z", FIRST),
        ("2024-03-05 10:00", FIRST),
        ("2024-03-05", FIRST.replace(hour=0)),
        ("yesterday", None),
        ("", None),
        ("Tue, 05 Mar 99999 12:00:00 GMT", None),
    ],
)
def test_dates_come_in_many_forms(text: str, expected: datetime | None) -> None:
    assert parse_date(text) == expected


SITEMAP = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url><loc> http://a.example/one </loc>
<lastmod>2024-03-05T10:00:00Z</lastmod></url><url><loc>http://a.example/two</loc><news:news>
<news:publication_date>2024-03-05T10:00Z</news:publication_date><news:title>Two</news:title></news:news></url>
<url><loc>javascript:x</loc></url></urlset>"""
INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://a.example/s1.xml.gz
</loc><lastmod>2024-03-05T10:00:00Z</lastmod></sitemap></sitemapindex>"""


@pytest.mark.parametrize("body", [SITEMAP, gzip.compress(SITEMAP), SITEMAP[:-30]], ids=["plain", "gzip", "cut"])
def test_a_sitemap_names_pages_with_dates(body: bytes) -> None:
    found = parse_sitemap(body, URL)
    assert found == Listing(
        entries=(
            ListingEntry("http://a.example/one", modified=FIRST),
            ListingEntry("http://a.example/two", title="Two", published=FIRST),
        )
    )


def test_an_index_names_further_sitemaps() -> None:
    expected = ListingEntry("http://a.example/s1.xml.gz", modified=FIRST, kind="sitemap")
    assert parse_sitemap(INDEX, URL).entries == (expected,)


def test_text_and_feeds_serve_as_sitemaps() -> None:
    text = b"http://a.example/1\r\n# no\nhttps://b.example/2\n"
    assert [e.url for e in parse_sitemap(text, URL).entries] == ["http://a.example/1", "https://b.example/2"]
    assert parse_sitemap(RSS_2, URL).entries


@pytest.mark.parametrize("body", [b"", b"<html>", b"no address", b"\x1f\x8bdamaged", gzip.compress(b"")])
def test_what_is_not_a_sitemap_is_refused(body: bytes) -> None:
    with pytest.raises(NotASitemap):
        parse_sitemap(body, URL)


def test_a_gzip_bomb_is_unpacked_up_to_the_limit_only() -> None:
    body = gzip.compress(SITEMAP[: -len("</urlset>")] + b" " * (3 * MAX_UNPACKED_BYTES))
    assert len(body) < 100_000
    assert len(parse_sitemap(body, URL).entries) == 2


def test_an_outline_gives_feeds_with_their_folders() -> None:
    body = b"""<opml version="2.0"><head><title>Mine</title></head><body><outline text="News">
    <outline text="Science">
    <outline type="rss" text="A &amp; B" xmlUrl="http://a.example/feed" htmlUrl="http://a.example/"/></outline>
    <outline text="Site" htmlUrl="http://b.example/"/></outline><outline text="Bad" xmlUrl="file:///etc/passwd"/>
    </body></opml>"""
    assert parse_opml(body) == Listing(
        "Mine",
        (
            ListingEntry("http://a.example/feed", "A & B", kind="feed", folder="News/Science"),
            ListingEntry("http://a.example/", "A & B", folder="News/Science"),
            ListingEntry("http://b.example/", "Site", folder="News"),
        ),
        unusable=1,
    )
    with pytest.raises(NotOpml):
        parse_opml(b"<html>")


def test_bookmarks_keep_their_folders() -> None:
    body = b"""<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>
    <DT><H3 ADD_DATE="1">Tools</H3><DL><p><DT><A HREF="http://a.example/x" ADD_DATE="1">X &amp; Y</A>
    <DT><H3>Deep</H3><DL><p><DT><A HREF="http://a.example/deep">Deep one</A></DL><p></DL><p>
    <DT><A HREF="http://b.example/" FEEDURL="http://b.example/feed">B</A>
    <DT><A HREF="javascript:1">no</A></DL>"""
    assert parse_bookmarks(body) == Listing(
        "Bookmarks",
        (
            ListingEntry("http://a.example/x", "X & Y", folder="Tools"),
            ListingEntry("http://a.example/deep", "Deep one", folder="Tools/Deep"),
            ListingEntry("http://b.example/feed", "B", kind="feed"),
            ListingEntry("http://b.example/", "B"),
        ),
        unusable=1,
    )
    with pytest.raises(NotBookmarks):
        parse_bookmarks(b"<p>nothing")


def test_bookmarks_whose_lines_are_never_closed_are_all_read() -> None:
    def folder(name: str, count: int) -> str:
        lines = "\n".join(
            f'<DT><A HREF="http://{name}.example/{n}" ICON="data:,x">{n}</A>' for n in range(count)
        )
        return f"<DT><H3>{name}</H3>\n<DL><p>\n{lines}\n</DL><p>\n"

    body = f"<TITLE>Mine</TITLE><DL><p>\n{folder('one', 3000)}{folder('two', 300)}</DL>".encode()
    entries = parse_bookmarks(body).entries
    assert [entry.url for entry in entries[-300:]] == [f"http://two.example/{n}" for n in range(300)]
    assert Counter(entry.folder for entry in entries) == {"one": 3000, "two": 300}


def test_lists_say_how_many_addresses_they_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("watchd.web.listings.bookmarks.MAX_ENTRIES", 2)
    monkeypatch.setattr("watchd.web.listings.opml.MAX_ENTRIES", 2)
    hrefs = ["ftp://a.example/", "http://user:word@a.example/", "HTTP://a.example/1", " http://a.example/2", ""]
    hrefs += ["https://a.example/3", "a.example", "http:///"]
    bookmarks = parse_bookmarks(("<DL>" + "".join(f'<DT><A HREF="{h}">x</A>\n' for h in hrefs)).encode())
    outline = parse_opml(f"<opml>{''.join(f'<outline htmlUrl={h!r}/>' for h in hrefs)}</opml>".encode())
    for listing in (bookmarks, outline):
        assert [entry.url for entry in listing.entries] == ["http://a.example/1", "http://a.example/2"]
        assert (listing.unusable, listing.left_off) == (4, 1)
