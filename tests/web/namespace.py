"""Network namespace for a test, in which every address of the internet is this machine.

`ip route add local 0.0.0.0/0 dev lo` makes the kernel accept connections to any address, so a metadata
service or a private network can be pretended, and every contact is seen, without a packet leaving the
machine.
"""

import functools
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SETUP = "ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo"
ROOT = Path(__file__).parents[2]


@functools.cache
def _command() -> tuple[str, ...] | None:
    if not (shutil.which("unshare") and shutil.which("ip")):
        return None
    for flags in (("-n",), ("-r", "-n")):
        command = ("unshare", *flags, "sh", "-c")
        if subprocess.run([*command, SETUP], capture_output=True, check=False).returncode == 0:
            return command
    return None


def inside(module: str) -> Any:
    """Run a module in the world of its own; what it prints as JSON comes back."""
    command = _command()
    if command is None:
        pytest.skip(
            "needs unshare and ip (iproute2), as root or with user namespaces, for a network of its own"
        )
    script = f"{SETUP} && exec {sys.executable} -m {module}"
    done = subprocess.run(
        [*command, script], capture_output=True, text=True, timeout=100, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)
