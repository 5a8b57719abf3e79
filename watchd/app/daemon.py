"""Daemon process: it opens the state folder, serves until a signal arrives, and stops in order.

Start: lock the folder, open the database, create the first token, start the loops, listen, report ready.
Stop: close the listening socket, finish the answers in progress, stop the loops, close the database, release the lock.
"""

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import structlog
import uvicorn

from watchd import __version__, logs
from watchd.api.app import build
from watchd.app import config, server, wiring
from watchd.app.config import Settings
from watchd.app.descriptors import WAY_OUT
from watchd.app.watchdog import ServiceManager, Watchdog
from watchd.app.wiring import DaemonParts, Resources
from watchd.errors import ConfigError
from watchd.flow.upkeep import tokens
from watchd.model.token import TokenSpec
from watchd.sandbox.probe import KINDS, probe
from watchd.sandbox.process import ChildDidNotStart
from watchd.store.state_folder import ADMIN_TOKEN_NAME, StateFolder
from watchd.store.tables import Tables

# Sections of the settings that a reload can change without a restart.
RELOADABLE = {"log"}
# Reference counting frees almost everything. The collector looks for cycles so rarely that no request waits for it: with
# Python's default numbers it searched the whole memory every five seconds under full load, for 20 to 50 ms.
GARBAGE_THRESHOLDS = (3_000, 20, 10)

log = structlog.get_logger()


class Daemon:
    """One process with one event loop."""

    def __init__(self, settings: Settings, config_file: Path | None = None) -> None:
        self._settings = settings
        self._config_file = config_file
        self._manager = ServiceManager()
        self._server: uvicorn.Server | None = None

    async def run(self) -> None:
        """Serve until a signal asks to stop."""
        with StateFolder(self._settings.state_dir) as folder:
            async with wiring.open_resources(self._settings, self._config_file, folder.path) as resources:
                await _create_first_token(folder, resources)
                async with wiring.feeding_sinks(resources):
                    await self._serve(folder, resources)
        log.info("stopped")

    async def _serve(self, folder: StateFolder, resources: Resources) -> None:
        sock = server.listen(self._settings.server, self._manager.sockets())
        reachable = _with_port_of(sock, self._settings)
        links_key = folder.links_key(lambda: resources.entropy.bits(256))
        parts = DaemonParts(resources, address=reachable.address, links_key=links_key)
        self._server = server.create_server(
            build(parts.services), self._settings.server, resources.descriptors.places
        )
        _log_shares(resources)
        await parts.start()
        # What is loaded now stays loaded; a search through it would delay requests.
        gc.freeze()
        gc.set_threshold(*GARBAGE_THRESHOLDS)
        with self._signal_handlers():
            log.info("listening", version=__version__, address=reachable.address, state=str(folder.path))
            sandbox = asyncio.create_task(_log_sandbox(), name="log of the sandbox")
            try:
                async with Watchdog(self._manager, reachable, parts.stuck).reporting():
                    await self._server.serve(sockets=[sock])
            finally:
                sandbox.cancel()
                await parts.stop()

    @contextlib.contextmanager
    def _signal_handlers(self) -> Iterator[None]:
        """Install our own handlers: uvicorn's would end the loop while streams are still open."""
        loop = asyncio.get_running_loop()
        actions: dict[signal.Signals, Callable[[], None]] = {
            signal.SIGTERM: self._stop,
            signal.SIGINT: self._stop,
            signal.SIGHUP: self._reload,
        }
        for number, action in actions.items():
            loop.add_signal_handler(number, action)
        try:
            yield
        finally:
            for number in actions:
                loop.remove_signal_handler(number)

    def _stop(self) -> None:
        log.info("stopping")
        self._manager.stopping()
        if self._server is not None:
            # A second signal does not wait for answers in progress.
            self._server.force_exit = self._server.should_exit
            self._server.should_exit = True

    def _reload(self) -> None:
        self._manager.reloading()
        self._apply_new_settings()
        self._manager.ready("Settings were read again; the log says what changed")

    def _apply_new_settings(self) -> None:
        """Apply the settings that can change while the daemon runs, and log the ones that need a restart."""
        try:
            fresh = config.load(self._config_file)
        except ConfigError as mistakes:
            log.error("configuration not reloaded", faults=[f"{f.field}: {f.message}" for f in mistakes.faults])
            return
        names = Settings.__struct_fields__
        changed = {name for name in names if getattr(fresh, name) != getattr(self._settings, name)}
        logs.set_up(fresh.log)
        self._settings = msgspec.structs.replace(self._settings, log=fresh.log)
        if needing_restart := sorted(changed - RELOADABLE):
            log.warning("these sections need a restart to take effect", sections=needing_restart)
        log.info("configuration reloaded", changed=sorted(changed & RELOADABLE))


def _log_shares(resources: Resources) -> None:
    """Log how the descriptors are shared."""
    plan, settings = resources.descriptors, resources.settings
    shares = {
        "limit": plan.limit,
        "api_connections": plan.places,
        "page_connections": min(plan.pages, settings.fetch.max_connections),
        "database_readers": plan.readers,
        "reading_children": plan.reading_children(settings.extract.children),
    }
    if plan.is_small:
        log.warning("few files may be open, so fewer connections are used", **shares, way_out=WAY_OUT)
    else:
        log.info("open files are shared", **shares)


async def _create_first_token(folder: StateFolder, resources: Resources) -> None:
    """Create an admin token if the database has none, in a file that only its owner can read. The log names the file."""
    now = resources.clock.now()

    async def create(tables: Tables) -> bool:
        if await tables.tokens.has_admin(now):
            return False
        is_taken = await tables.tokens.named("admin") is not None
        name = f"admin-{now:%Y%m%d%H%M%S}" if is_taken else "admin"
        new = tokens.make(TokenSpec(name, "admin"), clock=resources.clock, entropy=resources.entropy)
        # The file comes first: a token without a file would lock all clients out, a file without a token is replaced.
        folder.write_admin_token(new.text)
        await tables.tokens.insert(new.token, new.digest)
        return True

    if await resources.store.write(create):
        log.info("admin token created", file=str(folder.path / ADMIN_TOKEN_NAME))


async def _log_sandbox() -> None:
    """Log which layers confine each kind of child process."""
    for kind in KINDS:
        try:
            report = await probe(kind)
        except ChildDidNotStart as trouble:
            log.error("the sandbox cannot be tried", child=kind, reason=str(trouble))
            continue
        entry = log.info if report.is_complete else log.warning
        entry("sandbox", child=kind, in_force=report.in_force, missing=report.missing)


def _with_port_of(sock: socket.socket, settings: Settings) -> Settings:
    """Return the settings with the real port: the system chose one when the settings say 0."""
    here = msgspec.structs.replace(settings.server, port=sock.getsockname()[1])
    return msgspec.structs.replace(settings, server=here)
