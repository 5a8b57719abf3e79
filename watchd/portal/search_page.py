"""HTML page of search results: search box, results with marked words, links of facets."""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from watchd.portal.documents import html_pieces, html_text
from watchd.portal.search import Hit, Results

MAX_FACET_VALUES = 10
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}"
    "input{font:inherit;padding:.4rem;width:70%}button{font:inherit;padding:.4rem 1rem}"
    "h2{font-size:1.1rem;margin:1.5rem 0 0}"
    "p{margin:.2rem 0}cite,.facet{font-style:normal;color:#595959;font-size:.9rem}mark{background:#ffe9a8}"
)
POLICY = (
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def page(results: Results, *, asked: Mapping[str, str], following: str | None, names: Mapping[str, str]) -> str:
    """Return the page; `asked` is the query string, `following` the cursor of the next page, `names` those of profiles."""
    return "".join(_page(results, asked, following, names))


def _page(
    results: Results, asked: Mapping[str, str], following: str | None, names: Mapping[str, str]
) -> Iterator[str]:
    query = asked.get("q", "")
    here = {name: value for name, value in asked.items() if name not in ("cursor", "format")}
    yield '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{html_text(query) or 'Portal'} – watchd</title><style>{STYLE}</style>"
    yield '<link rel="search" type="application/opensearchdescription+xml" href="opensearch.xml" title="watchd">'
    yield f'<link rel="alternate" type="application/atom+xml" href="{_link(here, format="atom")}"></head><body>'
    yield '<form method="get" action="search" role="search"><input type="hidden" name="format" value="html">'
    for name, value in here.items():
        if name not in ("q", "limit"):
            yield f'<input type="hidden" name="{html_text(name)}" value="{html_text(value)}">'
    yield f'<input type="search" name="q" aria-label="Search" value="{html_text(query)}"> <button>Search</button></form>'
    yield f"<p>{_count(results)}</p>"
    if results.did_you_mean:
        link = _link(here, q=results.did_you_mean, format="html")
        yield f'<p>Did you mean <a href="{link}">{html_text(results.did_you_mean)}</a>?</p>'
    yield "".join(map(_result, results.hits))
    if following:
        yield f'<p><a rel="next" href="{_link(here, cursor=following, format="html")}">More</a></p>'
    yield from _facets(results, here, names)
    yield "</body></html>\n"


def _count(results: Results) -> str:
    number = f"{results.total}" if results.is_exact else f"More than {results.total}"
    some = "; no document has all the words, these documents have some" if results.is_relaxed else ""
    return f"{number} documents{some}."


def _result(hit: Hit) -> str:
    document = hit.document
    title = html_pieces(hit.title) or html_text(document.url)
    date = (document.published_at or document.first_seen).date().isoformat()
    return (
        f'<article><h2><a rel="noreferrer" href="{html_text(document.url)}">{title}</a></h2>'
        f"<cite>{html_text(document.url)} · {date}</cite><p>{html_pieces(hit.snippet)}</p></article>"
    )


def _facets(results: Results, here: Mapping[str, str], names: Mapping[str, str]) -> Iterator[str]:
    for name in ("profile", "host", "language"):
        values: dict[str, int] = getattr(results.facets, name)
        best = sorted(values.items(), key=lambda entry: (-entry[1], entry[0]))[:MAX_FACET_VALUES]
        links = (
            f'<a href="{_link(here, **{name: value, "format": "html"})}">'
            f"{html_text(names.get(value, value))}</a> {count}"
            for value, count in best
        )
        if best:
            yield f'<p class="facet">{name}: {" · ".join(links)}</p>'


def _link(here: Mapping[str, str], **other: str) -> str:
    return html_text(f"search?{urlencode({**here, **other})}")
