"""A command on a real terminal of 80 columns, with the answers that a person types after each question."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence

from tests.support import RunningDaemon

STYLE = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(
    *words: str, daemon: RunningDaemon, columns: int = 80, answers: Sequence[str] = (), **environ: str
) -> tuple[int, str]:
    """Return the exit code of a command and all that it printed, without styles."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    base = {
        n: v for n, v in os.environ.items() if not n.startswith("WATCHD_") and n not in ("COLUMNS", "LINES")
    }
    here = {"WATCHD_STATE__DIR": str(daemon.state), "WATCHD_SERVER": daemon.address, "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "watchd", *words],
        env=base | here | environ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    output, waiting = b"", list(answers)
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the terminal is closed when the process has ended
            break
        if not piece:
            break
        output += piece
        if waiting and output.endswith(b": "):  # a question
            os.write(ours, f"{waiting.pop(0)}\n".encode())
    os.close(ours)
    return process.wait(60), STYLE.sub("", output.decode().replace("\r\n", "\n"))
