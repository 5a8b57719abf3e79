"""What does a page say about one of its regions: the article, or something around it?

Three sources, all of them habits of the whole web rather than of one site: elements made for it (main, nav,
footer), ARIA roles (role=navigation), and the words authors use in class and id ("sidebar", "breadcrumbs",
"docnav"). The first two are statements, the third is a hint: web/extract/maintext.py weighs it against what the region
holds.
"""

import re
from enum import Enum
from functools import lru_cache

from lxml.etree import _Element


class RegionMark(Enum):
    """What a region claims to be."""

    MAIN = "main"
    ARTICLE = "article"
    NAV = "nav"  # navigation, banner, footer, search: stated
    ASIDE = "aside"  # beside the article: stated, but also used for boxes inside it
    HEADER = "header"  # of the page or of the article
    HINT = "hint"  # sounds like navigation or advertising
    CONTENTS = "contents"  # sounds like a table of contents
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
    ad ads adv advert adverts banner bottombar breadcrumb breadcrumbs byline comments cookie cookies copyright
    crumbs disqus donate feedback footer gdpr login masthead menu menus metadata modal newsletter pager
    pagination paginator permalink popup prevnext promo related searchbar searchbox searchform share sharing
    sidebar signup skip skiplink social sponsor sponsored subscribe tagline tags toolbar topbar widget
"""
_HINTS = frozenset(_HINT_WORDS.split())
_CONTENTS = frozenset(["toc", "tocwrapper", "tableofcontents"])
_HEADERS = frozenset(["header", "pageheader", "docheader"])
_HINT_STARTS = ("nav", "breadcrumb", "advert", "cookie", "sidebar")
_HINT_ENDS = ("nav", "menu", "navbar", "sidebar", "footer")


def mark_of(element: _Element) -> RegionMark | None:
    """What an element claims to be; None if it claims nothing."""
    return _mark(str(element.tag), *element.items())


def mark_stated(element: _Element) -> RegionMark | None:
    """What an element is by its role or its tag."""
    return _BY_ROLE.get(element.get("role") or "") or _BY_TAG.get(element.tag)


@lru_cache(maxsize=1_000)
def _mark(tag: str, *attributes: tuple[str, str]) -> RegionMark | None:
    """Pages repeat their regions, so each spelling is understood once."""
    said = dict(attributes)
    if _is_hidden(said):
        return RegionMark.HIDDEN
    if stated := _BY_ROLE.get(said.get("role", "")) or _BY_TAG.get(tag):
        return stated
    names = f"{said.get('class', '')} {said.get('id', '')}"
    return _hinted(names) if 1 < len(names) < 500 else None


def _is_hidden(said: dict[str, str]) -> bool:
    style = said.get("style", "").replace(" ", "")
    return "hidden" in said or said.get("aria-hidden") == "true" or "display:none" in style


def _hinted(names: str) -> RegionMark | None:
    words = [word.lower() for word in _WORDS.findall(names)]
    if any(w in _HINTS or w.startswith(_HINT_STARTS) or w.endswith(_HINT_ENDS) for w in words):
        return RegionMark.HINT
    if not _CONTENTS.isdisjoint(words):
        return RegionMark.CONTENTS
    return RegionMark.HEADER if not _HEADERS.isdisjoint(words) else None
