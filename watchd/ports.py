"""Protocols for what the use cases need from outside: clock, chance, web, people, store.

The adapters (web, store, notify) implement them. Tests put fakes in their place. Tables have no protocol here: there is one
implementation of each, and the use cases and their tests work with the real ones (watchd/store/tables/).
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, datetime
from typing import Protocol, TypeVar

from watchd.model.alert import DeliveryOutcome, Message
from watchd.model.channel import Channel
from watchd.model.finding import Finding, Verdict
from watchd.model.host_state import HostPace, PageFault, Quarantined
from watchd.model.listing import Listing
from watchd.model.outcome import Fetched, Meter, Outcome, RequestOutcome, Validators
from watchd.model.page import Page, Unparseable
from watchd.model.profile import ProfileSpec
from watchd.model.provider import ProviderAnswer, ProviderFacts, ProviderTerms, Wording
from watchd.model.seed import Gathered

T = TypeVar("T")
Tables_co = TypeVar("Tables_co", covariant=True)


class Transactions(Protocol[Tables_co]):
    """A store: reads on one consistent view, and writes of all or nothing."""

    async def read(self, work: Callable[[Tables_co], Awaitable[T]]) -> T: ...

    async def write(self, work: Callable[[Tables_co], Awaitable[T]], *, patient: bool = False) -> T:
        """Run changes as one transaction; patient ones let all others go first."""


class Clock(Protocol):
    """The time of day, in UTC."""

    def now(self) -> datetime: ...


class Entropy(Protocol):
    """The source of all chance."""

    def bits(self, count: int) -> int: ...

    def chance(self) -> float: ...


class Fetcher(Protocol):
    """Fetches pages, guarded and politely; never raises."""

    async def fetch(
        self,
        url: str,
        validators: Validators | None = None,
        *,
        caller: str = "",
        meter: Meter | None = None,
    ) -> Outcome:
        """Fetch a page; the meter counts what that takes, and bounds it."""

    async def sitemaps(self, url: str, *, caller: str = "", meter: Meter | None = None) -> tuple[str, ...]:
        """Return the sitemaps that the robots.txt of a page's site names."""


class PageReader(Protocol):
    """Reads fetched documents in sandboxed child processes."""

    async def extract(self, fetched: Fetched) -> Page | Unparseable: ...

    async def read_feed(self, fetched: Fetched) -> Listing | Unparseable: ...

    async def read_sitemap(self, fetched: Fetched) -> Listing | Unparseable: ...


class Outbound(Protocol):
    """Sends single requests through the guard: to search providers, webhooks and sinks."""

    async def send(
        self,
        method: str,
        url: str,
        *,
        headers: tuple[tuple[str, str], ...] = (),
        body: bytes = b"",
        max_bytes: int = ...,
        timeout: float = ...,  # noqa: ASYNC109  (the HTTP client keeps it, and frees its slot)
    ) -> RequestOutcome: ...


class SearchProvider(Protocol):
    """A configured search provider; asking never raises."""

    name: str
    preset: str
    is_enabled: bool
    verified: date
    facts: ProviderFacts
    terms: ProviderTerms
    weight: float
    sorts_by_date: bool
    fingerprint: str  # changes with its definition, address and key

    def obstacle(self) -> str | None: ...

    def wordings(self, text: str, languages: list[str]) -> tuple[Wording, ...]: ...

    def pages(self, wanted: int) -> int: ...

    async def ask(self, wording: Wording, page: int) -> ProviderAnswer: ...


class SeedSource(Protocol):
    """Names start pages; a source that fails becomes a line in the reports."""

    async def gather(self, spec: ProfileSpec, over: asyncio.Event) -> Gathered:
        """Ask all sources; those that have not answered when it is over are left out."""


class Traps(Protocol):
    """Counts the addresses of one run, and says why one is not to be visited."""

    def refusal(self, url: str) -> str | None: ...


class Pacing(Protocol):
    """Per-host state of the fetcher that must survive a restart."""

    def paces(self, *, only_lasting: bool = False) -> list[HostPace]: ...

    def restore(self, paces: list[HostPace]) -> None: ...

    def on_long_pause(self, call: Callable[[], None]) -> None: ...


class PoisonList(Protocol):
    """Documents that are not to be read again for a while."""

    def export(self) -> list[Quarantined]: ...

    def restore(self, entries: list[Quarantined]) -> None: ...


class FaultList(Protocol):
    """Pages that are not to be requested again for a while."""

    def export(self) -> list[PageFault]: ...

    def restore(self, faults: list[PageFault]) -> None: ...


class Sender(Protocol):
    """Sends messages to people."""

    async def send(self, channel: Channel, message: Message) -> DeliveryOutcome:
        """Hand a message to a channel; never raises, except for cancellation."""


class MessageLinks(Protocol):
    """Addresses of this daemon that go into messages."""

    is_public: bool  # the operator has said where people reach this daemon

    def verdict(self, finding: Finding, verdict: Verdict) -> str: ...

    def alert(self, alert_id: str) -> str: ...

    def findings(self, profile_id: str) -> str: ...
