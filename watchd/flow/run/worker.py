"""Who runs the runs? Takes those that wait, a few at a time, and sees each to its end.

A run that was interrupted by a crash is taken up where its journal ends. One that this daemon has to leave is closed
with the reason, and a new one is queued in its place for the next start.
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
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.run import RunControl, execute_run
from watchd.flow.run.schedule import queue_run
from watchd.flow.waking import Waker
from watchd.model.profile import Profile
from watchd.model.run import Run, StopReason
from watchd.store.tables import Tables

AT_ONCE = 8  # runs; they share one queue per host, so more would mostly wait
POLL_SECONDS = 20.0  # fallback in case a wake-up is missed
GRACE = 4.0  # seconds for runs to close their books when the daemon stops

log = structlog.get_logger()


class RunWorker:
    """Runs what is queued."""

    def __init__(self, world: RunEnvironment) -> None:
        self._world = world
        self._waker = Waker()
        self._taking: asyncio.Task[None] | None = None
        self._control: dict[str, RunControl] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._trouble: str | None = None

    async def start(self) -> None:
        """Whoever held leases on this database is gone, because we hold its folder."""
        await self._world.store.write(lambda tables: tables.runs.release_all())
        self._taking = asyncio.create_task(self._take_whenever_woken(), name="runner")

    async def stop(self) -> None:
        """Ask every run to close its books."""
        if self._taking is not None:
            self._taking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._taking
            self._taking = None
        for control in self._control.values():
            control.ask_to_stop("shutdown")
        if self._tasks:
            _, late = await asyncio.wait(self._tasks.values(), timeout=GRACE)
            for task in late:  # the journal has everything: the next start goes on from it
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def wake(self) -> None:
        """A run was queued."""
        self._waker.wake()

    def trouble(self) -> str | None:
        """For the health check."""
        return "is not running" if self._has_ended() else self._trouble

    def stuck(self) -> str | None:
        """For the watchdog: None as long as it tries, whether it succeeds or not."""
        return "nobody takes runs any more" if self._has_ended() else None

    def _has_ended(self) -> bool:
        return self._taking is None or self._taking.done()

    def stop_run(self, run_id: str) -> bool:
        """False when it is not running here."""
        return self._wish(run_id, lambda control: control.ask_to_stop("stopped"))

    def adjust(self, run_id: str, budget: RunBudget, params: dict[str, Any]) -> bool:
        """False when it is not running here."""
        return self._wish(run_id, lambda control: control.adjust(budget, params))

    def _wish(self, run_id: str, say: Callable[[RunControl], None]) -> bool:
        control = self._control.get(run_id)
        if control is not None:
            say(control)
        return control is not None

    async def _take_whenever_woken(self) -> None:
        while True:
            try:
                await self._take()
                self._trouble = None
            except Unavailable as cause:
                self._trouble = "cannot take runs; the log says why"
                log.warning("runs have to wait", reason=str(cause))
            await self._waker.wait(POLL_SECONDS)

    async def _take(self) -> None:
        room = AT_ONCE - len(self._tasks)
        if room <= 0:
            return
        now = self._world.clock.now()
        runs = await self._world.store.write(
            lambda tables: tables.runs.claim(self._world.owner, now=now, lease_until=now + LEASE, limit=room)
        )
        for run in runs:
            if run.id not in self._tasks:
                self._control[run.id] = RunControl()
                self._tasks[run.id] = asyncio.create_task(self._see_through(run), name=f"run {run.id}")

    async def _see_through(self, run: Run) -> None:
        metrics.RUNS_ACTIVE.inc()
        renewing = asyncio.create_task(self._renew(run), name=f"lease {run.id}")
        try:
            reason = await self._live(run)
            metrics.RUNS_ENDED.labels(reason).inc()
        finally:
            renewing.cancel()
            metrics.RUNS_ACTIVE.dec()
            del self._control[run.id], self._tasks[run.id]
            self.wake()

    async def _live(self, run: Run) -> StopReason:
        try:
            profile = await self._profile(run)
            reason = await execute_run(self._world, run, profile, self._control[run.id])
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
        profile = await self._world.store.read(lambda tables: tables.profiles.get(profile_id))
        if profile is None:
            raise LeaseLost(run.id)
        return profile

    async def _lost(self, run: Run) -> StopReason:
        if await self._world.store.read(lambda tables: tables.runs.get(run.id)) is None:
            log.info("run ended with its profile", run=run.id, profile=run.profile_id)
            return "stopped"
        log.error("another daemon has taken over the run", run=run.id)
        return "error"

    async def _fail(self, run: Run) -> None:
        now = self._world.clock.now()
        with contextlib.suppress(Unavailable):
            await self._world.store.write(
                lambda tables: tables.runs.end(run.id, self._world.owner, "failed", "error", now)
            )
        self._world.notifier.notify(run.id)

    async def _queue_again(self, profile: Profile) -> None:
        now, entropy = self._world.clock.now(), self._world.entropy

        async def queue(tables: Tables) -> None:
            if await tables.profiles.get(profile.id) is not None:  # it was not deleted meanwhile
                await queue_run(tables, profile, "restart", entropy, now)

        with contextlib.suppress(Unavailable):
            await self._world.store.write(queue)

    async def _renew(self, run: Run) -> None:
        """Slow hosts may hold up a step for longer than the lease lasts."""
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            until = self._world.clock.now() + LEASE
            with contextlib.suppress(Unavailable):
                await self._world.store.write(
                    lambda tables, until=until: tables.runs.renew(run.id, self._world.owner, until)  # type: ignore[misc]
                )
