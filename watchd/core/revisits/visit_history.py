"""Visit history of a page: the page state after a visit, and the state as the choice of ripe pages needs it.

Hub yields and change rates are those of core/revisits/freshness.py; times here are days.
"""

from datetime import datetime, timedelta

from msgspec import Struct, structs

from watchd.core.relevance.score_scale import SCALE
from watchd.core.revisits.freshness import Changes, Freshness, HubYield, KnownPage, change_rate, replenished
from watchd.model.page import PageState

DAY = 86400.0
WINDOW = Freshness().window
MIN_PAUSE = 1.0 / 1440.0  # days: no page is ripe again within a minute


class VisitRecord(Struct, frozen=True, kw_only=True):
    """Result of a visit, as far as later visits depend on it."""

    now: datetime
    relevance: float
    content_hash: str
    changed: bool  # the text differs from the one that the profile knew
    followed_hash: str | None = None  # of the version that mattered, if this one cannot replace it


def after_visit(before: PageState, visit: VisitRecord) -> PageState:
    """Return the page state after its page was read."""
    waited = days_since(before.visited_at, visit.now)
    hub = HubYield(before.hub_prior, found=before.hub_yield, days=before.hub_time)
    changes = Changes(before.changed_days, before.still_days)
    if before.visits:
        hub = hub.after(0, waited)  # pages behind it are credited when they are found
        if waited > 0.0:  # a change in no time has no rate (core/policy/clock_skew.py)
            changes = changes.after(waited, changed=visit.changed)
    rate = change_rate(changes)
    return structs.replace(
        before,
        relevance=visit.relevance,
        score_scale=SCALE,
        visits=before.visits + 1,
        visited_at=visit.now,
        ripe_at=visit.now + timedelta(days=_pause(hub, rate, visit.relevance)),
        content_hash=visit.content_hash,
        followed_hash=visit.followed_hash,
        hub_yield=hub.found,
        hub_time=hub.days,
        changed_days=changes.changed,
        still_days=changes.unchanged,
        change_rate=rate,
        missed=0,
    )


def unspent_now(state: PageState, now: datetime, new_share: float) -> float:
    """Return u when a page is visited again: it grows with the new text, and with what a hub is expected to show."""
    waited = min(days_since(state.visited_at, now), WINDOW)
    evidence = HubYield(0.0, found=state.hub_yield, days=state.hub_time)
    expected = evidence.found / evidence.rate * waited
    return replenished(state.unspent, new_share + min(1.0, expected))


def known_page(
    url: str, state: PageState, now: datetime, pace: float = 1.0, looked_at: datetime | None = None
) -> KnownPage:
    """Return a page as the choice of ripe pages needs it; `pace` is the length of a day for this profile.

    `looked_at` is the last look for any profile: what it showed is known to all.
    """
    waited = days_since(state.visited_at, now)
    # Other profiles may have found what it showed, in the days since this profile visited it.
    watched = state.hub_time + (waited if state.hub_yield > 0.0 else 0.0)
    if looked_at is not None:
        waited = min(waited, days_since(looked_at, now))
    return KnownPage(
        url=url,
        hub=HubYield(state.hub_prior, found=state.hub_yield, days=watched / pace),
        relevance=state.relevance,
        waited=waited / pace,
        changes=Changes(
            tuple(days / pace for days in state.changed_days), tuple(days / pace for days in state.still_days)
        ),
    )


def days_since(moment: datetime | None, now: datetime) -> float:
    """Return the days since a moment, never negative (core/policy/clock_skew.py); the window if there was none."""
    return max(0.0, (now - moment).total_seconds() / DAY) if moment else WINDOW


def _pause(hub: HubYield, rate: float, relevance: float) -> float:
    """Return the days until one visit is expected to show a new relevant page or a change of the page itself."""
    return min(WINDOW, max(MIN_PAUSE, 1.0 / (hub.mean + rate * relevance)))
