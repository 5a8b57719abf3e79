"""Result of one visit: the outcome of a move, the page, and its meaning for the profile; without a page, the reason."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.core.changes.assess import Assessment
from watchd.core.population.events import Move
from watchd.core.relevance.document import Document
from watchd.core.relevance.topic import IRRELEVANT, Score
from watchd.model.news import NewsItem
from watchd.model.outcome import Failed, Fetched, Gone, Moved, NotModified, Outcome, Refused, Validators
from watchd.model.page import Page, PageKind, PageState, StoredPage

VisitOutcome = Literal["fetched", "not_modified", "recalled", "failed", "refused", "gone"]


class VisitResult(Struct, frozen=True, kw_only=True):
    """A move, its outcome and its page."""

    move: Move
    outcome: VisitOutcome
    now: datetime
    page: Page | None = None
    kind: PageKind = "page"
    document: Document | None = None  # the page as relevance sees it, unless it is a feed or sitemap
    score: Score = IRRELEVANT
    stored: StoredPage | None = None  # the page as it was stored before the visit
    state: PageState | None = None
    was_reported: bool = False  # the person knows of it
    assessment: Assessment | None = None  # what to report about it
    followed_hash: str | None = None  # of the version that mattered, if this one cannot replace it
    validators: Validators = Validators()
    status: int | None = None
    failure: str | None = None  # why there is no page, as a code; `reason` is a sentence
    reason: str = ""
    seconds: float = 0.0
    bytes: int = 0
    offers: tuple[tuple[str, str], ...] = ()  # feeds and sitemaps of a relevant page's site: kind and URL
    new_links: tuple[str, ...] = ()  # links that it did not have when it was read before
    news: tuple[NewsItem, ...] = ()  # links and entries that no run had seen before
    followed: dict[
        str, str
    ] = {}  # pages to visit at once, because they have appeared or changed; the source of each
    # Of a feed or sitemap that was fetched: all entries, and when each changed last, as a timestamp.
    entry_times: dict[str, float | None] = {}
    is_free: bool = False  # does not count for the page budget: no request was made, and none was saved
    rest: float | None = None  # seconds for which the host gets no requests; then the page was not asked for

    @property
    def is_changed(self) -> bool:
        """True if the text differs from the one that this profile knows."""
        return self.page is not None and (
            self.state is None or self.state.content_hash != self.page.content_hash
        )


NOT_ASKED = ("busy", "robots")  # failures of a host that keep all of its pages from being asked for
SNIFFED_BYTES = 1000  # enough to distinguish a feed or sitemap from a page


def listing_kind(fetched: Fetched) -> PageKind:
    """Return whether this is a feed, a sitemap, or a page."""
    head = fetched.body[:SNIFFED_BYTES].lower()
    if fetched.content_type in ("application/gzip", "application/x-gzip"):
        return "sitemap"
    if b"<urlset" in head or b"<sitemapindex" in head:
        return "sitemap"
    if fetched.content_type in ("application/rss+xml", "application/atom+xml", "application/feed+json"):
        return "feed"
    if b"<rss" in head or b"<rdf:rdf" in head or (b"<feed" in head and b"<html" not in head):
        return "feed"
    return "page"


def visit_outcome(outcome: Outcome) -> VisitOutcome:
    """Return the kind of a visit that brought no page."""
    match outcome:
        case Refused():
            return "refused"
        case Gone():
            return "gone"
        case NotModified():
            return "not_modified"
    return "failed"


def reason_of(outcome: Outcome) -> tuple[str, str]:
    """Return why there is no page: as a code, and as a sentence for people."""
    match outcome:
        case Refused(by=by, detail=detail):
            return by, detail
        case Failed(kind=kind, detail=detail):
            return kind, detail
        case Gone(status=status):
            return "gone", f"The server says that there is no such page (status {status})."
    return "protocol", "The server answered something that was not asked for."


def rest_of(outcome: Outcome) -> float | None:
    """Return for how long the host of a page gets no requests; None if the page itself was asked for."""
    return outcome.retry_after if isinstance(outcome, Failed) and outcome.kind in NOT_ASKED else None


def status_of(outcome: Outcome) -> int | None:
    """Return the HTTP status, if one arrived."""
    match outcome:
        case Gone(status=status) | Failed(status=status):
            return status
        case NotModified():
            return 304
        case Moved():
            return 301
    return None
