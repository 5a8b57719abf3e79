"""Where does a run start? On pages that search engines name, on pages that still hold energy, on pages that are ripe.

About 15 % of a run's requests go to known pages that are worth another visit; pages with energy left cost no
request, because they are remembered. How the room is divided follows what each origin has paid in earlier runs: new
relevant pages per start page.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, structs

from watchd.core.events import Seed
from watchd.core.freshness import Freshness, KnownPage, ripe

ORIGINS = ("search", "remnant", "ripe")
LEAST_SHARE = 0.15  # every origin keeps this much, so that it can prove itself again
FORGET = 0.9  # how much of the past counts after another run
REMNANTS = 30  # remembered pages to start from, when all origins pay alike
REFETCHED = 0.15  # of the requests, when all origins pay alike
FRESH = 0.3  # of the requests at most go to start pages that others name


class Paid(Struct, frozen=True):
    """What start pages of one origin have led to."""

    started: float = 0.0
    found: float = 0.0  # new relevant pages on paths that began there

    def after(self, started: int, found: int) -> "Paid":
        return Paid(FORGET * self.started + started, FORGET * self.found + found)


class Yields(Struct, frozen=True):
    """What the three origins have paid so far."""

    search: Paid = Paid()
    remnant: Paid = Paid()
    ripe: Paid = Paid()

    def after(self, started: Mapping[str, int], found: Mapping[str, int]) -> "Yields":
        """The yields after one more run."""
        return structs.replace(
            self,
            **{
                origin: getattr(self, origin).after(started.get(origin, 0), found.get(origin, 0))
                for origin in ORIGINS
            },
        )


def shares(yields: Yields) -> dict[str, float]:
    """How the room is divided: by found per start page, with a prior so that one lucky run decides nothing."""
    rates = {o: (getattr(yields, o).found + 2.0) / (getattr(yields, o).started + 10.0) for o in ORIGINS}
    total = sum(rates.values())
    free = 1.0 - LEAST_SHARE * len(ORIGINS)
    return {origin: LEAST_SHARE + free * rate / total for origin, rate in rates.items()}


class Known(Struct, frozen=True):
    """A page that still holds energy, or from which the last run had not followed everything."""

    url: str
    worth: float
    unspent: float


def start_pages(
    fresh: Sequence[Seed],
    remnants: Sequence[Known],
    known: Sequence[KnownPage],
    *,
    pages: int,
    yields: Yields,
    entropy: int,
) -> list[Seed]:
    """The start pages of a run, each once: remembered ones first (they cost nothing), then ripe ones, then fresh ones."""
    room = {origin: len(ORIGINS) * share for origin, share in shares(yields).items()}  # 1: an equal share
    rule = Freshness(share=REFETCHED * room["ripe"])
    chance = Random(f"{entropy}/ripe")  # noqa: S311 - chance that must be repeatable
    due = ripe(known, pages, chance, rule)
    # A visit brings what memory holds, and the news; so what is ripe is not only remembered.
    kept = [k for k in remnants if k.url not in due]
    chosen = [Seed(k.url, "remnant", k.unspent) for k in _richest(kept, round(REMNANTS * room["remnant"]))]
    chosen += [Seed(url, "ripe") for url in due]
    chosen += fresh[: max(1, math.floor(FRESH * room["search"] * pages))]
    unique: dict[str, Seed] = {}
    for seed in chosen:
        unique.setdefault(seed.url, seed)
    return list(unique.values())


def origin_of(source: str) -> str:
    """Which of the three a start page's source belongs to: whatever is neither remembered nor ripe was named by others."""
    return source if source in ORIGINS else "search"


def _richest(remnants: Sequence[Known], most: int) -> list[Known]:
    return sorted(remnants, key=lambda k: (-k.worth, k.url))[:most]
