"""How does a list of addresses (bookmarks, OPML) become profiles? What does not fit into one goes into further ones."""

from collections.abc import Iterator

from watchd import intake
from watchd.api.problems import nothing_in_it
from watchd.api.profiles import with_words
from watchd.model import address
from watchd.model.listing import EntryKind, Listing
from watchd.model.profile import ProfileSpec

MOST_SEEDS = 500  # of each kind, which is what a profile takes
MOST_EXAMPLES = 10
LONGEST_NAME = 200 - len(" (1000)")


def profiles(listing: Listing, name: str | None, text: str | None) -> tuple[list[ProfileSpec], list[str]]:
    """Profiles that start from these addresses, and sentences about what is left out or may surprise.

    All of them ask the same. Without a query, the first pages are the examples.
    """
    urls, feeds = _addresses(listing, "page"), _addresses(listing, "feed")
    unusable = listing.unusable + sum(not _is_usable(entry.url) for entry in listing.entries)
    if not urls and not feeds:
        raise nothing_in_it(_nothing(unusable))
    query = {"text": text} if text else {"examples": (urls or feeds)[:MOST_EXAMPLES]}
    wanted = (name or listing.title or "Imported addresses")[:LONGEST_NAME].strip()
    specs = []
    for part, start in enumerate(range(0, max(len(urls), len(feeds)), MOST_SEEDS), start=1):
        raw = {
            "name": wanted if part == 1 else f"{wanted} ({part})",
            "query": query,
            "seeds": {
                "urls": urls[start : start + MOST_SEEDS],
                "feeds": feeds[start : start + MOST_SEEDS],
            },
        }
        specs.append(with_words(intake.read(ProfileSpec, raw)))
    return specs, list(_notes(specs, len(urls) + len(feeds), unusable, listing.left_off))


def _addresses(listing: Listing, kind: EntryKind) -> list[str]:
    """Each address once, in order."""
    return list(dict.fromkeys(e.url for e in listing.entries if e.kind == kind and _is_usable(e.url)))


def _is_usable(url: str) -> bool:
    return len(url) <= address.LONGEST and not address.what_is_wrong(url)


def _nothing(unusable: int) -> str:
    others = f"; {unusable} of another kind cannot be watched" if unusable else ""
    return f"has no http or https address in it{others}"


def _notes(specs: list[ProfileSpec], count: int, unusable: int, left_off: int) -> Iterator[str]:
    if len(specs) > 1:
        yield (
            f"{count} addresses are more than a profile takes ({MOST_SEEDS} pages and {MOST_SEEDS} feeds); they became "
            f"{len(specs)} profiles with the same query, from {specs[0].name!r} to {specs[-1].name!r}."
        )
    if unusable:
        yield f"{unusable} address(es) are no plain http or https address and were left out."
    if left_off:
        yield f"{left_off} address(es) are beyond the most that one file may have and were left out; split the file."
