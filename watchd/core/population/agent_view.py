"""What do agents see? A page, a feed and a sitemap all look the same to them: words, and links with words.

The journal keeps exactly this, so a replay sees what the run saw.
"""

from collections.abc import Callable

from msgspec import structs

from watchd.core.relevance.words import words
from watchd.model.listing import Listing, ListingEntry
from watchd.model.page import Link, Page

MAX_ENTRIES = 2000  # of a feed or sitemap: the newest
BELIEVED = 0.5  # of a page's links: when more are new, it says nothing
FEW_LINKS = 10  # below so many the share says nothing
NOT_FOLLOWED = frozenset({"nofollow", "ugc", "sponsored"})


def for_agents(page: Page, may_follow: Callable[[str], bool]) -> Page:
    """The page with the addresses of links that are not to be followed left empty: their places stay, for distances."""
    links = tuple(
        link if _is_open(link) and may_follow(link.url) else structs.replace(link, url="")
        for link in page.links
    )
    return structs.replace(page, full_text="", description="", keywords=(), links=links)


def announcement(url: str, listing: Listing, kind: str, language: str | None) -> Page:
    """A feed or sitemap as a page: each entry is a link whose anchor is its title."""
    entries = sorted(listing.entries, key=_age)[:MAX_ENTRIES]
    terms: list[str] = []
    coordinates: list[int] = []
    for number, entry in enumerate(entries):
        for place, text in ((2 * number, entry.title), (2 * number + 1, entry.summary)):
            said = words(text, language)
            terms += said
            coordinates += [place] * len(said)
    return Page(
        url=url,
        title=listing.title,
        language=language,
        links=tuple(Link(e.url, anchor=e.title, context=e.summary, tag_path=kind) for e in entries),
        terms=tuple(terms),
        coordinates=tuple(coordinates),
        noindex=True,  # a list of pages is no page for the portal
    )


def appeared(page: Page, before: Page | None) -> tuple[str, ...]:
    """Links that were not on the page when it was read last.

    Where most are new, addresses are made up anew for every visitor or everything has changed: then being new says nothing
    about a single link.
    """
    if before is None:
        return ()
    known = {link.url for link in before.links}
    links = dict.fromkeys(link.url for link in page.links)
    new = tuple(url for url in links if url not in known)
    return () if len(links) >= FEW_LINKS and len(new) > BELIEVED * len(links) else new


def _is_open(link: Link) -> bool:
    return not NOT_FOLLOWED.intersection(link.rel)


def _age(entry: ListingEntry) -> float:
    """Newest first; those without a date keep their order at the end."""
    date = entry.modified or entry.published
    return -date.timestamp() if date else 0.0
