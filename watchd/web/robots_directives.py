"""What may be done with a page, by its own word (<meta name=robots>, X-Robots-Tag)?"""

import datetime
from collections.abc import Iterable
from email.utils import parsedate_to_datetime

_WITH_VALUE = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})


def directives(
    values: Iterable[str], robot: str = "watchd", now: datetime.datetime | None = None
) -> tuple[bool, bool]:
    """Whether values such as "noindex, nofollow" or "watchd: none" ask for (noindex, nofollow).

    noindex: not to be shown in the portal. nofollow: its links are not to be followed. Values that begin
    with the name of another robot are not for us.
    """
    noindex = nofollow = False
    for value in values:
        ours = _for_us(value, robot)
        words = {word.strip().lower() for word in ours.split(",")}
        noindex |= bool(words & {"noindex", "none"}) or _is_past(ours, now)
        nofollow |= bool(words & {"nofollow", "none"})
    return noindex, nofollow


def _for_us(value: str, robot: str) -> str:
    """The directives of a value, without the robot's name in front: "otherbot: noindex" says nothing to us."""
    head, colon, rest = value.partition(":")
    name = head.strip().lower()
    if not colon or "," in head or name in _WITH_VALUE:
        return value
    return rest if name == robot.lower() else ""


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
