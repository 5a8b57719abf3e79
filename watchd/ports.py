"""What the use cases need from the world. The doors (web, store, notify, system) provide it; tests provide fakes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol, TypeVar

from watchd.model.agent import AgentRecord, RunEvent, RunPage
from watchd.model.alert import Alert, ChannelQueue, DeliveryOutcome, Horizon, Message
from watchd.model.channel import Channel
from watchd.model.finding import Finding, Verdict
from watchd.model.host_state import HostPace, Quarantined
from watchd.model.listing import Listing
from watchd.model.outcome import Fetched, Meter, Outcome, RequestOutcome, Validators
from watchd.model.page import KnownState, Page, PageState, PageVersion, RelevantPage, StoredPage, Unparseable
from watchd.model.portal import Indexed, KnownDocument, PortalDocument, ProfileScore
from watchd.model.profile import Health, Profile, ProfileSpec
from watchd.model.provider import ProviderAnswer, ProviderState, ProviderTerms, Wording
from watchd.model.run import Books, Run, RunCounts, RunState, SelfCheck, StopReason, Trigger
from watchd.model.seed import Gathered, SeedAnswer, SourceReport

T = TypeVar("T")
Tables_co = TypeVar("Tables_co", covariant=True)


class Transactions(Protocol[Tables_co]):
    """A store, as far as some tables of it are concerned: reads of one consistent view, and writes of all or nothing."""

    async def read(self, work: Callable[[Tables_co], Awaitable[T]]) -> T: ...

    async def write(self, work: Callable[[Tables_co], Awaitable[T]], *, patient: bool = False) -> T:
        """What is patient lets everybody else go first."""


class Clock(Protocol):
    """What time it is, in UTC."""

    def now(self) -> datetime: ...


class Entropy(Protocol):
    """The source of all chance."""

    def bits(self, count: int) -> int: ...

    def chance(self) -> float: ...


class StartedProfiles(Protocol):
    """Profiles that get a run."""

    async def get(self, id: str) -> Profile | None: ...

    async def mark_started(self, id: str, run_id: str) -> None: ...


class DueProfiles(StartedProfiles, Protocol):
    """The part of the profiles that has to do with time."""

    async def due(self, now: datetime, limit: int) -> list[Profile]: ...

    async def next_due(self) -> datetime | None: ...

    async def overdue(self, before: datetime) -> list[str]: ...

    async def written_ahead(self, now: datetime, limit: int) -> list[Profile]: ...

    async def set_due(self, times: Mapping[str, datetime | None], now: datetime) -> None: ...


class WaitingRuns(Protocol):
    """Where runs wait for somebody who runs them."""

    async def queue(self, id: str, profile: Profile, trigger: Trigger, entropy: int, now: datetime) -> Run: ...


class QueueTables(Protocol):
    """What the queueing of a run touches."""

    @property
    def profiles(self) -> StartedProfiles: ...

    @property
    def runs(self) -> WaitingRuns: ...


class RunQueue(WaitingRuns, Protocol):
    """Runs, as the schedule sees them."""

    async def active_of(self, profile_id: str) -> str | None: ...


class ScheduleTables(Protocol):
    """What one step of the schedule may touch."""

    @property
    def profiles(self) -> DueProfiles: ...

    @property
    def runs(self) -> RunQueue: ...


ScheduleStore = Transactions[ScheduleTables]


class Outbound(Protocol):
    """Sends single requests through the guard: to engines, webhooks and sinks."""

    async def send(
        self,
        method: str,
        url: str,
        *,
        headers: tuple[tuple[str, str], ...] = (),
        body: bytes = b"",
        max_bytes: int = ...,
        timeout: float = ...,  # noqa: ASYNC109  (kept by the wire, which frees its slot)
    ) -> RequestOutcome: ...


class SearchProvider(Protocol):
    """A configured search provider; asking never raises."""

    name: str
    preset: str
    is_enabled: bool
    verified: date
    terms: ProviderTerms
    weight: float
    sorts_by_date: bool
    fingerprint: str  # changes with its definition, address and key

    def wordings(self, text: str, languages: list[str]) -> tuple[Wording, ...]: ...

    def pages(self, wanted: int) -> int: ...

    async def ask(self, wording: Wording, page: int) -> ProviderAnswer: ...


class PageDoor(Protocol):
    """The polite way to a page; never raises."""

    async def fetch(
        self,
        url: str,
        validators: Validators | None = None,
        *,
        caller: str = "",
        meter: Meter | None = None,
    ) -> Outcome:
        """The meter counts what it takes, and bounds it."""


class ListingReader(Protocol):
    """Reads lists of addresses where they can do no harm."""

    async def read_feed(self, fetched: Fetched) -> Listing | Unparseable: ...

    async def read_sitemap(self, fetched: Fetched) -> Listing | Unparseable: ...


class ProviderStates(Protocol):
    """What is remembered of each provider."""

    async def get(self, name: str) -> ProviderState: ...

    async def put(self, name: str, state: ProviderState, now: datetime) -> None: ...


class SeedAnswers(Protocol):
    """What sources answered, so that nobody is asked the same thing twice."""

    async def get(self, source: str, question: str) -> SeedAnswer | None: ...

    async def put(self, source: str, question: str, answer: SeedAnswer) -> None: ...


class SeedTables(Protocol):
    """What gathering seeds may touch."""

    @property
    def provider_states(self) -> ProviderStates: ...

    @property
    def seed_answers(self) -> SeedAnswers: ...


SeedStore = Transactions[SeedTables]


class Pacing(Protocol):
    """What the door has promised hosts."""

    def paces(self, *, only_lasting: bool = False) -> list[HostPace]: ...

    def restore(self, paces: list[HostPace]) -> None: ...

    def when_promised(self, call: Callable[[], None]) -> None: ...


class PoisonList(Protocol):
    """Documents that are not to be read again for a while."""

    def export(self) -> list[Quarantined]: ...

    def restore(self, entries: list[Quarantined]) -> None: ...


class HostTable(Protocol):
    """Promises on the disk."""

    async def all(self) -> list[HostPace]: ...

    async def put(self, paces: Sequence[HostPace], now: datetime) -> None: ...

    async def forget(self, names: Sequence[str]) -> None: ...


class QuarantineTable(Protocol):
    """Poison on the disk."""

    async def all(self) -> list[Quarantined]: ...

    async def put(self, entries: Sequence[Quarantined]) -> None: ...

    async def forget(self, digests: Sequence[str]) -> None: ...


class PromiseTables(Protocol):
    """What keeping promises may touch."""

    @property
    def hosts(self) -> HostTable: ...

    @property
    def quarantine(self) -> QuarantineTable: ...


class PageExtractor(Protocol):
    """Reads pages where they can do no harm."""

    async def extract(self, fetched: Fetched) -> Page | Unparseable: ...


class PageReader(ListingReader, PageExtractor, Protocol):
    """Reads fetched documents where they can do no harm."""


class SiteDoor(PageDoor, Protocol):
    """The polite way to a page, and to what a site says about itself."""

    async def sitemaps(self, url: str, *, caller: str = "", meter: Meter | None = None) -> tuple[str, ...]: ...


class Traps(Protocol):
    """Counts the addresses of one run; says why one is not to be visited."""

    def refusal(self, url: str) -> str | None: ...


class SeedSource(Protocol):
    """Names start pages; a source that fails is a line in the reports."""

    async def gather(self, spec: ProfileSpec, over: asyncio.Event) -> Gathered:
        """What has not answered when it is over is left out."""


class PageTable(Protocol):
    """Pages, shared by all profiles."""

    async def by_url(self, url: str) -> StoredPage | None: ...

    async def put(self, page: StoredPage) -> str: ...

    async def asked(self, id: str, status: int, now: datetime) -> None: ...

    async def add_alias(self, url: str, page_id: str) -> None: ...

    async def put_snapshot(self, page_id: str, page: Page, now: datetime) -> None: ...

    async def snapshot(self, page_id: str) -> Page | None: ...


class VersionTable(Protocol):
    """Former texts of pages."""

    async def put(self, page_id: str, version: PageVersion) -> bool: ...

    async def get(self, page_id: str, content_hash: str) -> PageVersion | None: ...


class PageStateTable(Protocol):
    """What pages mean to a profile."""

    async def get(self, profile_id: str, page_id: str) -> PageState | None: ...

    async def put(self, states: list[PageState]) -> None: ...

    async def offer(self, states: list[PageState]) -> int: ...

    async def renew(self, page_id: str, content_hash: str, *, least: float, besides: str) -> int: ...

    async def wake(self, profile_id: str, page_id: str, content_hash: str, energy: float) -> bool: ...

    async def known(self, profile_id: str, limit: int) -> Sequence[KnownState]: ...

    async def aliases(self, profile_id: str, limit: int) -> list[str]: ...

    async def credit_hub(self, profile_id: str, page_id: str, found: int) -> None: ...

    async def set_energies(self, profile_id: str, left: list[tuple[str, float, float]]) -> None: ...

    async def set_promises(self, profile_id: str, promises: dict[str, float]) -> None: ...


class RunTable(Protocol):
    """Runs, while somebody works on them."""

    async def claim(self, owner: str, *, now: datetime, lease_until: datetime, limit: int) -> list[Run]: ...

    async def release_all(self) -> None: ...

    async def progress(
        self, id: str, owner: str, counts: RunCounts, books: Books, *, lease_until: datetime
    ) -> bool: ...

    async def get(self, id: str) -> Run | None: ...

    async def renew(self, id: str, owner: str, until: datetime) -> bool: ...

    async def set_sources(self, id: str, sources: tuple[SourceReport, ...]) -> None: ...

    async def set_counts(self, id: str, counts: RunCounts) -> None: ...

    async def end(self, id: str, owner: str, state: RunState, reason: StopReason, now: datetime) -> bool: ...

    async def set_self_check(self, id: str, check: SelfCheck) -> None: ...

    async def self_checks(self, profile_id: str, *, besides: str, limit: int) -> list[SelfCheck]: ...

    async def last_ended(self, profile_id: str) -> Run | None: ...

    async def queue(self, id: str, profile: Profile, trigger: Trigger, entropy: int, now: datetime) -> Run: ...


class RunLogTable(Protocol):
    """What happened in a run, and its journal."""

    async def add_events(self, run_id: str, events: list[RunEvent]) -> None: ...

    async def last_number(self, run_id: str) -> int: ...

    async def add_step(self, run_id: str, step: int, entries: object) -> None: ...

    async def journal(self, run_id: str) -> list[bytes]: ...

    def unpacked(self, body: bytes, type: type[T]) -> T: ...

    async def trim_journals(self, profile_id: str, keep: str) -> None: ...

    async def put_agents(self, run_id: str, agents: list[AgentRecord]) -> None: ...

    async def put_pages(self, run_id: str, pages: list[RunPage]) -> None: ...


class LearnedTable(Protocol):
    """What profiles have learned."""

    async def get(self, profile_id: str, part: str, type: type[T]) -> T | None: ...

    async def put(self, profile_id: str, part: str, value: object, now: datetime) -> None: ...

    async def drop(self, profile_id: str, part: str) -> None: ...

    async def forget(self, profile_id: str) -> int: ...


class FindingTable(Protocol):
    """Findings, each stored once."""

    async def add(self, finding: Finding) -> bool: ...

    async def of_run(self, run_id: str) -> dict[str, str]: ...

    async def withdraw(self, id: str) -> None: ...

    async def newest_of(self, profile_id: str, page_id: str) -> Finding | None: ...

    async def was_told(self, profile_id: str, page_id: str) -> bool: ...

    async def told_texts(self, profile_id: str, page_id: str) -> frozenset[str]: ...


class AlertBook(Protocol):
    """Where alerts are written down."""

    async def add(self, alert: Alert) -> bool: ...

    async def attach(self, id: str, finding_ids: list[str]) -> None: ...

    async def attach_run(self, id: str, profile_id: str, run_id: str) -> int: ...

    async def open_for(self, profile_id: str, channel: str, *, due: datetime) -> str | None: ...

    async def earlier(
        self, profile_id: str, channel: str, *, since: datetime, earliest: datetime, until: datetime
    ) -> tuple[int, datetime | None]: ...


class AlertLanes(AlertBook, Protocol):
    """Where alerts wait, and how they leave."""

    async def lanes(self) -> list[ChannelQueue]: ...

    async def has_ahead(self, horizon: Horizon) -> bool: ...

    async def ahead(self, horizon: Horizon, limit: int) -> list[Alert]: ...

    async def set_due(self, times: dict[str, datetime], now: datetime) -> None: ...

    async def shorten_leases(self, latest: datetime) -> int: ...

    async def claim(
        self, channel: str, owner: str, *, now: datetime, lease_until: datetime
    ) -> Alert | None: ...

    async def release_all(self) -> int: ...

    async def mark_retrying(self, id: str, owner: str, reason: str) -> bool: ...

    async def mark_failed(self, id: str, owner: str, reason: str) -> bool: ...

    async def findings(self, id: str, limit: int) -> list[Finding]: ...

    async def count_findings(self, id: str) -> int: ...


class ChannelBook(Protocol):
    """The channels, as far as sending is concerned."""

    async def get(self, name: str) -> Channel | None: ...

    async def pause(self, name: str, until: datetime) -> None: ...

    async def shorten_pauses(self, latest: datetime, to: datetime) -> int: ...

    async def rest(self, name: str, now: datetime, reason: str) -> bool: ...

    async def wake(self, name: str) -> None: ...

    async def beside(self, name: str) -> list[Channel]: ...


class StoryBook(Protocol):
    """The stories of a profile."""

    async def recent(self, profile_id: str, since: datetime) -> list[tuple[str, int]]: ...

    async def add(self, id: str, profile_id: str, signature: int, now: datetime) -> None: ...

    async def is_of_another_page(self, id: str, finding: Finding) -> bool: ...

    async def grow(self, id: str, now: datetime) -> None: ...

    async def tell(self, id: str, now: datetime) -> bool: ...

    async def sources(self, id: str, *, besides: str, limit: int) -> tuple[list[str], int]: ...


class ProfileHealth(Protocol):
    """How profiles are doing."""

    async def get(self, id: str) -> Profile | None: ...

    async def set_health(self, id: str, health: Health) -> None: ...

    async def found_at(self, id: str, limit: int) -> list[datetime]: ...


class TellingTables(Protocol):
    """What telling may touch, in the transaction of those who found something."""

    def when_committed(self, call: Callable[[], None]) -> None: ...

    @property
    def alerts(self) -> AlertBook: ...

    @property
    def channels(self) -> ChannelBook: ...

    @property
    def stories(self) -> StoryBook: ...

    @property
    def profiles(self) -> ProfileHealth: ...


class ProfileTable(ProfileHealth, Protocol):
    """Profiles, as far as a run has to do with them."""

    async def versions(self) -> dict[str, str]: ...

    async def specs(self, ids: Sequence[str]) -> dict[str, ProfileSpec]: ...

    async def set_interval(self, id: str, seconds: float, next_run_at: datetime, now: datetime) -> None: ...

    async def mark_started(self, id: str, run_id: str) -> None: ...


class PortalTable(Protocol):
    """The documents of the portal with their index."""

    async def known(self, ids: Iterable[str]) -> Mapping[str, KnownDocument]: ...

    async def put(self, entries: Sequence[tuple[PortalDocument, Indexed, str]]) -> None: ...

    async def touch(self, seen: Sequence[tuple[int, datetime, tuple[str, ...]]]) -> None: ...

    async def bump(self, numbers: Sequence[int], now: datetime) -> None: ...

    async def scores(self, ids: Iterable[str]) -> dict[str, tuple[ProfileScore, ...]]: ...

    async def put_scores(self, scores: Sequence[tuple[str, ProfileScore]]) -> None: ...

    async def put_links(
        self, documents: Sequence[PortalDocument], found_from: Sequence[tuple[str, str]], *, is_new: bool
    ) -> None: ...

    async def remove(self, ids: Sequence[str], now: datetime) -> int: ...


class RunTables(TellingTables, Protocol):
    """What a step of a run may touch."""

    @property
    def profiles(self) -> ProfileTable: ...

    @property
    def pages(self) -> PageTable: ...

    @property
    def versions(self) -> VersionTable: ...

    @property
    def page_states(self) -> PageStateTable: ...

    @property
    def runs(self) -> RunTable: ...

    @property
    def run_log(self) -> RunLogTable: ...

    @property
    def learned(self) -> LearnedTable: ...

    @property
    def findings(self) -> FindingTable: ...

    @property
    def portal(self) -> PortalTable: ...


RunStore = Transactions[RunTables]


class AlertPlanner(Protocol):
    """Writes alerts, in the transaction of the findings that they are about."""

    async def story_of(self, tables: RunTables, finding: Finding, signature: int) -> str | None: ...

    async def tell(
        self,
        tables: RunTables,
        profile: Profile,
        findings: Sequence[Finding],
        *,
        now: datetime,
        is_baseline: bool,
    ) -> None: ...

    async def run_ended(
        self, tables: RunTables, profile: Profile, run: Run, *, now: datetime, is_baseline: bool
    ) -> None: ...


class PortalWriter(Protocol):
    """Keeps relevant pages for the portal, in the transaction of the step that saw them."""

    async def keep(self, tables: RunTables, sighting: RelevantPage) -> None: ...

    async def drop(self, tables: RunTables, page_id: str, *, now: datetime) -> None: ...


class ProfileSpecs(Protocol):
    """What profiles say."""

    async def specs(self, ids: Sequence[str]) -> dict[str, ProfileSpec]: ...


class OutboxTables(Protocol):
    """What the outbox may touch."""

    @property
    def alerts(self) -> AlertLanes: ...

    @property
    def channels(self) -> ChannelBook: ...

    @property
    def stories(self) -> StoryBook: ...

    @property
    def profiles(self) -> ProfileSpecs: ...


class OutboxStore(Transactions[OutboxTables], Protocol):
    """Where alerts wait, and the short way to mark one."""

    async def mark_sent(
        self,
        alert: Alert,
        owner: str,
        *,
        now: datetime,
        note: str = "",
        wakes: bool = False,
        lease_until: datetime | None = None,
    ) -> tuple[bool, Alert | None]: ...


class Sender(Protocol):
    """The door to people."""

    async def send(self, channel: Channel, message: Message) -> DeliveryOutcome:
        """Hand a message to a channel. Never raises, but for cancellation."""


class MessageLinks(Protocol):
    """Addresses of our own that go into messages."""

    is_public: bool  # somebody has said where people reach this daemon

    def verdict(self, finding: Finding, verdict: Verdict) -> str: ...

    def alert(self, alert_id: str) -> str: ...

    def findings(self, profile_id: str) -> str: ...


class Snapshots(Protocol):
    """Pages as they were read last."""

    async def by_url(self, url: str) -> StoredPage | None: ...

    async def snapshot(self, page_id: str) -> Page | None: ...


class SnapshotTables(Protocol):
    """Where remembered pages are."""

    @property
    def pages(self) -> Snapshots: ...


class LearnedTables(Protocol):
    """Where profiles keep what they have learned."""

    @property
    def learned(self) -> LearnedTable: ...


class KeptVersions(Protocol):
    """Texts that are kept of pages."""

    async def of_page(self, page_id: str) -> list[PageVersion]: ...


class ReplayTables(Protocol):
    """What judging the past again looks at."""

    @property
    def pages(self) -> Snapshots: ...

    @property
    def versions(self) -> KeptVersions: ...

    @property
    def page_states(self) -> PageStateTable: ...


class NamedTables(Protocol):
    """Where a page that a person named is kept."""

    @property
    def pages(self) -> PageTable: ...


NamedStore = Transactions[NamedTables]


class JudgedFindings(Protocol):
    """The findings, as far as verdicts are concerned."""

    async def get(self, id: str) -> Finding | None: ...

    async def set_verdicts(self, profile_id: str, page_id: str, verdict: Verdict) -> None: ...

    async def forget_verdicts(self, profile_id: str) -> None: ...


class VerdictTable(Protocol):
    """What people made of pages."""

    async def put(
        self, profile_id: str, page_id: str, verdict: Verdict, evidence: object, now: datetime
    ) -> None: ...

    async def remove(self, profile_id: str, page_id: str) -> None: ...

    async def standing(self, profile_id: str, evidence: type[T]) -> list[tuple[Verdict, T]]: ...

    async def forget(self, profile_id: str) -> int: ...


class FeedbackTables(Protocol):
    """What learning from verdicts may touch."""

    @property
    def profiles(self) -> ProfileHealth: ...

    @property
    def pages(self) -> Snapshots: ...

    @property
    def page_states(self) -> PageStateTable: ...

    @property
    def learned(self) -> LearnedTable: ...

    @property
    def findings(self) -> JudgedFindings: ...

    @property
    def verdicts(self) -> VerdictTable: ...
