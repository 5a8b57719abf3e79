"""How does a watch of changedetection.io become a profile? A watch names a page; its profile looks at that page only."""

from collections.abc import Iterator
from typing import Any

from watchd import intake
from watchd.model.address import what_is_wrong
from watchd.model.profile import LONGEST_PERIOD, ProfileSpec
from watchd.web.changedetection import Watch

LONGEST_NAME = 200
LONGEST_TAG = 50
MOST_TAGS = 20
# More often than this is nothing that a page's owner would like to see.
SHORTEST_SECONDS = 60


def profiles(watches: list[Watch]) -> tuple[list[ProfileSpec], list[str]]:
    """A profile per watch, and sentences about what could not be taken over."""
    usable = [watch for watch in watches if not what_is_wrong(watch.url)]
    names = set[str]()
    specs = [_profile(watch, _free_name(watch, names)) for watch in usable]
    return specs, list(_notes(watches, usable))


def _profile(watch: Watch, name: str) -> ProfileSpec:
    raw: dict[str, Any] = {
        "name": name,
        "query": {"examples": [watch.url]},
        "seeds": {"urls": [watch.url], "providers": []},
        "schedule": {"every": _every(watch.seconds)},
        "budget": {"pages": 1},
        # Whatever the page says is wanted, because somebody chose the page.
        "report": {"kinds": ["changed", "gone"], "min_score": 0},
        "tags": list(dict.fromkeys(filter(None, (_plain(tag)[:LONGEST_TAG].strip() for tag in watch.tags))))[
            :MOST_TAGS
        ],
        "enabled": not watch.paused,
    }
    return intake.read(ProfileSpec, raw)


def _free_name(watch: Watch, taken: set[str]) -> str:
    """Its title, else its address; two with the same title are told apart by a number."""
    wanted = _plain(watch.title)[: LONGEST_NAME - 8].strip() or watch.url[: LONGEST_NAME - 8]
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} ({number})"
    taken.add(name)
    return name


def _every(seconds: int) -> str:
    bounded = min(max(seconds, SHORTEST_SECONDS), int(LONGEST_PERIOD))
    for length, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if bounded % length == 0:
            return f"{bounded // length}{unit}"
    return f"{bounded}s"


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _notes(watches: list[Watch], usable: list[Watch]) -> Iterator[str]:
    left_out = len(watches) - len(usable)
    if left_out:
        yield f"{left_out} watch(es) have no plain http or https address and were left out."
    if count := sum(watch.has_filters for watch in usable):
        yield f"{count} watch(es) have filters or triggers; watchd compares the main text of the page instead."
    if count := sum(watch.has_browser_steps for watch in usable):
        yield f"{count} watch(es) use a browser; watchd reads the page as the server sends it."
    if count := sum(watch.has_receivers for watch in usable):
        yield f"{count} watch(es) have notification addresses; create channels and name them in delivery.channels."
