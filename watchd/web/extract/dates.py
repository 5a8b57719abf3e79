"""Dates of publication and modification of a page.

Only machine-readable dates count: <meta>, JSON-LD, <time>, and a date in the URL. Nothing is guessed from the text: a
wrong date makes old news look new.
"""

import re
from datetime import UTC, datetime

from lxml.etree import _Element

_PUBLISHED = """
    article:published_time og:published_time datepublished date dc.date dc.date.issued dcterms.created
    dcterms.issued dcterms.date dc.date.created pubdate publishdate publish-date publication_date
    parsely-pub-date sailthru.date citation_publication_date citation_date datecreated
"""
_MODIFIED = """
    article:modified_time og:updated_time og:modified_time datemodified last-modified dcterms.modified
    dc.date.modified lastmod revised
"""
_ISO = re.compile(
    r"\s*((?:19|20)\d\d)-?(\d\d)-?(\d\d)(?:[T\s]+(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d{1,9})?\s*(Z|[+-]\d\d:?\d\d)?)?",
    re.IGNORECASE,
)
_JSON_LD = re.compile(r'"(datePublished|dateModified|dateCreated|uploadDate)"\s*:\s*"([^"]{8,40})"')
_IN_URL = re.compile(r"/((?:19|20)\d\d)[/-](\d\d)[/-](\d\d)(?=[/-])")
_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)  # there were no web pages before


def dates_of(root: _Element, meta: dict[str, str], url: str) -> tuple[datetime | None, datetime | None]:
    """Return when the page was published and modified; None where the page does not say it."""
    stated = _json_ld(root)
    published = _first(meta, _PUBLISHED) or stated.get("datePublished") or stated.get("dateCreated")
    modified = _first(meta, _MODIFIED) or stated.get("dateModified")
    if published is None or modified is None:
        times = _times(root)
        published = published or times.get("published") or _in_url(url)
        modified = modified or times.get("modified")
    return published, modified


def parse_iso(text: str) -> datetime | None:
    """Parse a date in ISO 8601 as sites write it (missing parts, blanks, no zone); None for anything else."""
    found = _ISO.match(text[:60])
    if found is None:
        return None
    year, month, day, hour, minute, second, zone = found.groups()
    shift = "+00:00" if not zone or zone in "Zz" else zone[:3] + ":" + zone[-2:]
    try:
        date = datetime.fromisoformat(
            f"{year}-{month}-{day}T{hour or '00'}:{minute or '00'}:{second or '00'}{shift}"
        )
        date = date.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return date if date >= _EARLIEST else None


def _first(meta: dict[str, str], names: str) -> datetime | None:
    return next((date for name in names.split() if name in meta and (date := parse_iso(meta[name]))), None)


def _json_ld(root: _Element) -> dict[str, datetime]:
    found: dict[str, datetime] = {}
    for script in root.iter("script"):
        if script.get("type") == "application/ld+json" and script.text:
            for name, text in _JSON_LD.findall(script.text[:100_000]):
                if date := parse_iso(text):
                    found.setdefault(name, date)
    return found


def _times(root: _Element) -> dict[str, datetime]:
    """Return the dates of <time> elements that state their meaning."""
    found: dict[str, datetime] = {}
    for element in root.iter("time"):
        names = f"{element.get('itemprop') or ''} {element.get('class') or ''}".lower()
        date = parse_iso(element.get("datetime") or "")
        if date is None:
            continue
        if "publish" in names or element.get("pubdate") is not None:
            found.setdefault("published", date)
        elif "modif" in names or "updated" in names:
            found.setdefault("modified", date)
    return found


def _in_url(url: str) -> datetime | None:
    found = _IN_URL.search(url)
    return parse_iso("-".join(found.groups())) if found else None
