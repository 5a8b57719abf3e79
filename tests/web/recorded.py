"""Recorded answers of search providers in the form of their documentation, with the exact requests for them."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

DAY = datetime(2026, 11, 14, tzinfo=UTC)
ATOM = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
  <title>Results</title><opensearch:totalResults>1</opensearch:totalResults>
  <entry><id>https://arxiv.example/abs/2611.00001v1</id><title>A <![CDATA[battery]]></title>
    <summary>Solid state</summary><published>2026-11-14T00:00:00Z</published>
    <link href="https://arxiv.example/abs/2611.00001v1" rel="alternate" type="text/html"/></entry>
</feed>"""
RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Results</title>
<item><title>A battery</title><link>https://site.example/a?utm_source=rss</link>
<description>&lt;b&gt;Solid&lt;/b&gt; state</description>
<pubDate>Sat, 14 Nov 2026 00:00:00 GMT</pubDate></item></channel></rss>"""


@dataclass
class Recorded:
    """Answer of one provider, the request that it requires, and the expected results."""

    answer: str
    urls: list[str]
    method: str = "GET"
    parameters: dict[str, str] = field(default_factory=dict)
    json: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    dates: bool = True
    content_type: str = "application/json"
    base: str = ""  # what the operator adds to the address
    title: str = "A battery"


def _hit(**more: Any) -> dict[str, Any]:
    return {"url": "https://a.example/1?utm_source=x", "title": "A <b>battery</b>", **more}


ONE = ["https://a.example/1"]
WORDS = 'solid battery "pilot line" -toy'

RECORDED: dict[str, Recorded] = {
    "searxng": Recorded(
        json.dumps(
            {
                "query": "x",
                "results": [
                    _hit(
                        content="Solid state", publishedDate="2026-11-14T00:00:00", engines=["b"], positions=[1]
                    )
                ],
                "unresponsive_engines": [],
            }
        ),
        ONE,
        parameters={"q": WORDS, "format": "json", "pageno": "1", "language": "de"},
    ),
    "brave": Recorded(
        json.dumps(
            {
                "query": {"original": "x", "more_results_available": False},
                "web": {
                    "results": [
                        _hit(description="Solid state", age="2 days ago", page_age="2026-11-14T00:00:00")
                    ]
                },
                "news": {"results": [{"url": "https://n.example/", "title": "News"}]},
            }
        ),
        [*ONE, "https://n.example/"],
        parameters={
            "q": WORDS,
            "count": "20",
            "offset": "0",
            "search_lang": "de",
            "result_filter": "web,news",
            "text_decorations": "false",
            "spellcheck": "false",
        },
        headers={"x-subscription-token": "k3y"},
    ),
    "brave_news": Recorded(
        json.dumps(
            {
                "type": "news",
                "results": [_hit(description="Solid state", page_age="2026-11-14T00:00:00", breaking=False)],
            }
        ),
        ONE,
        parameters={"q": WORDS, "count": "50", "offset": "0", "search_lang": "de", "spellcheck": "false"},
        headers={"x-subscription-token": "k3y"},
    ),
    "mojeek": Recorded(
        json.dumps(
            {
                "response": {
                    "status": "OK",
                    "head": {"query": "x", "results": 1},
                    "results": [_hit(desc="Solid state")],
                }
            }
        ),
        ONE,
        parameters={"api_key": "k3y", "q": WORDS, "fmt": "json", "s": "1", "t": "10", "lb": "DE", "lbb": "10"},
        dates=False,
    ),
    "marginalia": Recorded(
        json.dumps(
            {
                "license": "CC",
                "query": "x",
                "results": [_hit(description="Solid state", quality=1.2, format="html")],
            }
        ),
        ONE,
        parameters={"query": WORDS, "count": "30", "page": "1", "dc": "3", "nsfw": "0"},
        headers={"api-key": "k3y"},
        dates=False,
    ),
    "kagi": Recorded(
        json.dumps(
            {
                "data": {
                    "search": [_hit(snippet="Solid state", time="2026-11-14T00:00:00Z")],
                    "related_search": [],
                }
            }
        ),
        ONE,
        method="POST",
        json={"query": WORDS, "page": 1, "workflow": "search"},
        headers={"authorization": "Bearer k3y", "content-type": "application/json"},
    ),
    "tavily": Recorded(
        json.dumps(
            {
                "query": "x",
                "results": [
                    _hit(content="Solid state", score=0.83, published_date="Sat, 14 Nov 2026 00:00:00 GMT")
                ],
                "response_time": 1.1,
            }
        ),
        ONE,
        method="POST",
        json={
            "query": 'solid battery "pilot line"',
            "topic": "general",
            "search_depth": "basic",
            "max_results": 20,
        },
        headers={"authorization": "Bearer k3y"},
    ),
    "tavily_keyless": Recorded(
        json.dumps({"query": "x", "results": [_hit(content="Solid state", score=0.83)]}),
        ONE,
        method="POST",
        json={
            "query": 'solid battery "pilot line"',
            "topic": "general",
            "search_depth": "basic",
            "max_results": 20,
        },
        headers={"x-tavily-access-mode": "keyless"},
        dates=False,
    ),
    "exa": Recorded(
        json.dumps(
            {
                "results": [
                    _hit(
                        id="1",
                        publishedDate="2026-11-14T00:00:00.000Z",
                        author="N",
                        highlights=["Solid", "state"],
                    )
                ]
            }
        ),
        ONE,
        method="POST",
        json={
            "query": 'solid battery "pilot line"',
            "type": "auto",
            "numResults": 10,
            "contents": {"highlights": {"maxCharacters": 400}},
        },
        headers={"x-api-key": "k3y"},
    ),
    "you": Recorded(
        json.dumps(
            {
                "results": {
                    "web": [_hit(description="d", snippets=["Solid state"], page_age="2026-11-14T00:00:00")]
                },
                "metadata": {"search_uuid": "u"},
            }
        ),
        ONE,
        parameters={"query": WORDS, "count": "30", "offset": "0", "language": "DE"},
        headers={"x-api-key": "k3y"},
    ),
    "you_keyless": Recorded(
        json.dumps(
            {"results": {"web": [_hit(description="Solid state", page_age="2026-11-14T00:00:00")], "news": []}}
        ),
        ONE,
        parameters={"query": WORDS, "count": "30", "offset": "0", "language": "DE"},
    ),
    "wikipedia": Recorded(
        json.dumps(
            {
                "continue": {"sroffset": 30},
                "query": {
                    "searchinfo": {"totalhits": 512},
                    "search": [
                        {
                            "pageid": 42,
                            "title": "A battery",
                            "snippet": 'Solid <span class="searchmatch">state</span>',
                            "timestamp": "2026-11-14T00:00:00Z",
                        }
                    ],
                },
            }
        ),
        ["https://de.wikipedia.org/?curid=42"],
        parameters={
            "action": "query",
            "list": "search",
            "format": "json",
            "formatversion": "2",
            "srsearch": WORDS,
            "srlimit": "30",
            "sroffset": "0",
            "srprop": "snippet|timestamp",
            "maxlag": "5",
        },
    ),
    "hackernews": Recorded(
        json.dumps(
            {
                "nbHits": 2,
                "page": 0,
                "nbPages": 1,
                "hits": [
                    {
                        "objectID": "1",
                        "title": "A battery",
                        "url": "https://a.example/1",
                        "story_text": None,
                        "created_at_i": 1794614400,
                    },
                    {
                        "objectID": "2",
                        "title": "Ask",
                        "url": None,
                        "story_text": "<p>Solid state",
                        "created_at_i": 1794614400,
                    },
                ],
            }
        ),
        [*ONE, "https://news.ycombinator.com/item?id=2"],
        parameters={
            "query": 'solid battery "pilot line"',
            "tags": "story",
            "hitsPerPage": "50",
            "page": "0",
        },
    ),
    "arxiv": Recorded(
        ATOM,
        ["https://arxiv.example/abs/2611.00001v1"],
        parameters={
            "search_query": 'all:"solid" AND all:"battery" AND all:"pilot line" ANDNOT all:"toy"',
            "start": "0",
            "max_results": "50",
            "sortBy": "submittedDate",
            "sortOrder": "descending",
        },
        content_type="application/atom+xml",
    ),
    "crossref": Recorded(
        json.dumps(
            {
                "message": {
                    "total-results": 1,
                    "items": [
                        {
                            "DOI": "10.1/x",
                            "URL": "https://doi.org/10.1/x",
                            "title": ["A battery"],
                            "abstract": "<jats:p>Solid state</jats:p>",
                            "created": {"date-time": "2026-11-14T00:00:00Z"},
                        }
                    ],
                }
            }
        ),
        ["https://doi.org/10.1/x"],
        parameters={
            "query": "solid battery pilot line",
            "rows": "30",
            "offset": "0",
            "sort": "created",
            "order": "desc",
            "select": "DOI,URL,title,abstract,created",
            "mailto": "ops@example.org",
        },
    ),
    "gdelt": Recorded(
        json.dumps(
            {
                "articles": [
                    {
                        "url": "https://a.example/1",
                        "url_mobile": "",
                        "title": "A battery",
                        "seendate": "20261114T000000Z",
                        "domain": "a.example",
                        "language": "German",
                    }
                ]
            }
        ),
        ONE,
        parameters={
            "query": f"{WORDS} sourcelang:german",
            "mode": "ArtList",
            "format": "json",
            "maxrecords": "75",
            "sort": "DateDesc",
            "timespan": "1w",
        },
    ),
    "yacy": Recorded(
        json.dumps(
            {
                "channels": [
                    {
                        "totalResults": "1",
                        "startIndex": "0",
                        "items": [
                            {
                                "title": "A battery",
                                "link": "https://a.example/1",
                                "description": "Solid <b>state</b>",
                                "pubDate": "Sat, 14 Nov 2026 00:00:00 +0000",
                            }
                        ],
                    }
                ]
            }
        ),
        ONE,
        parameters={
            "query": WORDS,
            "startRecord": "0",
            "maximumRecords": "20",
            "resource": "global",
            "contentdom": "text",
            "verify": "false",
            "lr": "lang_de",
        },
    ),
    "rss": Recorded(
        RSS,
        ["https://site.example/a"],
        parameters={"q": "solid battery pilot line", "feed": "rss"},
        content_type="application/rss+xml",
        base="/search?q={query}&feed=rss",
    ),
    "opensearch": Recorded(
        RSS,
        ["https://site.example/a"],
        parameters={"q": "solid battery pilot line", "n": "30", "lang": "de", "start": "1", "x": ""},
        content_type="application/rss+xml",
        base="/opensearch.xml",
    ),
}
