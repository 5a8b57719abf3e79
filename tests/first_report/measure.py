"""First reports on all webs of a folder: `python -m tests.first_report.measure [FOLDER]`, held_out or webs.

Precision and recall over all findings, with a 95 % interval (the webs drawn again). Pages labelled "partly" count neither
way.
"""

import asyncio
import logging
import random
import sys
from collections.abc import Sequence

import structlog

from tests.first_report.first_run import FirstReport, first_report
from tests.first_report.web_file import HELD_OUT, WEBS, read_web, web_names

ROUNDS = 10_000


def pooled(reports: Sequence[FirstReport]) -> tuple[float, float]:
    """Return precision and recall over all findings of the reports."""
    right = sum(len(report.right) for report in reports)
    wrong = sum(len(report.wrong) for report in reports)
    return right / max(1, right + wrong), right / max(1, sum(report.relevant for report in reports))


def interval(by_web: list[list[FirstReport]], part: int) -> tuple[float, float]:
    """Return the 95 % interval of a pooled figure when the webs are drawn again."""
    chance = random.Random(1)
    draws = sorted(
        pooled([report for web in chance.choices(by_web, k=len(by_web)) for report in web])[part]
        for _ in range(ROUNDS)
    )
    return draws[int(0.025 * ROUNDS)], draws[int(0.975 * ROUNDS)]


async def measure(folder: str) -> None:
    place = HELD_OUT if folder == "held_out" else WEBS
    by_web = []
    for name in web_names(place):
        web = read_web(name, place)
        reports = [await first_report(web, query) for query in web.queries]
        by_web.append(reports)
        for report in reports:
            print(
                f"{name:18} right {len(report.right):2} wrong {len(report.wrong):2} of {report.relevant:2} relevant"
            )
    precision, recall = pooled([report for reports in by_web for report in reports])
    for label, value, part in (("precision", precision, 0), ("recall", recall, 1)):
        low, high = interval(by_web, part)
        print(f"{label}: {value:.2f} [{low:.2f}, {high:.2f}]")


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else "webs"))
