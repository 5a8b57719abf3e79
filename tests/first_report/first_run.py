"""First run of a profile on a small web: real HTTP, real extraction, a real database; its report against the truth."""

import tempfile
from pathlib import Path

from msgspec import Struct

from tests.first_report.serving import served
from tests.first_report.web_file import WebFile
from tests.flow.run.test_run import found, run, stored
from tests.flow.small_web import world
from tests.support import HandWoundClock
from watchd.model.finding import Finding
from watchd.store.database import open_database


class FirstReport(Struct, frozen=True):
    """Findings of a first run, best first, and the truth about them."""

    findings: list[Finding]
    right: list[Finding]
    wrong: list[Finding]  # findings that are neither right nor partly right are wrong
    missed: list[str]
    relevant: int

    @property
    def precision(self) -> float:
        judged = len(self.right) + len(self.wrong)
        return len(self.right) / judged if judged else 1.0

    @property
    def recall(self) -> float:
        return len(self.right) / self.relevant if self.relevant else 1.0


async def first_report(web: WebFile, query: str) -> FirstReport:
    """Run a profile once from the start pages of a web and compare its findings with the labels."""
    with tempfile.TemporaryDirectory() as folder:
        async with served(web) as running:
            clock = HandWoundClock()
            database = await open_database(Path(folder), clock.now())
            try:
                async with world(database, clock, ports=running.ports) as environment:
                    written = {
                        "name": "First",
                        "query": {"text": query, "languages": [web.language]},
                        "seeds": {"urls": running.start, "providers": []},
                        "schedule": {"manual": True},
                    }
                    profile = await stored(database, clock, written)
                    await run(environment, profile)
                    findings = await found(database, profile)
            finally:
                await database.close()
            labels = running.labels(query)
    ranked = sorted(findings, key=lambda finding: -finding.score)
    reported = {finding.url for finding in ranked}
    wanted = [url for url, label in labels.items() if label is True]
    return FirstReport(
        ranked,
        [finding for finding in ranked if labels.get(finding.url) is True],
        [finding for finding in ranked if labels.get(finding.url, False) is False],
        [url for url in wanted if url not in reported],
        len(wanted),
    )
