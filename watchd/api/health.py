"""/health: is the process alive, and can it do its job? Both are open, and tell strangers nothing else."""

import asyncio

from litestar import Controller, Response, get
from msgspec import Struct

from watchd.api.authorize import OPEN
from watchd.api.problems import MEDIA_TYPE, encoded, problem
from watchd.api.services import Services, Wired
from watchd.errors import Fault, Unavailable

WRITE_SECONDS = 3.0


class Status(Struct, frozen=True):
    """One word."""

    status: str


class HealthView(Controller):
    """For systemd, load balancers and people."""

    path = "/health"
    tags = ["Operations"]  # noqa: RUF012 (the framework's way)

    @get("/live", opt={"scope": OPEN}, summary="Is the process alive?")
    async def live(self) -> Status:
        return Status("live")

    @get("/ready", opt={"scope": OPEN}, summary="Can runs, alerts and the API work?")
    async def ready(self, services: Wired) -> Response[Status]:
        """503 names the part that does not work."""
        faults = [Fault(name, trouble) for name, vital in services.vitals if (trouble := vital())]
        if trouble := await _database_trouble(services):
            faults.append(Fault("database", trouble))
        if not faults:
            return Response(Status("ready"))
        body = problem(
            503, "not-ready", "Not ready: " + "; ".join(f"{f.field} {f.message}" for f in faults), faults
        )
        return Response(encoded(body), status_code=503, media_type=MEDIA_TYPE)  # type: ignore[arg-type]


async def _database_trouble(services: Services) -> str | None:
    """Try the way that every run and alert takes. A full disk shows only when something is written."""
    if trouble := services.store.trouble():
        return trouble
    now = services.clock.now()
    try:
        async with asyncio.timeout(WRITE_SECONDS):
            await services.store.write(lambda tables: tables.beat(now))
    except Unavailable:
        return "cannot be written"
    except TimeoutError:
        return f"did not answer within {WRITE_SECONDS:.0f} s"
    return None
