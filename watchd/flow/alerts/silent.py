"""Nobody is told and nothing goes to the portal: for runs whose results a person is looking at anyway."""

from collections.abc import Sequence
from datetime import datetime

from watchd.model.finding import Finding
from watchd.model.page import RelevantPage
from watchd.model.profile import Profile
from watchd.model.run import Run
from watchd.ports import RunTables


class Silent:
    """A teller and a shelf that do nothing."""

    async def story_of(self, tables: RunTables, finding: Finding, signature: int) -> str | None:
        return None

    async def tell(
        self,
        tables: RunTables,
        profile: Profile,
        findings: Sequence[Finding],
        *,
        now: datetime,
        is_baseline: bool,
    ) -> None:
        """Silence."""

    async def run_ended(
        self, tables: RunTables, profile: Profile, run: Run, *, now: datetime, is_baseline: bool
    ) -> None:
        """Silence."""

    async def keep(self, tables: RunTables, sighting: RelevantPage) -> None:
        """Not kept."""

    async def drop(self, tables: RunTables, page_id: str, *, now: datetime) -> None:
        """Nothing was kept."""
