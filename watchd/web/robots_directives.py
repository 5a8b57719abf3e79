"""What may be done with a page, by its own word (<meta name=robots>, X-Robots-Tag)?"""

from collections.abc import Iterable


def directives(values: Iterable[str], robot: str) -> tuple[bool, bool]:
    """Whether values such as "noindex, nofollow" or "watchd: none" ask for (noindex, nofollow)."""
    noindex = nofollow = False
    for value in values:
        name, colon, rest = value.rpartition(":")
        if colon and name.strip().lower() not in ("", robot.lower(), "unavailable_after"):
            continue
        words = {word.strip().lower() for word in (rest if colon else value).split(",")}
        noindex |= bool(words & {"noindex", "none"})
        nofollow |= bool(words & {"nofollow", "none"})
    return noindex, nofollow
