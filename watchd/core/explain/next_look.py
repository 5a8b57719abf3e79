"""Next look at an address: when a run may visit it again, as far as that is decided."""

from datetime import datetime

from msgspec import Struct

from watchd.core.explain.explain_input import ExplainInput
from watchd.core.explain.wording import when
from watchd.core.revisits.visit_history import WINDOW

EVERY_RUN = ("seeds.urls", "query.examples", "seeds.feeds", "seeds.sitemaps")


class NextLook(Struct, frozen=True):
    """The earliest time, if one is planned, and the sentence about it."""

    fact: str
    at: datetime | None = None


def next_look(given: ExplainInput) -> NextLook:
    """Return when the address is looked at again."""
    state, page, run = given.state, given.page, given.profile.next_run_at
    by_hand = "Runs of this profile are started by hand, so no time is planned."
    due = f"The next run is due on {when(run)}." if run else by_hand
    if not given.profile.spec.enabled:
        return NextLook("The profile is paused: no run looks at anything until it is enabled.")
    if given.scope_rule is not None:
        return NextLook("It will not be visited while the scope excludes it.")
    if given.named_as in EVERY_RUN:
        return NextLook(f"Every run visits it, because the profile names it in {given.named_as}. {due}", run)
    if page is not None and state is not None and state.content_hash is None and state.missed > 0:
        return NextLook("No run asks for it again, because the last visit found no page.")
    if not _is_known(given):
        return NextLook("No visit is planned, because no run knows this address.")
    if run is None:
        return NextLook(by_hand)
    if page is None or state is None or state.visited_at is None:
        return NextLook(f"{due} It may visit the address if it reads a page or list with the link again.", run)
    if page.kind != "page":
        return NextLook(
            f"{due} It begins with the feeds and sitemaps that led to the largest number of pages.", run
        )
    expected = max(run, state.ripe_at) if state.ripe_at else run
    return NextLook(
        f"From {when(expected)} on, a visit is expected to show something new. Each run draws which known pages it visits; "
        f"after {WINDOW:.0f} days without a visit, a page comes first.",
        expected,
    )


def _is_known(given: ExplainInput) -> bool:
    """Return whether a run of the profile may have a reason to visit the address."""
    shown = given.waiting or given.lists or given.hits or given.links or given.seen_at
    return bool(shown) or given.state is not None or given.visit is not None
