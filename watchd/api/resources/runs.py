"""/runs: runs of profiles; start, change and stop them."""

from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Request, Response, get, patch, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from watchd.api.edge import idempotency
from watchd.api.edge.paging import (
    NEWEST,
    Cursor,
    IdPrefix,
    Limit,
    ListingPage,
    decode_cursor,
    having_prefix,
    listing,
    newest_start,
)
from watchd.api.edge.problems import ProblemError, invalid, not_found
from watchd.api.resources.profiles import existing_profile, situation
from watchd.api.services import Injected
from watchd.core.policy import profile_health
from watchd.core.run.run_start import budget_of
from watchd.errors import Fault
from watchd.flow.profiles import rules, warnings
from watchd.flow.run.schedule import queue_run
from watchd.model.profile import Budget, ProfileSpec, ProfileWarning, Strategy
from watchd.model.run import Canaries, Coverage, Run, RunState, StopReason, Trigger
from watchd.model.seed import SourceReport
from watchd.store.tables import Tables
from watchd.store.tables.runs import RunFilter

AnyRequest = Request[Any, Any, Any]
# A person waits for a preview, so it is small, also when the profile has a large budget.
MAX_PREVIEW = Budget(pages=60, seconds=120, megabytes=50)
OneRun = TypeVar("OneRun", bound="RunOut")
CHANGEABLE = ("budget", "strategy")

# The framework uses the name `state` itself.
InState = Annotated[RunState | None, QueryParameter(name="state", description="Only runs in this state.")]


class RunCountsOut(Struct, frozen=True):
    """The counts of a run so far."""

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
    """Relevant pages that links lead to: found, and an estimate of their total number, with its 95 % interval. The estimate
    compares two halves of the population that share what they know, so it is more often too low than too high."""

    found: int
    expected: float
    low: float
    high: float
    share: float  # found of expected


class RunOut(Struct, frozen=True):
    """A run. `recalled` counts pages that were taken from the store without a request."""

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
    degraded: list[str]  # why no search provider gave results, by provider; empty: one did, or none was wanted
    canaries: Canaries | None  # known good pages that the run had to find itself; null: none, or still active
    coverage: CoverageOut | None  # null while it is active, and when too few pages were seen twice


class PreviewOut(RunOut, frozen=True):
    """The run of a profile that is not stored, with warnings about the profile."""

    warnings: list[ProfileWarning] = []


class RunChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A merge patch of the fields that may change during a run: budget and strategy.params."""

    budget: dict[str, Any] = {}
    strategy: dict[str, Any] = {}


class ProfileRunController(Controller):
    """Runs of a profile."""

    path = "/profiles"
    tags = ["Runs"]  # noqa: RUF012 (the framework's way)

    @post("/{profile_id:str}/runs", opt={"scope": "write"}, status_code=202, summary="Start a run")
    async def start(
        self, request: AnyRequest, services: Injected, profile_id: FromPath[str]
    ) -> Response[RunOut]:
        """Start a run; 409 while one is active, with its address. Accepts an `Idempotency-Key`."""

        async def store(tables: Tables) -> Response[RunOut]:
            profile = await existing_profile(tables, profile_id)
            if active := await tables.runs.active_of(profile_id):
                raise ProblemError(
                    409,
                    "run-active",
                    f"Run {active} of this profile is still active; wait until it ends, or stop it first.",
                    instance=f"/api/v1/runs/{active}",
                )
            run = await queue_run(tables, profile, "manual", services.entropy, services.clock.now())
            return _accepted(out(run))

        response = await idempotency.once(request, services, store)
        services.runs.wake()
        return response

    @get("/{profile_id:str}/runs", opt={"scope": "read"}, summary="Runs of a profile")
    async def of_profile(
        self, services: Injected, profile_id: FromPath[str], limit: Limit = 50, cursor: Cursor = None
    ) -> ListingPage[RunOut]:
        """List the newest first."""
        before = decode_cursor(cursor, NEWEST)

        async def look(tables: Tables) -> list[Run]:
            await existing_profile(tables, profile_id)
            return await tables.runs.listed(RunFilter(profile_id=profile_id), before=before, limit=limit + 1)

        return listing([out(run) for run in await services.store.read(look)], limit, key=lambda run: run.id)

    @post("/preview", opt={"scope": "write"}, status_code=202, summary="Try a profile without storing it")
    async def preview(
        self, request: AnyRequest, services: Injected, data: JSONBody[ProfileSpec]
    ) -> Response[PreviewOut]:
        """Run a profile with a small budget. Results are as for any run; no alert is sent and nothing is remembered."""
        spec = rules.check(data)
        rules.check_providers(spec, services.provider_setup.names())
        small = msgspec.structs.replace(spec, budget=_smaller_budget(spec.budget, MAX_PREVIEW))

        async def store(tables: Tables) -> Response[PreviewOut]:
            run = await tables.runs.queue_preview(
                services.new_id(), small, services.entropy.bits(53), services.clock.now()
            )
            found = warnings.of_profile(spec, await situation(tables, services))
            return _accepted(PreviewOut(**msgspec.structs.asdict(out(run)), warnings=found))

        response = await idempotency.once(request, services, store)
        services.runs.wake()
        return response


class RunController(Controller):
    """Runs of all profiles."""

    path = "/runs"
    tags = ["Runs"]  # noqa: RUF012 (the framework's way)

    @get(opt={"scope": "read"}, summary="List runs")
    async def list_all(
        self,
        services: Injected,
        profile: Annotated[
            str | None, QueryParameter(max_length=100, description="Only runs of this profile, by id.")
        ] = None,
        in_state: InState = None,
        id_prefix: IdPrefix = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[RunOut]:
        """List the newest first."""
        which, before = RunFilter(profile_id=profile, state=in_state), newest_start(cursor, id_prefix)
        found = await services.store.read(
            lambda tables: tables.runs.listed(which, before=before, limit=limit + 1)
        )
        kept = having_prefix(found, id_prefix, key=lambda run: run.id)
        return listing([out(run) for run in kept], limit, key=lambda run: run.id)

    @get("/{run_id:str}", opt={"scope": "read"}, summary="Read a run")
    async def read(self, services: Injected, run_id: FromPath[str]) -> RunOut:
        return out(await services.store.read(lambda tables: existing_run(tables, run_id)))

    @patch("/{run_id:str}", opt={"scope": "write"}, summary="Change an active run")
    async def change(self, services: Injected, run_id: FromPath[str], data: JSONBody[RunChange]) -> RunOut:
        """Apply a JSON merge patch of `budget` and `strategy.params`. The profile stays as it is. 409 when the run has
        ended."""
        if data.strategy.keys() - {"params"}:
            raise invalid([Fault("strategy", "must have only params; nothing else can change during a run")])

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
    async def stop(self, services: Injected, run_id: FromPath[str]) -> RunOut:
        """Stop a run and keep its findings. Stopping a run that has ended changes nothing."""

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


def _coverage(estimate: Coverage | None) -> CoverageOut | None:
    if estimate is None:
        return None
    return CoverageOut(estimate.found, estimate.expected, estimate.low, estimate.high, round(estimate.share, 4))


def _accepted(run: OneRun) -> Response[OneRun]:
    return Response(run, status_code=202, headers={"Location": f"/api/v1/runs/{run.id}"})


def _over(run_id: str) -> ProblemError:
    return ProblemError(409, "run-over", f"Run {run_id} has ended; start a new one.")


def _smaller_budget(one: Budget, other: Budget) -> Budget:
    names = Budget.__struct_fields__
    return Budget(**{name: min(getattr(one, name), getattr(other, name)) for name in names})
