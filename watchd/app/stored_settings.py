"""Settings made through the API, for commands that work beside the daemon: read from its database, combined as it does."""

from pathlib import Path

import msgspec

from watchd.app.config import Settings
from watchd.model.provider import ProviderOverrides
from watchd.store.database import FILE_NAME, Database
from watchd.store.tables import Tables
from watchd.web.providers.settings import effective


async def with_stored(settings: Settings) -> Settings:
    """Return the settings with those of the database; raise WatchdError or OSError if it cannot be read."""
    file = settings.state_dir / FILE_NAME
    if not file.is_file():
        return settings
    overrides, contact = await _stored(file)
    providers = dict(settings.providers)
    for name, override in overrides.items():
        providers[name] = effective(name, settings.providers.get(name), override)
    fetch = settings.fetch if contact is None else msgspec.structs.replace(settings.fetch, contact=contact)
    return msgspec.structs.replace(settings, providers=providers, fetch=fetch)


async def _stored(file: Path) -> tuple[dict[str, ProviderOverrides], str | None]:
    async def look(tables: Tables) -> tuple[dict[str, ProviderOverrides], str | None]:
        return await tables.settings.providers(), await tables.settings.contact()

    database = Database(file)
    try:
        return await database.read(look)
    finally:
        await database.close()
