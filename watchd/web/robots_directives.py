"""What does a page itself ask of robots? X-Robots-Tag headers and meta tags, as one answer."""

import datetime
from collections.abc import Iterable
from email.utils import parsedate_to_datetime

from msgspec import Struct

_WITH_VALUE = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})


class Directives(Struct, frozen=True):
    """noindex: not to be shown in the portal. nofollow: its links are not to be followed."""

    noindex: bool = False
    nofollow: bool = False

    def __or__(self, other: "Directives") -> "Directives":
        return Directives(noindex=self.noindex or other.noindex, nofollow=self.nofollow or other.nofollow)


def from_headers(
    headers: Iterable[tuple[str, str]], robot: str = "watchd", now: datetime.datetime | None = None
) -> Directives:
    """Read every X-Robots-Tag header; those that name another robot are not for us."""
    found = Directives()
    for name, value in headers:
        if name.lower() == "x-robots-tag":
            found |= _read(_for_us(value, robot), now)
    return found


def from_metas(
    metas: Iterable[tuple[str, str]], robot: str = "watchd", now: datetime.datetime | None = None
) -> Directives:
    """Read the name and content of a page's meta tags."""
    found = Directives()
    for name, content in metas:
        if name.strip().lower() in ("robots", robot.lower()):
            found |= _read(content, now)
    return found


def _for_us(value: str, robot: str) -> str:
    """The directives of a header, without the robot's name in front: "otherbot: noindex" says nothing to us."""
    head, colon, rest = value.partition(":")
    name = head.strip().lower()
    if not colon or "," in head or name in _WITH_VALUE:
        return value
    return rest if name == robot.lower() else ""


def _read(text: str, now: datetime.datetime | None) -> Directives:
    words = {word.strip().lower() for word in text.split(",")}
    if "none" in words:
        return Directives(noindex=True, nofollow=True)
    return Directives(
        noindex="noindex" in words or _is_past(text, now),
        nofollow="nofollow" in words,
    )


def _is_past(text: str, now: datetime.datetime | None) -> bool:
    """Has the day of an unavailable_after passed? Dates that cannot be read do not hide a page."""
    _, found, date = text.lower().partition("unavailable_after:")
    if not found or now is None:
        return False
    try:
        moment = parsedate_to_datetime(date.strip())
    except ValueError:
        return False
    return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)) < now
