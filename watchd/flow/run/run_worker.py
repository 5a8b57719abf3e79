"""Worker that executes queued runs, a few at a time.

A run that a crash interrupted continues where its journal ends. When the daemon stops, each run ends with the reason
"shutdown", and a new run is queued for the next start.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import structlog

from watchd import metrics
from watchd.core.population.events import RunBudget
from watchd.errors import Unavailable
from watchd.flow.run.commit import LEASE, LeaseLost
from watchd.flow.run.control import RunControl
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.run import execute_run
from watchd.flow.run.schedule import queue_run
from watchd.flow.waking import Waker
from watchd.model.profile import Profile
from watchd.model.run import Run, StopReason
from watchd.store.tables import Tables

MAX_CONCURRENT_RUNS = 8  # they share one queue per host, so more would mostly wait
POLL_SECONDS = 20.0  # fallback in case a wake-up is missed
GRACE_SECONDS = 4.0  # for runs to commit their last step when the daemon stops

log = structlog.get_logger()


class RunWorker:
    """Executes queued runs."""

    def __init__(self, environment: RunEnvironment) -> None:
        self._environment = environment
        self._waker = Waker()
        self._taking: asyncio.Task[None] | None = None
        self._control: dict[str, RunControl] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._trouble: str | None = None

    async def start(self) -> None:
        """Release leases left by a previous process, and start to take runs. Only one process holds the state folder."""
        await self._environment.store.write(lambda tables: tables.runs.release_all())
        self._taking = asyncio.create_task(self._take_when_woken(), name="runner")

    async def stop(self) -> None:
        """Ask every run to stop, and wait a moment for it."""
        if self._taking is not None:
            self._taking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._taking
            self._taking = None
        for control in self._control.values():
            control.ask_to_stop("shutdown")
        if self._tasks:
            _, late = await asyncio.wait(self._tasks.values(), timeout=GRACE_SECONDS)
            for task in late:  # the journal has everything: the next start continues from it
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def wake(self) -> None:
        """Look for queued runs now."""
        self._waker.wake()

    def trouble(self) -> str | None:
        """Return what is wrong, for the health check."""
        return "is not running" if self._has_ended() else self._trouble

    def stuck(self) -> str | None:
        """Return what hangs, for the watchdog: None as long as it tries, whether it succeeds or not."""
        return "the run worker has ended" if self._has_ended() else None

    def _has_ended(self) -> bool:
        return self._taking is None or self._taking.done()

    def stop_run(self, run_id: str) -> bool:
        """Ask a run to stop; return False when it does not run here."""
        return self._with_control(run_id, lambda control: control.ask_to_stop("stopped"))

    def adjust(self, run_id: str, budget: RunBudget, params: dict[str, Any]) -> bool:
        """Change a run's budget and parameters; return False when it does not run here."""
        return self._with_control(run_id, lambda control: control.adjust(budget, params))

    def _with_control(self, run_id: str, call: Callable[[RunControl], None]) -> bool:
        control = self._control.get(run_id)
        if control is not None:
            call(control)
        return control is not None

    async def _take_when_woken(self) -> None:
        while True:
            try:
                await self._take()
                self._trouble = None
            except Unavailable as cause:
                self._trouble = "cannot take runs; the log says why"
                log.warning("runs have to wait", reason=str(cause))
            await self._waker.wait(POLL_SECONDS)

    async def _take(self) -> None:
        free = MAX_CONCURRENT_RUNS - len(self._tasks)
        if free <= 0:
            return
        now = self._environment.clock.now()
        runs = await self._environment.store.write(
            lambda tables: tables.runs.claim(
                self._environment.owner, now=now, lease_until=now + LEASE, limit=free
            )
        )
        for run in runs:
            if run.id not in self._tasks:
                self._control[run.id] = RunControl()
                self._tasks[run.id] = asyncio.create_task(self._run_with_lease(run), name=f"run {run.id}")

    async def _run_with_lease(self, run: Run) -> None:
        metrics.RUNS_ACTIVE.inc()
        renewing = asyncio.create_task(self._renew(run), name=f"lease {run.id}")
        try:
            reason = await self._execute(run)
            metrics.RUNS_ENDED.labels(reason).inc()
        finally:
            renewing.cancel()
            metrics.RUNS_ACTIVE.dec()
            del self._control[run.id], self._tasks[run.id]
            self.wake()

    async def _execute(self, run: Run) -> StopReason:
        try:
            profile = await self._profile(run)
            reason = await execute_run(self._environment, run, profile, self._control[run.id])
        except LeaseLost:
            return await self._lost(run)
        except Unavailable as cause:
            log.warning("run left for the next start", run=run.id, reason=str(cause))
            return "shutdown"
        except Exception as cause:
            log.error("run failed", run=run.id, profile=run.profile_id, exc_info=cause)
            await self._fail(run)
            return "error"
        log.info("run ended", run=run.id, profile=run.profile_id, reason=reason)
        if reason == "shutdown" and profile is not None:
            await self._queue_again(profile)
        return reason

    async def _profile(self, run: Run) -> Profile | None:
        profile_id = run.profile_id
        if profile_id is None:
            return None
        profile = await self._environment.store.read(lambda tables: tables.profiles.get(profile_id))
        if profile is None:
            raise LeaseLost(run.id)
        return profile

    async def _lost(self, run: Run) -> StopReason:
        if await self._environment.store.read(lambda tables: tables.runs.get(run.id)) is None:
            log.info("run ended with its profile", run=run.id, profile=run.profile_id)
            return "stopped"
        log.error("another daemon has taken over the run", run=run.id)
        return "error"

    async def _fail(self, run: Run) -> None:
        now, environment = self._environment.clock.now(), self._environment

        async def end(tables: Tables) -> None:
            if await tables.runs.end(run.id, environment.owner, "failed", "error", now):
                await environment.planner.release(tables, run.id, now=now)

        with contextlib.suppress(Unavailable):
            await environment.store.write(end)
        self._environment.notifier.notify(run.id)

    async def _queue_again(self, profile: Profile) -> None:
        now, entropy = self._environment.clock.now(), self._environment.entropy

        async def queue(tables: Tables) -> None:
            if await tables.profiles.get(profile.id) is not None:  # it was not deleted meanwhile
                await queue_run(tables, profile, "restart", entropy, now)

        with contextlib.suppress(Unavailable):
            await self._environment.store.write(queue)

    async def _renew(self, run: Run) -> None:
        """Renew the lease: slow hosts may delay a step for longer than the lease lasts."""
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            until = self._environment.clock.now() + LEASE
            with contextlib.suppress(Unavailable):
                await self._environment.store.write(
                    lambda tables, until=until: tables.runs.renew(run.id, self._environment.owner, until)  # type: ignore[misc]
                )
