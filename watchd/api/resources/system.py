"""/health, /metrics and /api/v1/system: state of the daemon. /health needs no token and shows no other data."""

import asyncio
from datetime import datetime
from typing import Annotated

from litestar import Controller, Response, delete, get, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from watchd import __version__, metrics
from watchd.api.edge.authorize import LOOPBACK_OR_READ, OPEN
from watchd.api.edge.problems import MEDIA_TYPE, encoded, problem
from watchd.api.services import Injected, Services
from watchd.core.relevance.term_rarity import cached_terms
from watchd.errors import Fault, Unavailable
from watchd.flow.upkeep.contact import ContactSource
from watchd.store.tables import Tables

WRITE_TIMEOUT_SECONDS = 3.0


class Status(Struct, frozen=True):
    """A state in one word."""

    status: str


class HealthController(Controller):
    """Health checks for systemd, load balancers and people."""

    path = "/health"
    tags = ["Operations"]  # noqa: RUF012 (the framework's way)

    @get("/live", opt={"scope": OPEN}, summary="Is the process alive?")
    async def live(self) -> Status:
        return Status("live")

    @get("/ready", opt={"scope": OPEN}, summary="Can runs, alerts and the API work?")
    async def ready(self, services: Injected) -> Response[Status]:
        """Check all parts; 503 names those that do not work."""
        faults = [Fault(name, trouble) for name, vital in services.health_checks if (trouble := vital())]
        if trouble := await _database_trouble(services):
            faults.append(Fault("database", trouble))
        if not faults:
            return Response(Status("ready"))
        body = problem(
            503, "not-ready", "Not ready: " + "; ".join(f"{f.field} {f.message}" for f in faults), faults
        )
        return Response(encoded(body), status_code=503, media_type=MEDIA_TYPE)  # type: ignore[arg-type]


async def _database_trouble(services: Services) -> str | None:
    """Write to the database as runs and alerts do, because only a write shows that the disk is full."""
    if trouble := services.store.trouble():
        return trouble
    now = services.clock.now()
    try:
        async with asyncio.timeout(WRITE_TIMEOUT_SECONDS):
            await services.store.write(lambda tables: tables.beat(now))
    except Unavailable:
        return "cannot be written"
    except TimeoutError:
        return f"did not answer within {WRITE_TIMEOUT_SECONDS:.0f} s"
    return None


class DatabaseOut(Struct, frozen=True):
    """The database."""

    kind: str
    bytes: int
    schema: int


class SystemCountsOut(Struct, frozen=True):
    """Numbers of stored resources."""

    profiles: int
    profiles_enabled: int
    channels: int
    runs_queued: int
    runs_running: int


class SystemProviderOut(Struct, frozen=True):
    """A search provider; /providers has the details."""

    name: str
    enabled: bool
    state: str


class ContactOut(Struct, frozen=True):
    """Contact for site owners; servers see it with every request."""

    contact: str
    source: ContactSource


class ContactIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A new contact."""

    contact: Annotated[
        str,
        Meta(
            max_length=500,
            description="An e-mail address, or the address of a page about the robot.",
            examples=["you@example.org"],
        ),
    ]


class SystemOut(Struct, frozen=True):
    """Summary of the daemon."""

    version: str
    started_at: datetime
    uptime_seconds: float
    database: DatabaseOut
    counts: SystemCountsOut
    next_due_at: datetime | None
    providers: list[SystemProviderOut]
    contact: ContactOut


@get("/system", opt={"scope": "read"}, summary="The daemon at a glance", tags=["Operations"])
async def system(services: Injected) -> SystemOut:
    counts, next_due, schema = await services.store.read(_overview)
    return SystemOut(
        version=__version__,
        started_at=services.started_at,
        uptime_seconds=round((services.clock.now() - services.started_at).total_seconds(), 3),
        database=DatabaseOut(kind="sqlite", bytes=services.store.size(), schema=schema),
        counts=counts,
        next_due_at=next_due,
        providers=[
            SystemProviderOut(p.name, p.enabled, p.state) for p in await services.search_providers.overview()
        ],
        contact=_contact(services),
    )


@put("/system/contact", opt={"scope": "admin"}, summary="Set the contact of the robot", tags=["Operations"])
async def set_contact(services: Injected, data: JSONBody[ContactIn]) -> ContactOut:
    """Store whom site owners can write to. It takes effect at once and wins over `fetch.contact` of the configuration."""
    await services.contact.set(data.contact)
    return _contact(services)


@delete("/system/contact", opt={"scope": "admin"}, summary="Forget the stored contact", tags=["Operations"])
async def delete_contact(services: Injected) -> None:
    """Use `fetch.contact` of the configuration again."""
    await services.contact.clear()


def _contact(services: Services) -> ContactOut:
    return ContactOut(services.contact.value(), services.contact.source())


@get(
    "/metrics",
    opt={"scope": LOOPBACK_OR_READ},
    summary="Metrics for Prometheus",
    tags=["Operations"],
    media_type="text/plain",
)
async def prometheus(services: Injected) -> Response[bytes]:
    """Return metrics. Clients on this machine need no token; others do."""
    await services.store.read(_measure)
    metrics.DATABASE_BYTES.set(services.store.size())
    metrics.TASKS.set(len(asyncio.all_tasks()))
    metrics.CACHED_TERMS.set(cached_terms())
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")


async def _measure(tables: Tables) -> None:
    profiles, enabled = await tables.profiles.count()
    metrics.PROFILES.labels("true").set(enabled)
    metrics.PROFILES.labels("false").set(profiles - enabled)
    metrics.ALERTS_WAITING.set(await tables.alerts.count_waiting())
    metrics.CHANNELS_RESTING.set(await tables.channels.count_resting())


async def _overview(tables: Tables) -> tuple[SystemCountsOut, datetime | None, int]:
    profiles, enabled = await tables.profiles.count()
    counts = SystemCountsOut(
        profiles=profiles,
        profiles_enabled=enabled,
        channels=await tables.channels.count(),
        runs_queued=await tables.runs.count("queued"),
        runs_running=await tables.runs.count("running"),
    )
    return counts, await tables.profiles.next_due(), await tables.schema_version()
