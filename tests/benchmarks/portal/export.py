"""Exports of the portal: memory that does not grow with the number of documents, and files that other programs accept.

Each export runs in its own process, for a tenth of the documents and for all of them. The system counts the peak of its
resident memory.
"""

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from lxml import etree

from tests.benchmarks.portal.state import filled, relevant_pages
from tests.benchmarks.table import Row, show
from tests.portal.receiver import KEY, documents
from tests.support import MONDAY, ROOT, kibibytes
from watchd.app.clock import SystemClock
from watchd.model.page import RelevantPage
from watchd.model.portal import ChangeRange
from watchd.portal.export import Format, stream
from watchd.portal.push import SinkPusher
from watchd.portal.settings import SinkSettings
from watchd.store.database import Database, open_database
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.settings import FetchBounds

FORMATS: tuple[Format, ...] = ("jsonl", "opensearch", "xml", "warc")
PUSHED = 10_000
BULK_LINES = 4000


def main() -> list[Row]:
    return asyncio.run(measure())


async def measure() -> list[Row]:
    seen = relevant_pages()
    with tempfile.TemporaryDirectory() as folder:
        async with filled(seen) as (store, _):
            rows = [export_row(store.file.parent, Path(folder), format, len(seen)) for format in FORMATS]
            rows += [warc_checked(Path(folder)), bulk_again(Path(folder), seen), xml_again(Path(folder), seen)]
            rows.append(await pushed(store, Path(folder)))
    show("Exports of the portal", rows)
    return rows


def export_row(state: Path, folder: Path, format: Format, count: int) -> Row:
    (small, _), (large, seconds) = (
        one_export(state, folder / format, format, upto) for upto in (count // 10, count)
    )
    return {
        "what": f"{format}: peak memory for {count // 10:,} and {count:,} documents",
        "figure": f"{small:.0f} and {large:.0f} MiB, {count / seconds:.0f} documents/s",
    }


def one_export(state: Path, file: Path, format: Format, upto: int) -> tuple[float, float]:
    command = [sys.executable, "-m", "tests.benchmarks.portal.export", str(state), str(file), format, str(upto)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    mebibytes, seconds = done.stdout.split()
    return float(mebibytes), float(seconds)


def warc_checked(folder: Path) -> Row:
    file = (folder / "warc").rename(folder / "portal.warc.gz")
    command = [sys.executable, "-m", "warcio.cli", "check", str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return {
        "what": "warcio check",
        "figure": "passed" if done.returncode == 0 and not done.stdout else done.stdout[:200],
    }


def bulk_again(folder: Path, seen: list[RelevantPage]) -> Row:
    """Post the file in pieces, as the format allows, to a receiver that follows the documented contract."""
    receiver, port = _receiver("opensearch", folder / "again")
    lines = (folder / "opensearch").read_bytes().splitlines(keepends=True)
    for begin in range(0, len(lines), BULK_LINES):
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/watchd/_bulk",
            b"".join(lines[begin : begin + BULK_LINES]),
            {"Content-Type": "application/x-ndjson", "Authorization": f"ApiKey {KEY}"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert json.load(answer)["errors"] is False
    received = documents(folder / "again")
    _stop(receiver)
    equal = sum(received[s.page_id]["text"] == s.page.text for s in seen)
    return {"what": "_bulk re-imported: documents, texts equal", "figure": f"{len(received):,}, {equal:,}"}


def xml_again(folder: Path, seen: list[RelevantPage]) -> Row:
    texts = {s.page_id: s.page.text for s in seen}
    count = equal = 0
    for _, node in etree.iterparse(folder / "xml", tag="page"):
        count += 1
        equal += node.findtext("text/shown") == texts[node.get("id") or ""]
        node.clear()
    return {"what": "XML parsed: pages, texts equal", "figure": f"{count:,}, {equal:,}"}


async def pushed(store: Database, folder: Path) -> Row:
    """Push to a receiver that ends at every fifth request, in turn before and after it has accepted the body."""
    await store.write(lambda t: t.portal.remove([f"page-{n:06}" for n in range(PUSHED, 100_000)], MONDAY))
    receiver, port = _receiver("http", folder / "sink", fall_over=5)
    deaths = 0
    sink = SinkSettings("http", f"http://127.0.0.1:{port}/hook", api_key=KEY)
    last = await store.read(lambda t: t.portal.last_serial())
    bounds = FetchBounds(allow_networks=["127.0.0.0/8"])
    async with WebFetcher(bounds) as fetcher:
        pushing = SinkPusher("bench", sink, store=store, outbound=fetcher.outbound, clock=SystemClock())
        while (await store.read(lambda t: t.portal_sinks.get("bench"))).serial < last:
            if receiver.poll() is not None:
                deaths += 1
                receiver, _ = _receiver("http", folder / "sink", fall_over=5, port=port)
            await asyncio.sleep(min(await pushing.step(), 1.1))
    received = set(documents(folder / "sink"))
    _stop(receiver)
    whole = await store.read(lambda t: t.portal.follow(ChangeRange(0, 2**62), 100_000))
    expected = {one.document.id for one in whole}
    figure = f"{deaths} deaths, {len(received):,} documents, {'the same' if received == expected else 'NOT THE SAME'}"
    return {"what": f"sink of {PUSHED:,} documents and 90,000 removals, its receiver killed", "figure": figure}


def _receiver(
    kind: str, folder: Path, fall_over: int = 0, port: int = 0
) -> tuple[subprocess.Popen[bytes], int]:
    folder.mkdir(exist_ok=True)
    if not port:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.portal.receiver", kind, str(port), str(folder)]
    process = subprocess.Popen([*command, "--fall-over", str(fall_over)], cwd=ROOT)
    for _ in range(500):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.02)
    return process, port


def _peak() -> float:
    """Return the peak memory in MiB. getrusage would also count the memory of the parent at the start of this process."""
    return kibibytes("VmHWM") / 1024


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait(10)


async def _export(state: Path, file: Path, format: Any, upto: int) -> None:
    store = await open_database(state, MONDAY)
    begun = time.perf_counter()
    with file.open("wb") as out:
        async for piece in stream(store, ChangeRange(0, upto), format, MONDAY):
            out.write(piece)
    seconds = time.perf_counter() - begun
    await store.close()
    print(_peak(), seconds)


if __name__ == "__main__":
    asyncio.run(_export(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
