"""Check of the layers that confine child processes, for `watchd doctor`."""

import asyncio
from collections.abc import Iterator

from watchd.sandbox.probe import KINDS, probe
from watchd.sandbox.process import ChildDidNotStart


def sandbox_checks() -> Iterator[tuple[str, bool, str]]:
    """Yield for each kind of child process its subject, whether it is confined as it should be, and a sentence."""
    for kind in KINDS:
        subject = f"sandbox of the {kind}"
        try:
            report = asyncio.run(probe(kind))
        except ChildDidNotStart as trouble:
            yield subject, False, f"{trouble} Install watchd again"
            continue
        sentence = f"in force: {', '.join(report.in_force) or 'nothing'}"
        if report.missing:
            sentence += f"; missing: {', '.join(report.missing)}"
        if not report.is_complete:
            sentence += "; use Linux 5.13 or later with Landlock, and let the container permit it and seccomp"
        yield subject, report.is_complete, sentence
