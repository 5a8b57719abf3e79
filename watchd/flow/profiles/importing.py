"""Profiles from files: exports of watchd, lists of addresses (bookmarks, OPML), backups of changedetection.io.

The addresses of a list become the seeds of a profile, and of more profiles when they do not fit into one. A watch of
changedetection.io names a page; its profile visits only that page. Notes report what was left out.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from watchd import validation
from watchd.errors import Conflict, Fault, FieldErrors, WatchdError
from watchd.flow.profiles import rules
from watchd.flow.profiles.page_watch import page_watch
from watchd.model import values
from watchd.model.listing import EntryKind, Listing
from watchd.model.profile import MAX_PERIOD_SECONDS, ProfileSpec
from watchd.store.tables import Tables
from watchd.web.listings.changedetection import Loss, Place, Watch
from watchd.web.urls.urls import masked

MAX_PROFILES = 20_000  # in one file
MAX_FAULTS = 100  # that stop the check of a file
MAX_SEEDS = 500  # pages in a profile, and feeds
MAX_EXAMPLES = 10
MAX_NAME_CHARS = 200
MAX_LISTING_NAME_CHARS = MAX_NAME_CHARS - len(" (1000)")
MAX_TAG_CHARS = 50
MAX_TAGS = 20
MIN_PERIOD_SECONDS = 60  # out of respect for the owner of the page
MAX_NAMES_PER_NOTE = 10

OnConflict = Literal["fail", "skip", "replace"]
Converted = tuple[list[ProfileSpec], list[str]]  # profiles, and notes on what was left out or may surprise


class NothingToImport(WatchdError):
    """Raised when a file can be read but has nothing to watch; its message continues "The file …"."""


class ProfilesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of an export."""

    profiles: Annotated[list[dict[str, Any]], Meta(max_length=MAX_PROFILES)]
    version: Literal[1] = 1


class Imported(Struct, frozen=True):
    """The result of an import."""

    created: list[str]  # ids
    replaced: list[str]  # ids
    skipped: list[str]  # names


async def store_profiles(
    tables: Tables,
    specs: list[ProfileSpec],
    on_conflict: OnConflict,
    *,
    new_id: Callable[[], str],
    now: datetime,
) -> Imported:
    """Store all profiles; an error undoes the whole import, because it ends the transaction."""
    done = Imported([], [], [])
    faults = list[Fault]()
    for position, spec in enumerate(specs):
        taken = await tables.profiles.id_of(spec.name)
        if taken and on_conflict == "skip":
            done.skipped.append(spec.name)
            continue
        if taken and on_conflict == "fail":
            raise Conflict(
                f"There is already a profile named {spec.name!r}; nothing was imported. Rename one of them, or send "
                "on_conflict=skip or on_conflict=replace.",
                field=f"profiles[{position}].name",
            )
        try:
            former = await tables.profiles.get(taken) if taken else None
            if former is None:
                done.created.append((await tables.profiles.insert(new_id(), spec, now)).id)
            else:
                await tables.profiles.replace(former, spec, now)
                done.replaced.append(former.id)
        except FieldErrors as mistakes:
            faults += _at(position, mistakes)
    if faults:
        raise FieldErrors(faults)
    return done


def profiles_from_export(content: object) -> list[ProfileSpec]:
    """Read every profile of an export; FieldErrors has the faults of all of them."""
    file = validation.read(ProfilesFile, content)
    specs, faults = [], list[Fault]()
    for position, raw in enumerate(file.profiles):
        try:
            specs.append(rules.read(raw))
        except FieldErrors as mistakes:
            faults += _at(position, mistakes)
        if len(faults) > MAX_FAULTS:
            break
    if faults:
        raise FieldErrors(faults)
    return specs


def _at(position: int, mistakes: FieldErrors) -> list[Fault]:
    return [Fault(f"profiles[{position}].{fault.field}", fault.message) for fault in mistakes.faults]


def profiles_from_listing(listing: Listing, name: str | None, text: str | None) -> Converted:
    """Make profiles that start from these addresses, all with the same query.

    Without a text for the query, the first addresses are its examples.
    """
    urls, feeds = _addresses(listing, "page"), _addresses(listing, "feed")
    unusable = listing.unusable + sum(_address_fault(entry.url) is not None for entry in listing.entries)
    if not urls and not feeds:
        others = f"; {unusable} of another kind cannot be watched" if unusable else ""
        raise NothingToImport(f"has no http or https address in it{others}")
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
        specs.append(rules.read(raw))
    return specs, list(_listing_notes(specs, len(urls) + len(feeds), unusable, listing.left_off))


def _addresses(listing: Listing, kind: EntryKind) -> list[str]:
    """Return the usable addresses of a kind in their order, each once."""
    return list(
        dict.fromkeys(e.url for e in listing.entries if e.kind == kind and _address_fault(e.url) is None)
    )


def _address_fault(url: str) -> str | None:
    """Return why an address cannot be watched; None when it can."""
    if len(url) > values.MAX_URL_CHARS:
        return f"is longer than {values.MAX_URL_CHARS} characters"
    return values.url_problem(url)


def _listing_notes(specs: list[ProfileSpec], count: int, unusable: int, left_off: int) -> Iterator[str]:
    if len(specs) > 1:
        yield (
            f"{count} addresses are more than a profile takes ({MAX_SEEDS} pages and {MAX_SEEDS} feeds); they became "
            f"{len(specs)} profiles with the same query, from {specs[0].name!r} to {specs[-1].name!r}."
        )
    if unusable:
        yield f"{unusable} address(es) were left out because they are not plain http or https addresses."
    if left_off:
        yield (
            f"{left_off} address(es) were left out because the file has more than the maximum; "
            "split the file and import the parts."
        )


EVERY_EDIT = "watchd reports every edit of the main text"
# A setting of a watch, and what watchd does instead; the settings that change the result most come first.
LOST: dict[Loss, tuple[str, str]] = {
    "request": (
        "send headers, cookies or a form with the request",
        "watchd sends a plain request and may get another page",
    ),
    "browser": ("use a browser", "watchd reads the page as the server sends it"),
    "proxy": ("use a proxy", "watchd connects directly"),
    "no_text": ("compare something other than text", EVERY_EDIT),
    "price_or_stock": (
        "follow a price or the stock",
        f"{EVERY_EDIT}, also of these words, and does not read prices as numbers",
    ),
    "selectors": (
        "choose or leave out parts of the page by CSS or XPath",
        "watchd compares the main text of the page instead",
    ),
    "extracted_text": ("extract text by patterns", "watchd compares the main text of the page instead"),
    "triggers": ("wait for certain words", "write them as query.text and raise report.min_score"),
    "absent_text": ("wait until certain words are gone", f"{EVERY_EDIT}, also while the words are there"),
    "conditions": ("have conditions", f"{EVERY_EDIT}, whether the conditions are true or not"),
    "ignored_text": ("ignore certain text", "watchd ignores dates, counters and tokens only"),
    "kinds_of_edit": ("report only some edits, such as additions or lines never seen before", EVERY_EDIT),
    "status": ("read error pages too", "watchd does not read pages that answer with an error"),
    "hours": ("are checked in certain hours only", "write these hours as schedule.cron"),
    "receivers": (
        "have notification addresses",
        "these are secrets and were not read: create channels and name them in delivery.channels",
    ),
    "wording": ("have their own message texts", "write them as delivery.template"),
    "muted": ("are muted", "leave delivery.channels of these profiles empty"),
}
ELSEWHERE: dict[Place, str] = {"group": "their groups", "all": "the settings for all"}


def profiles_from_watches(watches: list[Watch]) -> Converted:
    """Make a profile from each watch of changedetection.io."""
    names = set[str]()
    followed = [(_free_name(watch, names), watch) for watch in watches if not _address_fault(watch.url)]
    notes = list(_watch_notes(followed, [watch for watch in watches if _address_fault(watch.url)]))
    if not followed:
        raise NothingToImport(f"has no watch that can be followed. {' '.join(notes)}".rstrip(" ."))
    specs = [_profile(watch, name) for name, watch in followed]
    if len(specs) > MAX_PROFILES:
        notes.append(
            f"{len(specs) - MAX_PROFILES} watch(es) were left out because an import takes at most {MAX_PROFILES}."
        )
    return specs[:MAX_PROFILES], notes


def _profile(watch: Watch, name: str) -> ProfileSpec:
    tags = (_plain(tag)[:MAX_TAG_CHARS].strip() for tag in watch.tags)
    raw = page_watch(name, [watch.url], every=_every(watch.seconds)) | {
        "tags": list(dict.fromkeys(filter(None, tags)))[:MAX_TAGS],
        "enabled": not watch.paused,
    }
    return rules.read(raw)


def _free_name(watch: Watch, taken: set[str]) -> str:
    """Return its title, else its address; a number distinguishes watches with the same title."""
    wanted = _plain(watch.title)[: MAX_NAME_CHARS - 8].strip() or watch.url[: MAX_NAME_CHARS - 8]
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} ({number})"
    taken.add(name)
    return name


def _every(seconds: int) -> str:
    bounded = min(max(seconds, MIN_PERIOD_SECONDS), int(MAX_PERIOD_SECONDS))
    for length, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if bounded % length == 0:
            return f"{bounded // length}{unit}"
    return f"{bounded}s"


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _watch_notes(followed: list[tuple[str, Watch]], left_out: list[Watch]) -> Iterator[str]:
    """Yield a note for each lost setting, with the profiles that it is about; the greatest loss comes first."""
    for watch in left_out[:MAX_NAMES_PER_NOTE]:
        shown = (_plain(watch.title).strip() or masked(watch.url))[:MAX_NAME_CHARS]
        yield f"{shown!r} was left out: its address {_address_fault(watch.url)}."
    if len(left_out) > MAX_NAMES_PER_NOTE:
        yield f"{len(left_out) - MAX_NAMES_PER_NOTE} more watch(es) were left out because of their addresses."
    for loss, (what, instead) in LOST.items():
        places = {name: watch.lost[loss] for name, watch in followed if loss in watch.lost}
        if places:
            yield f"{_subject(list(places), len(followed))} {what}{_where(places.values())}; {instead}."


def _subject(names: list[str], total: int) -> str:
    if len(names) == total > 1:
        return f"All {total} watches"
    shown = [repr(name) for name in names[:MAX_NAMES_PER_NOTE]]
    more = [f"{len(names) - MAX_NAMES_PER_NOTE} more"] if len(names) > MAX_NAMES_PER_NOTE else []
    return f"{len(names)} watch(es) ({', '.join(shown + more)})"


def _where(places: Collection[Place]) -> str:
    """Name the groups or general settings that have a setting, because a person would look for it in the watch."""
    counts = Counter(places)
    shown = [f"{counts[place]} by {words}" for place, words in ELSEWHERE.items() if counts[place]]
    return f" ({', '.join(shown)})" if shown else ""
