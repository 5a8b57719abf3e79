"""How are the parts put together? The doors to the web and to people, the search engines, the world that runs act on."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from watchd.app import config
from watchd.app.config import Settings
from watchd.flow.run.notifier import Bell
from watchd.flow.run.run import World
from watchd.flow.seeds.gather import Gatherer
from watchd.flow.seeds.search_providers import Engines
from watchd.model import ids
from watchd.notify.sandboxed_sender import Workshop
from watchd.notify.sender import ChannelSender
from watchd.ports import Clock, Entropy, Shelf, Teller
from watchd.store.database import Database
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import Fetcher
from watchd.web.fetch.traps import TrapWatch
from watchd.web.providers import preset_files
from watchd.web.providers.provider import Engine
from watchd.web.reader.extractor import Extractor
from watchd.web.settings import FetchBounds, bounds_with
from watchd.web.urls import urls


@dataclass(frozen=True)
class Doors:
    """The ways to the web and to people."""

    pages: Fetcher
    reader: Extractor
    # A door of its own: the engines that the operator runs are open to these requests, and to no page.
    providers: Fetcher
    workshop: Workshop  # where Apprise and templates run
    # Likewise for the receivers that the portal's documents are pushed to.
    sinks: Fetcher


@contextlib.asynccontextmanager
async def doors(settings: Settings) -> AsyncIterator[Doors]:
    """Open them; they close with the block."""
    reader = Extractor(ExtractBounds.of(settings.extract), robot=settings.fetch.robot)
    async with (
        reader,
        Fetcher(FetchBounds.of(settings.fetch)) as pages,
        Fetcher(preset_files.bounds_for(settings.fetch, settings.providers)) as providers,
        Workshop(settings.fetch.allow_networks, settings.fetch.deny_networks) as workshop,
        Fetcher(bounds_with(settings.fetch, [sink.url for sink in settings.portal.sinks.values()])) as sinks,
    ):
        yield Doors(pages, reader, providers, workshop, sinks)


def engines(
    settings: Settings, file: Path | None, opened: Doors, store: Database, clock: Clock, entropy: Entropy
) -> Engines:
    """The search providers that the configuration names."""
    definitions = preset_files.chosen(settings.providers, config.definitions_folder(file))
    configured = (
        Engine(
            name,
            definition,
            settings.providers[name],
            sender=opened.providers.courier,
            reader=opened.reader,
            now=clock.now,
            contact=settings.fetch.contact,
        )
        for name, definition in definitions.items()
    )
    return Engines(configured, store, clock, entropy)


def world(
    settings: Settings,
    opened: Doors,
    store: Database,
    searching: Engines,
    *,
    clock: Clock,
    entropy: Entropy,
    teller: Teller,
    shelf: Shelf,
) -> World:
    """What runs act on."""
    bounds = FetchBounds.of(settings.fetch)
    return World(
        store=store,
        door=opened.pages,
        reader=opened.reader,
        seeds=Gatherer(searching, urls.canonical),
        clock=clock,
        entropy=entropy,
        teller=teller,
        shelf=shelf,
        traps=lambda: TrapWatch(bounds, clock.now().year),
        bell=Bell(),
        owner=ids.time_sorted(clock.now(), entropy.bits(ids.RANDOM_BITS)),
    )


def sender(opened: Doors, clock: Clock) -> ChannelSender:
    """Who hands messages to channels."""
    return ChannelSender(opened.pages.courier, opened.workshop, clock)
