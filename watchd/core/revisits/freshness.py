"""Choice of known pages to visit again: hub yields, change rates and expected energy.

A hub is a page that led to new relevant pages. The number that it will show next time is a Gamma-Poisson estimate per
page. Visits are drawn by Thompson sampling, so pages with few visits have a chance too. At least one visit per window keeps
any page from being forgotten. The change rate of a page's own text is a maximum-likelihood estimate from its visits.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

import numpy as np
from msgspec import Struct, structs

DECAY_PER_VISIT = 0.995  # old evidence loses weight with every visit, because a hub may change its habits
PRIOR_CHANGES, PRIOR_DAYS = 1.0, 10.0  # changes in this number of days, assumed for all pages before any visit
HALF_WEIGHT_DAYS = 3.0  # after which a page's own changes count as much as those of all pages together
MAX_PRIOR = 5.0  # of a page with many relevant links
MIN_PRIOR = 0.02  # of a page without a relevant link: there are many of them
MAX_CHANGED_SHARE = 0.2  # share of pages that may have changed since they were read
FACTORS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0)  # that are tried for level and weight
SLOPES = (1, 2, 3)
MAX_HABIT_PAGES = 1000  # that habits are learned from
MAX_INTERVALS = 32  # changed and unchanged intervals kept per page


class Freshness(Struct, frozen=True, kw_only=True):
    """Rule for the visits of a run to known pages."""

    share: float = 0.15  # of the page budget for these visits
    max_share: float = 0.3  # of the page budget, when visits are expected to pay
    window: float = 30.0  # days: no page waits longer for a visit
    cost: float = 1.0  # energy of a request
    # News that a visit must promise, by expectation: of a thousand pages that show nothing, a draw always favours some.
    min_expected: float = 0.25


class HubYield(Struct, frozen=True):
    """New relevant pages per day that a hub shows: Gamma(shape, rate), with prior and evidence kept apart."""

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
        """Return the yield after a visit that showed `found` new pages in `days`; only evidence decays."""
        return structs.replace(
            self, found=DECAY_PER_VISIT * self.found + found, days=DECAY_PER_VISIT * self.days + days
        )

    def sample(self, random: Random) -> float:
        """Draw a yield from the posterior."""
        return random.gammavariate(self.shape, 1.0 / self.rate)


class ChangeHabits(Struct, frozen=True):
    """Correction of the priors, learned from all visits to known pages."""

    level: float = 1.0  # what pages show, relative to what their links suggest
    slope: int = 2  # how much more pages with more relevant links show
    weight: float = 1.0  # of the prior as evidence: little if most pages show nothing and a few show much

    def of(self, hub: HubYield) -> HubYield:
        """Return the same evidence, with a prior that follows these habits."""
        shape = MAX_PRIOR * (hub.prior_shape / MAX_PRIOR) ** self.slope
        return structs.replace(
            hub, prior_shape=shape * self.level * self.weight, prior_rate=hub.prior_rate * self.weight
        )


def habits(hubs: Iterable[HubYield]) -> ChangeHabits:
    """Return the habits that explain best what visits have found.

    Empirical Bayes: under a Gamma-Poisson model, what is found is negative binomial. Without it, every page would keep the
    same prior after a hundred visits without a find, and good hubs would compete with all of these pages.
    """
    revisited = [hub for hub in hubs if hub.days > 0.0][-MAX_HABIT_PAGES:]
    if not revisited:
        return ChangeHabits()
    tried = [ChangeHabits(level, slope, weight) for weight in FACTORS for level in FACTORS for slope in SLOPES]
    silent = [hub for hub in revisited if hub.found == 0.0]
    paid = [hub for hub in revisited if hub.found > 0.0]
    shapes = np.array([hub.prior_shape / MAX_PRIOR for hub in silent])
    rates, days = (np.array([getattr(hub, name) for hub in silent]) for name in ("prior_rate", "days"))

    def fit(habit: ChangeHabits) -> float:
        waited = np.log1p(days / (rates * habit.weight))
        silence = -MAX_PRIOR * habit.level * habit.weight * float(shapes**habit.slope @ waited)
        return silence + sum(_log_likelihood(habit.of(hub)) for hub in paid) - _penalty(habit)

    return max(tried, key=fit)


def _log_likelihood(hub: HubYield) -> float:
    """Return the log-likelihood of the evidence under the prior, without terms that all priors share."""
    a, b = hub.prior_shape, hub.prior_rate
    shown = math.lgamma(hub.shape) - math.lgamma(a) - hub.found * math.log(hub.rate)
    return shown + a * math.log(b / hub.rate)


def _penalty(habit: ChangeHabits) -> float:
    """Return the penalty of habits far from the default: factors of four and more need much evidence."""
    apart = math.log(habit.level), math.log(habit.weight), math.log(2.0) * (habit.slope - 2)
    return sum(x * x for x in apart) / (2.0 * math.log(4.0) ** 2)


def hub_prior(relevant_links: int, links: int) -> HubYield:
    """Return the prior of a page that was never visited again: the more relevant links it has, the higher."""
    share = relevant_links / links if links else 0.0
    return HubYield(prior_shape=min(MAX_PRIOR, MIN_PRIOR + 0.25 * relevant_links * (0.5 + share)))


class Changes(Struct, frozen=True):
    """Lengths in days of the intervals after which a page was, and was not, found changed."""

    changed: tuple[float, ...] = ()
    unchanged: tuple[float, ...] = ()

    @property
    def days(self) -> float:
        """Sum of all intervals."""
        return sum(self.changed) + sum(self.unchanged)

    def after(self, days: float, *, changed: bool) -> "Changes":
        """Return the record after one more visit."""
        if changed:
            return structs.replace(self, changed=(*self.changed, days)[-MAX_INTERVALS:])
        return structs.replace(self, unchanged=(*self.unchanged, days)[-MAX_INTERVALS:])


def change_rate(changes: Changes) -> float:
    """Return changes per day by maximum likelihood; half a day of each kind is added, so there is always a result."""
    changed = [0.5, *changes.changed]
    still = 0.5 + sum(changes.unchanged)

    def slope(rate: float) -> float:
        return sum(t / math.expm1(rate * t) for t in changed) - still

    low, high = 1e-9, 1e4
    for _ in range(100):
        middle = math.sqrt(low * high)
        if slope(min(middle, 700.0 / max(changed))) > 0:
            low = middle
        else:
            high = middle
    return math.sqrt(low * high)


def chance_changed(rate: float, days: float) -> float:
    """Return the chance that a page has changed since."""
    return -math.expm1(-rate * days)


class KnownPage(Struct, frozen=True):
    """A page that could be visited again."""

    url: str
    hub: HubYield = HubYield()
    changes: Changes = Changes()
    relevance: float = 0.0
    waited: float = 0.0  # days since the last visit


def usual_rate(pages: Iterable[KnownPage]) -> float:
    """Return changes per day of a page without a history: the rate of other pages that were visited again.

    Hubs are left out: they change with everything that they show, and are visited because of that.
    """
    changed, days = PRIOR_CHANGES, PRIOR_DAYS
    for page in pages:
        if page.hub.found == 0.0:
            changed += len(page.changes.changed)
            days += page.changes.days
    return changed / days


def likely_rate(changes: Changes, usual: float) -> float:
    """Return changes per day of one page, which starts at the usual rate and follows the page's own visits.

    By the maximum-likelihood rate alone, every page that was read once would seem to change more than daily, and the run
    would request hundreds of finished articles again before any hub.
    """
    return (len(changes.changed) + HALF_WEIGHT_DAYS * usual) / (changes.days + HALF_WEIGHT_DAYS)


def lasting_days(usual: float, window: float) -> float:
    """Return the days until one page in five has changed since it was read, at most the window."""
    return min(window, -math.log(1.0 - MAX_CHANGED_SHARE) / usual)


def expected_energy(
    page: KnownPage, random: Random, rule: Freshness, usual: float = PRIOR_CHANGES / PRIOR_DAYS
) -> float:
    """Return the drawn yield of a visit now per cost: new pages behind it, and changes of its own text."""
    return _energy(page, page.hub.sample(random), rule, usual)


def _energy(page: KnownPage, shown: float, rule: Freshness, usual: float) -> float:
    waited = min(page.waited, rule.window)
    own = chance_changed(likely_rate(page.changes, usual), waited) * max(0.0, page.relevance)
    return (shown * waited + own) / rule.cost


def ripe(pages: Sequence[KnownPage], budget: int, random: Random, rule: Freshness | None = None) -> list[str]:
    """Choose the pages to visit again in a run of `budget` pages: overdue ones, then paying ones, then by the draw.

    Visits that are expected to pay may take more than the share; what is left of the share goes to the highest draws, so
    that pages with few visits get a chance.
    """
    rule = rule or Freshness()
    visits, max_visits = round(rule.share * budget), round(max(rule.share, rule.max_share) * budget)
    overdue = sorted((p for p in pages if p.waited >= rule.window), key=lambda p: (-p.waited, p.url))
    usual, habit = usual_rate(pages), habits(p.hub for p in pages)
    known = [structs.replace(p, hub=habit.of(p.hub)) for p in sorted(pages, key=lambda p: p.url)]
    drawn = {p.url: expected_energy(p, random, rule, usual) for p in known}
    expected = {p.url: _energy(p, p.hub.mean, rule, usual) for p in known}
    # Overdue pages get at most half of the visits, so that many stale pages leave room for a good hub.
    first = [p.url for p in overdue][: visits // 2]
    paying = [url for url in _ranked(expected) if expected[url] >= rule.min_expected and url not in set(first)]
    paying = paying[: max(0, max_visits - len(first))]
    others = [url for url in _ranked(drawn) if url not in {*first, *paying}]
    return [*first, *paying, *others[: max(0, visits - len(first) - len(paying))]]


def _ranked(energies: Mapping[str, float]) -> list[str]:
    return sorted(energies, key=lambda url: (-energies[url], url))


def replenished(unspent: float, new_share: float) -> float:
    """Return u of a changed page: it grows by the share of the text that is new."""
    return min(1.0, max(0.0, unspent) + max(0.0, new_share))
