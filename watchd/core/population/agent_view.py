"""Pages as agents see them: a page, a feed and a sitemap are all words, and links with words.

The journal stores exactly this, so a replay sees what the run saw.
"""

from collections.abc import Callable

from msgspec import UNSET, structs

from watchd.core.relevance.words import words
from watchd.model.listing import Listing, ListingEntry
from watchd.model.page import Link, Page

MAX_ENTRIES = 2000  # of a feed or sitemap: the newest
MAX_SITEMAP_PARTS = 8  # of an index of sitemaps: the newest
MAX_NEW_SHARE = 0.5  # of a page's links: if more are new, none counts as new
MIN_LINKS = 10  # on a page with fewer links the share does not matter
NOT_FOLLOWED = frozenset({"nofollow", "ugc", "sponsored"})


def for_agents(page: Page, may_follow: Callable[[str], bool]) -> Page:
    """Return the page without the addresses of links that must not be followed. The links stay, for distances."""
    links = tuple(
        link if NOT_FOLLOWED.isdisjoint(link.rel) and may_follow(link.url) else structs.replace(link, url="")
        for link in page.links
    )
    return structs.replace(page, full_text="", description="", keywords=(), links=links, entry_dates=UNSET)


def listing_page(url: str, listing: Listing, kind: str, language: str | None) -> Page:
    """Return a feed or sitemap as a page: each entry is a link whose anchor is its title."""
    entries = sorted(listing.entries, key=_newest_first)[:MAX_ENTRIES]
    terms: list[str] = []
    coordinates: list[int] = []
    for number, entry in enumerate(entries):
        for place, text in ((2 * number, entry.title), (2 * number + 1, entry.summary)):
            found = words(text, language)
            terms += found
            coordinates += [place] * len(found)
    return Page(
        url=url,
        title=listing.title,
        language=language,
        links=tuple(Link(e.url, anchor=e.title, context=e.summary, tag_path=kind) for e in entries),
        terms=tuple(terms),
        coordinates=tuple(coordinates),
        noindex=True,  # the portal does not show lists of pages
        entry_dates={entry.url: entry.published for entry in entries if entry.published} or UNSET,
    )


def sitemap_parts(listing: Listing) -> tuple[tuple[str, str], ...]:
    """Return the sitemaps that an index of sitemaps names, the newest first."""
    parts = [entry for entry in listing.entries if entry.kind == "sitemap"]
    return tuple(("sitemap", entry.url) for entry in sorted(parts, key=_newest_first)[:MAX_SITEMAP_PARTS])


def new_links(page: Page, before: Page | None) -> tuple[str, ...]:
    """Return the links that were not on the page when it was read last.

    If more than half are new, the site makes new addresses for every visitor, or everything has changed. Then none of
    them counts as new.
    """
    if before is None:
        return ()
    known = {link.url for link in before.links}
    links = dict.fromkeys(link.url for link in page.links)
    new = tuple(url for url in links if url not in known)
    return () if len(links) >= MIN_LINKS and len(new) > MAX_NEW_SHARE * len(links) else new


def _newest_first(entry: ListingEntry) -> float:
    """Return a sort key: newest first; entries without a date keep their order at the end."""
    date = entry.modified or entry.published
    return -date.timestamp() if date else 0.0
