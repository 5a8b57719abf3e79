"""What could keep watchd from doing its job, asked one by one, each with the way out."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from watchd import config
from watchd.client import CallFailed, Client
from watchd.config import Settings
from watchd.errors import ConfigError, WatchdError
from watchd.store.database import FILE_NAME, Database
from watchd.system import SystemClock

LEAST_FREE_BYTES = 500 * 2**20
# A clock before this version was written is wrong, and certificates and schedules would be too.
EARLIEST_YEAR = 2026


class Finding(Struct, frozen=True):
    """One question and its answer."""

    subject: str
    well: bool
    sentence: str


def examine(config_file: Path | None) -> Iterator[Finding]:
    """Ask everything that can be asked; what depends on a valid configuration is left out without one."""
    try:
        settings = config.load(config_file)
    except ConfigError as mistakes:
        for fault in mistakes.faults:
            yield Finding("configuration", False, f"{fault.field} {fault.message}")
        return
    yield Finding("configuration", True, "can be used")
    checks: list[Callable[[Settings], Finding]] = [
        _state_folder,
        _disk,
        _database,
        _clock,
        _contact,
        _providers,
        _daemon,
    ]
    for check in checks:
        yield check(settings)


def _state_folder(settings: Settings) -> Finding:
    folder = settings.state_dir
    if not folder.exists():
        return Finding("state folder", True, f"{folder} does not exist yet; the first start creates it")
    try:
        mode = folder.stat().st_mode & 0o777
    except OSError as cause:
        return Finding("state folder", False, f"{folder} cannot be looked at: {cause.strerror}")
    if mode & 0o077:
        return Finding(
            "state folder", False, f"{folder} can be read by others (mode {mode:o}); chmod 700 {folder}"
        )
    return Finding("state folder", True, f"{folder} is private")


def _disk(settings: Settings) -> Finding:
    folder = next(
        path for path in (settings.state_dir, *settings.state_dir.absolute().parents) if path.exists()
    )
    free = shutil.disk_usage(folder).free
    sentence = f"{free // 2**20} MiB free below {folder}"
    if free < LEAST_FREE_BYTES:
        return Finding("disk", False, f"{sentence}; watchd stops runs when it is full, so make room")
    return Finding("disk", True, sentence)


def _database(settings: Settings) -> Finding:
    file = settings.state_dir / FILE_NAME
    if not file.exists():
        return Finding("database", True, "does not exist yet; the first start creates it")
    database = Database(file)

    async def check() -> None:
        try:
            await database.check()
        finally:
            await database.close()

    try:
        asyncio.run(check())
    except WatchdError as trouble:
        return Finding("database", False, str(trouble))
    return Finding("database", True, f"{file} passes its integrity check")


def _clock(_settings: Settings) -> Finding:
    now = SystemClock().now()
    if now.year < EARLIEST_YEAR:
        return Finding(
            "clock",
            False,
            f"says {now:%Y-%m-%d}, which is in the past; set it, or switch on time synchronisation",
        )
    return Finding("clock", True, f"says {now:%Y-%m-%d %H:%M} UTC")


def _contact(settings: Settings) -> Finding:
    if not settings.fetch.contact:
        advice = 'is empty; set fetch.contact = "mailto:you@example.org", so that site owners can reach you'
        return Finding("contact", False, advice)
    return Finding("contact", True, f"servers are told {settings.fetch.contact}")


def _providers(settings: Settings) -> Finding:
    """To have none is a choice, so it is no fault; but nobody should wonder where the finds stay."""
    enabled = sorted(name for name, provider in settings.providers.items() if provider.enabled)
    if not enabled:
        advice = "none, so runs know only the pages, feeds and sitemaps of their profiles; add [providers.NAME]"
        return Finding("search providers", True, advice)
    return Finding("search providers", True, f"{', '.join(enabled)}; `watchd provider test NAME` asks one")


def _daemon(settings: Settings) -> Finding:
    address = settings.address
    try:
        Client(address, token=None).call("GET", "/health/ready")
    except CallFailed as trouble:
        return Finding("daemon", False, str(trouble))
    return Finding("daemon", True, f"is ready at {address}")
