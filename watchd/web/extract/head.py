"""Metadata of a page: title, description, feeds and robots directives.

Most of it is in <head>, but sites put <meta> and <link> anywhere, so the whole document is searched. The robots
directives come from <meta name=robots> and X-Robots-Tag.
"""

import datetime
from collections.abc import Iterable
from email.utils import parsedate_to_datetime

from lxml.etree import _Element
from msgspec import Struct

MAX_TITLE_CHARS = 300
MAX_DESCRIPTION_CHARS = 500
MAX_KEYWORDS = 32
MAX_DECLARED = 50  # feeds or sitemaps of one page

_FEED_TYPES = frozenset(
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"]
)
_WITH_VALUE = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})


class PageHead(Struct):
    """Metadata as the page states it; lists in the order of the page."""

    title: str = ""
    base: str | None = None
    canonical: str | None = None
    feeds: list[str] = []
    sitemaps: list[str] = []
    robots: list[str] = []  # contents of <meta name=robots>
    meta: dict[str, str] = {}  # by lower-case name, property or itemprop; the first of each counts


def read_head(root: _Element) -> PageHead:
    """Return the content of <title>, <base>, <link> and <meta>."""
    head = PageHead()
    for element in root.iter("title", "base", "link", "meta"):
        match element.tag:
            case "meta":
                _meta(head, element)
            case "link":
                _link(head, element)
            case "title":
                head.title = head.title or _line("".join(element.itertext()), MAX_TITLE_CHARS)
            case "base":
                head.base = head.base or element.get("href")
    return head


def title_of(head: PageHead, root: _Element) -> str:
    """Return the title, else og:title, else the first heading."""
    if title := head.title or _line(head.meta.get("og:title", ""), MAX_TITLE_CHARS):
        return title
    heading = next(root.iter("h1", "h2"), None)
    return "" if heading is None else _line("".join(heading.itertext()), MAX_TITLE_CHARS)


def description_of(head: PageHead) -> str:
    text = head.meta.get("description") or head.meta.get("og:description") or ""
    return _line(text, MAX_DESCRIPTION_CHARS)


def keywords_of(head: PageHead) -> tuple[str, ...]:
    words = (_line(word, 100) for word in head.meta.get("keywords", "")[:4000].split(","))
    return tuple(dict.fromkeys(word for word in words if word))[:MAX_KEYWORDS]


def _meta(head: PageHead, element: _Element) -> None:
    content = element.get("content")
    name = (
        element.get("name") or element.get("property") or element.get("itemprop") or element.get("http-equiv")
    )
    if not content or not name:
        return
    name = name.strip().lower()[:100]
    if name == "robots":
        head.robots.append(content)
    elif len(head.meta) < 200:
        head.meta.setdefault(name, content)


def _link(head: PageHead, element: _Element) -> None:
    href = element.get("href")
    rel = (element.get("rel") or "").lower().split()
    if not href:
        return
    if "canonical" in rel:
        head.canonical = head.canonical or href
    elif "sitemap" in rel:
        _add(head.sitemaps, href)
    elif "feed" in rel or ("alternate" in rel and (element.get("type") or "").strip().lower() in _FEED_TYPES):
        _add(head.feeds, href)


def _add(hrefs: list[str], href: str) -> None:
    if len(hrefs) < MAX_DECLARED:
        hrefs.append(href)


def _line(text: str, max_chars: int) -> str:
    """Return the text on one line, with at most max_chars characters."""
    return " ".join(text[: 20 * max_chars].split())[:max_chars]


def read_directives(
    values: Iterable[str], robot: str = "watchd", now: datetime.datetime | None = None
) -> tuple[bool, bool]:
    """Return whether values such as "noindex, nofollow" or "watchd: none" ask for (noindex, nofollow).

    noindex: the portal must not show the page. nofollow: agents must not follow its links. Values that begin with the
    name of another robot are ignored.
    """
    noindex = nofollow = False
    for value in values:
        ours = _for_us(value, robot)
        words = {word.strip().lower() for word in ours.split(",")}
        noindex |= bool(words & {"noindex", "none"}) or _is_past(ours, now)
        nofollow |= bool(words & {"nofollow", "none"})
    return noindex, nofollow


def _for_us(value: str, robot: str) -> str:
    """Return the directives of a value without the robot's name; empty for "otherbot: noindex"."""
    head, colon, rest = value.partition(":")
    name = head.strip().lower()
    if not colon or "," in head or name in _WITH_VALUE:
        return value
    return rest if name == robot.lower() else ""


def _is_past(text: str, now: datetime.datetime | None) -> bool:
    """Return whether the date of unavailable_after has passed; False for an invalid date."""
    _, found, date = text.lower().partition("unavailable_after:")
    if not found or now is None:
        return False
    try:
        moment = parsedate_to_datetime(date.strip())
    except ValueError:
        return False
    return (moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)) < now
