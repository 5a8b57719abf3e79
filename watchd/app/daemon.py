"""The daemon: opens the state, wires the parts, serves until it is told to stop, and leaves in order.

Start: lock the folder, open the database, make the first token, set the alarm, listen, report ready.
Stop: no new connections, answers in flight are finished, the alarm stops, the database closes, the lock goes.
"""

import asyncio
import contextlib
import gc
import signal
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import structlog
import uvicorn

from watchd import __version__, logs
from watchd.api.app import build
from watchd.api.edge.idempotency import ANSWER_RETENTION
from watchd.api.services import Services
from watchd.api.settings import ServerSettings
from watchd.app import config, wiring
from watchd.app.clock import SystemClock, SystemEntropy
from watchd.app.config import Settings
from watchd.app.scheduler import Scheduler
from watchd.app.server import BoundedProtocol, TlsListener, most_open
from watchd.app.systemd import ServiceManager
from watchd.app.watchdog import Watchdog
from watchd.errors import ConfigError, Fault
from watchd.flow.alerts.links import SignedLinks
from watchd.flow.alerts.outbox import SENT_KEPT, Outbox
from watchd.flow.alerts.planner import ChannelAlertPlanner
from watchd.flow.run.schedule import RunSchedule
from watchd.flow.run.worker import RunWorker
from watchd.flow.upkeep import tokens
from watchd.flow.upkeep.host_state import HostStateKeeper
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.flow.upkeep.retention import Retention
from watchd.model.token import TokenSpec
from watchd.portal.push import feeding
from watchd.ports import Clock, Entropy
from watchd.store.database import Database, open_database
from watchd.store.state_folder import StateFolder
from watchd.store.tables import Tables

# The service manager kills after longer; a person waits no longer than this.
GRACE_SECONDS = 5
# A profile may run once a year, but a list that nobody asked for in two months is not kept for it.
SEED_ANSWERS_KEPT = timedelta(days=60)
# What a reload can change without a new start.
RELOADABLE = {"log"}
# Almost everything is freed by counting. What is left over in circles is looked for so seldom that nobody waits for it:
# with Python's own numbers, all of the memory was searched every five seconds under full load, for 20 to 50 ms.
GARBAGE = (3_000, 20, 10)

log = structlog.get_logger()


class Daemon:
    """One process on one event loop."""

    def __init__(self, settings: Settings, config_file: Path | None = None) -> None:
        self._settings = settings
        self._config_file = config_file
        self._clock: Clock = SystemClock()
        self._entropy: Entropy = SystemEntropy()
        self._manager = ServiceManager()
        self._server: uvicorn.Server | None = None

    async def run(self) -> None:
        """Serve until a signal says stop."""
        with StateFolder(self._settings.state_dir) as folder:
            async with (
                self._opened(folder.path) as database,
                wiring.doors(self._settings) as doors,
            ):
                await self._make_first_token(folder, database)
                sinks = self._settings.portal.sinks
                async with feeding(sinks, store=database, outbound=doors.sinks.outbound, clock=self._clock):
                    await self._serve(folder, database, doors)
        log.info("stopped")

    @contextlib.asynccontextmanager
    async def _opened(self, folder: Path) -> AsyncIterator[Database]:
        database = await open_database(folder, self._clock.now())
        try:
            yield database
        finally:
            await database.close()

    async def _make_first_token(self, folder: StateFolder, database: Database) -> None:
        """A database without an admin token gets one, in a file that only its owner can read. The log names the file."""

        async def store(tables: Tables) -> bool:
            if await tables.tokens.has_admin(self._clock.now()):
                return False
            taken = await tables.tokens.named("admin") is not None
            name = f"admin-{self._clock.now():%Y%m%d%H%M%S}" if taken else "admin"
            new = tokens.make(TokenSpec(name, "admin"), clock=self._clock, entropy=self._entropy)
            # The file first: a token without a file would lock everybody out, a file without a token is replaced.
            folder.write_admin_token(new.text)
            await tables.tokens.insert(new.token, new.digest)
            return True

        if await database.write(store):
            log.info("admin token created", file=str(folder.path / "admin.token"))

    async def _serve(self, folder: StateFolder, database: Database, doors: wiring.Adapters) -> None:
        sockets = [listening(self._settings, self._manager.sockets())]
        reachable = self._reachable(sockets[0])
        address = reachable.address
        links = SignedLinks(
            folder.links_key(lambda: self._entropy.bits(256)),
            self._settings.server.public_url or address,
            self._clock,
            is_public=bool(self._settings.server.public_url),
        )
        sender = wiring.sender(doors, self._clock)
        outbox = Outbox(database, sender, links, self._clock, self._entropy)
        engines = wiring.engines(self._settings, self._config_file, doors, database, self._clock, self._entropy)
        world = wiring.world(
            self._settings,
            doors,
            database,
            engines,
            clock=self._clock,
            entropy=self._entropy,
            planner=ChannelAlertPlanner(self._entropy, written=outbox.wake),
            portal=PortalFeed(),
        )
        runner = RunWorker(world)
        promises = HostStateKeeper(doors.pages.politeness, doors.reader.quarantine, database, self._clock)
        schedule = RunSchedule(database, self._clock, self._entropy)
        retention = Retention(self._settings.retention, database, self._clock)
        alarm = Scheduler(
            schedule,
            self._clock,
            housekeeping=lambda: self._keep_house(database, retention),
            queued=runner.wake,
        )
        services = Services(
            store=database,
            clock=self._clock,
            entropy=self._entropy,
            server=self._settings.server,
            started_at=self._clock.now(),
            files=doors.reader,
            fetcher=doors.pages,
            schedule_changed=alarm.rearm,
            runs=runner,
            notifier=world.notifier,
            search_providers=engines,
            alerts_changed=outbox.wake,
            sender=sender,
            links=links,
            health_checks=(("schedule", alarm.trouble), ("runs", runner.trouble), ("alerts", outbox.trouble)),
            portal=self._settings.portal,
        )
        self._server = server(build(services), self._settings)
        await promises.start()
        await outbox.start()
        await runner.start()
        await alarm.start()
        # What is loaded by now stays; looking through it for garbage would hold up an answer now and then.
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        with self._signals():
            log.info("listening", version=__version__, address=address, state=str(database.file.parent))
            stuck = (alarm.stuck, runner.stuck, outbox.stuck)
            try:
                async with Watchdog(self._manager, reachable, stuck).beating():
                    await self._server.serve(sockets=sockets)
            finally:
                await alarm.stop()
                await runner.stop()
                await outbox.stop()
                await promises.stop()

    def _reachable(self, sock: socket.socket) -> Settings:
        """The settings with where we are: the system chose the port when 0 was asked for."""
        here = msgspec.structs.replace(self._settings.server, port=sock.getsockname()[1])
        return msgspec.structs.replace(self._settings, server=here)

    async def _keep_house(self, database: Database, retention: Retention) -> None:
        now = self._clock.now()
        await database.write(lambda tables: tables.answers.trim(now - ANSWER_RETENTION))
        await database.write(lambda tables: tables.seed_answers.trim(now - SEED_ANSWERS_KEPT))
        await database.write(lambda tables: tables.alerts.trim(now - SENT_KEPT))
        await database.tend()
        await retention.trim()

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Our own handlers: uvicorn's would end the loop while streams are still open."""
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
            # A second signal does not wait for answers in flight.
            self._server.force_exit = self._server.should_exit
            self._server.should_exit = True

    def _reload(self) -> None:
        self._manager.reloading()
        self._take_over_settings()
        self._manager.ready("Settings were read again; the log says what changed")

    def _take_over_settings(self) -> None:
        """Take over what can change while running, and say what cannot."""
        try:
            fresh = config.load(self._config_file)
        except ConfigError as mistakes:
            log.error("configuration not reloaded", faults=[f"{f.field}: {f.message}" for f in mistakes.faults])
            return
        names = Settings.__struct_fields__
        changed = [name for name in names if getattr(fresh, name) != getattr(self._settings, name)]
        logs.set_up(fresh.log)
        self._settings = msgspec.structs.replace(self._settings, log=fresh.log)
        waiting = sorted(set(changed) - RELOADABLE)
        if waiting:
            log.warning("these sections need a restart to take effect", sections=waiting)
        log.info("configuration reloaded", changed=sorted(set(changed) & RELOADABLE))


class Server(uvicorn.Server):
    """uvicorn without its signal handlers."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class SecureServer(Server):
    """Serves over TLS."""

    def __init__(self, config: uvicorn.Config, context: ssl.SSLContext) -> None:
        super().__init__(config)
        self._context = context

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        doors = [TlsListener(sock, self._protocol, self._context) for sock in sockets or ()]
        self.servers += doors  # type: ignore[arg-type]

    def _protocol(self) -> BoundedProtocol:
        return BoundedProtocol(self.config, self.server_state, self.lifespan.state)


def server(app: object, settings: Settings) -> uvicorn.Server:
    config = _server_config(app)
    if not settings.server.tls_cert:
        return Server(config)
    return SecureServer(config, _certified(settings.server))


def _certified(server: ServerSettings) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(server.tls_cert, server.tls_key)
    except OSError as cause:  # of the files, or of what is in them
        raise ConfigError([Fault("server.tls_cert", f"cannot be used with server.tls_key: {cause}")]) from cause
    return context


def _server_config(app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        # h11 is slower than httptools, strict about what a request is, and bounds its head.
        http=BoundedProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=500,
        # Those who wait to be let in come all at once, and each needs a descriptor before anybody can be sent away.
        backlog=most_open(),
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
        h11_max_incomplete_event_size=32 * 1024,
    )


def listening(settings: Settings, handed_over: list[socket.socket]) -> socket.socket:
    """Bind before anything else is promised, so that a port in use is a clear sentence."""
    host, port = settings.server.host, settings.server.port
    if handed_over:
        return _as_configured(handed_over, host, port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(512)
    except OSError as cause:
        sock.close()
        field = "server.host" if isinstance(cause, socket.gaierror) else "server.port"
        detail = f"cannot listen on {host}:{port}: {cause.strerror or cause}; choose another one, or stop what is there"
        raise ConfigError([Fault(field, detail)]) from cause
    sock.setblocking(False)
    return sock


def _as_configured(handed_over: list[socket.socket], host: str, port: int) -> socket.socket:
    """A socket that the service manager opened, if it is where the settings say: they were checked for safety."""
    first = handed_over[0]
    if len(handed_over) == 1 and first.family != socket.AF_UNIX and first.getsockname()[:2] == (host, port):
        return first
    places = ", ".join(str(sock.getsockname()) for sock in handed_over)
    detail = f"the service manager listens on {places}; let its ListenStream= be {host}:{port}, or change both"
    raise ConfigError([Fault("server.host", detail)])
