"""What does watchd know about a search engine? One TOML file per engine; docs/reference/providers.md explains each key."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from watchd.errors import Fault
from watchd.model.provider import ProviderTerms
from watchd.model.times import Duration, duration_seconds
from watchd.web.providers.template import names_in

Paths = str | list[str]
Count = Annotated[int, Meta(ge=1, le=1000)]
Bound = Annotated[int, Meta(ge=0, le=100_000_000)]
Trouble = Literal["throttled", "spent", "key", "question", "refused", "broken", "unreachable"]
VALUES = frozenset(["query", "count", "page", "language", "key", "base", "contact"])


class RequestPart(Struct, frozen=True, forbid_unknown_fields=True):
    """[request]: what is sent. Texts are templates."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    headers: dict[str, str] = {}
    query: dict[str, str] = {}
    json: dict[str, Any] = {}
    timeout: Duration = "15s"

    def faults(self) -> Iterator[Fault]:
        if self.method == "GET" and self.json:
            yield Fault("json", "goes with POST only; set method, or move it to query")
        for name, part in (
            ("url", self.url), ("headers", self.headers), ("query", self.query), ("json", self.json)
        ):  # fmt: skip
            for unknown in sorted(set(names_in(part)) - VALUES):
                yield Fault(name, f"asks for {{{unknown}}}; known are {', '.join(sorted(VALUES))}")


class QueryPart(Struct, frozen=True, forbid_unknown_fields=True):
    """[query]: the engine's syntax. {text} is what the person wrote, {term} a word or phrase in the engine's spelling."""

    word: str = "{text}"
    phrase: str = ""  # empty: the engine knows no phrases, and their words are sent one by one
    join: str = " "
    exclude: str = ""  # such as " -{term}"; empty: exclusions are not sent
    either: str = ""  # between facets, such as " OR "; empty: each facet is asked for by itself
    group: str = "{text}"  # around each of several facets
    suffix: str = ""  # a template, such as " sourcelang:{language}"; left out without its value
    longest: Annotated[int, Meta(ge=20, le=2000)] = 400  # characters

    def faults(self) -> Iterator[Fault]:
        for name, wanted in (("word", "text"), ("phrase", "text"), ("exclude", "term"), ("group", "text")):
            template = getattr(self, name)
            if template and f"{{{wanted}}}" not in template:
                yield Fault(name, f"has no {{{wanted}}} in it, so nothing would be asked for")
        if set(names_in(self.suffix)) - {"language"}:
            yield Fault("suffix", "may ask for {language} only")


class LanguagePart(Struct, frozen=True, forbid_unknown_fields=True):
    """[language]: how one language is named."""

    each: bool = False  # ask once per language of the profile, not only when there is exactly one
    upper: bool = False  # EN instead of en
    names: dict[str, str] = {}  # where the engine's name is not the ISO code
    only_named: bool = False  # a language that is not in names is not sent


class PagingPart(Struct, frozen=True, forbid_unknown_fields=True):
    """[paging]: how many results there are at a time, and how to ask for more."""

    count: Count = 20
    first: Annotated[int, Meta(ge=0, le=1)] = 1  # number of the first page, or of its first result
    step: Literal["page", "count"] = "page"  # what {page} counts: pages or results
    pages: Annotated[int, Meta(ge=1, le=10)] = 1  # most pages per question; each is a request


class AnswerPart(Struct, frozen=True, forbid_unknown_fields=True):
    """[answer]: where everything is. Several paths: the first that leads to something."""

    format: Literal["json", "feed", "opensearch"] = "json"
    results: list[str] = []  # paths of the lists of results; each list is ranked by itself
    # Path of something that an answer without any result still has, where the lists are absent then; ".": it is {}.
    empty: str = ""
    url: Paths = ""  # paths within a result, or a template such as "https://example.org/{id}"
    title: Paths = ""
    snippet: Paths = ""
    date: Paths = ""
    more: str = ""  # path of something that is there, and not false, while there are more pages

    def faults(self) -> Iterator[Fault]:
        if self.format != "json":
            return
        if not self.results:
            yield Fault("results", "is required for JSON: name the path of the list, such as web.results")
        if not self.url:
            yield Fault("url", "is required for JSON: name the path of the address in a result, such as url")


class LimitsPart(Struct, frozen=True, forbid_unknown_fields=True):
    """[limits]: how often we may ask, and what to do about failures."""

    pause: Duration = "5s"
    daily: Bound = 0  # 0: no bound
    monthly: Bound = 0
    fresh_for: Duration = "0s"
    rest_after: Count = 3
    first_rest: Duration = "5m"
    longest_rest: Duration = "24h"
    remaining: str = ""  # header with the requests that are left, one number per window
    reset: str = ""  # header with the time until a window begins anew
    reset_unit: Literal["seconds", "epoch"] = "seconds"


class ErrorRule(Struct, frozen=True, forbid_unknown_fields=True):
    """[[errors]]: what an answer means. The first rule that fits wins; then the usual meaning of the status."""

    means: Trouble
    status: list[Annotated[int, Meta(ge=100, le=599)]] = []
    path: str = ""  # of a text in the JSON body
    matches: str = ""  # a regular expression that this text fits
    retry_after: str = ""  # path of the seconds to wait
    advice: str = ""

    def faults(self) -> Iterator[Fault]:
        if not self.status and not self.path:
            yield Fault("", "fits every answer; give it a status or a path")
        if bool(self.path) != bool(self.matches):
            yield Fault("matches", "and path go together; write both or none")
        try:
            re.compile(self.matches)
        except re.error as mistake:
            yield Fault("matches", f"is no regular expression: {mistake}")


class Definition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One engine."""

    title: str
    verified: date  # when somebody last compared this with the engine's own documentation
    request: RequestPart
    answer: AnswerPart
    homepage: str = ""
    note: str = ""
    # May a program ask unattended? "operator": who runs the engine decides.
    use: Literal["allowed", "light", "non-commercial", "operator"] = "operator"
    key: Literal["none", "optional", "required"] = "none"
    needs_contact: bool = False  # not asked unless fetch.contact says whom its owner can write to
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
                "request.url", "needs to begin with https://, or with {base} for engines that people run"
            )
        sends_key = "key" in {*names_in(self.request.headers), *names_in(self.request.query)}
        if self.key != "none" and not sends_key:
            yield Fault("key", f"is {self.key}, but no header and no parameter sends {{key}}")
        if self.key == "none" and sends_key:
            yield Fault(
                "key", 'is "none", but a header or parameter sends {key}; write "required" or "optional"'
            )

    @property
    def needs_base(self) -> bool:
        """Whether the operator has to say where the engine is."""
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
