"""What is sent to an engine? One request, made from its definition, a wording and a page number."""

import json
from urllib.parse import urlencode

from msgspec import Struct

from watchd.model.provider import Wording
from watchd.web.provider_settings import ProviderSettings
from watchd.web.providers import template
from watchd.web.providers.definition import Definition, PagingPart


class Letter(Struct, frozen=True):
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
) -> Letter:
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
        return Letter("GET", place, tuple(headers.items()))
    body = json.dumps(template.tree(request.json, values)).encode()
    return Letter("POST", place, (*headers.items(), ("Content-Type", "application/json")), body)


def address(definition: Definition, settings: ProviderSettings) -> str:
    """The template of the engine's address, with the place that the operator named in it."""
    return definition.request.url.replace("{base}", settings.base_url.rstrip("/"))


def _page_number(paging: PagingPart, page: int) -> int:
    return paging.first + page * (paging.count if paging.step == "count" else 1)


def _accepted(definition: Definition) -> str:
    if definition.answer.format == "json":
        return "application/json"
    return "application/atom+xml,application/rss+xml,application/xml;q=0.9,*/*;q=0.1"
