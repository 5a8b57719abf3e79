"""Search provider client: sends the requests of a definition and reads the answers.

It never raises, except for cancellation.
"""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from typing import Protocol
from urllib.parse import urlsplit

import msgspec

from watchd.core.relevance.query import parse
from watchd.model.listing import Listing
from watchd.model.outcome import Answered, Fetched, RequestOutcome, Validators
from watchd.model.page import Unparseable
from watchd.model.provider import ProviderAnswer, ProviderFacts, ProviderTerms, Wording
from watchd.model.seed import SearchResult
from watchd.model.values import duration_seconds
from watchd.ports import Outbound
from watchd.web.http import content
from watchd.web.listings.opensearch import SearchDescription
from watchd.web.providers import answer_meaning, results, search_request
from watchd.web.providers.definition import Definition
from watchd.web.providers.search_request import wordings
from watchd.web.providers.settings import ProviderSettings

MAX_ANSWER_BYTES = 2 * 1024 * 1024  # ten times the largest usual answers
NOT_JSON = (
    "Its answer is not JSON that watchd can read; check base_url, and that the provider answers programs."
)
NO_RESULTS = "Its JSON has no list of results where the definition expects one; the provider may have changed."
NO_CONTACT = "It requires a contact; set it with `watchd setup`, or with fetch.contact in the configuration."
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")  # in a host, such as the language of Wikipedia
TOO_LONG = f"Its answer is longer than {MAX_ANSWER_BYTES // 1024**2} MiB."


class Reader(Protocol):
    """Reader of XML in a sandboxed child process."""

    async def read_feed(self, fetched: Fetched) -> Listing | Unparseable: ...

    async def read_description(self, fetched: Fetched) -> SearchDescription | Unparseable: ...


class WebSearchProvider:
    """Configured search provider."""

    def __init__(
        self,
        name: str,
        definition: Definition,
        settings: ProviderSettings,
        *,
        sender: Outbound,
        reader: Reader,
        now: Callable[[], datetime],
        contact: Callable[[], str] = str,
    ) -> None:
        self.name = name
        self.preset = settings.preset or name
        self.is_enabled = settings.enabled
        self.verified = definition.verified
        self.facts = facts_of(definition, settings)
        self.terms: ProviderTerms = definition.terms
        self.weight = definition.weight
        self.sorts_by_date = definition.order == "date"
        self.fingerprint = _fingerprint(definition, settings)
        self._definition = definition
        self._settings = settings
        self._sender = sender
        self._reader = reader
        self._now = now
        self._contact = contact
        self._template = ""  # URL template from an OpenSearch description, once read

    def obstacle(self) -> str | None:
        """Return why no request can be sent, and the way out; None if it can."""
        return NO_CONTACT if self._definition.needs_contact and not self._contact() else None

    def wordings(self, text: str, languages: list[str]) -> tuple[Wording, ...]:
        """Return a profile's query in the syntax of this provider."""
        return wordings(parse(text), languages, self._definition)

    def pages(self, wanted: int) -> int:
        """Return how many pages to request for this number of results."""
        paging = self._definition.paging
        return min(paging.pages, -(-wanted // paging.count))

    async def ask(self, wording: Wording, page: int) -> ProviderAnswer:
        """Ask for one page of results."""
        if obstacle := self.obstacle():
            return ProviderAnswer(means="local", detail=obstacle)
        template = search_request.url_template(self._definition, self._settings)
        if self._definition.answer.format != "opensearch":
            return await self._ask_at(template, wording, page)
        if not self._template:
            described = await self._read_description(template)
            if isinstance(described, ProviderAnswer):
                return described
            self._template = described.template
        answer = await self._ask_at(self._template, wording, page)
        if answer.means == "broken":
            self._template = ""  # the site may have changed its search; read the description again next time
        return answer

    async def _ask_at(self, template: str, wording: Wording, page: int) -> ProviderAnswer:
        try:
            request = search_request.build_request(
                self._definition, self._settings, wording, page=page, url=template, contact=self._contact()
            )
        except ValueError as error:
            return ProviderAnswer(means="local", detail=str(error))
        return await self._read_answer(await self._send(request), wording)

    async def _send(self, request: search_request.SearchRequest) -> RequestOutcome:
        return await self._sender.send(
            request.method,
            request.url,
            headers=request.headers,
            body=request.body,
            max_bytes=MAX_ANSWER_BYTES,
            timeout=duration_seconds(self._definition.request.timeout),
        )

    async def _read_description(self, url: str) -> SearchDescription | ProviderAnswer:
        outcome = await self._send(search_request.SearchRequest("GET", url))
        if not isinstance(outcome, Answered):
            return answer_meaning.no_answer(outcome)
        if error := answer_meaning.error_answer(self._definition, outcome, None, has_key=False):
            return error
        found = await self._reader.read_description(_fetched(outcome, url))
        return answer_meaning.broken(found.detail) if isinstance(found, Unparseable) else found

    async def _read_answer(self, outcome: RequestOutcome, wording: Wording) -> ProviderAnswer:
        if not isinstance(outcome, Answered):
            return answer_meaning.no_answer(outcome)
        is_json = self._definition.answer.format == "json"
        body = results.json_of(outcome) if is_json and not outcome.is_cut else None
        has_key = bool(self._settings.api_key)
        if error := answer_meaning.error_answer(self._definition, outcome, body, has_key=has_key):
            return self._without_key(error)
        if outcome.is_cut:
            return answer_meaning.broken(TOO_LONG)
        answer = self._from_json(body, wording) if is_json else await self._from_feed(outcome)
        if answer.means != "ok":
            return answer
        wait = answer_meaning.window_left(self._definition.limits, outcome, self._now())
        return msgspec.structs.replace(answer, retry_after=wait)

    def _from_json(self, body: object, wording: Wording) -> ProviderAnswer:
        if body is None:
            return answer_meaning.broken(NOT_JSON)
        part = self._definition.answer
        found = results.results_of(part, body, wording.language)
        if found is None:
            return answer_meaning.broken(NO_RESULTS)
        return ProviderAnswer(means="ok", results=found, has_more=bool(found) and results.has_more(part, body))

    async def _from_feed(self, outcome: Answered) -> ProviderAnswer:
        listing = await self._reader.read_feed(_fetched(outcome, outcome.url))
        if isinstance(listing, Unparseable):
            return answer_meaning.broken(f"Its answer cannot be read. {listing.detail}")
        found = tuple(
            SearchResult(entry.url, entry.title, entry.summary, rank, entry.published or entry.modified)
            for rank, entry in enumerate(listing.entries[: results.MAX_RESULTS], 1)
        )
        return ProviderAnswer(means="ok", results=found, has_more=bool(found))

    def _without_key(self, answer: ProviderAnswer) -> ProviderAnswer:
        """Remove the key from the detail, as some providers repeat it in their error message."""
        key = self._settings.api_key
        return msgspec.structs.replace(answer, detail=answer.detail.replace(key, "***")) if key else answer


def facts_of(definition: Definition, settings: ProviderSettings) -> ProviderFacts:
    """Return what a person should know about a provider before the first query."""
    url = urlsplit(_PLACEHOLDER.sub("*", search_request.url_template(definition, settings)))
    return ProviderFacts(
        title=definition.title,
        sends_to=url.netloc or None,
        key=definition.key,
        has_key=bool(settings.api_key),
        needs_base_url=definition.needs_base,
        needs_contact=definition.needs_contact,
        note=definition.note,
    )


def _fetched(answer: Answered, url: str) -> Fetched:
    """Return an answer in the form that the document reader takes."""
    declared = next((value for name, value in answer.headers if name == "content-type"), "")
    return Fetched(
        url=url,
        status=answer.status,
        content_type=content.media_type(declared),
        charset=content.charset(declared),
        body=answer.body,
        headers=answer.headers,
        validators=Validators(),
        seconds=0.0,
        wire_bytes=len(answer.body),
    )


def _fingerprint(definition: Definition, settings: ProviderSettings) -> str:
    content = msgspec.json.encode((definition, settings))
    return hashlib.sha256(content).hexdigest()[:16]
