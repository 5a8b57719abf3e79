"""Daemon that starts with loaded modules, for tests that start hundreds of them.

Each is forked from a process that has only imported the modules. Otherwise it is the real daemon: its own process,
started by its command, ended by real signals.
"""

import multiprocessing
import os
import signal
import sys
from pathlib import Path

from tests.support import RunningDaemon

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["pytest", "tests.acceptance.warm_daemon", "watchd.commands.serve"])


class WarmDaemon(RunningDaemon):
    """Daemon that starts in a tenth of the time."""

    def start(self, *, wait: bool = True) -> "WarmDaemon":
        self.log_file.touch()
        begin = self.log_file.stat().st_size
        self._life = FORKING.Process(target=_serve, args=(self.environ, self.log_file))
        self._life.start()
        if wait:
            self.address = self._listening(begin)
        return self

    def stop(self, number: int = signal.SIGTERM, timeout: float = 15) -> int:
        if self._life.is_alive():
            assert self._life.pid is not None
            os.kill(self._life.pid, number)
        self._life.join(timeout)
        assert self._life.exitcode is not None, "it does not end"
        return self._life.exitcode


def _serve(environ: dict[str, str], log_file: Path) -> None:
    from watchd.cli import main

    with log_file.open("ab") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)
    os.environ.clear()
    os.environ.update(environ)
    os.chdir(log_file.parent)
    sys.argv = ["watchd", "serve"]
    main()
