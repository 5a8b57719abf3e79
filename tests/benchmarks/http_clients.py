"""What does one request cost with each HTTP client? (docs/decisions/0002-http-client.md)

`python -m tests.benchmarks.http_clients`: the same pages from the same nginx, 32 at a time, bodies read raw.
The clients run in an environment of their own. watchd's row is the whole fetcher: guard, robots, politeness and
decoder included.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.benchmarks import doc_site
from tests.benchmarks.contest import run

CLIENTS = ("httpx", "httpx2", "httpx-aiohttp", "watchd")
HERE = Path(__file__).parent


def clients_python() -> str:
    """The interpreter of an environment with the other clients, made when it is not there."""
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
                [program, str(HERE / "one_http_client.py"), client, str(urls)], PYTHONPATH=str(HERE.parents[1])
            )
            rows.append({"client": client, "cpu_ms": cost.told["cpu_ms"], "peak_mib": cost.peak_mib})
            print(f"{client:15} {cost.pages_per_second:8.0f} {cost.told['cpu_ms']:12.3f} {cost.peak_mib:9.1f}")
    return rows


if __name__ == "__main__":
    main()
