"""Profiles from files: exports of watchd, lists of addresses (bookmarks, OPML), backups of changedetection.io.

The addresses of a list become the seeds of a profile, and of more profiles when they do not fit into one. A watch of
changedetection.io names a page; its profile visits only that page. Notes report what was left out.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from watchd import validation
from watchd.errors import Conflict, Fault, FieldErrors, WatchdError
from watchd.flow.profiles import import_notes, rules
from watchd.flow.profiles.import_notes import plain
from watchd.flow.profiles.page_watch import page_watch
from watchd.model import values
from watchd.model.channel import Template
from watchd.model.listing import EntryKind, Listing, ListingEntry
from watchd.model.profile import MAX_PERIOD_SECONDS, ProfileSpec
from watchd.store.tables import Tables
from watchd.web.listings.changedetection import Watch

MAX_PROFILES = 20_000  # in one file
MAX_FAULTS = 100  # that stop the check of a file
MAX_SEEDS = 500  # pages in a profile, and feeds
MAX_EXAMPLES = 10
MAX_NAME_CHARS = 200
MAX_LISTING_NAME_CHARS = MAX_NAME_CHARS - len(" (1000)")
MAX_TAG_CHARS = 50
MAX_TAGS = 20
MIN_PERIOD_SECONDS = 60  # out of respect for the owner of the page

PAUSED = (
    "No words say what to look for, and feeds bring entries of every subject, so the profile is paused. "
    "Write its query.text and set enabled to true, or import the file again with a text."
)

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
    stored: list[ProfileSpec]  # created and replaced


async def store_profiles(
    tables: Tables,
    specs: list[ProfileSpec],
    on_conflict: OnConflict,
    *,
    new_id: Callable[[], str],
    now: datetime,
    known_providers: Collection[str],
) -> Imported:
    """Store all profiles; an error undoes the whole import, because it ends the transaction."""
    done = Imported([], [], [], [])
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
            rules.check_providers(spec, known_providers)
            former = await tables.profiles.get(taken) if taken else None
            if former is None:
                done.created.append((await tables.profiles.insert(new_id(), spec, now)).id)
            else:
                await tables.profiles.replace(former, spec, now)
                done.replaced.append(former.id)
            done.stored.append(spec)
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


async def check_templates(checker: rules.TemplateChecker, specs: list[ProfileSpec]) -> None:
    """Refuse templates that cannot be rendered, as for a single profile; each different template is tried once."""
    problems = dict[Template, list[Fault]]()
    faults = list[Fault]()
    for position, spec in enumerate(specs):
        template = spec.delivery.template
        if template is None:
            continue
        if template not in problems:
            problems[template] = await _template_faults(checker, template)
        faults += _at(position, FieldErrors(problems[template]))
        if len(faults) > MAX_FAULTS:
            break
    if faults:
        raise FieldErrors(faults)


async def _template_faults(checker: rules.TemplateChecker, template: Template) -> list[Fault]:
    try:
        await rules.check_template(checker, "delivery.template", template)
    except FieldErrors as mistakes:
        return list(mistakes.faults)
    return []


def _at(position: int, mistakes: FieldErrors) -> list[Fault]:
    return [Fault(f"profiles[{position}].{fault.field}", fault.message) for fault in mistakes.faults]


def profiles_from_listing(listing: Listing, name: str | None, text: str | None) -> Converted:
    """Make profiles that start from these addresses, all with the same query; their folders become tags.

    Without a text for the query, the first pages are its examples: a person kept them. A list of feeds without a text
    becomes a paused profile: feeds bring entries of every subject, and a query made of their sites would take all of
    them for relevant.
    """
    entries = _usable(listing)
    urls, feeds = ([e for e in entries if e.kind == kind] for kind in ("page", "feed"))
    unusable = listing.unusable + sum(_address_fault(entry.url) is not None for entry in listing.entries)
    if not entries:
        others = f"; {unusable} of another kind cannot be watched" if unusable else ""
        raise NothingToImport(f"has no http or https address in it{others}")
    query = {"text": text} if text else {"examples": [entry.url for entry in (urls or feeds)[:MAX_EXAMPLES]]}
    wanted = (name or listing.title or "Imported addresses")[:MAX_LISTING_NAME_CHARS].strip()
    specs, left_tags = [], 0
    for part, start in enumerate(range(0, max(len(urls), len(feeds)), MAX_SEEDS), start=1):
        end = start + MAX_SEEDS
        tags = _tags([*urls[start:end], *feeds[start:end]])
        left_tags = max(left_tags, len(tags) - MAX_TAGS)
        raw = {
            "name": wanted if part == 1 else f"{wanted} ({part})",
            "query": query,
            "seeds": {"urls": [e.url for e in urls[start:end]], "feeds": [e.url for e in feeds[start:end]]},
            "tags": tags[:MAX_TAGS],
            "enabled": bool(text or not feeds),
        }
        specs.append(rules.read(raw))
    return specs, list(_listing_notes(specs, len(entries), unusable, left_tags, listing.left_off))


def _usable(listing: Listing) -> list[ListingEntry]:
    """Return the usable entries in their order, each address once with all its folders."""
    found = dict[tuple[EntryKind, str], ListingEntry]()
    for entry in listing.entries:
        if _address_fault(entry.url) is not None:
            continue
        known = found.setdefault((entry.kind, entry.url), entry)
        if known is not entry:
            more = dict.fromkeys((*known.categories, entry.folder, *entry.categories))
            found[entry.kind, entry.url] = structs.replace(
                known, categories=tuple(filter(None, more))[:MAX_TAGS]
            )
    return list(found.values())


def _tags(entries: list[ListingEntry]) -> list[str]:
    """Return the folders and categories of entries as tags, frequent ones first; "News/Science" is one tag."""
    names = Counter(
        tag for entry in entries for tag in {_tag(n) for n in (entry.folder, *entry.categories)} if tag
    )
    return [tag for tag, _ in sorted(names.items(), key=lambda item: (-item[1], item[0]))]


def _tag(name: str) -> str:
    return plain(name)[:MAX_TAG_CHARS].strip()


def _address_fault(url: str) -> str | None:
    """Return why an address cannot be watched; None when it can."""
    if len(url) > values.MAX_URL_CHARS:
        return f"is longer than {values.MAX_URL_CHARS} characters"
    return values.url_problem(url)


def _listing_notes(
    specs: list[ProfileSpec], count: int, unusable: int, left_tags: int, left_off: int
) -> Iterator[str]:
    if not specs[0].enabled:
        yield PAUSED
    elif not specs[0].query.text:
        yield (
            f"Without words for a query, the first {len(specs[0].query.examples)} page(s) are its examples; if they have "
            "little in common, write query.text."
        )
    if len(specs) > 1:
        yield (
            f"{count} addresses are more than a profile takes ({MAX_SEEDS} pages and {MAX_SEEDS} feeds); they became "
            f"{len(specs)} profiles with the same query, from {specs[0].name!r} to {specs[-1].name!r}."
        )
    if unusable:
        yield f"{unusable} address(es) were left out because they are not plain http or https addresses."
    if left_tags > 0:
        yield f"{left_tags} folder(s) did not become tags because a profile has at most {MAX_TAGS}."
    if left_off:
        yield (
            f"{left_off} address(es) were left out because the file has more than the maximum; "
            "split the file and import the parts."
        )


def profiles_from_watches(watches: list[Watch]) -> Converted:
    """Make a profile from each watch of changedetection.io."""
    names = set[str]()
    followed = [(_free_name(watch, names), watch) for watch in watches if not _address_fault(watch.url)]
    left_out = [(watch, fault) for watch in watches if (fault := _address_fault(watch.url))]
    notes = list(import_notes.on_watches(followed, left_out))
    if not followed:
        raise NothingToImport(f"has no watch that can be followed. {' '.join(notes)}".rstrip(" ."))
    specs = [_profile(watch, name) for name, watch in followed]
    if len(specs) > MAX_PROFILES:
        notes.append(
            f"{len(specs) - MAX_PROFILES} watch(es) were left out because an import takes at most {MAX_PROFILES}."
        )
    return specs[:MAX_PROFILES], notes


def _profile(watch: Watch, name: str) -> ProfileSpec:
    tags = (_tag(tag) for tag in watch.tags)
    raw = page_watch(name, [watch.url], every=_every(watch.seconds)) | {
        "tags": list(dict.fromkeys(filter(None, tags)))[:MAX_TAGS],
        "enabled": not watch.paused,
    }
    return rules.read(raw)


def _free_name(watch: Watch, taken: set[str]) -> str:
    """Return its title, else its address; a number distinguishes watches with the same title."""
    wanted = plain(watch.title)[: MAX_NAME_CHARS - 8].strip() or watch.url[: MAX_NAME_CHARS - 8]
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
