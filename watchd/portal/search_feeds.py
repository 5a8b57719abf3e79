"""Search results as Atom (RFC 4287) and RSS 2.0, and the OpenSearch 1.1 description.

With the description, a browser can search the portal from its address bar.
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime

from watchd.model.values import rfc3339
from watchd.portal.documents import html_pieces, xml_text
from watchd.portal.search import Hit, Results

NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def atom(results: Results, *, query: str, address: str) -> str:
    """Return the results as Atom; `address` is the URL of this feed."""
    return "".join(_atom(results, query, address))


def rss(results: Results, *, query: str, address: str) -> str:
    """Return the results as RSS; `address` is the URL of this feed."""
    return "".join(_rss(results, query, address))


def _atom(results: Results, query: str, address: str) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
    yield f"<id>urn:watchd:search:{hashlib.sha256(address.encode()).hexdigest()[:32]}</id>"
    yield f"<title>{xml_text(_title(query))}</title><updated>{rfc3339(_updated(results))}</updated>"
    yield f'<link rel="self" href="{xml_text(address)}"/><author><name>watchd</name></author>\n'
    for hit in results.hits:
        document = hit.document
        yield f"<entry><id>urn:watchd:document:{xml_text(document.id)}</id>"
        yield f"<title>{xml_text(document.title or document.url)}</title>"
        yield f'<link href="{xml_text(document.url)}"/><updated>{rfc3339(document.changed_at)}</updated>'
        yield f"<published>{rfc3339(document.published_at or document.first_seen)}</published>"
        yield f'<summary type="html">{_summary(hit)}</summary></entry>\n'
    yield "</feed>\n"


def _rss(results: Results, query: str, address: str) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>'
    yield f"<title>{xml_text(_title(query))}</title><link>{xml_text(address)}</link>"
    yield f'<atom:link rel="self" href="{xml_text(address)}" type="application/rss+xml"/>'
    yield f"<description>{xml_text(_title(query))}</description>"
    yield f"<lastBuildDate>{format_datetime(_updated(results))}</lastBuildDate>\n"
    for hit in results.hits:
        document = hit.document
        yield f"<item><title>{xml_text(document.title or document.url)}</title><link>{xml_text(document.url)}</link>"
        yield f'<guid isPermaLink="false">urn:watchd:document:{xml_text(document.id)}</guid>'
        yield f"<pubDate>{format_datetime(document.changed_at)}</pubDate>"
        yield f"<description>{_summary(hit)}</description></item>\n"
    yield "</channel></rss>\n"


def _summary(hit: Hit) -> str:
    """Return the snippet as HTML, escaped again for XML."""
    return xml_text(html_pieces(hit.snippet))


def _title(query: str) -> str:
    return f"{query} – watchd" if query else "watchd"


def _updated(results: Results) -> datetime:
    return max((hit.document.changed_at for hit in results.hits), default=NEVER)


SEARCH_TYPES = {"html": "text/html", "atom": "application/atom+xml", "rss": "application/rss+xml"}


def opensearch_description(address: str) -> str:
    """Return the description; `address` is the URL of the search."""
    templates = "".join(
        f'<Url type="{media_type}" template="{xml_text(address)}?q={{searchTerms}}&amp;format={format}"/>'
        for format, media_type in SEARCH_TYPES.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
        "<ShortName>watchd</ShortName><Description>Pages that watchd has found</Description>"
        f"<InputEncoding>UTF-8</InputEncoding>{templates}</OpenSearchDescription>\n"
    )
