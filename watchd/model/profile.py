"""A profile: the standing query of one person, with everything that says how to follow it.

`ProfileSpec` is what the person writes; `Profile` is that plus what watchd knows about it.
Optional fields have the defaults that suit most people; docs/reference/profile.md explains each.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal

from cronsim import CronSim, CronSimError
from msgspec import Meta, Struct, field

from watchd.errors import Fault
from watchd.model import address
from watchd.model.address import WebAddress
from watchd.model.channel import Template
from watchd.model.times import CLOCK_TIME, Duration, duration_seconds, zone

StrategyName = Literal["energy", "infospiders", "myspiders", "best_first", "genetic", "breadth_first"]
HealthState = Literal["new", "well", "ailing"]
FindingKind = Literal["new", "changed", "gone", "newly_relevant"]
ClockTime = Annotated[str, Meta(pattern=CLOCK_TIME, description="A time of day, HH:MM.", examples=["07:30"])]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2,3}$(?!\n)", description="ISO 639 code.", examples=["en"])]
Name = Annotated[
    str,
    Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$(?!\n)"),
]
Tag = Annotated[str, Meta(min_length=1, max_length=50, pattern=r"^[^\x00-\x1f\x7f]+$(?!\n)")]
ShortName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$(?!\n)")]
HostPattern = Annotated[
    str,
    Meta(
        max_length=253,
        pattern=r"^(\*\.)?[A-Za-z0-9._:\[\]-]+$(?!\n)",
        description="A host, or *.example.org for all below it.",
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

# The shortest pause between two runs; anything shorter would be a load test.
MIN_PERIOD_SECONDS = 1.0
MAX_PERIOD_SECONDS = 366 * 86400.0


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """What the person wants to hear about: words, example pages, or both."""

    text: Annotated[
        str,
        Meta(
            max_length=2000,
            pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$(?!\n)",
            description='Words, "phrases" and -exclusions; | between topics any of which is enough.',
            examples=['solid state battery "pilot line" -toy'],
        ),
    ] = ""
    examples: Annotated[list[WebAddress], Meta(max_length=50)] = []
    languages: Annotated[list[Language], Meta(max_length=20)] = []  # empty: any language

    def faults(self) -> Iterator[Fault]:
        if not self.text.strip() and not self.examples:
            yield Fault("text", "is empty, and there are no examples; a query needs one of them")
        yield from _bad_addresses("examples", self.examples)


class Seeds(Struct, frozen=True, forbid_unknown_fields=True):
    """Where runs start, besides what earlier runs remember."""

    urls: Annotated[list[WebAddress], Meta(max_length=500)] = []
    feeds: Annotated[list[WebAddress], Meta(max_length=500)] = []
    sitemaps: Annotated[list[WebAddress], Meta(max_length=100)] = []
    # None: every provider that the configuration enables. An empty list: no search engine at all.
    providers: Annotated[list[ShortName], Meta(max_length=50)] | None = None
    limit: Annotated[
        int, Meta(ge=1, le=200, description="Most results taken from search providers per run.")
    ] = 30

    def faults(self) -> Iterator[Fault]:
        yield from _bad_addresses("urls", self.urls)
        yield from _bad_addresses("feeds", self.feeds)
        yield from _bad_addresses("sitemaps", self.sitemaps)


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """Where agents may go. An empty allow-list allows every host."""

    hosts_allow: Annotated[list[HostPattern], Meta(max_length=500)] = []
    hosts_deny: Annotated[list[HostPattern], Meta(max_length=500)] = []
    url_deny: Annotated[list[UrlPattern], Meta(max_length=200)] = []


class Adaptive(Struct, frozen=True, forbid_unknown_fields=True):
    """A cadence that follows how often something is found, within these bounds."""

    min: Duration = "15m"
    max: Duration = "24h"

    def faults(self) -> Iterator[Fault]:
        yield from _bad_period("min", self.min)
        yield from _bad_period("max", self.max)
        if duration_seconds(self.min) > duration_seconds(self.max):
            yield Fault("min", f"is {self.min}, longer than max, which is {self.max}; swap them")


class Schedule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When runs happen: exactly one of every, cron, adaptive and manual."""

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
                f"needs exactly one of every, cron, adaptive and manual; it has {', '.join(chosen) or 'none'}",
            )
        if self.every is not None:
            yield from _bad_period("every", self.every)
        if self.cron is not None and (problem := _what_is_wrong_with_cron(self.cron)):
            yield Fault("cron", problem)
        if self.timezone is not None:
            yield from _bad_zone("timezone", self.timezone)
            if self.cron is None:
                yield Fault("timezone", "only goes with cron; remove it")


class Budget(Struct, frozen=True, forbid_unknown_fields=True):
    """Hard caps of one run; the first one reached ends it."""

    pages: Annotated[int, Meta(ge=1, le=100_000)] = 500
    seconds: Annotated[int, Meta(ge=1, le=86_400)] = 900
    megabytes: Annotated[int, Meta(ge=1, le=100_000)] = 200


class Strategy(Struct, frozen=True, forbid_unknown_fields=True):
    """How the agents choose where to go. The strategy's own parameters are checked by core/strategies."""

    name: StrategyName = "energy"
    params: dict[str, Any] = {}


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts as worth telling."""

    kinds: Annotated[list[FindingKind], Meta(max_length=4)] = field(default_factory=lambda: ["new", "changed"])
    min_score: Annotated[float, Meta(ge=0, le=1)] = 0.3
    # Known good pages that runs are not told of, to see whether they come to them on their own.
    canaries: Annotated[list[WebAddress], Meta(max_length=20)] = []
    canaries_from_verdicts: Annotated[int, Meta(ge=0, le=10)] = 0  # the pages called relevant last serve, too

    @property
    def wants_every_edit(self) -> bool:
        """The person chose the pages themselves: what they say is told, whatever its score, each time that it changes."""
        return self.min_score == 0

    def faults(self) -> Iterator[Fault]:
        yield from _bad_addresses("canaries", self.canaries)


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is delivered between these times of day; it may span midnight. Checking goes on."""

    start: ClockTime
    end: ClockTime

    def faults(self) -> Iterator[Fault]:
        if self.start == self.end:
            yield Fault(
                "end", f"is {self.end}, the same as start, so no hour would be quiet; change one of them"
            )


class Delivery(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is told, and when."""

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
            yield Fault("channels", "names a channel twice; once is enough")


class ProfileSpec(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A profile as a person writes it."""

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
            yield Fault("tags", "has a tag twice; once is enough")
        told = {*self.seeds.urls, *self.query.examples}
        for position, url in enumerate(self.report.canaries):
            if url in told:
                yield Fault(
                    f"report.canaries[{position}]",
                    "is a seed or an example, too; a canary is a page that runs are not told of, so remove one",
                )


class LastRun(Struct, frozen=True):
    """The newest run of a profile, in short."""

    id: str
    state: str
    stop_reason: str | None
    ended_at: datetime | None


class Health(Struct, frozen=True):
    """How a profile is doing, since when, and why."""

    state: HealthState
    since: datetime
    reason: str | None = None


class ProfileCounts(Struct, frozen=True):
    """How many findings a profile has, and how many nobody has read."""

    findings: int = 0
    unread: int = 0


class Profile(Struct, frozen=True, kw_only=True):
    """A stored profile."""

    id: str
    revision: int  # grows with every change; the ETag is made of it
    spec: ProfileSpec
    created_at: datetime
    updated_at: datetime
    next_run_at: datetime | None
    interval: float | None = None  # seconds; where an adaptive cadence stands now
    last_run: LastRun | None = None
    health: Health
    counts: ProfileCounts = ProfileCounts()


def _bad_addresses(name: str, urls: list[str]) -> Iterator[Fault]:
    for position, url in enumerate(urls):
        if problem := address.problem_with(url):
            yield Fault(f"{name}[{position}]", problem)


def _bad_zone(name: str, text: str) -> Iterator[Fault]:
    try:
        zone(text)
    except ValueError as mistake:
        yield Fault(name, str(mistake))


def _bad_period(name: str, text: str) -> Iterator[Fault]:
    if not MIN_PERIOD_SECONDS <= duration_seconds(text) <= MAX_PERIOD_SECONDS:
        yield Fault(name, f"is {text}; it needs to be between 1s and 366d")


@lru_cache(maxsize=4096)  # a rare date takes milliseconds to find, and an import may hold thousands of profiles
def _what_is_wrong_with_cron(line: str) -> str | None:
    if len(line.split()) != 5:
        return "needs five fields (minute hour day month weekday), such as 0 7 * * 1-5"
    # Any start will do: what matters is that the line can be read and that its time ever comes.
    start = datetime(2024, 1, 1)  # noqa: DTZ001
    try:
        next(CronSim(line, start))
    except CronSimError as mistake:
        return f"cannot be read ({mistake}); write five fields such as 0 7 * * 1-5"
    except StopIteration:
        return "never comes; there is no such date"
    return None
