"""Cost of the sandbox: the same children with and without their confinement, in turns."""

import asyncio
import statistics
import time

from tests.benchmarks.table import Row, show
from watchd.notify.jobs import RenderJob, SendLimits, SendRequest
from watchd.sandbox.frames import encoded
from watchd.sandbox.process import SandboxProcess
from watchd.web.reader.read_request import ReadLimits, ReadRequest

ROUNDS = 15
PAGES, JOBS = 40, 20
FREE = "tests.sandbox.unconfined_child"
READER, SENDER = "watchd.web.reader.read_worker", "watchd.notify.send_worker"
LIMITS = ReadLimits(5, 512, 2000, "watchd")
PAGE = (
    b"<title>A page</title>" + b"<h2>Head</h2><p>Words about solid state batteries, <a href=/x>links</a>." * 400
)


def main() -> list[Row]:
    free, confined = asyncio.run(_measured())
    rows = [
        {
            "what": what,
            "free": f"{statistics.median(times) * 1000:.2f} ms",
            "confined": f"{statistics.median(confined[what]) * 1000:.2f} ms",
            # In pairs, because other work on the machine slows both down.
            "ratio": f"{statistics.median(c / f for c, f in zip(confined[what], times, strict=True)):.2f}",
        }
        for what, times in free.items()
    ]
    show(f"cost of the confinement, {ROUNDS} rounds", rows)
    return rows


async def _measured() -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    free: dict[str, list[float]] = {}
    confined: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for times, reader, sender in ((free, FREE, FREE), (confined, READER, SENDER)):
            await _time_reader(reader, times)
            await _time_sender(sender, times)
    return free, confined


async def _time_reader(module: str, times: dict[str, list[float]]) -> None:
    begin = time.perf_counter()
    child = await SandboxProcess.start(module, LIMITS, max_reply_bytes=1 << 24)
    await _answer(child, encoded(ReadRequest("page", "http://a.example/", b"<p>first")))
    times.setdefault("start of a reader, with its first page", []).append(time.perf_counter() - begin)
    request = encoded(ReadRequest("page", "http://a.example/", PAGE))
    times.setdefault("a page of 30 KB", []).append(
        statistics.median([await _answer(child, request) for _ in range(PAGES)])
    )
    await child.end()


async def _time_sender(module: str, times: dict[str, list[float]]) -> None:
    begin = time.perf_counter()
    child = await SandboxProcess.start(module, SendLimits(), max_reply_bytes=1 << 24)
    times.setdefault("start of the sender", []).append(time.perf_counter() - begin)
    request = encoded(SendRequest(1, 10.0, RenderJob(None, "{{ 1 }}", {})))
    times.setdefault("a job of the sender: a template", []).append(
        statistics.median([await _answer(child, request) for _ in range(JOBS)])
    )
    await child.end()


async def _answer(child: SandboxProcess, request: bytes) -> float:
    begin = time.perf_counter()
    child.send(request)
    reply = await child.receive(30)
    if not isinstance(reply, bytes):
        raise TypeError(f"The child must answer; got {reply!r}")
    return time.perf_counter() - begin
