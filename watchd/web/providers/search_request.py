"""Search requests: the profile's query in the syntax of a provider, and the HTTP request for it."""

import json
from urllib.parse import urlencode

from msgspec import Struct

from watchd.core.relevance.query import Facet, ParsedQuery
from watchd.model.provider import Wording
from watchd.web.providers import request_template
from watchd.web.providers.definition import Definition, LanguagePart, PagingPart, QueryPart
from watchd.web.providers.request_template import filled
from watchd.web.providers.settings import ProviderSettings

MAX_WORDINGS = 3  # facets or languages with a request of their own


class SearchRequest(Struct, frozen=True):
    """HTTP request to a provider. URL and headers may contain a key: they must not be logged or stored."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


def build_request(
    definition: Definition,
    settings: ProviderSettings,
    wording: Wording,
    *,
    page: int,
    url: str,
    contact: str,
) -> SearchRequest:
    """Return the request for one page of results; raise ValueError if the URL needs a missing value."""
    request = definition.request
    values: dict[str, object] = {
        "query": wording.text,
        "count": definition.paging.count,
        "page": _page_number(definition.paging, page),
        "language": wording.language,
        "key": settings.api_key,
        "contact": contact.removeprefix("mailto:"),
    }
    target = request_template.filled(url, values, request_template.in_url)
    if target is None:
        raise ValueError("The URL of the provider needs a value that is not set.")
    if parameters := request_template.table(request.query, values):
        target += ("&" if "?" in target else "?") + urlencode(parameters)
    headers = request_template.table({"Accept": _accept_header(definition), **request.headers}, values)
    if request.method == "GET":
        return SearchRequest("GET", target, tuple(headers.items()))
    body = json.dumps(request_template.tree(request.json, values)).encode()
    return SearchRequest("POST", target, (*headers.items(), ("Content-Type", "application/json")), body)


def url_template(definition: Definition, settings: ProviderSettings) -> str:
    """Return the provider's URL template with the operator's base_url in it."""
    return definition.request.url.replace("{base}", settings.base_url.rstrip("/"))


def _page_number(paging: PagingPart, page: int) -> int:
    return paging.first + page * (paging.count if paging.step == "count" else 1)


def _accept_header(definition: Definition) -> str:
    if definition.answer.format == "json":
        return "application/json"
    return "application/atom+xml,application/rss+xml,application/xml;q=0.9,*/*;q=0.1"


def wordings(query: ParsedQuery, languages: list[str], definition: Definition) -> tuple[Wording, ...]:
    """Return the wordings of a query: one per facet and language if the provider cannot combine them."""
    texts = _texts(query, definition.query)
    names = _languages(languages, definition.language)
    pairs = [(text, name) for text in texts for name in names]
    return tuple(_wording(text, name, definition.query) for text, name in pairs[:MAX_WORDINGS])


def _texts(query: ParsedQuery, syntax: QueryPart) -> list[str]:
    # Without phrases, "-solid state" would exclude one word and search for the other.
    kept = [text for text in query.excluded if syntax.phrase or " " not in text]
    exclusions = "".join(syntax.exclude.replace("{term}", _term(text, syntax)) for text in kept)
    facets = [_facet(facet, syntax) for facet in query.facets]
    if syntax.either and len(facets) > 1:
        facets = [syntax.either.join(syntax.group.replace("{text}", facet) for facet in facets)]
    return [_cut(facet, exclusions, syntax.longest) for facet in facets if facet]


def _facet(facet: Facet, syntax: QueryPart) -> str:
    if not syntax.phrase:
        every = [*facet.words, *(word for phrase in facet.phrases for word in phrase.split())]
        return syntax.join.join(_term(word, syntax) for word in every)
    return syntax.join.join(_term(text, syntax) for text in (*facet.words, *facet.phrases) if text)


def _term(text: str, syntax: QueryPart) -> str:
    template = syntax.phrase if " " in text and syntax.phrase else syntax.word
    return template.replace("{text}", text)


def _cut(facet: str, exclusions: str, max_chars: int) -> str:
    """Return the query within its maximum length: exclusions are dropped first, then the last words."""
    if len(facet) + len(exclusions) <= max_chars:
        return facet + exclusions
    if len(facet) <= max_chars:
        return facet
    return facet[:max_chars].rpartition(" ")[0] or facet[:max_chars]


def _languages(wanted: list[str], part: LanguagePart) -> list[str]:
    """Return the provider's names of the languages; an empty name means any language."""
    if not wanted or (len(wanted) > 1 and not part.each):
        return [""]
    known = [part.names.get(code, "" if part.only_named else code) for code in wanted]
    return [name.upper() if part.upper else name for name in known if name] or [""]


def _wording(text: str, language: str, syntax: QueryPart) -> Wording:
    suffix = filled(syntax.suffix, {"language": language}) or ""
    return Wording(text=text + suffix, language=language)
