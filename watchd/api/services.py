"""What the controllers work with, put together by the daemon."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from litestar.di import NamedDependency

from watchd.api.settings import ServerSettings
from watchd.core.population.events import RunBudget
from watchd.flow.alerts.links import SignedLinks
from watchd.flow.run.notifier import RunNotifier
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model import ids
from watchd.model.channel import Template
from watchd.model.listing import Listing
from watchd.model.page import Unparseable
from watchd.portal.settings import PortalSettings
from watchd.ports import Clock, Entropy, Fetcher, PageReader, Sender
from watchd.store.database import Database
from watchd.web.listings.changedetection import WatchList
from watchd.web.listings.toml_file import TomlFile


class Vital(Protocol):
    """A part of the daemon that can say whether it works."""

    def __call__(self) -> str | None:
        """None when it works; else a sentence about what does not."""


class FileReader(PageReader, Protocol):
    """Reads files that clients hand in and pages that they name, where they can do no harm."""

    async def read_opml(self, body: bytes) -> Listing | Unparseable: ...

    async def read_bookmarks(self, body: bytes) -> Listing | Unparseable: ...

    async def read_toml(self, body: bytes) -> TomlFile | Unparseable: ...

    async def read_watches(self, body: bytes) -> WatchList | Unparseable: ...


class RunCommands(Protocol):
    """Starts, changes and stops runs."""

    def wake(self) -> None: ...

    def stop_run(self, run_id: str) -> bool: ...

    def adjust(self, run_id: str, budget: RunBudget, params: dict[str, Any]) -> bool: ...


class MessageSender(Sender, Protocol):
    """The door to people, and its word on templates."""

    async def what_is_wrong(self, template: Template) -> str | None: ...


@dataclass(frozen=True)
class Services:
    """The doors that a controller may use."""

    store: Database
    clock: Clock
    entropy: Entropy
    server: ServerSettings
    started_at: datetime
    files: FileReader
    fetcher: Fetcher  # to pages that a person names
    schedule_changed: Callable[[], None]  # a due time may have moved: set the alarm anew
    runs: RunCommands
    notifier: RunNotifier  # rings when a run has moved on
    search_providers: SearchProviders  # the search providers
    alerts_changed: Callable[[], None]  # there may be something to send
    sender: MessageSender
    links: SignedLinks
    vitals: tuple[tuple[str, Vital], ...] = ()
    portal: PortalSettings = field(default_factory=PortalSettings)

    def new_id(self) -> str:
        return ids.time_sorted(self.clock.now(), self.entropy.bits(ids.RANDOM_BITS))


# How a controller asks for them.
Wired = NamedDependency[Services]
