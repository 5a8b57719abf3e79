"""Cost of one request with each HTTP client (docs/decisions/0002-http-client.md).

`python -m tests.benchmarks.crawl.http_clients` reads the same pages from the same nginx, 32 at a time, without decoding.
The clients run in their own environment. The row of watchd is the whole fetcher, with guard, robots, politeness and
decoder.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks.crawl import doc_site
from tests.benchmarks.crawl.cost import run

CLIENTS = ("httpx", "httpx2", "httpx-aiohttp", "watchd")
HERE = Path(__file__).parent


def clients_python() -> str:
    """Return the Python of an environment with the other clients; make it when it is missing."""
    folder = doc_site.CACHE / "clients-env"
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        packages = ["httpx==0.28.1", "httpx2", "httpx-aiohttp", "uvloop"]
        subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
        (folder / "ready").touch()
    return str(python)


def main() -> list[dict[str, Any]]:
    python = clients_python()
    rows = []
    print(f"{'client':15} {'pages/s':>8} {'CPU ms/page':>12} {'peak MiB':>9}")
    with doc_site.nginx() as port, tempfile.TemporaryDirectory() as folder:
        urls = Path(folder) / "urls"
        urls.write_text("\n".join(doc_site.urls(port)))
        for client in CLIENTS:
            program = sys.executable if client == "watchd" else python
            cost = run(
                [program, str(HERE / "one_http_client.py"), client, str(urls)], PYTHONPATH=str(HERE.parents[2])
            )
            rows.append({"client": client, "cpu_ms": cost.output["cpu_ms"], "peak_mib": cost.peak_mib})
            print(
                f"{client:15} {cost.pages_per_second:8.0f} {cost.output['cpu_ms']:12.3f} {cost.peak_mib:9.1f}"
            )
    return rows


if __name__ == "__main__":
    main()
