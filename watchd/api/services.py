"""Services that the controllers use; the daemon puts them together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from litestar.di import NamedDependency

from watchd.api.settings import ServerSettings
from watchd.api.streams import EventStreams
from watchd.core.population.events import RunBudget
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.flow.profiles.rules import TemplateChecker
from watchd.flow.run.control import RunNotifier
from watchd.flow.seeds.provider_setup import ProviderSetup
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.flow.upkeep.contact import Contact
from watchd.model import values
from watchd.model.listing import Listing
from watchd.model.page import Unparseable
from watchd.portal.settings import PortalSettings
from watchd.ports import Clock, Entropy, Fetcher, KnownRules, PageReader, Sender
from watchd.store.database import Database
from watchd.web.listings.changedetection import WatchList
from watchd.web.listings.toml_file import TomlFile


class HealthCheck(Protocol):
    """Health check of a part of the daemon."""

    def __call__(self) -> str | None:
        """Return None when the part works, else a sentence about what does not."""


class FileReader(PageReader, Protocol):
    """Sandboxed reader of files that clients send and pages that they name."""

    async def read_opml(self, body: bytes) -> Listing | Unparseable: ...

    async def read_bookmarks(self, body: bytes) -> Listing | Unparseable: ...

    async def read_toml(self, body: bytes) -> TomlFile | Unparseable: ...

    async def read_watches(self, body: bytes) -> WatchList | Unparseable: ...


class PageFetcher(Fetcher, KnownRules, Protocol):
    """Fetches pages that a person names, and says what is known of the rules for an address."""


class RunCommands(Protocol):
    """Commands for runs: start, change, stop."""

    def wake(self) -> None: ...

    def stop_run(self, run_id: str) -> bool: ...

    def adjust(self, run_id: str, budget: RunBudget, params: dict[str, Any]) -> bool: ...


class MessageSender(Sender, TemplateChecker, Protocol):
    """Sends messages to people, and checks their templates."""


@dataclass(frozen=True)
class Services:
    """Services that a controller may use."""

    store: Database
    clock: Clock
    entropy: Entropy
    server: ServerSettings
    started_at: datetime
    files: FileReader
    fetcher: PageFetcher
    schedule_changed: Callable[[], None]  # a due time may have changed; the scheduler must read them again
    runs: RunCommands
    notifier: RunNotifier  # wakes streams when a run has new events
    search_providers: SearchProviders
    provider_setup: ProviderSetup  # their settings
    contact: Contact  # that the robot names to servers
    alerts_changed: Callable[[], None]  # there may be something to send
    sender: MessageSender
    links: SignedLinks
    health_checks: tuple[tuple[str, HealthCheck], ...] = ()
    portal: PortalSettings = field(default_factory=PortalSettings)
    streams: EventStreams = field(default_factory=EventStreams)  # the open ones

    def new_id(self) -> str:
        return values.time_sorted_id(self.clock.now(), self.entropy.bits(values.RANDOM_ID_BITS))


# The type by which a controller gets them.
Injected = NamedDependency[Services]
