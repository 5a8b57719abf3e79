"""How well has a run done, by its own measure? Canaries that it came to by itself, and how much it covers."""

from collections.abc import Mapping, Sequence
from statistics import median

from watchd.core.ground import Ground
from watchd.core.recapture import coverage
from watchd.model.run import Canaries, SelfCheck


def of_run(
    canaries: Sequence[str],
    ground: Ground,
    readers: Mapping[str, str],
    *,
    min_score: float,
    former: Sequence[SelfCheck],
) -> SelfCheck:
    """What to say about a run that has ended; `former` are the checks of runs before."""
    return SelfCheck(_canaries(canaries, ground, former), coverage(ground, readers, min_score))


def _canaries(urls: Sequence[str], ground: Ground, former: Sequence[SelfCheck]) -> Canaries | None:
    if not urls:
        return None
    missed = tuple(url for url in urls if url not in ground.pages)
    # Runs with other canaries say nothing about these.
    alike = [check.canaries.found for check in former if check.canaries and check.canaries.of == len(urls)]
    return Canaries(len(urls) - len(missed), len(urls), median(alike) if alike else None, missed)
