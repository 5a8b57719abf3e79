"""Runs: one search by a population of agents for one profile."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.profile import ProfileSpec
from watchd.model.seed import SourceReport

RunState = Literal["queued", "running", "finished", "stopped", "failed"]
Trigger = Literal["schedule", "manual", "preview", "restart"]
StopReason = Literal[
    "budget_pages", "budget_seconds", "budget_bytes", "extinct", "exhausted", "stopped", "shutdown", "error"
]

ACTIVE_STATES: tuple[RunState, ...] = ("queued", "running")


class RunCounts(Struct, frozen=True):
    """Counts of a run so far."""

    fetched: int = 0
    not_modified: int = 0
    failed: int = 0
    refused: int = 0
    recalled: int = 0  # stored pages that were used without a request
    bytes: int = 0
    relevant: int = 0
    findings: int = 0
    born: int = 0
    starved: int = 0
    teleported: int = 0
    alive: int = 0

    @property
    def requests(self) -> int:
        """Requests for pages, with any outcome."""
        return self.fetched + self.not_modified + self.failed

    @property
    def harvest_rate(self) -> float:
        """Relevant pages per page that was read."""
        read = self.fetched + self.not_modified + self.recalled
        return self.relevant / read if read else 0.0


class Books(Struct, frozen=True):
    """Energy ledger of a run: injected energy equals the energy that is held or spent."""

    injected: float = 0.0
    dissipated: float = 0.0
    agents: float = 0.0
    remnants: float = 0.0


class Canaries(Struct, frozen=True):
    """Known relevant pages that were held back: the number that a run found, and the usual number of earlier runs."""

    found: int
    of: int
    usual: float | None = None  # of earlier runs; None: there were none
    missed: tuple[str, ...] = ()


class Coverage(Struct, frozen=True):
    """Relevant pages that links lead to: the number found, and an estimate of all with a 95 % interval."""

    found: int
    expected: float
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.found / self.expected


class SelfCheck(Struct, frozen=True):
    """Quality of a run by its own measure."""

    canaries: Canaries | None = None
    coverage: Coverage | None = None


class Run(Struct, frozen=True, kw_only=True):
    """Stored run."""

    id: str
    profile_id: str | None  # None: a preview
    spec: ProfileSpec  # the profile as it was when the run was queued
    state: RunState
    trigger: Trigger
    entropy: int
    queued_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    stop_reason: StopReason | None = None
    counts: RunCounts = RunCounts()
    books: Books = Books()
    sources: tuple[SourceReport, ...] = ()
    self_check: SelfCheck | None = None  # once it has ended

    @property
    def speed(self) -> float | None:
        """Requests per second of a run that has ended; None if it cannot be computed."""
        if self.started_at is None or self.ended_at is None or not self.counts.requests:
            return None
        seconds = (self.ended_at - self.started_at).total_seconds()
        return self.counts.requests / seconds if seconds > 0.0 else None
