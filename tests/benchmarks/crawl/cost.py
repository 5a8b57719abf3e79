"""Cost of a program: it runs as its own process, and CPU, memory and time of the whole process tree are measured."""

import contextlib
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

from msgspec import Struct


class Cost(Struct, frozen=True):
    """Cost of one run."""

    pages: int
    seconds: float  # measured by the program itself: first request to last page
    cpu_seconds: float  # of the program and all its children, from start to end
    peak_mib: float  # of all processes together; shared memory counted once
    output: dict[str, Any]

    @property
    def pages_per_second(self) -> float:
        return self.pages / self.seconds

    @property
    def cpu_ms_per_page(self) -> float:
        return 1000 * self.cpu_seconds / self.pages


def run(command: list[str], **environment: str) -> Cost:
    """Run a program that prints {"pages": ..., "seconds": ...} as its last line."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment)
    assert process.stdout is not None
    peak = 0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        peak = max(peak, _memory(process.pid))
        time.sleep(0.1)
    output = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if status:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    result = json.loads(output.strip().splitlines()[-1])
    return Cost(
        pages=result["pages"],
        seconds=result["seconds"],
        cpu_seconds=usage.ru_utime + usage.ru_stime,
        peak_mib=peak / 1024,
        output=result,
    )


def _memory(pid: int) -> int:
    """Return the KiB of a process and its descendants (proportional set size)."""
    total = 0
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        total += sum(_memory(int(child)) for child in children)
    return total
