"""What does a page say about one of its regions: the article, or something around it?

Three sources, all of them habits of the whole web rather than of one site: elements made for it (main, nav,
footer), ARIA roles (role=navigation), and the words authors use in class and id ("sidebar", "breadcrumbs",
"docnav"). The first two are statements, the third is a hint: web/maintext.py weighs it against what the region
holds.
"""

import re
from enum import Enum
from functools import lru_cache

from lxml.etree import _Element


class Mark(Enum):
    """What a region claims to be."""

    MAIN = "main"
    ARTICLE = "article"
    NAV = "nav"  # navigation, banner, footer, search: stated
    ASIDE = "aside"  # beside the article: stated, but also used for boxes inside it
    HEADER = "header"  # of the page or of the article
    HINT = "hint"  # sounds like navigation or advertising
    HIDDEN = "hidden"  # not shown to readers


_BY_TAG = {
    "main": Mark.MAIN,
    "article": Mark.ARTICLE,
    "nav": Mark.NAV,
    "menu": Mark.NAV,
    "footer": Mark.NAV,
    "dialog": Mark.NAV,
    "aside": Mark.ASIDE,
    "header": Mark.HEADER,
}
_BY_ROLE = {
    "main": Mark.MAIN,
    "article": Mark.ARTICLE,
    "navigation": Mark.NAV,
    "banner": Mark.NAV,
    "contentinfo": Mark.NAV,
    "search": Mark.NAV,
    "menu": Mark.NAV,
    "menubar": Mark.NAV,
    "dialog": Mark.NAV,
    "doc-toc": Mark.NAV,
    "complementary": Mark.ASIDE,
}
_NAMES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_HINT_WORDS = """
    ad ads adv advert adverts banner bottombar breadcrumb breadcrumbs byline catlinks comments contentinfo
    cookie cookies copyright crumbs disqus donate editsection feedback footer gdpr login masthead menu menus
    metadata modal newsletter nosearch pager pagination paginator permalink popup prevnext printfooter promo
    related searchbar searchbox searchform searchmenu share sharing sidebar signup skip skiplink social sponsor
    sponsored subpages subscribe tagline tags toc toolbar topbar topnav widget
"""
_HINTS = frozenset(_HINT_WORDS.split())
_HINT_STARTS = ("nav", "breadcrumb", "advert", "cookie", "sidebar")
_HINT_ENDS = ("nav", "menu", "navbar", "sidebar", "footer")


def mark_of(element: _Element) -> Mark | None:
    """What a region claims to be; None if it claims nothing."""
    get = element.get
    hidden = get("hidden") is not None or get("aria-hidden") == "true" or "display:none" in (get("style") or "")
    return _mark(str(element.tag), get("role"), get("class"), get("id"), hidden)


@lru_cache(maxsize=20_000)
def _mark(tag: str, role: str | None, classes: str | None, ident: str | None, hidden: bool) -> Mark | None:
    if hidden:
        return Mark.HIDDEN
    stated = _BY_ROLE.get(role or "") or _BY_TAG.get(tag)
    if stated:
        return stated
    names = f"{classes or ''} {ident or ''}"
    return Mark.HINT if len(names) > 1 and len(names) < 500 and _sounds_like_navigation(names) else None


def _sounds_like_navigation(names: str) -> bool:
    words = [word.lower() for word in _NAMES.findall(names)]
    return any(w in _HINTS or w.startswith(_HINT_STARTS) or w.endswith(_HINT_ENDS) for w in words)
