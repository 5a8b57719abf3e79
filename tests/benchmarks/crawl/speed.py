"""Speed of fetching and reading pages, beside Scrapy and beside parsing alone.

`python -m tests.benchmarks.crawl.speed [rounds]` runs the programs in turn on the same pages of the same server, each
round in the same order. The median of the rounds counts, so that a busy moment of the machine has no effect.
"""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks.crawl import doc_site
from tests.benchmarks.crawl.cost import Cost, run

HERE = Path(__file__).parent


def scrapy_python() -> str:
    """Return the Python of an environment with Scrapy; make it when it is missing."""
    folder = doc_site.CACHE / "scrapy-env"
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "scrapy", "uvloop"], check=True)
        (folder / "ready").touch()
    return str(python)


def main(rounds: int = 3) -> list[dict[str, Any]]:
    scrapy = scrapy_python()
    costs: dict[str, list[Cost]] = {}
    with doc_site.nginx() as port, tempfile.TemporaryDirectory() as folder:
        urls = Path(folder) / "urls"
        paths = Path(folder) / "paths"
        urls.write_text("\n".join(doc_site.urls(port)))
        paths.write_text("\n".join(map(str, doc_site.pages())))
        programs = _programs(scrapy, str(urls), str(paths))
        for _ in range(rounds):
            for name, command in programs.items():
                costs.setdefault(name, []).append(run(command))
    rows = [_row(name, of) for name, of in costs.items()]
    _print(rows)
    return rows


def _programs(scrapy: str, urls: str, paths: str) -> dict[str, list[str]]:
    ours = [sys.executable, "-m", "tests.benchmarks.crawl.speed_watchd", urls]
    spider = [scrapy, str(HERE / "speed_scrapy.py"), urls]
    return {
        "watchd": ours,
        "watchd, 1 reader": [*ours, "1"],
        "scrapy": spider,
        "scrapy, bare lxml": [*spider, "bare"],
        "ceiling": [sys.executable, "-m", "tests.benchmarks.crawl.speed_ceiling", paths],
    }


def _row(name: str, costs: list[Cost]) -> dict[str, Any]:
    return {
        "name": name,
        "pages": costs[0].pages,
        "pages_per_second": round(statistics.median(cost.pages_per_second for cost in costs), 1),
        "cpu_ms_per_page": round(statistics.median(cost.cpu_ms_per_page for cost in costs), 2),
        "peak_mib": round(statistics.median(cost.peak_mib for cost in costs), 1),
        "rounds": [round(cost.pages_per_second, 1) for cost in costs],
        "output": costs[0].output,
    }


def _print(rows: list[dict[str, Any]]) -> None:
    print(f"{'':17} {'pages':>6} {'pages/s':>9} {'CPU ms/page':>12} {'peak MiB':>9}  rounds (pages/s)")
    for row in rows:
        print(
            f"{row['name']:17} {row['pages']:6} {row['pages_per_second']:9} {row['cpu_ms_per_page']:12}"
            f" {row['peak_mib']:9}  {row['rounds']}"
        )
    ours, _, scrapy, _, ceiling = rows
    speed = ours["pages_per_second"] / scrapy["pages_per_second"]
    cpu = ours["cpu_ms_per_page"] / scrapy["cpu_ms_per_page"]
    memory = ours["peak_mib"] / scrapy["peak_mib"]
    above = ours["cpu_ms_per_page"] / ceiling["cpu_ms_per_page"]
    print(f"\nwatchd to Scrapy: {speed:.2f} of the pages/s, {cpu:.2f} of the CPU, {memory:.2f} of the memory")
    print(f"watchd to the ceiling: {above:.2f} of the CPU per page")
    print(*(f"{row['name']}: {row['output']}" for row in rows), sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
