"""Last visits and waiting links: what is stored to explain why a page was or was not reported."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.finding import MatchedTerm

# Why a page that was read is not a finding. list: a feed or sitemap; front_page: it leads to other pages that were read;
# no_text: it had no main text to compare; minor_change: no part of the change is on the topic; withdrawn: the end of the
# first run withdrew its finding.
SilentJudgement = Literal[
    "list",
    "other_language",
    "excluded_word",
    "below_bar",
    "kind_not_wanted",
    "front_page",
    "unchanged",
    "no_text",
    "minor_change",
    "withdrawn",
]
# finding: it was reported, or had been with the same text.
PageJudgement = Literal["finding", SilentJudgement]
Queue = Literal["news", "start", "link"]
# Why a run left an address: no agent may follow more links that are neither news nor start pages; its site had enough
# requests under way; or the reason for which the run ended.
WaitingReason = Literal[
    "explored_share",
    "busy_site",
    "budget_pages",
    "budget_seconds",
    "budget_bytes",
    "exhausted",
    "extinct",
    "stopped",
    "shutdown",
    "error",
]


class Route(Struct, frozen=True):
    """Route by which a run came to know an address: a source named it, or a page had a link to it."""

    source: str = (
        ""  # of a start page, such as "url", a provider's name, or "feed:" with the address of the feed
    )
    carrier: str = ""  # the page or list that showed it
    anchor: str = ""
    tag_path: str = ""  # the place of the link in the page


class JudgementEvidence(Struct, frozen=True):
    """Reasons for the score of a page."""

    matched: tuple[MatchedTerm, ...] = ()  # terms are stems
    neighbours: float | None = None
    excluded_by: str | None = None
    language: str | None = None


class LastVisit(Struct, frozen=True, kw_only=True):
    """Last visit of a profile to an address, and the last judgement of its page."""

    url: str
    profile_id: str
    run_id: str
    at: datetime
    outcome: str
    status: int | None = None
    failure: str | None = None
    reason: str = ""
    last_source: str = ""
    first_at: datetime
    first_run_id: str
    route: Route  # the first one
    read_at: datetime | None = None  # the last visit that brought a page
    judged: PageJudgement | None = None
    score: float | None = None
    bar: float | None = None  # the score that was needed
    evidence: JudgementEvidence = JudgementEvidence()
    changed_at: datetime | None = None  # the last visit that brought a new text
    change_judged: PageJudgement | None = None


class OtherVisit(Struct, frozen=True):
    """Visit of another profile to the same address."""

    profile_id: str
    profile_name: str
    run_id: str
    at: datetime
    outcome: str


class WaitingLink(Struct, frozen=True, kw_only=True):
    """An address that a run knew and had not visited when it ended."""

    url: str
    queue: Queue
    place: int  # in its queue, from 1
    of: int  # length of its queue
    score: float
    reason: WaitingReason
    route: Route


class StoredWaitingLink(Struct, frozen=True):
    """A waiting link with the run that left it."""

    link: WaitingLink
    run_id: str
    at: datetime
