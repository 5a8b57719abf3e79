"""Start pages of a run, from three origins: search results, pages with energy left, and ripe pages.

About 15 % of a run's requests go to known pages that are worth another visit (*ripe*). Pages with energy left (*remnant*)
cost no request, because they are stored; those that the profile itself has read cost no page of its budget either. The
origins share the start pages by their yield in earlier runs: new relevant pages per request on the paths that began there.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, structs

from watchd.core.population.events import RunBudget, Seed
from watchd.core.revisits.freshness import Freshness, KnownPage, ripe

ORIGINS = ("search", "remnant", "ripe")
NAMED = ("url", "example")  # sources of pages that the person named
MIN_SHARE = 0.15  # of every origin, so that its yield can rise again
DECAY_PER_RUN = 0.9  # how much of the past counts after another run
HALF_WEIGHT_REQUESTS = 10.0  # after which an origin's own yield counts as much as that of all origins together
REMNANT_PAGES = 30  # stored pages to start from, when all origins have the same yield
RIPE_SHARE = 0.05  # of the requests, for known pages that promise little: their habits may have changed
MAX_RIPE_SHARE = 0.85  # of the requests, so that a profile never stops exploring
MIN_NEWS = 0.025  # news (new or changed relevant pages) that a visit to a known page must promise
# Requests for links that are neither news nor start pages: this many times the yield of exploring, within bounds.
EXPLORE_FACTOR = 2.0
MIN_EXPLORE_SHARE, MAX_EXPLORE_SHARE = 0.05, 0.7
# Links that promise little, as a share of a first run's pages; at least this number, for a small site with unlike words.
FIRST_GUESS_SHARE, MIN_FIRST_GUESSES, MIN_GUESSES = 0.3, 60, 3
# A profile that knows fewer relevant pages has not found its neighbourhood yet, and goes on searching with this share.
MIN_KNOWN_RELEVANT, SEARCHING_SHARE = 5, 0.5
MIN_REACHABLE = 20  # pages that every run is expected to visit: the last run may have been slow by chance
# Share of the requests for start pages from search providers; pages that the person named always count.
MAX_SEARCH_SHARE = 0.3
# The best search results are visited first. Agents choose among the others and the links of pages: further down the list,
# a link of a relevant page is often better.
MAX_FIRST_RESULTS = 12


class Paid(Struct, frozen=True):
    """Yield of the start pages of one origin."""

    started: float = 0.0
    # New relevant pages on paths that began there, without pages that another profile had read.
    found: float = 0.0
    asked: float = 0.0  # requests on these paths

    def after(self, started: int, found: int, asked: int) -> "Paid":
        return Paid(
            DECAY_PER_RUN * self.started + started,
            DECAY_PER_RUN * self.found + found,
            DECAY_PER_RUN * self.asked + asked,
        )

    @property
    def cost(self) -> float:
        """Number of requests; earlier versions did not count them, so at least the number of pages found."""
        return max(self.asked, self.found)


class SourceYields(Struct, frozen=True):
    """Yields of the three origins so far."""

    search: Paid = Paid()
    remnant: Paid = Paid()
    ripe: Paid = Paid()

    @property
    def exploring(self) -> float:
        """New relevant pages per request on paths from search results and remnants."""
        found, cost = self.search.found + self.remnant.found, self.search.cost + self.remnant.cost
        return (found + 0.5 * HALF_WEIGHT_REQUESTS) / (cost + HALF_WEIGHT_REQUESTS)

    def after(
        self, started: Mapping[str, int], found: Mapping[str, int], asked: Mapping[str, int]
    ) -> "SourceYields":
        """Return the yields after one more run."""
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
    """Return the share of each origin, by new relevant pages per request.

    An origin without requests gets the yield of all origins together: a first run, in which one start page leads to every
    page, says nothing about later visits.
    """
    paid: dict[str, Paid] = {origin: getattr(yields, origin) for origin in ORIGINS}
    requests = sum(p.cost for p in paid.values())
    usual = (sum(p.found for p in paid.values()) + 2.0) / (requests + HALF_WEIGHT_REQUESTS)
    rates = {
        origin: (p.found + HALF_WEIGHT_REQUESTS * usual) / (p.cost + HALF_WEIGHT_REQUESTS)
        for origin, p in paid.items()
    }
    total = sum(rates.values())
    free = 1.0 - MIN_SHARE * len(ORIGINS)
    return {origin: MIN_SHARE + free * rate / total for origin, rate in rates.items()}


class HeldPage(Struct, frozen=True):
    """A page with energy left, or with links that the last run did not follow."""

    url: str
    worth: float
    unspent: float
    is_unread: bool = False  # the stored text is newer than the one that the profile knows; it costs no request


def start_pages(
    fresh: Sequence[Seed],
    remnants: Sequence[HeldPage],
    known: Sequence[KnownPage],
    *,
    pages: int,
    yields: SourceYields,
    entropy: int,
) -> list[Seed]:
    """Return the start pages of a run, each once: named pages, then remnants, ripe pages and search results.

    Named pages come first, because a budget may end before the others.
    """
    factor = {origin: len(ORIGINS) * share for origin, share in shares(yields).items()}  # 1: an equal share
    rule = Freshness(share=RIPE_SHARE, max_share=MAX_RIPE_SHARE, min_expected=MIN_NEWS)
    random = Random(f"{entropy}/ripe")  # noqa: S311 - must be repeatable
    due = ripe(known, pages, random, rule)
    # A visit gives all that the stored page has, and the changes; so a ripe or named page is not also a remnant.
    named = {seed.url for seed in fresh if seed.source in NAMED}
    visited = named.union(due)
    kept = [k for k in remnants if k.url not in visited]
    chosen = [Seed(url, "ripe") for url in due if url in named]
    chosen += [seed for seed in fresh if seed.url in named]
    chosen += [
        Seed(k.url, "remnant", k.unspent) for k in _richest(kept, round(REMNANT_PAGES * factor["remnant"]))
    ]
    chosen += [Seed(url, "ripe") for url in due]
    others = [seed for seed in fresh if seed.url not in named]
    others = others[: max(1, math.floor(MAX_SEARCH_SHARE * factor["search"] * pages))]
    chosen += others[:MAX_FIRST_RESULTS]
    chosen += [structs.replace(seed, waits=True) for seed in others[MAX_FIRST_RESULTS:]]
    unique: dict[str, Seed] = {}
    for seed in chosen:
        unique.setdefault(seed.url, seed)
    return list(unique.values())


def reachable(budget: RunBudget, speed: float | None) -> int:
    """Return the number of pages that a run will visit: its budget, or fewer if its time ends first at the last speed.

    Visits to ripe pages are a share of this number. A share of a budget that is never used up would leave no time to
    explore.
    """
    if speed is None:
        return budget.pages
    return min(budget.pages, max(MIN_REACHABLE, round(speed * budget.seconds)))


def explored_pages(pages: int, yields: SourceYields, relevant: int) -> int:
    """Return how many links a run may follow that are neither news nor start pages.

    At first exploring finds much. Once the neighbourhood of the topic is known it finds little, and requests are better
    spent on pages that show news; a small share always stays, because new neighbourhoods appear. `relevant` is the number
    of relevant pages that the profile knows.
    """
    if relevant < MIN_KNOWN_RELEVANT:
        return max(1, round(SEARCHING_SHARE * pages))
    share = min(MAX_EXPLORE_SHARE, max(MIN_EXPLORE_SHARE, EXPLORE_FACTOR * yields.exploring))
    return max(1, round(share * pages))


def guessed_pages(pages: int, relevant: int, *, is_first: bool) -> int:
    """Return how many links a run may follow that promise little: more in a first run, which knows nothing else."""
    if is_first:
        return max(MIN_FIRST_GUESSES, round(FIRST_GUESS_SHARE * pages))
    if relevant < MIN_KNOWN_RELEVANT:
        return max(MIN_GUESSES, round(SEARCHING_SHARE * pages))
    return max(MIN_GUESSES, round(MIN_EXPLORE_SHARE * pages))


def origin_of(source: str) -> str:
    """Return the origin of a start page by its source: search, unless it is a remnant or ripe."""
    return source if source in ORIGINS else "search"


def _richest(remnants: Sequence[HeldPage], limit: int) -> list[HeldPage]:
    """Return the best unread texts, and as many of the other pages.

    Energy that agents could not spend adds up on pages without useful links; these would come before every unread text.
    """
    ranked = sorted(remnants, key=lambda k: (-k.worth, k.url))
    unread = [k for k in ranked if k.is_unread]
    return [*unread[:limit], *[k for k in ranked if not k.is_unread][:limit]]
