"""Definition of a search provider: one TOML file each; docs/reference/providers.md explains each key."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from watchd.errors import Fault
from watchd.model.provider import KeyNeed, ProviderTerms
from watchd.model.values import Duration, duration_seconds
from watchd.web.providers.request_template import names_in

Paths = str | list[str]
Count = Annotated[int, Meta(ge=1, le=1000)]
Bound = Annotated[int, Meta(ge=0, le=100_000_000)]
Trouble = Literal["throttled", "spent", "key", "question", "refused", "broken", "unreachable"]
TEMPLATE_VALUES = frozenset(["query", "count", "page", "language", "key", "base", "contact"])


class RequestPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [request]: the HTTP request. Texts are templates."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    headers: dict[str, str] = {}
    query: dict[str, str] = {}
    json: dict[str, Any] = {}
    timeout: Duration = "15s"

    def faults(self) -> Iterator[Fault]:
        if self.method == "GET" and self.json:
            yield Fault("json", "must be empty unless method is POST; set method, or move it to query")
        for name, part in (
            ("url", self.url), ("headers", self.headers), ("query", self.query), ("json", self.json)
        ):  # fmt: skip
            for unknown in sorted(set(names_in(part)) - TEMPLATE_VALUES):
                yield Fault(
                    name,
                    f"must use known values only ({', '.join(sorted(TEMPLATE_VALUES))}); got {{{unknown}}}",
                )


class QueryPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [query]: the provider's query syntax. {text} is the user's text, {term} a word or phrase in that syntax."""

    word: str = "{text}"
    phrase: str = ""  # empty: the provider has no phrases, and their words are sent one by one
    join: str = " "
    exclude: str = ""  # such as " -{term}"; empty: exclusions are not sent
    either: str = ""  # between facets, such as " OR "; empty: each facet is a request of its own
    group: str = "{text}"  # around each of several facets
    suffix: str = ""  # a template, such as " sourcelang:{language}"; left out without its value
    longest: Annotated[int, Meta(ge=20, le=2000)] = 400  # characters

    def faults(self) -> Iterator[Fault]:
        for name, wanted in (("word", "text"), ("phrase", "text"), ("exclude", "term"), ("group", "text")):
            template = getattr(self, name)
            if template and f"{{{wanted}}}" not in template:
                yield Fault(name, f"must contain {{{wanted}}}; without it the query would be empty")
        if set(names_in(self.suffix)) - {"language"}:
            yield Fault("suffix", "must use {language} only")


class LanguagePart(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [language]: the provider's names of languages."""

    each: bool = False  # one request per language of the profile, not only if there is exactly one
    upper: bool = False  # EN instead of en
    names: dict[str, str] = {}  # where the provider's name is not the ISO code
    only_named: bool = False  # a language that is not in names is not sent


class PagingPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [paging]: the number of results per page, and the numbering of pages."""

    count: Count = 20
    first: Annotated[int, Meta(ge=0, le=1)] = 1  # number of the first page, or of its first result
    step: Literal["page", "count"] = "page"  # what {page} counts: pages or results
    pages: Annotated[int, Meta(ge=1, le=10)] = 1  # maximum per query; each page is a request


class AnswerPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [answer]: the paths of results and their fields. Of several paths, the first with a value counts."""

    format: Literal["json", "feed", "opensearch"] = "json"
    results: list[str] = []  # paths of the lists of results; each list has its own ranking
    # Path of a value that is there even in an answer without results, if the lists are absent then; ".": it is {}.
    empty: str = ""
    url: Paths = ""  # paths within a result, or a template such as "https://example.org/{id}"
    title: Paths = ""
    snippet: Paths = ""
    date: Paths = ""
    more: str = ""  # path of a value that is there, and not false, while there are more pages

    def faults(self) -> Iterator[Fault]:
        if self.format != "json":
            return
        if not self.results:
            yield Fault("results", "is required for JSON; write the path of the list, such as web.results")
        if not self.url:
            yield Fault("url", "is required for JSON; write the path of the URL in a result, such as url")


class LimitsPart(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [limits]: request limits, and rests after failures."""

    pause: Duration = "5s"
    daily: Bound = 0  # 0: no limit
    monthly: Bound = 0
    fresh_for: Duration = "0s"
    rest_after: Count = 3
    first_rest: Duration = "5m"
    longest_rest: Duration = "24h"
    remaining: str = ""  # header with the requests that are left, one number per window
    reset: str = ""  # header with the time until a window is renewed
    reset_unit: Literal["seconds", "epoch"] = "seconds"


class ErrorRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Entry of [[errors]]: the meaning of an answer. The first rule that matches wins; then the status decides."""

    means: Trouble
    status: list[Annotated[int, Meta(ge=100, le=599)]] = []
    path: str = ""  # of a text in the JSON body
    matches: str = ""  # a regular expression that matches this text
    retry_after: str = ""  # path of the seconds to wait
    advice: str = ""

    def faults(self) -> Iterator[Fault]:
        if not self.status and not self.path:
            yield Fault("", "must have a status or a path; without them it would match every answer")
        if bool(self.path) != bool(self.matches):
            yield Fault("matches", "and path must both be set or both be empty")
        try:
            re.compile(self.matches)
        except re.error as mistake:
            yield Fault("matches", f"must be a regular expression: {mistake}")


class Definition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Definition of one search provider."""

    title: str
    verified: date  # when this was last compared with the provider's own documentation
    request: RequestPart
    answer: AnswerPart
    homepage: str = ""
    note: str = ""
    # Whether a program may use it unattended. "operator": the operator of the provider decides.
    use: Literal["allowed", "light", "non-commercial", "operator"] = "operator"
    key: KeyNeed = "none"
    # Used only if fetch.contact is set, so that its owner can write to the operator.
    needs_contact: bool = False
    order: Literal["relevance", "date"] = "relevance"
    weight: Annotated[float, Meta(gt=0, le=10)] = 1.0
    query: QueryPart = QueryPart()
    language: LanguagePart = field(default_factory=LanguagePart)
    paging: PagingPart = PagingPart()
    limits: LimitsPart = LimitsPart()
    errors: list[ErrorRule] = []

    def faults(self) -> Iterator[Fault]:
        url = self.request.url
        if not url.startswith(("https://", "{base}")):
            yield Fault(
                "request.url",
                "must begin with https://, or with {base} for a provider that people run themselves",
            )
        sends_key = "key" in {*names_in(self.request.headers), *names_in(self.request.query)}
        if self.key != "none" and not sends_key:
            yield Fault("key", f"is {self.key}, so a header or a parameter must send {{key}}")
        if self.key == "none" and sends_key:
            yield Fault(
                "key", 'must be "required" or "optional", because a header or parameter sends {key}; got "none"'
            )

    @property
    def needs_base(self) -> bool:
        """True if the operator must configure base_url."""
        return "{base}" in self.request.url

    @property
    def terms(self) -> ProviderTerms:
        limits = self.limits
        return ProviderTerms(
            pause=duration_seconds(limits.pause),
            daily=limits.daily,
            monthly=limits.monthly,
            fresh_for=duration_seconds(limits.fresh_for),
            rest_after=limits.rest_after,
            first_rest=duration_seconds(limits.first_rest),
            longest_rest=duration_seconds(limits.longest_rest),
        )
