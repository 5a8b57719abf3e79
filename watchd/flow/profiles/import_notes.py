"""Notes of an import: what was left out, and what watchd does instead.

Watches with the same loss share a note, and the greatest losses come first. A note names at most ten watches.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from watchd.web.listings.changedetection import Watch
from watchd.web.listings.changedetection_settings import Loss, Place
from watchd.web.urls.urls import masked

MAX_NAMES = 10
MAX_UNKNOWN = 30  # settings in notes of their own
MAX_TITLE_CHARS = 200

EVERY_EDIT = "watchd reports every edit of the main text"
MAIN_TEXT = "watchd compares the main text of the page instead"
WITH_WORDS = "to narrow this, write words as query.text and raise report.min_score"
# A setting of a watch, and what watchd does instead; the settings that change the result most come first.
LOST: dict[Loss, tuple[str, str]] = {
    "request": (
        "send headers, cookies or a form with the request",
        "watchd sends a plain request and may get another page",
    ),
    "browser": ("use a browser", "watchd reads the page as the server sends it"),
    "browser_wait": (
        "wait for a browser after the page has loaded",
        "watchd reads the page as the server sends it",
    ),
    "proxy": ("use a proxy", "watchd connects directly"),
    "no_text": ("compare something other than text", EVERY_EDIT),
    "price_or_stock": (
        "follow a price or the stock",
        f"{EVERY_EDIT}, also of these words, and does not read prices as numbers",
    ),
    "price_limits": (
        "have limits for the price, or follow only some changes of price or stock",
        f"{EVERY_EDIT}, whatever the price is",
    ),
    "intent": (
        "say in words which edits matter (AI intent)",
        f"{EVERY_EDIT}, whatever it is about; {WITH_WORDS}",
    ),
    "selectors": (
        "choose or leave out parts of the page by CSS or XPath",
        f"{MAIN_TEXT}, and does not report a part that is missing",
    ),
    "filter_failures": (
        "are silent when a filter finds nothing",
        "watchd has no filters, and so never sends this message",
    ),
    "extracted_text": ("extract text by patterns", MAIN_TEXT),
    "kept_lines": ("keep only lines with certain words", f"{MAIN_TEXT}; {WITH_WORDS}"),
    "triggers": ("wait for certain words", "write them as query.text and raise report.min_score"),
    "absent_text": ("wait until certain words are gone", f"{EVERY_EDIT}, also while the words are there"),
    "conditions": ("have conditions", f"{EVERY_EDIT}, whether the conditions are true or not"),
    "ignored_text": ("ignore certain text", "watchd ignores dates, counters and tokens only"),
    "ignored_lines": (
        "remove ignored lines from the text",
        "watchd keeps and shows all lines of the main text",
    ),
    "sorted_lines": (
        "sort the lines before they are compared",
        "watchd compares them in the order of the page and may report another order",
    ),
    "duplicate_lines": (
        "remove repeated lines before they are compared",
        "watchd compares the main text with its repetitions",
    ),
    "kinds_of_edit": ("report only some edits, such as additions or lines never seen before", EVERY_EDIT),
    "link_addresses": ("compare the addresses of links too", "watchd compares the text only"),
    "empty_pages": (
        "count an empty page as a change",
        "watchd reports a page that is gone, and not one without text",
    ),
    "status": ("read error pages too", "watchd does not read pages that answer with an error"),
    "user_agent": ("name a browser of their own to the server", "watchd sends the name of its robot"),
    "hours": ("are checked in certain hours only", "write these hours as schedule.cron"),
    "receivers": (
        "have notification addresses",
        "these are secrets and were not read: create channels and name them in delivery.channels",
    ),
    "wording": ("have their own message texts", "write them as delivery.template"),
    "format": ("choose the format of messages", "watchd writes in the format that suits each channel"),
    "summaries": ("have changes summarised by an AI", "watchd shows the changed sentences themselves"),
    "screenshots": ("send a screenshot with messages", "messages of watchd have text only"),
    "muted": ("are muted", "leave delivery.channels of these profiles empty"),
    "history": (
        "keep a certain number of snapshots",
        "watchd keeps earlier texts for the time in its setting retention.version_age",
    ),
}
ELSEWHERE: dict[Place, str] = {"group": "their groups", "all": "the settings for all"}


def on_watches(followed: list[tuple[str, Watch]], left_out: list[tuple[Watch, str]]) -> Iterator[str]:
    """Yield notes on watches: those that were left out with the reason, and the lost settings of the others."""
    for watch, fault in left_out[:MAX_NAMES]:
        shown = (plain(watch.title).strip() or masked(watch.url))[:MAX_TITLE_CHARS]
        yield f"{shown!r} was left out: its address {fault}."
    if len(left_out) > MAX_NAMES:
        yield f"{len(left_out) - MAX_NAMES} more watch(es) were left out because of their addresses."
    for loss, (what, instead) in LOST.items():
        places = {name: watch.lost[loss] for name, watch in followed if loss in watch.lost}
        if places:
            yield f"{_subject(list(places), len(followed))} {what}{_where(places.values())}; {instead}."
    yield from _on_unknown(followed)


def _on_unknown(followed: list[tuple[str, Watch]]) -> Iterator[str]:
    settings = dict[str, dict[str, Place]]()  # by setting, by watch
    for name, watch in followed:
        for key, place in watch.unknown.items():
            settings.setdefault(key, {})[name] = place
    for key, places in list(settings.items())[:MAX_UNKNOWN]:
        subject = _subject(list(places), len(followed))
        yield f"{subject} have the unknown setting {key}{_where(places.values())}; it was left out."
    if len(settings) > MAX_UNKNOWN:
        yield f"{len(settings) - MAX_UNKNOWN} more unknown setting(s) were left out."


def _subject(names: list[str], total: int) -> str:
    if len(names) == total > 1:
        return f"All {total} watches"
    shown = [repr(name) for name in names[:MAX_NAMES]]
    more = [f"{len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES else []
    return f"{len(names)} watch(es) ({', '.join(shown + more)})"


def _where(places: Collection[Place]) -> str:
    """Name the groups or general settings that have a setting, because a person would look for it in the watch."""
    counts = Counter(places)
    shown = [f"{counts[place]} by {words}" for place, words in ELSEWHERE.items() if counts[place]]
    return f" ({', '.join(shown)})" if shown else ""


def plain(text: str) -> str:
    """Return the text with spaces instead of signs that cannot be printed."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
