"""The environment that all runs share: store, adapters, alert planner, portal writer, notifier."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from watchd.flow.run.control import RunNotifier
from watchd.flow.run.page_turns import PageTurns
from watchd.flow.run.sharing import ProfileIndex
from watchd.model.finding import Finding
from watchd.model.page import RelevantPage
from watchd.model.profile import Profile
from watchd.model.run import Run
from watchd.ports import Clock, Entropy, Fetcher, PageReader, SeedSource, Traps
from watchd.store.database import Store
from watchd.store.tables import Tables


class AlertPlanner(Protocol):
    """Writes alerts, in the transaction of the findings that they are about."""

    async def story_of(self, tables: Tables, finding: Finding, signature: int) -> str | None: ...

    async def plan(
        self,
        tables: Tables,
        profile: Profile,
        findings: Sequence[Finding],
        *,
        now: datetime,
        is_baseline: bool,
        active_run: str | None = None,
    ) -> None: ...

    async def release(self, tables: Tables, run_id: str, *, now: datetime) -> None: ...

    async def run_ended(
        self, tables: Tables, profile: Profile, run: Run, *, now: datetime, is_baseline: bool
    ) -> None: ...


class PortalWriter(Protocol):
    """Keeps relevant pages for the portal, in the transaction of the step that saw them."""

    async def keep(self, tables: Tables, page: RelevantPage) -> None: ...

    async def drop(self, tables: Tables, page_id: str, *, now: datetime) -> None: ...


@dataclass(frozen=True)
class RunEnvironment:
    """Everything that runs act on."""

    store: Store
    fetcher: Fetcher
    reader: PageReader
    seeds: SeedSource
    clock: Clock
    entropy: Entropy
    planner: AlertPlanner
    portal: PortalWriter
    traps: Callable[[], Traps]
    notifier: RunNotifier
    owner: str
    # What one profile fetches may matter to others.
    profile_index: ProfileIndex = field(default_factory=ProfileIndex)
    page_turns: PageTurns = field(default_factory=PageTurns)
