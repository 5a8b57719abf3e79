"""What the use cases need from the world. The doors (web, store, notify, system) provide it; tests provide fakes."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, datetime
from typing import Protocol, TypeVar

from watchd.model.listing import Listing
from watchd.model.outcome import Fetched, Outcome, Validators
from watchd.model.page import Unparseable
from watchd.model.profile import Profile
from watchd.model.provider import EngineAnswer, ProviderState, ProviderTerms, Wording
from watchd.model.run import Run, Trigger
from watchd.model.seed import SeedAnswer

T = TypeVar("T")


class Clock(Protocol):
    """What time it is, in UTC."""

    def now(self) -> datetime: ...


class Entropy(Protocol):
    """The source of all chance."""

    def bits(self, count: int) -> int: ...

    def chance(self) -> float: ...


class DueProfiles(Protocol):
    """The part of the profiles that has to do with time."""

    async def due(self, now: datetime, limit: int) -> list[Profile]: ...

    async def next_due(self) -> datetime | None: ...

    async def overdue(self, before: datetime) -> list[str]: ...

    async def written_ahead(self, now: datetime, limit: int) -> list[Profile]: ...

    async def set_due(self, times: Mapping[str, datetime | None], now: datetime) -> None: ...

    async def mark_started(self, id: str, run_id: str) -> None: ...


class RunQueue(Protocol):
    """Where runs wait for somebody who runs them."""

    async def active_of(self, profile_id: str) -> str | None: ...

    async def queue(self, id: str, profile: Profile, trigger: Trigger, entropy: int, now: datetime) -> Run: ...


class ScheduleTables(Protocol):
    """What one step of the schedule may touch."""

    @property
    def profiles(self) -> DueProfiles: ...

    @property
    def runs(self) -> RunQueue: ...


class ScheduleStore(Protocol):
    """Transactions over those tables."""

    async def read(self, work: Callable[[ScheduleTables], Awaitable[T]]) -> T: ...

    async def write(self, work: Callable[[ScheduleTables], Awaitable[T]]) -> T: ...


class SearchEngine(Protocol):
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

    async def ask(self, wording: Wording, page: int) -> EngineAnswer: ...


class PageDoor(Protocol):
    """The polite way to a page; never raises."""

    async def fetch(self, url: str, validators: Validators | None = None, *, caller: str = "") -> Outcome: ...


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


class SeedStore(Protocol):
    """Transactions over those tables."""

    async def read(self, work: Callable[[SeedTables], Awaitable[T]]) -> T: ...

    async def write(self, work: Callable[[SeedTables], Awaitable[T]]) -> T: ...
