"""Next look at an address: when a run may visit it again, as far as that is decided."""

from datetime import datetime

from msgspec import Struct

from watchd.core.explain.explain_input import ExplainInput
from watchd.core.explain.wording import when
from watchd.core.revisits.visit_history import WINDOW


class NextLook(Struct, frozen=True):
    """The earliest time, if one is planned, and the sentence about it."""

    fact: str
    at: datetime | None = None


def next_look(given: ExplainInput) -> NextLook:
    """Return when the address is looked at again."""
    profile, state, page = given.profile, given.state, given.page
    if not profile.spec.enabled:
        return NextLook("The profile is paused: no run looks at anything until it is enabled.")
    if given.scope_rule is not None:
        return NextLook("It will not be visited while the scope excludes it.")
    run = given.profile.next_run_at
    by_hand = "Runs of this profile are started by hand, so no time is planned."
    if given.named_as in ("seeds.urls", "query.examples", "seeds.feeds", "seeds.sitemaps"):
        named = f"Every run visits it, because the profile names it in {given.named_as}."
        return (
            NextLook(f"{named} The next run is due on {when(run)}.", run)
            if run
            else NextLook(f"{named} {by_hand}")
        )
    is_gone = page is not None and state is not None and state.content_hash is None and state.missed > 0
    if is_gone:
        return NextLook("No run asks for it again, because the last visit found no page.")
    if run is None:
        return NextLook(by_hand)
    if state is not None and state.visited_at is not None and page is not None and page.kind != "page":
        return NextLook(
            f"Runs read the feeds and sitemaps first that led to most; the next run is due on {when(run)}.", run
        )
    if state is not None and state.visited_at is not None:
        expected = max(run, state.ripe_at) if state.ripe_at else run
        return NextLook(
            f"A visit is expected to show something new from {when(expected)} on. Each run draws which "
            "known pages it visits; "
            f"after {WINDOW:.0f} days without a visit a page comes first.",
            expected,
        )
    if (
        given.waiting is not None
        or given.lists
        or given.hits
        or given.links
        or given.seen_at
        or given.state is not None
    ):
        return NextLook(
            f"The next run is due on {when(run)}. It may visit the address if it reads a page or list with "
            "the link again.",
            run,
        )
    return NextLook("No visit is planned, because no run knows this address.")
