"""Pages in many encodings under true, false and missing labels, beside what Chromium 156 shows of them.

chromium_encodings.json has the answers of the browser (`--dump-dom`, served over HTTP). In "bytes", each character is one
byte; "written" is the text that its author encoded.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from watchd.model.page import Page
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument
from watchd.web.http import content
from watchd.web.listings.feeds import parse_feed
from watchd.web.listings.sitemaps import parse_sitemap

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "chromium_encodings.json").read_text())
FEED = """<rss version="2.0"><channel><title>Café</title><item><title>Élève à Besançon</title>
<link>https://example.org/é</link></item></channel></rss>"""
SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/café</loc></url>
</urlset>"""


def extracted(row: dict[str, Any]) -> Page:
    header = row["content_type"]
    document = SourceDocument(
        "https://example.org/",
        row["bytes"].encode("latin-1"),
        content.media_type(header),
        content.charset(header),
    )
    return extract(document, robot="watchd", max_links=10)


def test_the_table_has_rows_in_which_the_browser_is_right_and_rows_in_which_it_is_not() -> None:
    right = sum(row["chromium"] == row["written"] for row in ROWS)
    assert (len(ROWS), right) == (59, 39)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_page_is_read_as_it_was_written_and_differs_from_a_browser_only_where_that_shows_garbage(
    row: dict[str, Any],
) -> None:
    assert extracted(row).text == row["written"]


PAGE = "<!doctype html><html><head><title>Élève à Besançon</title></head><body><p>{}</p></body></html>"
STORY = "L'élève a reçu une médaille à Besançon. Les cérémonies ont été célébrées près du théâtre. " * 5


@pytest.mark.parametrize(
    ("header", "codec"), [("iso-8859-1", "utf-8"), ("utf-8", "cp1252"), (None, "cp1252"), ("gb2312", "utf-8")]
)
def test_a_mirror_under_a_wrong_label_has_the_same_title_text_hash_and_signature(
    header: str | None, codec: str
) -> None:
    page = PAGE.format(STORY)
    original = extract(
        SourceDocument("https://example.org/", page.encode(), charset="utf-8"), robot="watchd", max_links=1
    )
    document = SourceDocument("https://mirror.example.net/", page.encode(codec), charset=header)
    mirror = extract(document, robot="watchd", max_links=1)
    for part in ("title", "text", "content_hash", "signature", "terms"):
        assert getattr(mirror, part) == getattr(original, part), part
    assert mirror.title == "Élève à Besançon"


LABELS = [
    ("iso-8859-1", "", "utf-8"),
    ("utf-8", "", "cp1252"),
    (None, '<?xml version="1.0" encoding="ISO-8859-1"?>', "cp1252"),
    ("utf-8", '<?xml version="1.0" encoding="iso-8859-1"?>', "utf-8"),
    ("iso-8859-1", '<?xml version="1.0" encoding="utf-8"?>', "utf-8"),
    ("utf-8", '<?xml version="1.0" encoding="iso-8859-1"?>', "cp1252"),
    (None, '<?xml version="1.0" encoding="utf-8"?>', "cp1252"),
]


@pytest.mark.parametrize(("header", "declaration", "codec"), LABELS)
def test_feeds_and_sitemaps_are_read_as_they_were_written(
    header: str | None, declaration: str, codec: str
) -> None:
    feed = parse_feed((declaration + FEED).encode(codec), "https://example.org/feed", header)
    assert feed.title == "Café"
    assert feed.entries[0].title == "Élève à Besançon"
    assert feed.entries[0].url == "https://example.org/%C3%A9"
    sitemap = parse_sitemap((declaration + SITEMAP).encode(codec), "https://example.org/sitemap.xml", header)
    assert sitemap.entries[0].url == "https://example.org/caf%C3%A9"
