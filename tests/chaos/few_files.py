"""Daemon with a low limit of open files: `python -m tests.chaos.few_files N serve`."""

import resource
import sys

from watchd import cli


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv.pop(1)), hard))
    cli.main()


if __name__ == "__main__":
    main()
