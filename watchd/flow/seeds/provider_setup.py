"""Settings of search providers: those of the configuration, and those made through the API, which win field by field.

A change is stored first and takes effect at once. Requests that are in progress finish with the settings that they began
with. Settings that can no longer work (the file of their definition is gone) keep their provider off and do not stop the
start; its status gives the reason.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec
import structlog

from watchd import validation
from watchd.errors import Fault, FieldErrors
from watchd.flow.seeds.search_providers import ProviderView, SearchProviders
from watchd.model.provider import ProviderFacts, ProviderOverrides, ProviderSource
from watchd.ports import Clock, SearchProvider
from watchd.store.database import Store
from watchd.store.tables import Tables
from watchd.web.providers import preset_files
from watchd.web.providers.definition import Definition
from watchd.web.providers.provider import facts_of
from watchd.web.providers.settings import ProviderSettings, changed, effective

NO_OVERRIDES = ProviderOverrides()
WAYS = ("send it as api_key", "set enabled to false")

log = structlog.get_logger()


class ProviderFactory(Protocol):
    """Builds search providers, and opens the network to their addresses."""

    def build(self, name: str, definition: Definition, settings: ProviderSettings) -> SearchProvider: ...

    def open_network(self, providers: Mapping[str, ProviderSettings]) -> None:
        """Allow requests to the addresses of these providers, and to no address of former ones."""


class ProviderSetup:
    """Setup of all search providers. `folder` has the operator's own definitions."""

    def __init__(
        self,
        configured: Mapping[str, ProviderSettings],
        folder: Path | None,
        search_providers: SearchProviders,
        factory: ProviderFactory,
        store: Store,
        clock: Clock,
    ) -> None:
        self._configured = configured
        self._folder = folder
        self._search_providers = search_providers
        self._factory = factory
        self._store = store
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._overrides: dict[str, ProviderOverrides] = {}
        self._built: dict[str, tuple[Definition, ProviderSettings, SearchProvider]] = {}
        self._unusable: dict[str, str] = {}  # why, by name
        self._presets: dict[str, Definition] = {}

    async def start(self) -> None:
        """Set up all providers with their configured and stored settings."""
        self._apply(await self._store.read(lambda tables: tables.settings.providers()))

    def names(self) -> list[str]:
        """Return the names that a profile may use: of all providers with settings, and of all presets."""
        return sorted({*self._presets, *self._built, *self._unusable})

    def obstacles(self) -> dict[str, str | None]:
        """Return for each name why the provider cannot be asked, and the way out; None for one that can."""
        found: dict[str, str | None] = {
            name: f"It is switched off; `watchd provider enable {name}` switches it on."
            for name in self.names()
        }
        for provider in self._search_providers.configured():
            if provider.is_enabled:
                found[provider.name] = provider.obstacle()
        return found | self._unusable

    async def put(self, name: str, change: ProviderOverrides) -> None:
        """Store a change and apply it; raise FieldErrors if the provider is enabled and could not work."""
        if not preset_files.NAME.fullmatch(name):
            allowed = "must have 1 to 64 lower-case letters, digits, dots, dashes and underscores"
            raise FieldErrors([Fault("name", f"{allowed}; got {name[:64]!r}")])

        async def store(tables: Tables) -> dict[str, ProviderOverrides]:
            stored = await tables.settings.providers()
            configured = self._configured.get(name)
            overrides = changed(name, configured, stored.get(name, NO_OVERRIDES), change)
            settings = validation.verify(effective(name, configured, overrides))
            preset_files.usable_definition(name, settings, self._folder, ways=WAYS)
            await tables.settings.put_provider(name, overrides, self._clock.now())
            return {**stored, name: overrides}

        await self._change(store)
        log.info("search provider changed", provider=name, fields=sorted(msgspec.to_builtins(change)))

    async def delete(self, name: str) -> bool:
        """Delete what was stored for a provider, so that the configuration applies again; False if nothing was."""

        async def store(tables: Tables) -> dict[str, ProviderOverrides] | None:
            is_deleted = await tables.settings.delete_provider(name)
            return await tables.settings.providers() if is_deleted else None

        is_deleted = await self._change(store)
        if is_deleted:
            log.info("search provider settings deleted", provider=name)
        return is_deleted

    async def overview(self) -> list[ProviderView]:
        """Return the status of every provider and every preset, by name."""
        views = {view.name: view for view in await self._search_providers.overview()}
        for name, reason in self._unusable.items():
            views[name] = self._view_without_settings(name, reason)
        for name in self._presets.keys() - views.keys():
            views[name] = self._view_without_settings(name, None)
        return [msgspec.structs.replace(views[name], source=self._source(name)) for name in sorted(views)]

    async def _change(self, store: Callable[[Tables], Awaitable[dict[str, ProviderOverrides] | None]]) -> bool:
        """Store a change, then apply all stored settings. A caller that goes away does not stop it in between."""

        async def change() -> bool:
            async with self._one_at_a_time:
                stored = await self._store.write(store)
                if stored is not None:
                    self._apply(stored)
                return stored is not None

        return await asyncio.shield(asyncio.ensure_future(change()))

    def _apply(self, overrides: dict[str, ProviderOverrides]) -> None:
        names = sorted({*self._configured, *overrides})
        settings = {
            name: effective(name, self._configured.get(name), overrides.get(name, NO_OVERRIDES))
            for name in names
        }
        built, unusable = {}, {}
        for name in names:
            try:
                built[name] = self._provider(name, settings[name])
            except FieldErrors as mistakes:
                reasons = "; ".join(f"{fault.field} {fault.message}" for fault in mistakes.faults)
                unusable[name] = f"It cannot be used: {reasons}."
                log.warning("search provider cannot be used", provider=name, reason=reasons)
        self._overrides, self._built, self._unusable = overrides, built, unusable
        self._presets = self._read_presets()
        self._factory.open_network({name: settings[name] for name in built})
        self._search_providers.replace_all(provider for _, _, provider in built.values())

    def _provider(
        self, name: str, settings: ProviderSettings
    ) -> tuple[Definition, ProviderSettings, SearchProvider]:
        """Return the provider with these settings, which may be the one that is in use."""
        definition = preset_files.usable_definition(name, settings, self._folder, ways=WAYS)
        known = self._built.get(name)
        if known is not None and known[:2] == (definition, settings):
            return known
        return definition, settings, self._factory.build(name, definition, settings)

    def _read_presets(self) -> dict[str, Definition]:
        found = {}
        for name in filter(preset_files.NAME.fullmatch, preset_files.preset_names(self._folder)):
            try:
                found[name] = preset_files.definition(name, self._folder)
            except FieldErrors as mistakes:
                log.warning("definition of a search provider cannot be used", reason=str(mistakes))
        return found

    def _source(self, name: str) -> ProviderSource:
        if name in self._overrides:
            return "api"
        return "config" if name in self._configured else "preset"

    def _view_without_settings(self, name: str, reason: str | None) -> ProviderView:
        """Return the status of a provider that cannot be asked before its settings change."""
        settings = effective(name, self._configured.get(name), self._overrides.get(name, NO_OVERRIDES))
        preset = settings.preset or name
        definition = self._presets.get(preset)
        facts = facts_of(definition, settings) if definition else ProviderFacts(title=name, sends_to=None)
        return ProviderView(
            name=name,
            preset=preset,
            enabled=False,
            state="off",
            verified=definition.verified if definition else None,
            left_today=None,
            left_this_month=None,
            resting_until=None,
            last_error=None,
            last_error_at=None,
            answered_at=None,
            facts=facts,
            problem=reason,
        )
