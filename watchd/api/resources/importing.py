"""How does a list of addresses (bookmarks, OPML) become profiles? What does not fit into one goes into further ones.

How does a watch of changedetection.io become a profile? A watch names a page; its profile looks at that page only.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from watchd import validation
from watchd.api.edge.problems import nothing_in_it
from watchd.api.resources.profiles import with_words
from watchd.model import address
from watchd.model.address import MAX_URL_CHARS, problem_with
from watchd.model.listing import EntryKind, Listing
from watchd.model.profile import MAX_PERIOD_SECONDS, ProfileSpec
from watchd.web.listings.changedetection import Loss, Place, Watch
from watchd.web.urls.urls import masked

MAX_SEEDS = 500  # of each kind, which is what a profile takes
MAX_EXAMPLES = 10
MAX_LISTING_NAME_CHARS = 200 - len(" (1000)")


def profiles_from_listing(
    listing: Listing, name: str | None, text: str | None
) -> tuple[list[ProfileSpec], list[str]]:
    """Profiles that start from these addresses, and sentences about what is left out or may surprise.

    All of them ask the same. Without a query, the first pages are the examples.
    """
    urls, feeds = _addresses(listing, "page"), _addresses(listing, "feed")
    unusable = listing.unusable + sum(not _is_usable(entry.url) for entry in listing.entries)
    if not urls and not feeds:
        raise nothing_in_it(_nothing(unusable))
    query = {"text": text} if text else {"examples": (urls or feeds)[:MAX_EXAMPLES]}
    wanted = (name or listing.title or "Imported addresses")[:MAX_LISTING_NAME_CHARS].strip()
    specs = []
    for part, start in enumerate(range(0, max(len(urls), len(feeds)), MAX_SEEDS), start=1):
        raw = {
            "name": wanted if part == 1 else f"{wanted} ({part})",
            "query": query,
            "seeds": {
                "urls": urls[start : start + MAX_SEEDS],
                "feeds": feeds[start : start + MAX_SEEDS],
            },
        }
        specs.append(with_words(validation.read(ProfileSpec, raw)))
    return specs, list(_listing_notes(specs, len(urls) + len(feeds), unusable, listing.left_off))


def _addresses(listing: Listing, kind: EntryKind) -> list[str]:
    """Each address once, in order."""
    return list(dict.fromkeys(e.url for e in listing.entries if e.kind == kind and _is_usable(e.url)))


def _is_usable(url: str) -> bool:
    return len(url) <= address.MAX_URL_CHARS and not address.problem_with(url)


def _nothing(unusable: int) -> str:
    others = f"; {unusable} of another kind cannot be watched" if unusable else ""
    return f"has no http or https address in it{others}"


def _listing_notes(specs: list[ProfileSpec], count: int, unusable: int, left_off: int) -> Iterator[str]:
    if len(specs) > 1:
        yield (
            f"{count} addresses are more than a profile takes ({MAX_SEEDS} pages and {MAX_SEEDS} feeds); they became "
            f"{len(specs)} profiles with the same query, from {specs[0].name!r} to {specs[-1].name!r}."
        )
    if unusable:
        yield f"{unusable} address(es) are no plain http or https address and were left out."
    if left_off:
        yield f"{left_off} address(es) are beyond the most that one file may have and were left out; split the file."


MAX_NAME_CHARS = 200
MAX_TAG = 50
MAX_TAGS = 20
# More often than this is nothing that a page's owner would like to see.
MIN_SECONDS = 60
MAX_NAMED = 10  # in one note; a person looks up the others by their count
EVERY_EDIT = "watchd tells every edit of the main text"
# What a watch has, and what happens here instead. First what may make it useless, last what only takes some work.
LOST: dict[Loss, tuple[str, str]] = {
    "request": (
        "send headers, cookies or a form with the request",
        "watchd asks for the page as a stranger does and may see another one",
    ),
    "browser": ("use a browser", "watchd reads the page as the server sends it"),
    "proxy": ("go through a proxy", "watchd asks directly"),
    "no_text": ("compare something else than text", EVERY_EDIT),
    "price_or_stock": (
        "follow a price or the stock",
        f"{EVERY_EDIT}, also of these words, and knows no price as a number",
    ),
    "selectors": (
        "choose or leave out parts of the page by CSS or XPath",
        "watchd compares the main text of the page instead",
    ),
    "extracted_text": ("pick out text by patterns", "watchd compares the main text of the page instead"),
    "triggers": ("wait for certain words", "write them as query.text and raise report.min_score"),
    "absent_text": ("wait until certain words are gone", f"{EVERY_EDIT}, also while they are there"),
    "conditions": ("have conditions", f"{EVERY_EDIT}, whether they hold or not"),
    "ignored_text": (
        "ignore certain text",
        "watchd passes over dates, counters and tokens by itself, and over nothing else",
    ),
    "kinds_of_edit": ("tell only some edits, such as what was added or was never there before", EVERY_EDIT),
    "status": ("read error pages as well", "to watchd a page that answers with an error says nothing"),
    "hours": ("are looked at in certain hours only", "write them as schedule.cron"),
    "receivers": (
        "have notification addresses",
        "these are secrets and were not read: create channels and name them in delivery.channels",
    ),
    "wording": ("have their own words for messages", "write them as delivery.template"),
    "muted": ("are muted", "leave delivery.channels of these profiles empty"),
}
ELSEWHERE: dict[Place, str] = {"group": "their groups", "all": "the settings for all"}


def profiles_from_watches(watches: list[Watch]) -> tuple[list[ProfileSpec], list[str]]:
    """A profile per watch, and sentences about what could not be taken over."""
    names = set[str]()
    followed = [(_free_name(watch, names), watch) for watch in watches if not _trouble(watch)]
    specs = [_profile(watch, name) for name, watch in followed]
    return specs, list(_watch_notes(followed, [watch for watch in watches if _trouble(watch)]))


def _profile(watch: Watch, name: str) -> ProfileSpec:
    raw: dict[str, Any] = {
        "name": name,
        "query": {"examples": [watch.url]},
        "seeds": {"urls": [watch.url], "providers": []},
        "schedule": {"every": _every(watch.seconds)},
        "budget": {"pages": 1},
        # It reads what is named first. Agents that live on energy begin where some is left, which they know from memory,
        # and would spend the one request on a link.
        "strategy": {"name": "breadth_first"},
        # Whatever the page says is wanted, because somebody chose the page.
        "report": {"kinds": ["changed", "gone"], "min_score": 0},
        "tags": list(dict.fromkeys(filter(None, (_plain(tag)[:MAX_TAG].strip() for tag in watch.tags))))[
            :MAX_TAGS
        ],
        "enabled": not watch.paused,
    }
    return validation.read(ProfileSpec, raw)


def _free_name(watch: Watch, taken: set[str]) -> str:
    """Its title, else its address; two with the same title are told apart by a number."""
    wanted = _plain(watch.title)[: MAX_NAME_CHARS - 8].strip() or watch.url[: MAX_NAME_CHARS - 8]
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} ({number})"
    taken.add(name)
    return name


def _every(seconds: int) -> str:
    bounded = min(max(seconds, MIN_SECONDS), int(MAX_PERIOD_SECONDS))
    for length, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if bounded % length == 0:
            return f"{bounded // length}{unit}"
    return f"{bounded}s"


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _watch_notes(followed: list[tuple[str, Watch]], left_out: list[Watch]) -> Iterator[str]:
    """What could not be taken over, in the order of how much it changes; each with the profiles that it is about."""
    for watch in left_out[:MAX_NAMED]:
        yield f"{_called(watch)!r} was left out: its address {_trouble(watch)}."
    if len(left_out) > MAX_NAMED:
        yield f"{len(left_out) - MAX_NAMED} more watch(es) were left out because of their addresses."
    for loss, (what, instead) in LOST.items():
        places = {name: watch.lost[loss] for name, watch in followed if loss in watch.lost}
        if places:
            yield f"{_who(list(places), len(followed))} {what}{_where(places.values())}; {instead}."


def _who(names: list[str], all_of_them: int) -> str:
    if len(names) == all_of_them > 1:
        return f"All {all_of_them} watches"
    told = [repr(name) for name in names[:MAX_NAMED]]
    more = [f"{len(names) - MAX_NAMED} more"] if len(names) > MAX_NAMED else []
    return f"{len(names)} watch(es) ({', '.join(told + more)})"


def _where(places: Collection[Place]) -> str:
    """Who looks for a setting in a watch does not find it when its group has it."""
    counts = Counter(places)
    told = [f"{counts[place]} by {words}" for place, words in ELSEWHERE.items() if counts[place]]
    return f" ({', '.join(told)})" if told else ""


def _trouble(watch: Watch) -> str | None:
    """Why a watch cannot be followed; None when it can."""
    if len(watch.url) > MAX_URL_CHARS:
        return f"is longer than {MAX_URL_CHARS} characters"
    return problem_with(watch.url)


def _called(watch: Watch) -> str:
    return (_plain(watch.title).strip() or masked(watch.url))[:MAX_NAME_CHARS]
