"""/runs: what populations do and did, and how to start, change and stop them."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, patch, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from watchd.api.edge import idempotency
from watchd.api.edge.paging import NEWEST, Cursor, Limit, ListingPage, listing, position
from watchd.api.edge.problems import ProblemError, invalid, not_found
from watchd.api.resources.profiles import existing
from watchd.api.services import Wired
from watchd.core.policy import profile_health
from watchd.errors import Fault
from watchd.flow.profiles import rules
from watchd.flow.run.schedule import queue_run
from watchd.flow.run.setup import budget_of
from watchd.model.profile import Budget, ProfileSpec, Strategy
from watchd.model.run import Canaries, Coverage, Run, RunState, StopReason, Trigger
from watchd.model.seed import SourceReport
from watchd.store.tables import Tables
from watchd.store.tables.runs import RunFilter

AnyRequest = Request[Any, Any, Any]
# A preview answers while a person waits, so it is small whatever the profile says.
PREVIEW = Budget(pages=60, seconds=120, megabytes=50)
CHANGEABLE = ("budget", "strategy")

# The framework keeps the name `state` for itself.
InState = Annotated[RunState | None, QueryParameter(name="state", description="Only runs in this state.")]


class RunCountsOut(Struct, frozen=True):
    """What a run has done so far."""

    fetched: int
    not_modified: int
    recalled: int
    failed: int
    refused: int
    bytes: int
    relevant: int
    findings: int
    born: int
    starved: int
    teleported: int
    alive: int


class CoverageOut(Struct, frozen=True):
    """Relevant pages that links lead to: found, and a guess at how many there are in all, with its 95 % interval. The guess
    compares two halves of the population that share what they know, so it is rather too low than too high."""

    found: int
    expected: float
    low: float
    high: float
    share: float  # found of expected


class RunOut(Struct, frozen=True):
    """A run as it is answered. `recalled` counts pages taken from memory, without a request."""

    id: str
    profile_id: str | None
    state: RunState
    stop_reason: StopReason | None
    trigger: Trigger
    entropy: int
    queued_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    counts: RunCountsOut
    harvest_rate: float
    budget: Budget
    strategy: Strategy
    sources: list[SourceReport]
    degraded: list[str]  # why no search provider helped, by provider; empty: one did, or none was wanted
    canaries: Canaries | None  # known good pages that it was not told of; null: none were named, or it goes on
    coverage: CoverageOut | None  # null while it goes on, and when too little was seen twice to guess


class RunChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What may change while a run goes on: a merge patch of budget and strategy.params."""

    budget: dict[str, Any] = {}
    strategy: dict[str, Any] = {}


class ProfileRunController(Controller):
    """Start a run of a profile, and look at those it had."""

    path = "/profiles"
    tags = ["Runs"]  # noqa: RUF012 (the framework's way)

    @post("/{profile_id:str}/runs", opt={"scope": "write"}, status_code=202, summary="Start a run")
    async def start(self, request: AnyRequest, services: Wired, profile_id: FromPath[str]) -> Response[RunOut]:
        """409 while one is active; the answer names it. Accepts an `Idempotency-Key`."""

        async def store(tables: Tables) -> Response[RunOut]:
            profile = await existing(tables, profile_id)
            if active := await tables.runs.active_of(profile_id):
                raise ProblemError(
                    409,
                    "run-active",
                    f"Run {active} of this profile is still active; wait for it, or stop it first.",
                    instance=f"/api/v1/runs/{active}",
                )
            run = await queue_run(tables, profile, "manual", services.entropy, services.clock.now())
            return _accepted(run)

        response = await idempotency.once(request, services, store)
        services.runs.wake()
        return response

    @get("/{profile_id:str}/runs", opt={"scope": "read"}, summary="Runs of a profile")
    async def of_profile(
        self, services: Wired, profile_id: FromPath[str], limit: Limit = 50, cursor: Cursor = None
    ) -> ListingPage[RunOut]:
        """Newest first."""
        before = position(cursor, NEWEST)

        async def look(tables: Tables) -> list[Run]:
            await existing(tables, profile_id)
            return await tables.runs.listed(RunFilter(profile_id=profile_id), before=before, limit=limit + 1)

        return listing([out(run) for run in await services.store.read(look)], limit, key=lambda run: run.id)

    @post("/preview", opt={"scope": "write"}, status_code=202, summary="Try a profile without storing it")
    async def preview(
        self, request: AnyRequest, services: Wired, data: JSONBody[ProfileSpec]
    ) -> Response[RunOut]:
        """Runs with a small budget; results as for any run. Nothing is alerted and nothing is remembered."""
        spec = rules.check(data)
        small = msgspec.structs.replace(spec, budget=_least(spec.budget, PREVIEW))

        async def store(tables: Tables) -> Response[RunOut]:
            run = await tables.runs.queue_preview(
                services.new_id(), small, services.entropy.bits(53), services.clock.now()
            )
            return _accepted(run)

        response = await idempotency.once(request, services, store)
        services.runs.wake()
        return response


class RunController(Controller):
    """Look at runs, change them and stop them."""

    path = "/runs"
    tags = ["Runs"]  # noqa: RUF012 (the framework's way)

    @get(opt={"scope": "read"}, summary="List runs")
    async def list_all(
        self,
        services: Wired,
        in_state: InState = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[RunOut]:
        """Newest first."""
        before = position(cursor, NEWEST)
        found = await services.store.read(
            lambda tables: tables.runs.listed(RunFilter(state=in_state), before=before, limit=limit + 1)
        )
        return listing([out(run) for run in found], limit, key=lambda run: run.id)

    @get("/{run_id:str}", opt={"scope": "read"}, summary="Read a run")
    async def read(self, services: Wired, run_id: FromPath[str]) -> RunOut:
        return out(await services.store.read(lambda tables: existing_run(tables, run_id)))

    @patch("/{run_id:str}", opt={"scope": "write"}, summary="Change a run while it goes on")
    async def change(self, services: Wired, run_id: FromPath[str], data: JSONBody[RunChange]) -> RunOut:
        """A JSON merge patch of `budget` and `strategy.params`. The profile stays as it is. 409 when the run has
        ended."""
        if data.strategy.keys() - {"params"}:
            raise invalid([Fault("strategy", "only its params can change while a run goes on")])

        async def store(tables: Tables) -> Run:
            run = await existing_run(tables, run_id)
            changes = {name: value for name in CHANGEABLE if (value := getattr(data, name))}
            spec = rules.apply_patch(run.spec, changes)
            if not await tables.runs.set_spec(run_id, spec):
                raise _over(run_id)
            return msgspec.structs.replace(run, spec=spec)

        run = await services.store.write(store)
        services.runs.adjust(run_id, budget_of(run.spec.budget), run.spec.strategy.params)
        return out(run)

    @post("/{run_id:str}/stop", opt={"scope": "write"}, status_code=202, summary="Stop a run")
    async def stop(self, services: Wired, run_id: FromPath[str]) -> RunOut:
        """What it has found so far is kept. Stopping a run that has ended changes nothing."""

        async def store(tables: Tables) -> Run:
            run = await existing_run(tables, run_id)
            if run.state == "queued":
                await tables.runs.end(run_id, "", "stopped", "stopped", services.clock.now())
            return await existing_run(tables, run_id)

        if services.runs.stop_run(run_id):
            return out(await services.store.read(lambda tables: existing_run(tables, run_id)))
        return out(await services.store.write(store))


async def existing_run(tables: Tables, run_id: str) -> Run:
    run = await tables.runs.get(run_id)
    if run is None:
        raise not_found("run", run_id)
    return run


def out(run: Run) -> RunOut:
    return RunOut(
        id=run.id,
        profile_id=run.profile_id,
        state=run.state,
        stop_reason=run.stop_reason,
        trigger=run.trigger,
        entropy=run.entropy,
        queued_at=run.queued_at,
        started_at=run.started_at,
        ended_at=run.ended_at,
        counts=RunCountsOut(**msgspec.structs.asdict(run.counts)),
        harvest_rate=round(run.counts.harvest_rate, 4),
        budget=run.spec.budget,
        strategy=run.spec.strategy,
        sources=list(run.sources),
        degraded=list(profile_health.degraded(run.sources)),
        canaries=run.self_check.canaries if run.self_check else None,
        coverage=_coverage(run.self_check.coverage if run.self_check else None),
    )


def _coverage(guess: Coverage | None) -> CoverageOut | None:
    if guess is None:
        return None
    return CoverageOut(guess.found, guess.expected, guess.low, guess.high, round(guess.share, 4))


def _accepted(run: Run) -> Response[RunOut]:
    return Response(out(run), status_code=202, headers={"Location": f"/api/v1/runs/{run.id}"})


def _over(run_id: str) -> ProblemError:
    return ProblemError(409, "run-over", f"Run {run_id} has ended; start a new one.")


def _least(one: Budget, other: Budget) -> Budget:
    names = Budget.__struct_fields__
    return Budget(**{name: min(getattr(one, name), getattr(other, name)) for name in names})
