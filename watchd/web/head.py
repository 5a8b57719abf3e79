"""What does a page say about itself: title, description, feeds, robots?

Mostly read from <head>, but sites put <meta> and <link> anywhere, so the whole document is asked.
"""

from lxml.etree import _Element
from msgspec import Struct

LONGEST_TITLE = 300
LONGEST_DESCRIPTION = 500
MOST_KEYWORDS = 32
MOST_DECLARED = 50  # feeds or sitemaps; a site with more does not mean us

_FEED_TYPES = frozenset(
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"]
)


class Head(Struct):
    """The page's own words about itself; lists in the order of the page."""

    title: str = ""
    base: str | None = None
    canonical: str | None = None
    feeds: list[str] = []
    sitemaps: list[str] = []
    robots: list[str] = []  # contents of <meta name=robots>
    meta: dict[str, str] = {}  # lower-case name, property or itemprop; the first of each counts


def read_head(root: _Element) -> Head:
    """Everything that <title>, <base>, <link> and <meta> say."""
    head = Head()
    for element in root.iter("title", "base", "link", "meta"):
        match element.tag:
            case "meta":
                _meta(head, element)
            case "link":
                _link(head, element)
            case "title":
                head.title = head.title or _line("".join(element.itertext()), LONGEST_TITLE)
            case "base":
                head.base = head.base or element.get("href")
    return head


def title_of(head: Head, root: _Element) -> str:
    """The title, else what the page is called where it is shared, else its first heading."""
    if title := head.title or _line(head.meta.get("og:title", ""), LONGEST_TITLE):
        return title
    heading = next(root.iter("h1", "h2"), None)
    return "" if heading is None else _line("".join(heading.itertext()), LONGEST_TITLE)


def description_of(head: Head) -> str:
    text = head.meta.get("description") or head.meta.get("og:description") or ""
    return _line(text, LONGEST_DESCRIPTION)


def keywords_of(head: Head) -> tuple[str, ...]:
    words = (_line(word, 100) for word in head.meta.get("keywords", "")[:4000].split(","))
    return tuple(dict.fromkeys(word for word in words if word))[:MOST_KEYWORDS]


def _meta(head: Head, element: _Element) -> None:
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


def _link(head: Head, element: _Element) -> None:
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
    if len(hrefs) < MOST_DECLARED:
        hrefs.append(href)


def _line(text: str, longest: int) -> str:
    """On one line and not longer than so many characters."""
    return " ".join(text[: 20 * longest].split())[:longest]
