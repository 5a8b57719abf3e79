"""Outcome of a fetch for a visit: feed, sitemap or page; and, without a page, the reason."""

from watchd.core.run.visit_result import VisitOutcome
from watchd.model.outcome import Failed, Fetched, Gone, Moved, NotModified, Outcome, Refused
from watchd.model.page import PageKind

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
