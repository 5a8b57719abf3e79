"""`python -m demo`: the demo from beginning to end, and everything that it started ended with it."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from demo import interrupt
from demo.daemon import Daemon, running_daemon
from demo.errors import DidNotHappen
from demo.mailbox import running_mailbox
from demo.screen import Screen
from demo.story import Story, settings
from demo.web import running_web


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m demo", description="Show what watchd does, without internet."
    )
    parser.add_argument("--no-wait", action="store_true", help="End when the story is over, not at Ctrl-C.")
    asked = parser.parse_args()
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
            Story(screen, web, box, daemon).tell()
            screen.paragraph(f"That took {time.monotonic() - began:.0f} seconds.")
            if not asked.no_wait:
                _wait(screen, daemon)
    except DidNotHappen as failure:
        screen.letter("This should not have happened", str(failure), style="red")
        return 1
    except interrupt.Interrupted as asked_to_end:
        screen.paragraph("Everything that the demo started has ended, and its state is gone.")
        return 0 if asked_to_end.is_ctrl_c else 1
    return 0


def _wait(screen: Screen, daemon: Daemon) -> None:
    screen.say(
        "The daemon stays until you press Ctrl-C. Its own log and state are in "
        + str(daemon.token_file.parent.parent)
    )
    while daemon.process.poll() is None:
        interrupt.check()
        time.sleep(0.1)
    raise DidNotHappen("The daemon ended by itself.")


if __name__ == "__main__":
    sys.exit(main())
