"""Alert planner and portal writer that do nothing, for runs whose results are only printed."""

from collections.abc import Sequence
from datetime import datetime

from watchd.model.finding import Finding
from watchd.model.page import RelevantPage
from watchd.model.profile import Profile
from watchd.model.run import Run
from watchd.store.tables import Tables


class Silent:
    """Planner and writer without any effect."""

    async def story_of(self, tables: Tables, finding: Finding, signature: int) -> str | None:
        return None

    async def plan(
        self,
        tables: Tables,
        profile: Profile,
        findings: Sequence[Finding],
        *,
        now: datetime,
        is_baseline: bool,
        active_run: str | None = None,
    ) -> None:
        pass

    async def release(self, tables: Tables, run_id: str, *, now: datetime) -> None:
        pass

    async def run_ended(
        self, tables: Tables, profile: Profile, run: Run, *, now: datetime, is_baseline: bool
    ) -> None:
        pass

    async def keep(self, tables: Tables, sighting: RelevantPage) -> None:
        pass

    async def drop(self, tables: Tables, page_id: str, *, now: datetime) -> None:
        pass
