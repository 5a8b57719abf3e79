"""Profiles: standing queries with seeds, scope, schedule, budget, strategy, report and delivery.

`ProfileSpec` is written by a person; `Profile` adds the state that watchd keeps about it. Optional fields have defaults
that suit most people; docs/reference/profile.md explains each.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal

from cronsim import CronSim, CronSimError
from msgspec import Meta, Struct, field

from watchd.errors import Fault
from watchd.model import values
from watchd.model.channel import Template
from watchd.model.values import CLOCK_TIME, Duration, WebAddress, duration_seconds, zone

StrategyName = Literal["energy", "infospiders", "myspiders", "best_first", "genetic", "breadth_first"]
HealthState = Literal["new", "well", "ailing"]
FindingKind = Literal["new", "changed", "gone", "newly_relevant"]
ClockTime = Annotated[
    str,
    Meta(
        pattern=CLOCK_TIME,
        description="A time of day, HH:MM.",
        examples=["07:30"],
        extra={"must_be": "a time of day such as 07:30"},
    ),
]
Language = Annotated[
    str,
    Meta(
        pattern=r"^[a-z]{2,3}$(?!\n)",
        description="ISO 639 code.",
        examples=["en"],
        extra={"must_be": "an ISO 639 language code such as en"},
    ),
]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$(?!\n)",
        extra={
            "must_be": "one line of text that is not blank and has no control characters, such as Solid-state batteries"
        },
    ),
]
RelatedWord = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=r"^[^\s\x00-\x1f\x7f]+$(?!\n)",
        extra={"must_be": "one word without spaces, such as electrolyte"},
    ),
]
Tag = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=50,
        pattern=r"^[^\x00-\x1f\x7f]+$(?!\n)",
        extra={"must_be": "one line of text without control characters, such as competitors"},
    ),
]
ShortName = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$(?!\n)",
        extra={
            "must_be": "1 to 64 lower-case letters, digits, dots, dashes and underscores, such as team-slack"
        },
    ),
]
HostPattern = Annotated[
    str,
    Meta(
        max_length=253,
        pattern=r"^(\*\.)?[A-Za-z0-9._:\[\]-]+$(?!\n)",
        description="A host, or *.example.org for all below it.",
        extra={"must_be": "a host such as example.org, or *.example.org for all below it"},
    ),
]
UrlPattern = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=500,
        description="A URL with * for any run of characters.",
        examples=["*/login*"],
    ),
]

# A shorter pause between two runs would be a load test.
MIN_PERIOD_SECONDS = 1.0
MAX_PERIOD_SECONDS = 366 * 86400.0


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """Topic of a profile: words, example pages, or both."""

    text: Annotated[
        str,
        Meta(
            max_length=2000,
            pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$(?!\n)",
            description='Words, "phrases" and -exclusions; | between topics any of which is enough.',
            examples=['solid state battery "pilot line" -toy'],
            extra={"must_be": "text without control characters"},
        ),
    ] = ""
    examples: Annotated[list[WebAddress], Meta(max_length=50)] = []
    languages: Annotated[list[Language], Meta(max_length=20)] = []  # empty: any language
    related: Annotated[
        list[RelatedWord],
        Meta(
            max_length=50,
            description="Words that wanted pages often have. They count less than the words of text, and no page needs "
            "them. `GET /profiles/{id}/suggestions` offers some.",
            examples=[["electrolyte", "cathode"]],
        ),
    ] = []

    def faults(self) -> Iterator[Fault]:
        if not self.text.strip() and not self.examples:
            yield Fault("text", "must not be empty without examples; write words or add an example page")
        yield from _bad_addresses("examples", self.examples)


class Seeds(Struct, frozen=True, forbid_unknown_fields=True):
    """Start pages of runs, in addition to pages that earlier runs know."""

    urls: Annotated[list[WebAddress], Meta(max_length=500)] = []
    feeds: Annotated[list[WebAddress], Meta(max_length=500)] = []
    sitemaps: Annotated[list[WebAddress], Meta(max_length=100)] = []
    # None: every provider that the configuration enables. An empty list: no search provider.
    providers: Annotated[list[ShortName], Meta(max_length=50)] | None = None
    limit: Annotated[
        int, Meta(ge=1, le=200, description="Maximum number of results from search providers per run.")
    ] = 30

    def faults(self) -> Iterator[Fault]:
        yield from _bad_addresses("urls", self.urls)
        yield from _bad_addresses("feeds", self.feeds)
        yield from _bad_addresses("sitemaps", self.sitemaps)


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """Hosts and addresses that agents may visit. An empty allow-list allows every host."""

    hosts_allow: Annotated[list[HostPattern], Meta(max_length=500)] = []
    hosts_deny: Annotated[list[HostPattern], Meta(max_length=500)] = []
    url_deny: Annotated[list[UrlPattern], Meta(max_length=200)] = []
    # Only the pages in seeds.urls and query.examples: runs follow no link and never report another page.
    named_pages_only: bool = False


class Adaptive(Struct, frozen=True, forbid_unknown_fields=True):
    """Cadence that adapts to the rate of findings, within these bounds."""

    min: Duration = "15m"
    max: Duration = "24h"

    def faults(self) -> Iterator[Fault]:
        yield from _bad_period("min", self.min)
        yield from _bad_period("max", self.max)
        if duration_seconds(self.min) > duration_seconds(self.max):
            yield Fault("min", f"must not be longer than max, which is {self.max}; got {self.min}; swap them")


class Schedule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Schedule of runs: exactly one of every, cron, adaptive and manual."""

    every: Duration | None = None
    cron: (
        Annotated[str, Meta(max_length=200, description="Five fields: minute hour day month weekday.")] | None
    ) = None
    timezone: str | None = None  # of the cron line; UTC when absent
    adaptive: Adaptive | None = None
    manual: Literal[True] | None = None

    def faults(self) -> Iterator[Fault]:
        chosen = [n for n in ("every", "cron", "adaptive", "manual") if getattr(self, n) is not None]
        if len(chosen) != 1:
            yield Fault(
                "",
                f"must have exactly one of every, cron, adaptive and manual; got {', '.join(chosen) or 'none'}",
            )
        if self.every is not None:
            yield from _bad_period("every", self.every)
        if self.cron is not None and (problem := _cron_problem(self.cron)):
            yield Fault("cron", problem)
        if self.timezone is not None:
            yield from _bad_zone("timezone", self.timezone)
            if self.cron is None:
                yield Fault("timezone", "must be absent without cron; remove it")


class Budget(Struct, frozen=True, forbid_unknown_fields=True):
    """Hard limits of one run; the first limit that is reached ends the run."""

    pages: Annotated[int, Meta(ge=1, le=100_000)] = 500
    seconds: Annotated[int, Meta(ge=1, le=86_400)] = 900
    megabytes: Annotated[int, Meta(ge=1, le=100_000)] = 200


class Strategy(Struct, frozen=True, forbid_unknown_fields=True):
    """Strategy by which agents choose links, with its parameters; docs/reference/strategies.md lists them."""

    name: StrategyName = "energy"
    params: dict[str, Any] = {}


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules for findings to report."""

    kinds: Annotated[list[FindingKind], Meta(max_length=4)] = field(default_factory=lambda: ["new", "changed"])
    min_score: Annotated[float, Meta(ge=0, le=1)] = 0.3
    # A changed price, stock word or date of availability on a relevant page is a change by itself.
    values: bool = True
    # Known relevant pages that runs do not start from, to measure whether runs find them.
    canaries: Annotated[list[WebAddress], Meta(max_length=20)] = []
    canaries_from_verdicts: Annotated[int, Meta(ge=0, le=10)] = (
        0  # number of pages with the newest verdict "relevant" that are canaries, too
    )

    @property
    def wants_every_edit(self) -> bool:
        """True if every change of every page is reported, at any score: the person chose the pages."""
        return self.min_score == 0

    def faults(self) -> Iterator[Fault]:
        yield from _bad_addresses("canaries", self.canaries)


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """Times of day between which nothing is delivered; they may span midnight. Runs continue."""

    start: ClockTime
    end: ClockTime

    def faults(self) -> Iterator[Fault]:
        if self.start == self.end:
            yield Fault("end", f"must differ from start; got {self.end} for both; change one of them")


class Delivery(Struct, frozen=True, forbid_unknown_fields=True):
    """Channels and times of alerts."""

    channels: Annotated[list[ShortName], Meta(max_length=50)] = []
    mode: Literal["instant", "digest"] = "instant"
    digest_at: ClockTime = "07:30"
    quiet_hours: QuietHours | None = None
    timezone: str = "UTC"
    max_per_day: Annotated[int, Meta(ge=1, le=10_000)] = 50
    template: Template | None = None  # instead of the channel's

    def faults(self) -> Iterator[Fault]:
        yield from _bad_zone("timezone", self.timezone)
        if len(set(self.channels)) < len(self.channels):
            yield Fault("channels", "must not name a channel twice; remove one of them")


class ProfileSpec(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Profile as a person writes it."""

    name: Name
    query: Query
    seeds: Seeds = field(default_factory=Seeds)
    scope: Scope = field(default_factory=Scope)
    schedule: Schedule = field(default_factory=lambda: Schedule(every="6h"))
    budget: Budget = field(default_factory=Budget)
    strategy: Strategy = field(default_factory=Strategy)
    report: Report = field(default_factory=Report)
    delivery: Delivery = field(default_factory=Delivery)
    tags: Annotated[list[Tag], Meta(max_length=20)] = []
    enabled: bool = True

    def faults(self) -> Iterator[Fault]:
        if len(set(self.tags)) < len(self.tags):
            yield Fault("tags", "must not have a tag twice; remove one of them")
        if self.scope.named_pages_only:
            yield from self._faults_of_named_pages()
        given = {*self.seeds.urls, *self.query.examples}
        for position, url in enumerate(self.report.canaries):
            if url in given:
                yield Fault(
                    f"report.canaries[{position}]",
                    "must not be a seed or an example: runs must find a canary by themselves; remove one of them",
                )

    def _faults_of_named_pages(self) -> Iterator[Fault]:
        way_out = "remove it, or set scope.named_pages_only to false"
        if not self.seeds.urls and not self.query.examples:
            yield Fault(
                "seeds.urls", "must name a page when scope.named_pages_only is true; add the page to watch"
            )
        for name in ("feeds", "sitemaps", "providers"):
            if getattr(self.seeds, name):
                yield Fault(f"seeds.{name}", f"must be empty when scope.named_pages_only is true; {way_out}")
        if self.report.canaries:
            yield Fault("report.canaries", f"must be empty when scope.named_pages_only is true; {way_out}")


class LastRun(Struct, frozen=True):
    """Summary of the newest run of a profile."""

    id: str
    state: str
    stop_reason: str | None
    ended_at: datetime | None


class Health(Struct, frozen=True):
    """Health of a profile: state, start and reason."""

    state: HealthState
    since: datetime
    reason: str | None = None


class ProfileWarning(Struct, frozen=True):
    """Something in a profile, or around it, that keeps it from working as its owner may expect, and the way out."""

    field: str
    message: str


class ProfileCounts(Struct, frozen=True):
    """Numbers of findings and of unread findings of a profile."""

    findings: int = 0
    unread: int = 0


class Profile(Struct, frozen=True, kw_only=True):
    """Stored profile."""

    id: str
    revision: int  # grows with every change; the ETag is made of it
    spec: ProfileSpec
    created_at: datetime
    updated_at: datetime
    next_run_at: datetime | None
    interval: float | None = None  # seconds; the current interval of an adaptive cadence
    last_run: LastRun | None = None
    health: Health
    counts: ProfileCounts = ProfileCounts()


def _bad_addresses(name: str, urls: list[str]) -> Iterator[Fault]:
    for position, url in enumerate(urls):
        if problem := values.url_problem(url):
            yield Fault(f"{name}[{position}]", problem)


def _bad_zone(name: str, text: str) -> Iterator[Fault]:
    try:
        zone(text)
    except ValueError as mistake:
        yield Fault(name, str(mistake))


def _bad_period(name: str, text: str) -> Iterator[Fault]:
    if not MIN_PERIOD_SECONDS <= duration_seconds(text) <= MAX_PERIOD_SECONDS:
        yield Fault(name, f"must be between 1s and 366d; got {text}")


@lru_cache(maxsize=4096)  # a rare date takes milliseconds to find, and an import may hold thousands of profiles
def _cron_problem(line: str) -> str | None:
    if len(line.split()) != 5:
        return "must have five fields (minute hour day month weekday), such as 0 7 * * 1-5"
    # Any start is right: the check is that the line is valid and that its time comes at all.
    start = datetime(2024, 1, 1)  # noqa: DTZ001
    try:
        next(CronSim(line, start))
    except CronSimError as mistake:
        return f"must be a valid cron line ({mistake}); write five fields such as 0 7 * * 1-5"
    except StopIteration:
        return "must name a date that exists; this one never comes"
    return None
