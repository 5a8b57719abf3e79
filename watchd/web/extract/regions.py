"""Role of a page region: the article, or something around it.

Three sources show the role, all common on the whole web: elements for it (main, nav, footer), ARIA roles
(role=navigation), and the words that authors use in class and id ("sidebar", "breadcrumbs", "docnav"). The first two
are statements. The third is a hint: web/extract/maintext.py compares it with the content of the region.
"""

import re
from enum import Enum
from functools import lru_cache

from lxml.etree import _Element


class RegionMark(Enum):
    """Role that a region claims."""

    MAIN = "main"
    ARTICLE = "article"
    NAV = "nav"  # navigation, banner, footer, search: stated
    ASIDE = "aside"  # beside the article: stated, but also used for boxes inside it
    HEADER = "header"  # of the page or of the article
    HINT = "hint"  # named like navigation or advertising
    EXTRA = "extra"  # named like comments, related pages, a newsletter or a notice of cookies: text that is not the article
    CONTENTS = "contents"  # named like a table of contents
    HIDDEN = "hidden"  # not shown to readers


_BY_TAG: dict[object, RegionMark] = {
    "main": RegionMark.MAIN,
    "article": RegionMark.ARTICLE,
    "nav": RegionMark.NAV,
    "menu": RegionMark.NAV,
    "footer": RegionMark.NAV,
    "dialog": RegionMark.NAV,
    "aside": RegionMark.ASIDE,
    "header": RegionMark.HEADER,
}
_BY_ROLE = {
    "main": RegionMark.MAIN,
    "article": RegionMark.ARTICLE,
    "navigation": RegionMark.NAV,
    "banner": RegionMark.NAV,
    "contentinfo": RegionMark.NAV,
    "search": RegionMark.NAV,
    "menu": RegionMark.NAV,
    "menubar": RegionMark.NAV,
    "dialog": RegionMark.NAV,
    "doc-toc": RegionMark.NAV,
    "complementary": RegionMark.ASIDE,
}
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_HINT_WORDS = """
    ad ads adv advert adverts author banner bottombar breadcrumb breadcrumbs byline catlinks copyright
    crumbs donate dropdown feedback footer login masthead menu menus meta metadata modal notice pager
    pagination paginator permalink popup postprofile prevnext promo searchbar searchbox searchform
    sidebar signup skip skiplink sponsor sponsored subscribe tagline tags toolbar topbar widget
"""
_EXTRA_WORDS = """
    comments commentlist consent cookie cookies disqus gdpr newsletter recommendations recommended related relatedposts
    respond share sharebar sharedaddy sharing social upsells
"""
_EXTRAS = frozenset(_EXTRA_WORDS.split())
_HINTS = frozenset(_HINT_WORDS.split())
_CONTENTS = frozenset(["toc", "tocwrapper", "tableofcontents"])
_SECTIONS = frozenset(["section", *(f"{name}{level}" for name in ("sect", "level") for level in range(1, 7))])
_HEADERS = frozenset(["header", "pageheader", "docheader"])
_HINT_STARTS = ("nav", "breadcrumb", "advert", "sidebar")
_HINT_ENDS = ("nav", "menu", "navbar", "sidebar", "footer")


def mark_of(element: _Element) -> RegionMark | None:
    """Return the role that an element claims; None if it claims none."""
    return _mark(str(element.tag), *element.items())


def mark_stated(element: _Element) -> RegionMark | None:
    """Return the role of an element by its ARIA role or its tag."""
    return _BY_ROLE.get(element.get("role") or "") or _BY_TAG.get(element.tag)


@lru_cache(maxsize=1_000)
def _mark(tag: str, *attributes: tuple[str, str]) -> RegionMark | None:
    """Return the role for a tag and its attributes; cached, because pages repeat their regions."""
    values = dict(attributes)
    if _is_hidden(values):
        return RegionMark.HIDDEN
    if stated := _BY_ROLE.get(values.get("role", "")) or _BY_TAG.get(tag):
        return stated
    names = values.get("class", "")
    if tag != "section" and not _is_section(names):  # whose id is its heading, such as "comments"
        names = f"{names} {values.get('id', '')}"
    return _hinted(names) if 1 < len(names) < 500 else None


def _is_section(classes: str) -> bool:
    """Return whether a class says that the element is a section of a document, as documentation tools write."""
    return not _SECTIONS.isdisjoint(classes.split())


def _is_hidden(values: dict[str, str]) -> bool:
    style = values.get("style", "").replace(" ", "")
    return "hidden" in values or values.get("aria-hidden") == "true" or "display:none" in style


def _hinted(names: str) -> RegionMark | None:
    words = [word.lower() for word in _WORDS.findall(names)]
    if not _EXTRAS.isdisjoint(words):
        return RegionMark.EXTRA
    if any(w in _HINTS or w.startswith(_HINT_STARTS) or w.endswith(_HINT_ENDS) for w in words):
        return RegionMark.HINT
    if not _CONTENTS.isdisjoint(words):
        return RegionMark.CONTENTS
    return RegionMark.HEADER if not _HEADERS.isdisjoint(words) else None
