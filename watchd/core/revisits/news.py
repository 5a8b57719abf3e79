"""News of pages and lists: which links and entries have just appeared, and how many of them a run follows.

An address is news when no page, feed or sitemap had shown it at the last look at its carrier. That is known for the whole
daemon, because what one profile reads is seen for all. The time of the first look makes it news for other profiles too:
until each of them has looked at the carrier itself.

Not everything that looks new is new. A site may give every visitor new addresses, a list may start with a part of its
entries, and dates may always say "now". So where too large a share is new or has moved, nothing counts. And every source of
news has a record: the more of its news were followed in vain, the fewer of them are followed at the next look.
"""

from collections.abc import Collection, Mapping, Sequence

import xxhash
from msgspec import Struct

from watchd.core.relevance.link_features import site_of
from watchd.model.news import NewsRecord, Sighting
from watchd.model.page import Link

MAX_NEW_SHARE = 0.5  # of a page's links: if more are new, none counts as new
MIN_LINKS = 10  # on a page with fewer links the share does not matter
MAX_NEW_ENTRIES_SHARE = 0.3  # of a long list; a short one may have changed as a whole since the last look
MAX_SHORT_LIST = 50  # entries
MAX_MOVED_SHARE = (
    0.3  # of the dates of a list; if more have moved, its dates are those of the list, not of its pages
)
MIN_DATES = 10  # with fewer dates the share says nothing
SLACK_SECONDS = 1.0  # dates in feeds have no fractions
MAX_FROM_LIST = 20  # that one look at a list may bring
MAX_FROM_PLACE = 10  # that one look at a place of a page may bring
MIN_FOLLOWED = 2  # of one look, whatever the record of the source is: it may become better
MIN_RELEVANCE = 0.05  # of a known page, to be worth a look whenever it changes; an unknown page counts as such
MAX_DOUBTFUL = 5  # known pages that a list says have changed, and that were not relevant before
# A source without a record is believed as if two of four of its news had been worth it.
PRIOR_FOUND, PRIOR_FOLLOWED = 2.0, 4.0
ADDRESS_BITS = 44  # of a hash; the other bits are those of the site
MIN_DATE_RATE = 0.1  # of dates that were true; below it the dates of a list are ignored
MIN_ENTRY_RATE = 0.35  # the same for the dates of one entry: after two that were false, the entry is ignored


def link_key(url: str) -> int:
    """Return a 64-bit hash of an address, as the store keeps it; addresses of a site are next to each other."""
    site, itself = (xxhash.xxh3_64_intdigest(text.encode("utf-8", "replace")) for text in (site_of(url), url))
    number = site >> ADDRESS_BITS << ADDRESS_BITS | itself >> (64 - ADDRESS_BITS)
    return number - (1 << 64) if number >= 1 << 63 else number


def place_source(url: str, link: Link) -> str:
    """Return the source of a link: its place in the pages of its site."""
    return f"place {site_of(url)} {link.tag_path}"


def list_source(url: str) -> str:
    """Return the source of new entries of a list."""
    return f"list {url}"


def dates_source(url: str) -> str:
    """Return the source of moved dates of a list."""
    return f"dates {url}"


def entry_source(url: str) -> str:
    """Return the source of moved dates of one entry: many lists say that a front page changes all the time."""
    return f"date {url}"


def appeared_on_page(
    links: Sequence[Link], before: Collection[str], seen: Mapping[int, Sighting], since: float
) -> list[Link]:
    """Return the links that no page had shown until `since`, the last look at this page; each once.

    `before` has the links of the last look, as far as they are known: the store forgets links that few pages show.
    """
    unique: dict[str, Link] = {}
    for link in links:
        unique.setdefault(link.url, link)
    new = [link for url, link in unique.items() if url not in before and _is_new(url, seen, since)]
    return [] if len(unique) >= MIN_LINKS and len(new) > MAX_NEW_SHARE * len(unique) else new


class ListNews(Struct, frozen=True):
    """News of one look at a feed or sitemap."""

    new: tuple[str, ...] = ()  # entries that were not there
    moved: tuple[str, ...] = ()  # known addresses that entered it, or have a later date than at the last look


def news_of_list(
    entries: Sequence[str],
    dates: Mapping[str, float],
    before: Collection[str] | None,
    seen: Mapping[int, Sighting],
    since: float,
) -> ListNews:
    """Return the entries that appeared after `since`, the last look at the list, and those that are said to have changed.

    `before` has the entries of the last look; None if they were too many to be stored: then only addresses that had been
    seen nowhere have entered the list. An address that had been seen elsewhere and enters a list has changed: a feed
    may announce edits in this way.
    """
    if before is None:
        entered = [url for url in entries if _is_new(url, seen, since)]
    else:
        entered = [url for url in entries if url not in before]
    if len(entries) > MAX_SHORT_LIST and len(entered) > MAX_NEW_ENTRIES_SHARE * len(entries):
        entered = []
    new = [url for url in entered if _is_new(url, seen, since)]
    known = {url: sighting.dated for url in dates if (sighting := seen.get(link_key(url))) and sighting.dated}
    later = [url for url, dated in known.items() if dated and dates[url] > dated + SLACK_SECONDS]
    if len(known) >= MIN_DATES and len(later) > MAX_MOVED_SHARE * len(known):
        later = []
    told = set(new)
    return ListNews(tuple(new), tuple(url for url in dict.fromkeys([*entered, *later]) if url not in told))


def worth_a_look(moved: Sequence[str], relevances: Mapping[str, float]) -> list[str]:
    """Return the pages that are said to have changed, the most relevant first, and few that were not relevant before."""
    ranked = sorted(moved, key=lambda url: -relevances.get(url, MIN_RELEVANCE))
    relevant = [url for url in ranked if relevances.get(url, MIN_RELEVANCE) >= MIN_RELEVANCE]
    return [*relevant, *ranked[len(relevant) : len(relevant) + MAX_DOUBTFUL]]


def max_followed(record: NewsRecord, limit: int) -> int:
    """Return how much news of a source one look may bring: less, the more of it was followed in vain."""
    return max(MIN_FOLLOWED, round(limit * rate_of(record)))


def rate_of(record: NewsRecord) -> float:
    """Return the share of a source's news that is worth a request, as far as its record shows."""
    return (record.found + PRIOR_FOUND) / (record.followed + PRIOR_FOLLOWED)


def _is_new(url: str, seen: Mapping[int, Sighting], since: float) -> bool:
    sighting = seen.get(link_key(url))
    return sighting is None or sighting.seen_at > since
