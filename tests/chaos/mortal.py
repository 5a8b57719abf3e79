"""Daemon that ends at a commit: `python -m tests.chaos.mortal N before|after serve` ends before or after its Nth commit."""

import os
import sys
from typing import Any

from watchd import cli
from watchd.store.writer import Writer


def main() -> None:
    last, moment = int(sys.argv.pop(1)), sys.argv.pop(1)
    commit = Writer._commit
    count = 0

    async def mortal(self: Writer, jobs: list[Any]) -> None:
        nonlocal count
        count += 1
        if count == last and moment == "before":
            os._exit(9)
        if count == last:
            for job in jobs:
                job.announce = lambda: os._exit(9)  # it is on the disk, and no client has an answer
        await commit(self, jobs)

    Writer._commit = mortal  # type: ignore[method-assign]
    cli.main()


if __name__ == "__main__":
    main()
