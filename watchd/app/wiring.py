"""Wiring of the parts: this module builds the adapters, the run environment and the services of the daemon.

`open_resources` opens what both the daemon and `watchd run` need. `DaemonParts` builds everything else that the daemon
runs: the outbox, the run worker, the scheduler, and the services that the API uses.
"""

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import msgspec

from watchd.api.edge.idempotency import ANSWER_RETENTION
from watchd.api.services import Services
from watchd.api.streams import EventStreams
from watchd.app import config
from watchd.app.clock import ClockWatch, SystemClock, SystemEntropy
from watchd.app.config import Settings
from watchd.app.descriptors import DescriptorPlan, plan_of_this_process
from watchd.app.scheduler import Scheduler
from watchd.flow.alerts.outbox import SENT_KEPT, Outbox
from watchd.flow.alerts.planner import ChannelAlertPlanner
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.flow.run.control import RunNotifier
from watchd.flow.run.environment import AlertPlanner, PortalWriter, RunEnvironment
from watchd.flow.run.run_worker import RunWorker
from watchd.flow.run.schedule import RunSchedule
from watchd.flow.seeds.gather import Gatherer
from watchd.flow.seeds.provider_setup import ProviderSetup
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.flow.upkeep.contact import Contact
from watchd.flow.upkeep.host_state import HostStateKeeper
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.flow.upkeep.retention import Retention
from watchd.model import values
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.portal.push import feed_sinks
from watchd.ports import Clock, Entropy
from watchd.store.database import Database, open_database
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.fetch.traps import TrapWatch
from watchd.web.providers import preset_files
from watchd.web.providers.definition import Definition
from watchd.web.providers.provider import WebSearchProvider
from watchd.web.providers.settings import ProviderSettings
from watchd.web.reader.extractor import Extractor
from watchd.web.settings import FetchBounds, bounds_with
from watchd.web.urls import urls

# A profile may run only once a year, but answers that were not used for two months are deleted.
SEED_ANSWERS_KEPT = timedelta(days=60)


@dataclass(frozen=True)
class Adapters:
    """Connections to the web and to receivers of messages."""

    pages: WebFetcher
    reader: Extractor
    # A fetcher of its own: it may reach the search providers that the operator runs, and no page may.
    providers: WebFetcher
    sandboxed_sender: SandboxedSender  # runs Apprise and templates
    # A fetcher of its own, for the receivers of the portal's documents.
    sinks: WebFetcher


@dataclass(frozen=True)
class Resources:
    """Open resources of one process."""

    settings: Settings
    descriptors: DescriptorPlan
    config_file: Path | None
    clock: Clock
    entropy: Entropy
    store: Database
    adapters: Adapters


@contextlib.asynccontextmanager
async def open_resources(
    settings: Settings, config_file: Path | None, state_dir: Path
) -> AsyncIterator[Resources]:
    """Open the database and the adapters; they close with the block."""
    clock = SystemClock()
    plan = plan_of_this_process()
    store = await open_database(state_dir, clock.now(), max_readers=plan.readers)
    try:
        async with _open_adapters(settings, plan) as adapters:
            yield Resources(settings, plan, config_file, clock, SystemEntropy(), store, adapters)
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def _open_adapters(settings: Settings, plan: DescriptorPlan) -> AsyncIterator[Adapters]:
    fetch = settings.fetch
    children = plan.reading_children(settings.extract.children)
    extract = msgspec.structs.replace(settings.extract, children=children)
    sink_bounds = bounds_with(fetch, [sink.url for sink in settings.portal.sinks.values()])
    async with (
        Extractor(ExtractBounds.of(extract), robot=fetch.robot) as reader,
        WebFetcher(plan.for_pages(FetchBounds.of(fetch))) as pages,
        WebFetcher(plan.for_others(FetchBounds.of(fetch))) as providers,
        SandboxedSender(fetch.allow_networks, fetch.deny_networks) as sandboxed_sender,
        WebFetcher(plan.for_others(sink_bounds)) as sinks,
    ):
        yield Adapters(pages, reader, providers, sandboxed_sender, sinks)


class ChangeableSettings:
    """Search providers and contact: as configured, changed by what is stored in the database."""

    def __init__(self, resources: Resources) -> None:
        store, clock = resources.store, resources.clock
        self._adapters, self._now, self._fetch = resources.adapters, clock.now, resources.settings.fetch
        self.contact = Contact(self._fetch.contact, store, clock, changed=self._introduce)
        self.search_providers = SearchProviders([], store, clock, resources.entropy)
        self.provider_setup = ProviderSetup(
            resources.settings.providers,
            config.definitions_folder(resources.config_file),
            self.search_providers,
            self,
            store,
            clock,
        )

    async def start(self) -> None:
        await self.contact.start()
        await self.provider_setup.start()

    def build(self, name: str, definition: Definition, settings: ProviderSettings) -> WebSearchProvider:
        return WebSearchProvider(
            name,
            definition,
            settings,
            sender=self._adapters.providers.outbound,
            reader=self._adapters.reader,
            now=self._now,
            contact=self.contact.value,
        )

    def open_network(self, providers: Mapping[str, ProviderSettings]) -> None:
        self._adapters.providers.use_network_rules(preset_files.bounds_for(self._fetch, providers))

    def _introduce(self, contact: str) -> None:
        robot_name = msgspec.structs.replace(self._fetch, contact=contact).robot_name
        for fetcher in (self._adapters.pages, self._adapters.providers, self._adapters.sinks):
            fetcher.introduce(robot_name)


def run_environment(
    resources: Resources, providers: SearchProviders, *, planner: AlertPlanner, portal: PortalWriter
) -> RunEnvironment:
    """Build what all runs share."""
    clock, entropy = resources.clock, resources.entropy
    bounds = FetchBounds.of(resources.settings.fetch)
    return RunEnvironment(
        store=resources.store,
        fetcher=resources.adapters.pages,
        reader=resources.adapters.reader,
        seeds=Gatherer(providers, urls.canonical),
        clock=clock,
        entropy=entropy,
        planner=planner,
        portal=portal,
        traps=lambda: TrapWatch(bounds, clock.now().year),
        notifier=RunNotifier(),
        owner=values.time_sorted_id(clock.now(), entropy.bits(values.RANDOM_ID_BITS)),
    )


def feeding_sinks(resources: Resources) -> contextlib.AbstractAsyncContextManager[None]:
    """Push the portal's documents to the configured sinks while the block lasts."""
    outbound = resources.adapters.sinks.outbound
    sinks = resources.settings.portal.sinks
    return feed_sinks(sinks, store=resources.store, outbound=outbound, clock=resources.clock)


class DaemonParts:
    """Background loops of the daemon, and the services that the API uses.

    `address` is where clients on this machine find the API. `links_key` signs the links in messages.
    """

    def __init__(self, resources: Resources, *, address: str, links_key: bytes) -> None:
        settings, store, adapters = resources.settings, resources.store, resources.adapters
        clock, entropy = resources.clock, resources.entropy
        public_url = settings.server.public_url
        links = SignedLinks(links_key, public_url or address, clock, is_public=bool(public_url))
        sender = ChannelSender(adapters.pages.outbound, adapters.sandboxed_sender, clock)
        changeable = ChangeableSettings(resources)
        self._store, self._clock = store, clock
        self._watch = ClockWatch(clock)
        self._retention = Retention(settings.retention, store, clock, age_clock=self._watch)
        pages, quarantine = adapters.pages, adapters.reader.quarantine
        self._host_state = HostStateKeeper(pages.politeness, pages.faulty_pages, quarantine, store, clock)
        self._outbox = Outbox(store, sender, links, clock, entropy)
        planner = ChannelAlertPlanner(entropy, written=self._outbox.wake, settings=settings.alerts)
        environment = run_environment(
            resources, changeable.search_providers, planner=planner, portal=PortalFeed()
        )
        self._changeable = changeable
        self._worker = RunWorker(environment)
        self._scheduler = Scheduler(
            RunSchedule(store, clock, entropy),
            clock,
            self._keep_house,
            deletion=self._delete_old_rows,
            watch=self._watch,
            queued=self._worker.wake,
            clock_set=self._look_again,
        )
        self.services = Services(
            store=store,
            clock=clock,
            entropy=entropy,
            server=settings.server,
            started_at=clock.now(),
            files=adapters.reader,
            fetcher=adapters.pages,
            schedule_changed=self._scheduler.wake,
            runs=self._worker,
            notifier=environment.notifier,
            search_providers=changeable.search_providers,
            provider_setup=changeable.provider_setup,
            contact=changeable.contact,
            alerts_changed=self._outbox.wake,
            sender=sender,
            links=links,
            health_checks=(
                ("schedule", self._scheduler.trouble),
                ("runs", self._worker.trouble),
                ("alerts", self._outbox.trouble),
            ),
            portal=settings.portal,
            streams=EventStreams(resources.descriptors.max_streams),
        )

    async def start(self) -> None:
        await self._changeable.start()
        self._watch.resume(await self._store.read(lambda tables: tables.proven_time()))
        await self._host_state.start()
        await self._outbox.start()
        await self._worker.start()
        await self._scheduler.start()

    async def stop(self) -> None:
        await self._scheduler.stop()
        await self._worker.stop()
        await self._outbox.stop()
        await self._host_state.stop()

    @property
    def stuck(self) -> tuple[Callable[[], str | None], ...]:
        """Checks for the watchdog; each returns a sentence when its loop is stuck."""
        return self._scheduler.stuck, self._worker.stuck, self._outbox.stuck

    def _look_again(self) -> None:
        """Let every loop look at its times: they may be due now."""
        self._outbox.wake()
        self._worker.wake()

    async def _keep_house(self) -> None:
        proven = self._watch.now()
        await self._store.write(lambda tables: tables.put_proven_time(proven))
        await self._store.tend()
        await self._retention.trim_to_size()

    async def _delete_old_rows(self) -> None:
        now = self._watch.now()
        await self._store.write(lambda tables: tables.answers.trim(now - ANSWER_RETENTION))
        await self._store.write(lambda tables: tables.seed_answers.trim(now - SEED_ANSWERS_KEPT))
        await self._store.write(lambda tables: tables.alerts.trim(now - SENT_KEPT))
        await self._retention.trim_old()
