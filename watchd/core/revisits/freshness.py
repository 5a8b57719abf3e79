"""When is a page worth another visit? Hub yields, change rates, expected energy and ripeness.

A hub is a page that led to new relevant pages. How many it will show next time is a Gamma-Poisson guess per
page; a visit is drawn by Thompson sampling, so pages we know little about get their chance too. A floor visit
per window keeps any page from starving. How often a page's own text changes is a maximum-likelihood rate from
what visits saw.
"""

import math
from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
from msgspec import Struct, structs

FORGET = 0.995  # evidence fades by this with every visit, so that a hub may change its habits
USUAL = (1.0, 10.0)  # changes and days that pages are believed to have shown before anything was seen
CAUTION = 3.0  # days after which a page's own changes count as much as those of all pages together
MOST = 5.0  # prior of a page with many relevant links
LEAST = 0.02  # prior of a page without any relevant link: there are many of them
CHANGED = 0.2  # the share of pages that may have changed since somebody read them
STEPS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0)  # factors that are tried
SLOPES = (1, 2, 3)
MAX_HABITS = 1000  # pages that habits are learned from
INTERVALS = 32  # changed and unchanged intervals kept per page


class Freshness(Struct, frozen=True, kw_only=True):
    """How a run spends on pages it knows."""

    share: float = 0.15  # of the page budget goes to energised refetches, then the agents explore
    most: float = 0.3  # of the page budget may go to them, when they promise to pay
    window: float = 30.0  # days: what appeared earlier is missed anyway, and nobody waits longer for a visit
    cost: float = 1.0  # energy of a request
    pays: float = 0.5  # new relevant pages that such a visit has to promise, by the draw
    likely: float = 0.25  # and as expected: of a thousand pages that show nothing, a draw always favours some


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


class Habits(Struct, frozen=True):
    """What visits to known pages have taught about all of them: how their priors have to be read."""

    level: float = 1.0  # how much pages show, against what their links let expect
    slope: int = 2  # how much more those with more relevant links show
    weight: float = (
        1.0  # how much evidence a prior is worth: little where most show nothing and a few show much
    )

    def of(self, hub: HubYield) -> HubYield:
        """The same evidence, with a prior that follows these habits."""
        shape = MOST * (hub.prior_shape / MOST) ** self.slope
        return structs.replace(
            hub, prior_shape=shape * self.level * self.weight, prior_rate=hub.prior_rate * self.weight
        )


def habits(hubs: Iterable[HubYield]) -> Habits:
    """The habits that explain best what visits have found.

    Empirical Bayes: under a Gamma-Poisson guess, what is found is negative binomial. Without it, the same prior would be
    held of every page after a hundred visits in vain, and hubs that have proven themselves would compete with all of them.
    """
    again = [hub for hub in hubs if hub.days > 0.0][-MAX_HABITS:]
    if not again:
        return Habits()
    tried = [Habits(level, slope, weight) for weight in STEPS for level in STEPS for slope in SLOPES]
    silent = [hub for hub in again if hub.found == 0.0]
    paid = [hub for hub in again if hub.found > 0.0]
    shapes = np.array([hub.prior_shape / MOST for hub in silent])
    rates, days = (np.array([getattr(hub, name) for hub in silent]) for name in ("prior_rate", "days"))

    def fit(habit: Habits) -> float:
        lasting = np.log1p(days / (rates * habit.weight))
        silence = -MOST * habit.level * habit.weight * float(shapes**habit.slope @ lasting)
        return silence + sum(_likelihood(habit.of(hub)) for hub in paid) - _surprise(habit)

    return max(tried, key=fit)


def _likelihood(hub: HubYield) -> float:
    """The logarithm of how likely the prior makes the evidence, but for what all priors have in common."""
    a, b = hub.prior_shape, hub.prior_rate
    shown = math.lgamma(hub.shape) - math.lgamma(a) - hub.found * math.log(hub.rate)
    return shown + a * math.log(b / hub.rate)


def _surprise(habit: Habits) -> float:
    """A few visits do not prove much: factors of four and more are unlikely."""
    apart = math.log(habit.level), math.log(habit.weight), math.log(2.0) * (habit.slope - 2)
    return sum(x * x for x in apart) / (2.0 * math.log(4.0) ** 2)


def hub_prior(relevant_links: int, links: int) -> HubYield:
    """What to expect of a page never revisited: pages with many relevant links tend to show more, others nothing."""
    share = relevant_links / links if links else 0.0
    return HubYield(prior_shape=min(MOST, LEAST + 0.25 * relevant_links * (0.5 + share)))


class Changes(Struct, frozen=True):
    """Lengths in days of the intervals after which a page was, and was not, found changed."""

    changed: tuple[float, ...] = ()
    unchanged: tuple[float, ...] = ()

    @property
    def days(self) -> float:
        """How long the page was watched."""
        return sum(self.changed) + sum(self.unchanged)

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


class KnownPage(Struct, frozen=True):
    """A page that could be visited again."""

    url: str
    hub: HubYield = HubYield()
    changes: Changes = Changes()
    relevance: float = 0.0
    waited: float = 0.0  # days since the last visit


def usual_rate(pages: Iterable[KnownPage]) -> float:
    """Changes per day of a page of which nothing is known: as others that were visited again.

    Hubs are left out: they change with everything that they show, and are visited for that.
    """
    changed, days = USUAL
    for page in pages:
        if page.hub.found == 0.0:
            changed += len(page.changes.changed)
            days += page.changes.days
    return changed / days


def likely_rate(changes: Changes, usual: float) -> float:
    """Changes per day of one page, which is believed to be like the others until visits tell otherwise.

    With the maximum-likelihood rate alone, every page that was read once would seem to change more than daily, and
    hundreds of finished articles would be asked for again before any hub.
    """
    return (len(changes.changed) + CAUTION * usual) / (changes.days + CAUTION)


def lasting_days(usual: float, window: float) -> float:
    """For how long a page is probably as somebody read it: until one in five has changed, but never beyond the window."""
    return min(window, -math.log(1.0 - CHANGED) / usual)


def expected_energy(
    page: KnownPage, random: Random, rule: Freshness, usual: float = USUAL[0] / USUAL[1]
) -> float:
    """What a visit now may bring for its cost: new pages behind it, and news in its own text."""
    return _energy(page, page.hub.sample(random), rule, usual)


def _energy(page: KnownPage, shown: float, rule: Freshness, usual: float) -> float:
    waited = min(page.waited, rule.window)
    own = chance_changed(likely_rate(page.changes, usual), waited) * max(0.0, page.relevance)
    return (shown * waited + own) / rule.cost


def ripe(pages: Sequence[KnownPage], budget: int, random: Random, rule: Freshness | None = None) -> list[str]:
    """Which pages to visit again in a run of `budget` pages: those overdue, then those that pay, then by what may be.

    Visits that promise to pay may take more than the share; what they leave of it goes to pages that a draw puts first.
    """
    rule = rule or Freshness()
    room, most = round(rule.share * budget), round(max(rule.share, rule.most) * budget)
    overdue = sorted((p for p in pages if p.waited >= rule.window), key=lambda p: (-p.waited, p.url))
    usual, habit = usual_rate(pages), habits(p.hub for p in pages)
    known = [structs.replace(p, hub=habit.of(p.hub)) for p in sorted(pages, key=lambda p: p.url)]
    drawn = {p.url: expected_energy(p, random, rule, usual) for p in known}
    likely = {p.url for p in known if _energy(p, p.hub.mean, rule, usual) >= rule.likely}
    # At most half of the room goes to the floor, so that many stale pages cannot crowd out a rich hub.
    first = [p.url for p in overdue][: room // 2]
    ranked = [url for url in sorted(drawn, key=lambda url: (-drawn[url], url)) if url not in first]
    paying = [url for url in ranked if url in likely and drawn[url] >= rule.pays][: most - len(first)]
    others = [url for url in ranked if url not in set(paying)]
    return [*first, *paying, *others[: max(0, room - len(first) - len(paying))]]


def replenished(unspent: float, new_share: float) -> float:
    """u of a changed page: it grows by the share of the text that is new."""
    return min(1.0, max(0.0, unspent) + max(0.0, new_share))
