"""How are the parts put together? The doors to the web and to people, the search engines, the world that runs act on."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from watchd.app import config
from watchd.app.config import Settings
from watchd.flow.run.environment import AlertPlanner, PortalWriter, RunEnvironment
from watchd.flow.run.notifier import RunNotifier
from watchd.flow.seeds.gather import Gatherer
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model import ids
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.ports import Clock, Entropy
from watchd.store.database import Database
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.fetch.traps import TrapWatch
from watchd.web.providers import preset_files
from watchd.web.providers.provider import WebSearchProvider
from watchd.web.reader.extractor import Extractor
from watchd.web.settings import FetchBounds, bounds_with
from watchd.web.urls import urls


@dataclass(frozen=True)
class Adapters:
    """The ways to the web and to people."""

    pages: WebFetcher
    reader: Extractor
    # A door of its own: the engines that the operator runs are open to these requests, and to no page.
    providers: WebFetcher
    workshop: SandboxedSender  # where Apprise and templates run
    # Likewise for the receivers that the portal's documents are pushed to.
    sinks: WebFetcher


@contextlib.asynccontextmanager
async def doors(settings: Settings) -> AsyncIterator[Adapters]:
    """Open them; they close with the block."""
    reader = Extractor(ExtractBounds.of(settings.extract), robot=settings.fetch.robot)
    async with (
        reader,
        WebFetcher(FetchBounds.of(settings.fetch)) as pages,
        WebFetcher(preset_files.bounds_for(settings.fetch, settings.providers)) as providers,
        SandboxedSender(settings.fetch.allow_networks, settings.fetch.deny_networks) as workshop,
        WebFetcher(bounds_with(settings.fetch, [sink.url for sink in settings.portal.sinks.values()])) as sinks,
    ):
        yield Adapters(pages, reader, providers, workshop, sinks)


def search_providers(
    settings: Settings, file: Path | None, opened: Adapters, store: Database, clock: Clock, entropy: Entropy
) -> SearchProviders:
    """The search providers that the configuration names."""
    definitions = preset_files.configured_definitions(settings.providers, config.definitions_folder(file))
    configured = (
        WebSearchProvider(
            name,
            definition,
            settings.providers[name],
            sender=opened.providers.outbound,
            reader=opened.reader,
            now=clock.now,
            contact=settings.fetch.contact,
        )
        for name, definition in definitions.items()
    )
    return SearchProviders(configured, store, clock, entropy)


def world(
    settings: Settings,
    opened: Adapters,
    store: Database,
    searching: SearchProviders,
    *,
    clock: Clock,
    entropy: Entropy,
    planner: AlertPlanner,
    portal: PortalWriter,
) -> RunEnvironment:
    """What runs act on."""
    bounds = FetchBounds.of(settings.fetch)
    return RunEnvironment(
        store=store,
        fetcher=opened.pages,
        reader=opened.reader,
        seeds=Gatherer(searching, urls.canonical),
        clock=clock,
        entropy=entropy,
        planner=planner,
        portal=portal,
        traps=lambda: TrapWatch(bounds, clock.now().year),
        notifier=RunNotifier(),
        owner=ids.time_sorted(clock.now(), entropy.bits(ids.RANDOM_BITS)),
    )


def sender(opened: Adapters, clock: Clock) -> ChannelSender:
    """Who hands messages to channels."""
    return ChannelSender(opened.pages.outbound, opened.workshop, clock)
