"""Nobody is told and nothing goes to the portal: for runs whose results a person is looking at anyway."""

from collections.abc import Sequence
from datetime import datetime

from watchd.model.finding import Finding
from watchd.model.page import RelevantPage
from watchd.model.profile import Profile
from watchd.model.run import Run
from watchd.store.tables import Tables


class Silent:
    """A teller and a shelf that do nothing."""

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
    ) -> None:
        """Silence."""

    async def run_ended(
        self, tables: Tables, profile: Profile, run: Run, *, now: datetime, is_baseline: bool
    ) -> None:
        """Silence."""

    async def keep(self, tables: Tables, sighting: RelevantPage) -> None:
        """Not kept."""

    async def drop(self, tables: Tables, page_id: str, *, now: datetime) -> None:
        """Nothing was kept."""
