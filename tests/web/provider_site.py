"""Strict search provider on loopback, and the client that asks it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from tests.support import HandWoundClock
from tests.web.recorded import Recorded
from tests.web.site import Answer, Hit, Site, settings, site
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.providers import preset_files
from watchd.web.providers.definition import Definition
from watchd.web.providers.provider import WebSearchProvider
from watchd.web.providers.settings import ProviderSettings
from watchd.web.reader.extractor import Extractor

DESCRIPTION = """<?xml version="1.0"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Site</ShortName>
<Url type="text/html" template="/find?q={searchTerms}"/>
<Url type="application/rss+xml" rel="suggestions" template="/suggest?q={searchTerms}"/>
<Url type="application/rss+xml"
  template="/search?q={searchTerms}&amp;n={count?}&amp;lang={language?}&amp;start={startIndex?}&amp;x={time:start?}"/>
</OpenSearchDescription>"""


def json_answer(value: Any, **headers: str) -> Answer:
    return Answer(json.dumps(value).encode(), 200, {"Content-Type": "application/json", **headers})


@dataclass
class Strict:
    """Answer only to the exact request of the provider's documentation; else 400 with the difference."""

    recorded: Recorded
    refusals: list[str] = field(default_factory=list)

    def __call__(self, hit: Hit) -> Answer:
        if hit.path == "/opensearch.xml":
            return Answer(DESCRIPTION.encode(), 200, {"Content-Type": "application/opensearchdescription+xml"})
        if wrong := self._what_is_wrong(hit):
            self.refusals.append(wrong)
            return Answer(wrong.encode(), 400)
        return Answer(self.recorded.answer.encode(), 200, {"Content-Type": self.recorded.content_type})

    def _what_is_wrong(self, hit: Hit) -> str:
        recorded = self.recorded
        asked = dict(parse_qsl(urlsplit(hit.path).query, keep_blank_values=True))
        if hit.method != recorded.method:
            return f"method {hit.method}"
        if asked != recorded.parameters:
            return f"parameters {asked}"
        if recorded.json is not None and json.loads(hit.body) != recorded.json:
            return f"body {hit.body!r}"
        missing = {name: value for name, value in recorded.headers.items() if hit.headers.get(name) != value}
        return f"headers {missing}" if missing else ""


def moved(definition: Definition, server: Site) -> Definition:
    """Return the same definition with its URL on loopback."""
    if definition.needs_base:
        return definition
    path = urlsplit(definition.request.url).path
    request = msgspec.structs.replace(definition.request, url=server.url(path))
    return msgspec.structs.replace(definition, request=request)


@asynccontextmanager
async def provider_at(
    server: Site,
    preset: str = "searxng",
    *,
    base: str = "",
    definition: Definition | None = None,
    contact: str = "mailto:ops@example.org",
    **bounds: Any,
) -> AsyncIterator[WebSearchProvider]:
    """Yield a provider of this preset that asks this server."""
    known = definition or preset_files.definition(preset)
    key = "" if known.key == "none" else "k3y"
    place = ProviderSettings(base_url=server.url(base) if known.needs_base else "", api_key=key)
    async with WebFetcher(settings(**bounds)) as fetcher, Extractor(ExtractBounds(children=1)) as reader:
        yield WebSearchProvider(
            preset,
            moved(known, server),
            place,
            sender=fetcher.outbound,
            reader=reader,
            now=HandWoundClock().now,
            contact=lambda: contact,
        )


@asynccontextmanager
async def asked(answer: Any, preset: str = "searxng", **bounds: Any) -> AsyncIterator[WebSearchProvider]:
    """Yield a provider whose server always gives this answer."""
    async with site() as server, provider_at(server, preset, **bounds) as provider:
        server.otherwise = answer
        yield provider
