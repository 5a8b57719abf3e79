"""A child process ends with its daemon, however the daemon ends."""

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.support import ROOT

PARENT = """
import asyncio
from tests.sandbox.test_process_pool import ask, pool_of

async def main():
    async with pool_of(size=1) as pool:
        await ask(pool, "hello")
        print(*pool.children, flush=True)
        await ask(pool, "sleep")

asyncio.run(main())
"""


def test_a_child_in_the_middle_of_its_work_dies_with_a_daemon_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-B", "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.2)
        parent.kill()
        parent.wait()
    deadline = time.monotonic() + 1.0  # the wall limit is two seconds, and the child would sleep for a minute
    while is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_alive(child)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
