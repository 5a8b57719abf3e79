"""Dates of publication and modification of a page.

Only machine-readable dates count, in this order: JSON-LD (`datePublished` of the page's own article), <meta>, the <time>
of the article, a date in the URL. Nothing is guessed from the text: a wrong date makes old news look new. So these are not
dates of the page: those of comments, reviews, related articles and events, a date of the last update, a date before 1990,
and one that is more than a day in the future. A date without a time is midnight UTC.

A <time> is the one of the article if it says so (itemprop, class, pubdate), or if it is the first one in the part of the
page that has the only main heading. In a list of articles no <time> is.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from lxml.etree import XPath, _Element

from watchd.model.values import EARLIEST_DATE, is_plausible_date

_PUBLISHED = """
    article:published_time og:published_time og:article:published_time date dc.date dc.date.issued dcterms.created
    dcterms.issued dcterms.date dc.date.created pubdate publishdate publish-date publish_date publication_date
    parsely-pub-date sailthru.date citation_publication_date citation_date citation_online_date
"""
_MODIFIED = """
    article:modified_time og:updated_time og:modified_time datemodified last-modified dcterms.modified
    dc.date.modified lastmod revised
"""
_ISO = re.compile(
    r"\s*((?:19|20)\d\d)([-/.]?)(\d\d)\2(\d\d)(?!\d)"
    r"(?:[T\s]+(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d{1,9})?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?",
    re.IGNORECASE,
)
_IN_JSON = re.compile(r'"datePublished"\s*:\s*"([^"]{8,40})"')
_IN_URL = re.compile(r"/((?:19|20)\d\d)[/-](\d\d)[/-](\d\d)(?=[/-])")
MAX_JSON_CHARS = 200_000  # of one script
MAX_NODES = 200  # of JSON-LD
MAX_TIMES = 500
_ARTICLE_TYPES = """
    article newsarticle blogposting report techarticle scholarlyarticle analysisnewsarticle opinionnewsarticle
    reportagenewsarticle backgroundnewsarticle reviewnewsarticle advertisercontentarticle satiricalarticle
    liveblogposting discussionforumposting socialmediaposting medicalscholarlyarticle apireference howto recipe
    videoobject podcastepisode dataset book
"""
_ARTICLES = frozenset(_ARTICLE_TYPES.split())
# A node without a type is about the page.
_PAGES = frozenset(["", "webpage", "itempage", "faqpage", "aboutpage", "creativework", "mediaobject"])
_with_properties = XPath("descendant::*[@itemprop]")
_WORDS = re.compile(r"[a-z]+")
_SAYS_PUBLISHED = ("publish", "pubdate", "entrydate", "postdate", "articledate", "posted", "dateline")
_SAYS_OTHER = (
    "modif",
    "updat",
    "edited",
    "start",
    "enddate",
    "event",
    "expire",
    "deadline",
    "duration",
    "comment",
    "review",
)
# Words in class or id of an element around a <time>, and elements: what is inside is not the article.
_OTHER_PART_NAMES = """
    comment comments reply replies discussion related recommended recommendation recommendations similar sidebar
    widget teaser teasers review reviews event events calendar agenda upcoming latest trending popular promo
    archive footer nav
"""
_OTHER_PARTS = frozenset(_OTHER_PART_NAMES.split())
_OTHER_TAGS = frozenset(["aside", "nav", "footer", "form"])
_UPDATED = re.compile(
    r"(?:updated?|modified|edited|revised|reviewed|aktualisiert|geändert|stand|mise? à jour|modifiée?|actualizado"
    r"|modificado|aggiornato|bijgewerkt|starts?|begins?|ends?|when|deadline|expires|until|due|wann|beginn|quand|cuándo)\b[^.!?]{0,15}$",
    re.IGNORECASE,
)


def dates_of(
    root: _Element, meta: dict[str, str], url: str, now: datetime | None = None
) -> tuple[datetime | None, datetime | None]:
    """Return when the page was published and modified; None where the page does not say it.

    `now` excludes dates in the future.
    """
    nodes = _json_ld(root)
    published = (
        _first_plausible(_stated(nodes, url, "datePublished", "dateCreated", "uploadDate"), now)
        or _first_plausible(_meta(meta, _PUBLISHED), now)
        or _first_plausible(_times(root, url), now)
        or _first_plausible(iter([_in_url(url)]), now)
    )
    modified = (
        _first_plausible(_meta(meta, _MODIFIED), now)
        or _first_plausible(_stated(nodes, url, "dateModified"), now)
        or _first_plausible(_modified_times(root), now)
    )
    return published, modified


def parse_iso(text: str) -> datetime | None:
    """Parse a date in ISO 8601 as sites write it (missing parts, blanks, no zone); None for anything else."""
    found = _ISO.match(text[:60])
    if found is None:
        return None
    year, _, month, day, hour, minute, second, zone = found.groups()
    shift = "+00:00" if not zone or zone[0] not in "+-" else zone[:3] + ":" + zone[-2:]
    try:
        date = datetime.fromisoformat(
            f"{year}-{month}-{day}T{hour or '00'}:{minute or '00'}:{second or '00'}{shift}"
        )
        date = date.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return date if date >= EARLIEST_DATE else None


def parse_date(text: str) -> datetime | None:
    """Parse a date in ISO 8601 or as in mail headers (RFC 822); None for anything else."""
    if date := parse_iso(text):
        return date
    try:
        date = parsedate_to_datetime(text[:80])
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None


def _first_plausible(dates: Iterator[datetime | None], now: datetime | None) -> datetime | None:
    return next((date for date in dates if date is not None and is_plausible_date(date, now)), None)


def _meta(meta: dict[str, str], names: str) -> Iterator[datetime | None]:
    return (parse_date(meta[name]) for name in names.split() if name in meta)


def _json_ld(root: _Element) -> list[dict[str, Any]]:
    """Return the outermost nodes of all JSON-LD of a page."""
    nodes: list[dict[str, Any]] = []
    for script in root.iter("script"):
        kind = (script.get("type") or "").partition(";")[0].strip().lower()
        if kind != "application/ld+json" or not script.text:
            continue
        text = script.text[:MAX_JSON_CHARS].strip().removeprefix("<!--").removesuffix("-->").strip().rstrip(";")
        try:
            nodes += _nodes(json.loads(text, strict=False))
        except (ValueError, RecursionError):
            dates = set(_IN_JSON.findall(text))
            if len(dates) == 1:  # one date can be meant for one thing only
                nodes.append({"@type": "Article", "datePublished": dates.pop()})
    return nodes[:MAX_NODES]


def _stated(nodes: list[dict[str, Any]], url: str, *names: str) -> Iterator[datetime | None]:
    """Yield the dates that JSON-LD states for the page itself: for its article, else for the page."""
    for types in (_ARTICLES, _PAGES):
        for node in _own(nodes, types, url):
            yield from (parse_date(value) for name in names if isinstance(value := node.get(name), str))


def _nodes(data: Any) -> list[dict[str, Any]]:
    """Return the nodes of the outermost level: what is nested in them is part of something else, such as a comment."""
    if isinstance(data, list):
        return [node for item in data for node in _nodes(item)]
    if not isinstance(data, dict):
        return []
    graph = data.get("@graph")
    inner = data.get("mainEntity")
    return [data, *(_nodes(graph) if graph else ()), *(_nodes(inner) if isinstance(inner, dict) else ())]


def _own(nodes: list[dict[str, Any]], types: frozenset[str], url: str) -> list[dict[str, Any]]:
    """Return the node of these types that is about the page; none if several could be."""
    found = [node for node in nodes if not types.isdisjoint(_types(node))]
    if len(found) < 2:
        return found
    return [node for node in found if _path(url) in map(_path, _addresses(node))][:1]


def _types(node: dict[str, Any]) -> set[str]:
    named = node.get("@type") or ""
    names = named if isinstance(named, list) else [named]
    return {name.rpartition("/")[2].lower() for name in names if isinstance(name, str)}


def _addresses(node: dict[str, Any]) -> Iterator[str]:
    for name in ("url", "@id", "mainEntityOfPage"):
        value = node.get(name)
        value = value.get("@id") if isinstance(value, dict) else value
        if isinstance(value, str):
            yield value


def _path(url: str) -> str:
    try:
        return urlsplit(url).path.rstrip("/")
    except ValueError:
        return url


def _times(root: _Element, url: str) -> Iterator[datetime | None]:
    """Yield the dates of elements that belong to the article: those that say so, then the first beside the heading."""
    marked = [
        element
        for element in [*root.iter("time", "abbr"), *_with_properties(root)][:MAX_TIMES]
        if _is_marked(element) and not _is_elsewhere(element, url, root)
    ]
    yield from map(_date, marked)
    part = _article(root)
    if part is not None:
        for element in list(part.iter("time"))[:MAX_TIMES]:
            is_own = not _says(element, _SAYS_OTHER) and not _is_elsewhere(element, url, part)
            if is_own and not _UPDATED.search(_text_before(element)):
                yield _date(element)


def _modified_times(root: _Element) -> Iterator[datetime | None]:
    for element in list(root.iter("time"))[:MAX_TIMES]:
        if _says(element, ("modif", "updat")):
            yield _date(element)


def _date(element: _Element) -> datetime | None:
    return parse_iso(element.get("datetime") or element.get("content") or element.get("title") or "")


def _is_marked(element: _Element) -> bool:
    if _says(element, _SAYS_OTHER) and element.get("pubdate") is None and not _says(element, ("publish",)):
        return False
    if element.tag == "time":
        return _says(element, _SAYS_PUBLISHED) or element.get("pubdate") is not None
    if element.tag == "abbr":
        return "published" in (element.get("class") or "")
    return "datePublished" in (element.get("itemprop") or "")


def _says(element: _Element, parts: tuple[str, ...]) -> bool:
    names = (
        f"{element.get('itemprop') or ''} {element.get('class') or ''}".lower()
        .replace("-", "")
        .replace("_", "")
    )
    return any(part in names for part in parts)


def _is_elsewhere(element: _Element, url: str, within: _Element) -> bool:
    """Return whether an element is in a part of the page that is not the article, or links to another page."""
    around = element.getparent()
    while around is not None and around is not within:
        if around.tag in _OTHER_TAGS or (around.tag == "li" and element.tag == "time"):
            return True
        if around.tag == "a" and around.get("href") and _path(around.get("href") or "") not in ("", _path(url)):
            return True
        names = f"{around.get('class') or ''} {around.get('id') or ''} {around.get('itemprop') or ''}".lower()
        if around.tag != "body" and not _OTHER_PARTS.isdisjoint(_WORDS.findall(names)):
            return True
        around = around.getparent()
    return False


def _article(root: _Element) -> _Element | None:
    """Return the part with the only main heading: the <article> around it, the only article, or its section."""
    headings = list(root.iter("h1"))
    articles = [element for element in root.iter("article") if _outermost(element)]
    if len(headings) == 1:
        around = list(headings[0].iterancestors())
        for element in around:
            if element.tag == "article":
                return element
        if len(articles) > 1:
            return None  # a list of articles under a heading
        if len(articles) == 1:
            return articles[0]
        sections = [element for element in around[:2] if element.tag not in ("body", "html")]
        return sections[-1] if sections else None
    return articles[0] if len(articles) == 1 else None


def _outermost(article: _Element) -> bool:
    return not any(element.tag == "article" for element in article.iterancestors())


def _text_before(element: _Element) -> str:
    """Return the text directly before an element, on its own line."""
    before = element.getprevious()
    if before is not None:
        return (
            ("".join(before.itertext()) + (before.tail or ""))[-60:]
            if before.tag != "time"
            else before.tail or ""
        )
    parent = element.getparent()
    return ((parent.text or "") if parent is not None else "")[-60:]


def _in_url(url: str) -> datetime | None:
    found = _IN_URL.search(url)
    return parse_iso("-".join(found.groups())) if found else None
