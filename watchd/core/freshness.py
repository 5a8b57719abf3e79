"""When is a page worth another visit? Hub yields, change rates, expected energy and ripeness.

A hub is a page that led to new relevant pages. How many it will show next time is a Gamma-Poisson guess per
page; a visit is drawn by Thompson sampling, so pages we know little about get their chance too. A floor visit
per window keeps any page from starving. How often a page's own text changes is a maximum-likelihood rate from
what visits saw.
"""

import math
from collections.abc import Sequence
from random import Random

from msgspec import Struct, structs

FORGET = 0.995  # evidence fades by this with every visit, so that a hub may change its habits
INTERVALS = 32  # changed and unchanged intervals kept per page


class Freshness(Struct, frozen=True, kw_only=True):
    """How a run spends on pages it knows."""

    share: float = 0.15  # of the page budget goes to energised refetches, then the agents explore
    window: float = 30.0  # days: what appeared earlier is missed anyway, and nobody waits longer for a visit
    cost: float = 1.0  # energy of a request


class HubYield(Struct, frozen=True):
    """New relevant pages per day that a hub shows: Gamma(shape, rate), prior and evidence kept apart."""

    prior_shape: float = 0.5
    prior_rate: float = 6.0
    found: float = 0.0
    days: float = 0.0

    @property
    def shape(self) -> float:
        """a of the posterior."""
        return self.prior_shape + self.found

    @property
    def rate(self) -> float:
        """b of the posterior."""
        return self.prior_rate + self.days

    @property
    def mean(self) -> float:
        """Expected new relevant pages per day."""
        return self.shape / self.rate

    def after(self, found: int, days: float) -> "HubYield":
        """The yield after a visit that showed `found` new pages in `days`; only evidence fades."""
        return structs.replace(self, found=FORGET * self.found + found, days=FORGET * self.days + days)

    def sample(self, random: Random) -> float:
        """A yield that may be true."""
        return random.gammavariate(self.shape, 1.0 / self.rate)


def hub_prior(relevant_links: int, links: int) -> HubYield:
    """What to expect of a page never revisited: pages with many relevant links tend to show more."""
    share = relevant_links / links if links else 0.0
    return HubYield(prior_shape=0.5 + min(2.0, 0.25 * relevant_links * (0.5 + share)))


class Changes(Struct, frozen=True):
    """Lengths in days of the intervals after which a page was, and was not, found changed."""

    changed: tuple[float, ...] = ()
    unchanged: tuple[float, ...] = ()

    def after(self, days: float, *, changed: bool) -> "Changes":
        """The record after one more visit."""
        if changed:
            return structs.replace(self, changed=(*self.changed, days)[-INTERVALS:])
        return structs.replace(self, unchanged=(*self.unchanged, days)[-INTERVALS:])


def change_rate(changes: Changes) -> float:
    """Changes per day by maximum likelihood; half a day of each kind is added, so there is always an answer."""
    changed = [0.5, *changes.changed]
    still = 0.5 + sum(changes.unchanged)

    def pull(rate: float) -> float:
        return sum(t / math.expm1(rate * t) for t in changed) - still

    low, high = 1e-9, 1e4
    for _ in range(100):
        middle = math.sqrt(low * high)
        if pull(min(middle, 700.0 / max(changed))) > 0:
            low = middle
        else:
            high = middle
    return math.sqrt(low * high)


def chance_changed(rate: float, days: float) -> float:
    """How likely the page has changed since."""
    return -math.expm1(-rate * days)


def optimal_rates(change_rates: Sequence[float], total: float, weights: Sequence[float] = ()) -> list[float]:
    """Visit rates that keep pages freshest for `total` visits: each solves x(x + D) = weight D / price."""
    worth = list(weights) or [1.0] * len(change_rates)

    def at(price: float) -> list[float]:
        pairs = zip(change_rates, worth, strict=True)
        return [0.5 * (math.sqrt(d * d + 4.0 * w * d / price) - d) for d, w in pairs]

    low, high = 1e-12, 1e12
    for _ in range(200):
        price = math.sqrt(low * high)
        if sum(at(price)) > total:
            low = price
        else:
            high = price
    return at(math.sqrt(low * high))


class KnownPage(Struct, frozen=True):
    """A page that could be visited again."""

    url: str
    hub: HubYield = HubYield()
    changes: Changes = Changes()
    relevance: float = 0.0
    waited: float = 0.0  # days since the last visit
    rate: float | None = None  # changes per day, when it was computed from `changes` before


def expected_energy(page: KnownPage, random: Random, rule: Freshness) -> float:
    """What a visit now is expected to bring for its cost: new pages behind it, and news in its own text."""
    waited = min(page.waited, rule.window)
    behind = page.hub.sample(random) * waited
    rate = change_rate(page.changes) if page.rate is None else page.rate
    own = chance_changed(rate, waited) * page.relevance if page.relevance > 0.0 else 0.0
    return (behind + own) / rule.cost


def ripe(pages: Sequence[KnownPage], budget: int, random: Random, rule: Freshness | None = None) -> list[str]:
    """Which pages to visit again in a run of `budget` pages: those overdue, then by expected energy."""
    rule = rule or Freshness()
    room = math.floor(rule.share * budget)
    overdue = sorted((p for p in pages if p.waited >= rule.window), key=lambda p: (-p.waited, p.url))
    energies = {p.url: expected_energy(p, random, rule) for p in sorted(pages, key=lambda p: p.url)}
    ranked = sorted(energies, key=lambda url: (-energies[url], url))
    # At most half of the room goes to the floor, so that many stale pages cannot crowd out a rich hub.
    first = [p.url for p in overdue][: room // 2]
    return [*first, *(url for url in ranked if url not in first)][:room]


def replenished(unspent: float, new_share: float) -> float:
    """u of a changed page: it grows by the share of the text that is new."""
    return min(1.0, max(0.0, unspent) + max(0.0, new_share))
