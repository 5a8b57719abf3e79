"""Dates of publication, on heads and bodies as sites write them: taken where they are stated, and never invented."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
URL = "https://news.example/cells/pilot-line"
TEXT = "<p>The pilot line makes its first cells this year, and the dry room was finished in May.</p>"


def ld(*data: Any) -> str:
    scripts = (f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in data)
    return f"<html><head>{''.join(scripts)}</head><body><article><h1>Cells</h1>{TEXT}</article>"


def head(*tags: str) -> str:
    return f"<html><head>{''.join(tags)}</head><body><article><h1>Cells</h1>{TEXT}</article>"


def body(html: str) -> str:
    return f"<html><body>{html}</body></html>"


def article(html: str) -> str:
    return body(f"<main><article><h1>Cells</h1>{html}{TEXT}</article></main>")


OLD, NEW = "2026-11-02T07:30:00+01:00", "2026-11-02T06:30:00"
NEWS = {"@type": "NewsArticle", "headline": "Cells", "datePublished": OLD, "dateModified": "2026-11-09"}
OTHER = {"@type": "NewsArticle", "url": "https://news.example/other", "datePublished": "2026-10-01"}
# A title, the page, and the date of publication that it states; None: it states none.
CASES: dict[str, tuple[str, str | None]] = {
    "json-ld of an article": (ld(NEWS), NEW),
    "json-ld in a graph": (ld({"@graph": [{"@type": "WebSite"}, {"@type": "Person"}, NEWS]}), NEW),
    "json-ld as a list": (ld([{"@type": "BreadcrumbList"}, NEWS]), NEW),
    "json-ld with several types": (ld({**NEWS, "@type": ["Article", "AnalysisNewsArticle"]}), NEW),
    "json-ld with a type as an address": (ld({**NEWS, "@type": "https://schema.org/NewsArticle"}), NEW),
    "json-ld of the page": (ld({"@type": "WebPage", "datePublished": "2026-11-02"}), "2026-11-02T00:00:00"),
    "json-ld of the article before that of the page": (
        ld({"@graph": [{"@type": "WebPage", "datePublished": "2019-01-01"}, NEWS]}),
        NEW,
    ),
    "json-ld inside mainEntity": (ld({"@type": "WebPage", "mainEntity": NEWS}), NEW),
    "json-ld of a video": (ld({"@type": "VideoObject", "uploadDate": "2026-11-02"}), "2026-11-02T00:00:00"),
    "json-ld of two articles, one of them this": (
        ld([OTHER, {**NEWS, "mainEntityOfPage": {"@id": URL}}]),
        NEW,
    ),
    "json-ld of two articles, none of them this": (ld([OTHER, {**OTHER, "url": "https://a.example/"}]), None),
    "json-ld of comments only": (
        ld({"@type": "Article", "comment": [{"@type": "Comment", "datePublished": "2026-11-05"}]}),
        None,
    ),
    "json-ld of a review only": (
        ld({"@type": "Product", "review": {"@type": "Review", "datePublished": "2026-11-05"}}),
        None,
    ),
    "json-ld of a list of articles": (ld({"@type": "ItemList", "itemListElement": [NEWS, OTHER]}), None),
    "json-ld of an event": (ld({"@type": "Event", "startDate": "2026-11-05"}), None),
    "json-ld with a date of change only": (ld({"@type": "Article", "dateModified": "2026-11-09"}), None),
    "json-ld in the future": (ld({**NEWS, "datePublished": "2027-02-01"}), None),
    "json-ld in the future, meta in the past": (
        head(
            '<script type="application/ld+json">{"@type": "Article", "datePublished": "2031-01-01"}</script>',
            '<meta name="date" content="2026-11-02">',
        ),
        "2026-11-02T00:00:00",
    ),
    "json-ld before the Web": (ld({**NEWS, "datePublished": "1970-01-01"}), None),
    "json-ld that is broken, with one date": (
        head(
            '<script type="application/ld+json">{"@type": "Article", "datePublished": "2026-11-02",}</script>'
        ),
        "2026-11-02T00:00:00",
    ),
    "json-ld that is broken, with two dates": (
        head(
            '<script type="application/ld+json">[{"datePublished": "2026-11-02"},{"datePublished": "2026-10-02",}]</script>'
        ),
        None,
    ),
    "json-ld that is not JSON at all": (head('<script type="application/ld+json">{{ data }}</script>'), None),
    "json-ld with another charset parameter": (
        head(
            '<script type="application/ld+json; charset=utf-8">{"@type":"Article","datePublished":"2026-11-02"}</script>'
        ),
        "2026-11-02T00:00:00",
    ),
    "json-ld before meta": (
        head(
            '<meta property="article:published_time" content="2026-10-30">',
            f'<script type="application/ld+json">{json.dumps(NEWS)}</script>',
        ),
        NEW,
    ),
    "meta of Open Graph": (head(f'<meta property="article:published_time" content="{OLD}">'), NEW),
    "meta date": (head('<meta name="date" content="2026-11-02">'), "2026-11-02T00:00:00"),
    "meta of Dublin Core": (head('<meta name="DC.date.issued" content="2026-11-02">'), "2026-11-02T00:00:00"),
    "meta as in mail": (head('<meta name="date" content="Mon, 02 Nov 2026 06:30:00 GMT">'), NEW),
    "meta of a paper": (
        head('<meta name="citation_publication_date" content="2026/11/02">'),
        "2026-11-02T00:00:00",
    ),
    "meta of the last change only": (
        head('<meta property="article:modified_time" content="2026-11-02">'),
        None,
    ),
    "meta that is not a date": (head('<meta name="date" content="yesterday">'), None),
    "time of the article": (article(f'<time datetime="{OLD}">2 November</time>'), NEW),
    "time beside the heading, without an article": (
        body(
            f'<main><header><h1>Cells</h1><p><time datetime="{OLD}">2 November</time></p></header>{TEXT}</main>'
        ),
        NEW,
    ),
    "time of a blog post that links to itself": (
        article(f'<a href="/cells/pilot-line"><time class="entry-date published" datetime="{OLD}"></time></a>'),
        NEW,
    ),
    "time that says it is published, after one of the update": (
        article(
            f'<time class="updated" datetime="2026-11-09"></time> <time itemprop="datePublished" datetime="{OLD}">'
        ),
        NEW,
    ),
    "microdata without a time": (
        body(
            f'<div itemscope><h1>Cells</h1><span itemprop="datePublished" content="2026-11-02">Monday</span>{TEXT}</div>'
        ),
        "2026-11-02T00:00:00",
    ),
    "time after the words last updated": (
        article('<p>Last updated: <time datetime="2026-11-09"></time></p>'),
        None,
    ),
    "time after the German words for it": (
        article('<p>Aktualisiert am <time datetime="2026-11-09"></p>'),
        None,
    ),
    "time of comments": (
        article('<section id="comments"><p>Kim, <time datetime="2026-11-09"></time></p></section>'),
        None,
    ),
    "time of comments that says it is published": (
        article('<ol class="comment-list"><li><time class="published" datetime="2026-11-09"></time></li></ol>'),
        None,
    ),
    "time of related articles": (
        article('<div class="related"><a href="/other"><time datetime="2026-10-09"></time></a></div>'),
        None,
    ),
    "time in an aside": (article('<aside><time datetime="2026-10-09"></time></aside>'), None),
    "time of a list of articles": (
        body(
            "<main><h1>News</h1>"
            + "".join(
                f'<article><h2>{n}</h2><time datetime="2026-11-0{n}"></time></article>' for n in (1, 2, 3)
            )
            + "</main>"
        ),
        None,
    ),
    "time of an event in the future": (article('<p>Join us on <time datetime="2027-03-09"></time></p>'), None),
    "time of an event in the past": (
        article('<p>Starts <time itemprop="startDate" datetime="2026-11-09T18:00"></time></p>'),
        None,
    ),
    "time of a product review in microdata": (
        body(
            '<h1>Cell</h1><div itemprop="review" itemscope><meta itemprop="datePublished" content="2026-11-09"></div>'
        ),
        None,
    ),
    "time of day only": (article('<time datetime="18:00">6 pm</time>'), None),
    "a duration": (article('<time datetime="PT5M">5 minutes</time>'), None),
    "a date in the text only": (article("<p>Published on 2 November 2026</p>"), None),
    "a copyright year": (article("<p>© 2026</p>"), None),
}


@pytest.mark.parametrize("case", CASES)
def test_the_date_of_publication_is_the_one_that_the_page_states(case: str) -> None:
    html, expected = CASES[case]
    document = SourceDocument(URL, html.encode(), "text/html", "utf-8")
    found = extract(document, robot="watchd", max_links=10, now=NOW).published
    assert found == (datetime.fromisoformat(expected).replace(tzinfo=UTC) if expected else None)


@pytest.mark.parametrize(("ahead", "counts"), [(timedelta(hours=20), True), (timedelta(hours=25), False)])
def test_a_date_may_be_a_day_ahead_because_of_time_zones(ahead: timedelta, counts: bool) -> None:
    html = head(f'<meta name="date" content="{(NOW + ahead).isoformat()}">')
    document = SourceDocument(URL, html.encode(), "text/html", "utf-8")
    found = extract(document, robot="watchd", max_links=10, now=NOW).published
    assert (found is not None) is counts
