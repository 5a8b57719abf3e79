"""What the use cases need from the world. The doors (web, store, notify, system) provide it; tests provide fakes."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Protocol, TypeVar

from watchd.model.profile import Profile
from watchd.model.run import Run, Trigger

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
