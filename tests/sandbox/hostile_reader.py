"""Reader of pages that is under an attacker's control: the real worker, with hostile code in place of its parser.

The robot name in its limits lists layers that it leaves out.
"""

import json
import sys
from functools import partial

import msgspec

from tests.sandbox.hostile_code import Target, run_all
from watchd.sandbox.confinement import confine
from watchd.web.reader import read_worker
from watchd.web.reader.read_request import ReadLimits, ReadRequest


def attack(request: ReadRequest, limits: ReadLimits) -> str:
    return run_all(msgspec.json.decode(request.body, type=Target))


if __name__ == "__main__":
    missing = frozenset(json.loads(sys.argv[2])[3].split(","))
    read_worker.confine = partial(confine, without=missing)  # type: ignore[attr-defined]
    read_worker.TASKS["page"] = attack  # type: ignore[assignment]
    sys.exit(read_worker.main())
