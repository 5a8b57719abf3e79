"""What does a visit teach about coming back? From what a profile knew of a page to what it knows now.

A hub's evidence and a page's change rate are those of core/revisits/freshness.py; times here are days.
"""

from datetime import datetime, timedelta

from msgspec import Struct, structs

from watchd.core.revisits.freshness import Changes, Freshness, HubYield, KnownPage, change_rate, replenished
from watchd.model.page import PageState

DAY = 86400.0
WINDOW = Freshness().window
SOONEST = 1.0 / 1440.0  # days: nothing is ripe again within a minute


class VisitRecord(Struct, frozen=True, kw_only=True):
    """What a visit saw, as far as coming back is concerned."""

    now: datetime
    relevance: float
    content_hash: str
    changed: bool  # the text is not the one that the profile knew
    followed_hash: str | None = None  # of the version that mattered, when this one does not stand for it


def after_visit(before: PageState, visit: VisitRecord) -> PageState:
    """The page state after its page was read."""
    waited = days_since(before.visited_at, visit.now)
    hub = HubYield(before.hub_prior, found=before.hub_yield, days=before.hub_time)
    changes = Changes(before.changed_days, before.still_days)
    if before.visits:
        hub = hub.after(0, waited)  # what it leads to is credited when it is found
        if waited > 0.0:  # by a clock that went back no time has passed, and a change in no time has no rate
            changes = changes.after(waited, changed=visit.changed)
    rate = change_rate(changes)
    return structs.replace(
        before,
        relevance=visit.relevance,
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
    """u when the page is visited again: it grows with what is new in it, and with what a hub is expected to show."""
    waited = min(days_since(state.visited_at, now), WINDOW)
    evidence = HubYield(0.0, found=state.hub_yield, days=state.hub_time)
    expected = evidence.found / evidence.rate * waited
    return replenished(state.unspent, new_share + min(1.0, expected))


def known_page(url: str, state: PageState, now: datetime, pace: float = 1.0) -> KnownPage:
    """The page as the choice of ripe pages sees it; of a profile in a hurry the days are shorter."""
    waited = days_since(state.visited_at, now)
    # What it has shown may have been found by others, in the days since this profile was there.
    watched = state.hub_time + (waited if state.hub_yield > 0.0 else 0.0)
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
    """Never negative: a clock may have gone back."""
    return max(0.0, (now - moment).total_seconds() / DAY) if moment else WINDOW


def _pause(hub: HubYield, rate: float, relevance: float) -> float:
    """Days until a visit is expected to bring one thing: a new relevant page, or news in the page itself."""
    return min(WINDOW, max(SOONEST, 1.0 / (hub.mean + rate * relevance)))
