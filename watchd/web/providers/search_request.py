"""What is sent to an engine? One request, made from its definition, a wording and a page number.

How does one engine want a query to be written? The same query, in the syntax that the engine's definition describes.
"""

import json
from urllib.parse import urlencode

from msgspec import Struct

from watchd.core.relevance.query import Facet, ParsedQuery
from watchd.model.provider import Wording
from watchd.web.providers import template
from watchd.web.providers.definition import Definition, LanguagePart, PagingPart, QueryPart
from watchd.web.providers.settings import ProviderSettings
from watchd.web.providers.template import filled


class SearchRequest(Struct, frozen=True):
    """A request, ready for the courier. Its URL and headers may hold a key: nobody logs or stores them."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


def letter(
    definition: Definition,
    settings: ProviderSettings,
    wording: Wording,
    *,
    page: int,
    url: str,
    contact: str,
) -> SearchRequest:
    """The request for one page of results. A ValueError names the value that the URL lacks."""
    request = definition.request
    values: dict[str, object] = {
        "query": wording.text,
        "count": definition.paging.count,
        "page": _page_number(definition.paging, page),
        "language": wording.language,
        "key": settings.api_key,
        "contact": contact.removeprefix("mailto:"),
    }
    place = template.filled(url, values, template.in_url)
    if place is None:
        raise ValueError("The address of the engine asks for a value that is not there.")
    if parameters := template.table(request.query, values):
        place += ("&" if "?" in place else "?") + urlencode(parameters)
    headers = template.table({"Accept": _accepted(definition), **request.headers}, values)
    if request.method == "GET":
        return SearchRequest("GET", place, tuple(headers.items()))
    body = json.dumps(template.tree(request.json, values)).encode()
    return SearchRequest("POST", place, (*headers.items(), ("Content-Type", "application/json")), body)


def address(definition: Definition, settings: ProviderSettings) -> str:
    """The template of the engine's address, with the place that the operator named in it."""
    return definition.request.url.replace("{base}", settings.base_url.rstrip("/"))


def _page_number(paging: PagingPart, page: int) -> int:
    return paging.first + page * (paging.count if paging.step == "count" else 1)


def _accepted(definition: Definition) -> str:
    if definition.answer.format == "json":
        return "application/json"
    return "application/atom+xml,application/rss+xml,application/xml;q=0.9,*/*;q=0.1"


MAX_ASKS = 3  # facets or languages that are asked for one by one; each costs a request


def wordings(query: ParsedQuery, languages: list[str], definition: Definition) -> tuple[Wording, ...]:
    """What to ask, once per facet and language where the engine cannot take them together."""
    texts = _texts(query, definition.query)
    names = _languages(languages, definition.language)
    pairs = [(text, name) for text in texts for name in names]
    return tuple(_wording(text, name, definition.query) for text, name in pairs[:MAX_ASKS])


def _texts(query: ParsedQuery, syntax: QueryPart) -> list[str]:
    # Without phrases, "-solid state" would exclude one word and ask for the other.
    kept = [text for text in query.excluded if syntax.phrase or " " not in text]
    without = "".join(syntax.exclude.replace("{term}", _term(text, syntax)) for text in kept)
    facets = [_facet(facet, syntax) for facet in query.facets]
    if syntax.either and len(facets) > 1:
        facets = [syntax.either.join(syntax.group.replace("{text}", facet) for facet in facets)]
    return [_cut(facet, without, syntax.longest) for facet in facets if facet]


def _facet(facet: Facet, syntax: QueryPart) -> str:
    if not syntax.phrase:
        every = [*facet.words, *(word for phrase in facet.phrases for word in phrase.split())]
        return syntax.join.join(_term(word, syntax) for word in every)
    return syntax.join.join(_term(text, syntax) for text in (*facet.words, *facet.phrases) if text)


def _term(text: str, syntax: QueryPart) -> str:
    template = syntax.phrase if " " in text and syntax.phrase else syntax.word
    return template.replace("{text}", text)


def _cut(facet: str, without: str, longest: int) -> str:
    """What the engine takes: exclusions go first, then the last words."""
    if len(facet) + len(without) <= longest:
        return facet + without
    if len(facet) <= longest:
        return facet
    return facet[:longest].rpartition(" ")[0] or facet[:longest]


def _languages(wanted: list[str], part: LanguagePart) -> list[str]:
    """The engine's names; one empty name means any language."""
    if not wanted or (len(wanted) > 1 and not part.each):
        return [""]
    known = [part.names.get(code, "" if part.only_named else code) for code in wanted]
    return [name.upper() if part.upper else name for name in known if name] or [""]


def _wording(text: str, language: str, syntax: QueryPart) -> Wording:
    suffix = filled(syntax.suffix, {"language": language}) or ""
    return Wording(text=text + suffix, language=language)
