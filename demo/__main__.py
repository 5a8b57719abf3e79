"""`python -m demo`: the whole demo; it ends everything that it started."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from demo import interrupt
from demo.daemon import Daemon, running_daemon
from demo.errors import DemoFailed
from demo.mailbox import running_mailbox
from demo.screen import Screen
from demo.story import Story, settings
from demo.web import running_web


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m demo", description="Show what watchd does, without internet."
    )
    parser.add_argument("--no-wait", action="store_true", help="End after the last chapter, without Ctrl-C.")
    options = parser.parse_args()
    interrupt.listen()
    screen = Screen()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="watchd-demo-") as folder,
            running_web() as web,
            running_mailbox() as box,
            running_daemon(Path(folder), settings(web)) as daemon,
        ):
            began = time.monotonic()
            Story(screen, web, box, daemon).show(stays=not options.no_wait)
            screen.paragraph(f"That took {time.monotonic() - began:.0f} seconds.")
            if not options.no_wait:
                _wait(screen, daemon)
    except DemoFailed as failure:
        screen.panel("The demo failed", str(failure), style="red")
        return 1
    except interrupt.Interrupted as interruption:
        screen.paragraph("The demo has stopped everything that it started, and deleted its state.")
        return 0 if interruption.is_ctrl_c else 1
    screen.paragraph(
        "The demo has ended, and its daemon with it. Without WAIT=0 it stays, and you can look around."
    )
    return 0


def _wait(screen: Screen, daemon: Daemon) -> None:
    screen.say(
        "The daemon runs until you press Ctrl-C. Its log and state are in "
        + str(daemon.token_file.parent.parent)
    )
    while daemon.process.poll() is None:
        interrupt.check()
        time.sleep(0.1)
    raise DemoFailed("The daemon ended by itself.")


if __name__ == "__main__":
    sys.exit(main())
