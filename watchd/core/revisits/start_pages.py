"""Where does a run start? On pages that search engines name, on pages that still hold energy, on pages that are ripe.

About 15 % of a run's requests go to known pages that are worth another visit; pages with energy left cost no
request, because they are remembered. How the room is divided follows what each origin has paid in earlier runs: new
relevant pages per request on the paths that began there.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, structs

from watchd.core.population.events import RunBudget, Seed
from watchd.core.revisits.freshness import Freshness, KnownPage, ripe

ORIGINS = ("search", "remnant", "ripe")
NAMED = ("url", "example")  # sources of pages that the person named
LEAST_SHARE = 0.15  # every origin keeps this much, so that it can prove itself again
FORGET = 0.9  # how much of the past counts after another run
DOUBT = 10.0  # requests after which an origin's own yield counts as much as that of all origins together
REMNANTS = 30  # remembered pages to start from, when all origins pay alike
REFETCHED = 0.15  # of the requests, when all origins pay alike
MAX_VISITS = 0.7  # of the requests: a profile never stops to explore
# New relevant pages that a visit has to promise: at most, and where exploring brings next to nothing.
PAYS, PAYS_LEAST = 0.5, 0.02
FEWEST = 20  # pages that every run is believed to come to: the last one may have met with bad luck
FRESH = 0.3  # of the requests at most go to start pages that engines name; those that the person named all come


class Paid(Struct, frozen=True):
    """What start pages of one origin have led to."""

    started: float = 0.0
    found: float = 0.0  # new relevant pages on paths that began there; what others had read proves nothing
    asked: float = 0.0  # requests on these paths

    def after(self, started: int, found: int, asked: int) -> "Paid":
        return Paid(FORGET * self.started + started, FORGET * self.found + found, FORGET * self.asked + asked)

    @property
    def cost(self) -> float:
        """Requests behind what was found; earlier versions did not count them."""
        return max(self.asked, self.found)


class SourceYields(Struct, frozen=True):
    """What the three origins have paid so far."""

    search: Paid = Paid()
    remnant: Paid = Paid()
    ripe: Paid = Paid()

    @property
    def exploring(self) -> float:
        """New relevant pages per request off the beaten track."""
        found, cost = self.search.found + self.remnant.found, self.search.cost + self.remnant.cost
        return (found + 0.5 * DOUBT) / (cost + DOUBT)

    def after(
        self, started: Mapping[str, int], found: Mapping[str, int], asked: Mapping[str, int]
    ) -> "SourceYields":
        """The yields after one more run."""
        return structs.replace(
            self,
            **{
                origin: getattr(self, origin).after(
                    started.get(origin, 0), found.get(origin, 0), asked.get(origin, 0)
                )
                for origin in ORIGINS
            },
        )


def shares(yields: SourceYields) -> dict[str, float]:
    """How the room is divided: by new relevant pages per request.

    An origin that was never tried is believed to pay as all do together: a first run, in which one start page leads to
    everything, says nothing about coming back.
    """
    paid: dict[str, Paid] = {origin: getattr(yields, origin) for origin in ORIGINS}
    usual = (sum(p.found for p in paid.values()) + 2.0) / (sum(p.cost for p in paid.values()) + DOUBT)
    rates = {origin: (p.found + DOUBT * usual) / (p.cost + DOUBT) for origin, p in paid.items()}
    total = sum(rates.values())
    free = 1.0 - LEAST_SHARE * len(ORIGINS)
    return {origin: LEAST_SHARE + free * rate / total for origin, rate in rates.items()}


class HeldPage(Struct, frozen=True):
    """A page that still holds energy, or from which the last run had not followed everything."""

    url: str
    worth: float
    unspent: float
    is_unread: bool = False  # its text is not the one that the profile knows, and is there without a request


def start_pages(
    fresh: Sequence[Seed],
    remnants: Sequence[HeldPage],
    known: Sequence[KnownPage],
    *,
    pages: int,
    yields: SourceYields,
    entropy: int,
) -> list[Seed]:
    """The start pages of a run, each once: remembered ones first (they cost nothing), then ripe ones, then fresh ones."""
    room = {origin: len(ORIGINS) * share for origin, share in shares(yields).items()}  # 1: an equal share
    # More than an equal share is for visits that promise more than exploring does, not for chance.
    pays = min(PAYS, max(PAYS_LEAST, yields.exploring))
    rule = Freshness(share=REFETCHED * min(1.0, room["ripe"]), most=MAX_VISITS, pays=pays, likely=pays / 2)
    chance = Random(f"{entropy}/ripe")  # noqa: S311 - chance that must be repeatable
    due = ripe(known, pages, chance, rule)
    # A visit brings what memory holds, and the news; so what is ripe or named is not only remembered.
    named = {seed.url for seed in fresh if seed.source in NAMED}
    visited = named.union(due)
    kept = [k for k in remnants if k.url not in visited]
    chosen = [Seed(k.url, "remnant", k.unspent) for k in _richest(kept, round(REMNANTS * room["remnant"]))]
    chosen += [Seed(url, "ripe") for url in due]
    chosen += [seed for seed in fresh if seed.url in named]
    others = [seed for seed in fresh if seed.url not in named]
    chosen += others[: max(1, math.floor(FRESH * room["search"] * pages))]
    unique: dict[str, Seed] = {}
    for seed in chosen:
        unique.setdefault(seed.url, seed)
    return list(unique.values())


def reachable(budget: RunBudget, speed: float | None) -> int:
    """Pages that a run will come to: all of its budget, unless its time is over first at the speed of the last one.

    Visits are a share of these. As a share of a budget that is never used up, they would leave no time to explore.
    """
    if speed is None:
        return budget.pages
    return min(budget.pages, max(FEWEST, round(speed * budget.seconds)))


def origin_of(source: str) -> str:
    """Which of the three a start page's source belongs to: whatever is neither remembered nor ripe was named by others."""
    return source if source in ORIGINS else "search"


def _richest(remnants: Sequence[HeldPage], most: int) -> list[HeldPage]:
    """Of the texts that the profile has not read the best, and as many of the other pages.

    What agents could not spend on pages without a way on adds up there, and would come before every unread text.
    """
    ranked = sorted(remnants, key=lambda k: (-k.worth, k.url))
    unread = [k for k in ranked if k.is_unread]
    return [*unread[:most], *[k for k in ranked if not k.is_unread][:most]]
