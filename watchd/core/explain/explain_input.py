"""Input and output of an explanation: everything that is known about one address and one profile, and the answer."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.alert import Alert
from watchd.model.channel import Channel
from watchd.model.finding import Finding
from watchd.model.outcome import AddressRules
from watchd.model.page import PageKind, PageState, StoredPage
from watchd.model.profile import Profile
from watchd.model.run import Run
from watchd.model.visit import LastVisit, OtherVisit, Route, SilentJudgement, StoredWaitingLink

# Stable codes, in the order in which the summary is chosen; docs/how-to/why-did-i-miss-this.md explains each.
ExplainVerdict = Literal[
    # there is a finding
    "reported",
    "first_report",
    "alert_waiting",
    "alert_failed",
    "report_rules",
    "same_story",
    "no_channel",
    "alert_not_known",
    # a rule, or what happened at the last request
    "out_of_scope",
    "robots",
    "refused",
    "trap",
    "gone",
    "not_readable",
    "over_budget",
    "failing",
    # it was read and judged
    SilentJudgement,
    "found_before",
    "judgement_not_known",
    # it was not read
    "waiting_shared",
    "queued",
    "not_chosen",
    "nofollow",
    "seen_not_visited",
    "other_profile",
    "not_run_yet",
    "never_seen",
]
StepName = Literal["address", "scope", "rules", "seen", "queued", "fetched", "judged", "found", "alert", "next"]


class Ref(Struct, frozen=True):
    """Resource that a step is about."""

    kind: Literal["profile", "run", "finding", "alert", "address"]
    id: str


class ExplainStep(Struct, frozen=True):
    """One fact, in the order of the data flow."""

    step: StepName
    fact: str
    at: datetime | None = None
    ref: Ref | None = None


class Explanation(Struct, frozen=True):
    """Reason why a page was or was not reported, and all that is known of it."""

    verdict: ExplainVerdict
    summary: str
    way_out: str | None
    next_look_at: datetime | None  # at the earliest; None: none is planned
    steps: tuple[ExplainStep, ...]


class ListEntry(Struct, frozen=True):
    """Entry of a feed or sitemap as the list was read last."""

    list_url: str
    kind: PageKind
    title: str
    dated: datetime | None


class SearchHit(Struct, frozen=True):
    """Result in the stored answer of a search provider."""

    provider: str
    rank: int
    question: str
    asked_at: datetime


class LinkSeen(Struct, frozen=True):
    """Link to the address on a page as that page was read last."""

    route: Route
    may_follow: bool


class AlertAbout(Struct, frozen=True):
    """Alert with the finding; the message names only the best findings of an alert."""

    alert: Alert
    is_named: bool
    channel: Channel | None


class ExplainInput(Struct, frozen=True, kw_only=True):
    """Everything that is known about one address and one profile."""

    profile: Profile
    min_score: float  # with what verdicts have taught
    asked: str  # the address as the person wrote it
    url: str  # canonical
    now: datetime
    rules: AddressRules = AddressRules()
    rests_until: datetime | None = None  # the host gets no request before
    scope_rule: str | None = None  # the setting of the scope that excludes it
    named_as: str | None = None  # the setting of the profile that names it
    page: StoredPage | None = None
    state: PageState | None = None
    visit: LastVisit | None = None
    waiting: StoredWaitingLink | None = None
    seen_at: datetime | None = None  # the first look at a link to it, for any profile
    news: Route | None = None  # a link or entry that had just appeared when it was seen
    lists: tuple[ListEntry, ...] = ()
    hits: tuple[SearchHit, ...] = ()
    links: tuple[LinkSeen, ...] = ()
    finding: Finding | None = None  # the newest
    former: Finding | None = None  # the first finding of the same story about another page
    alerts: tuple[AlertAbout, ...] = ()
    channels: tuple[Channel, ...] = ()  # of the profile
    others: tuple[OtherVisit, ...] = ()
    last_run: Run | None = None  # the newest that has ended
    active_run: str | None = None
    similar: str | None = None  # a known address that differs only in its spelling

    @property
    def read_at(self) -> datetime | None:
        """The last visit of the profile that brought a page."""
        if self.visit is not None and self.visit.read_at is not None:
            return self.visit.read_at
        has_text = self.state is not None and self.state.content_hash is not None
        return self.state.visited_at if self.state is not None and has_text else None

    @property
    def score(self) -> float | None:
        """The last score: scores of a first run are corrected when it ends."""
        return self.state.relevance if self.state is not None and self.read_at is not None else None
