"""How can a site be searched? An OpenSearch 1.1 description document, as a template for addresses of result feeds."""

import re

from lxml.etree import _Element
from msgspec import Struct

from watchd.errors import Unreadable
from watchd.web.listings import xml
from watchd.web.urls.references import References

# What the specification calls the values that we have. Everything else must be optional.
_VALUES = {"searchTerms": "query", "count": "count", "language": "language"}
_HOLE = re.compile(r"\{([^{}?]+)(\??)\}")
_TYPES = ("application/atom+xml", "application/rss+xml")  # best first; results as HTML are made for people


class UnusableDescription(Unreadable):
    """Raised for a document that describes no search that we could use."""


class SearchDescription(Struct, frozen=True):
    """Where to ask. {query}, {count} and {language} stand for values."""

    title: str
    template: str


def parse_description(body: bytes, url: str, charset: str | None = None) -> SearchDescription:
    """Read a description; raises NoDescription."""
    root = xml.parse_xml(body, charset)
    if root is None or xml.name(root) != "opensearchdescription":
        raise UnusableDescription("It is no OpenSearch description.")
    if xml.text_of(root, "syndicationright").strip().lower() in ("closed", "private"):
        raise UnusableDescription("Its owner does not allow programs to search it (SyndicationRight).")
    for wanted in _TYPES:
        for element in xml.children(root, "url"):
            if _is_for_results(element, wanted):
                return _description(xml.text_of(root, "shortname"), element, url)
    raise UnusableDescription("It offers no results as Atom or RSS.")


def _is_for_results(element: _Element, wanted: str) -> bool:
    kind = (element.get("type") or "").partition(";")[0].strip().lower()
    method = (element.get("method") or "get").lower()
    return kind == wanted and method == "get" and (element.get("rel") or "results") == "results"


def _description(title: str, element: _Element, url: str) -> SearchDescription:
    template = _absolute(element.get("template") or "", url)
    fixed = {
        "startIndex": element.get("indexOffset") or "1",
        "startPage": element.get("pageOffset") or "1",
        "inputEncoding": "UTF-8",
        "outputEncoding": "UTF-8",
    }
    found = dict(_HOLE.findall(template))
    needed = sorted(name for name, optional in found.items() if not optional and name not in _VALUES | fixed)
    if needed:
        raise UnusableDescription(f"Its template needs a value that watchd does not have: {', '.join(needed)}.")
    if "searchTerms" not in found:
        raise UnusableDescription("Its template has no place for the words to search for.")

    def known(hole: re.Match[str]) -> str:
        name = hole.group(1)
        return f"{{{_VALUES[name]}|}}" if name in _VALUES else fixed.get(name, "")

    return SearchDescription(title=title[:100], template=_HOLE.sub(known, template))


def _absolute(template: str, url: str) -> str:
    """A template is no URL before it is filled in; only what comes before its first value says where it leads."""
    if template.startswith(("http://", "https://")):
        return template
    place, mark, rest = template.partition("?")
    base = References(url).url(place)
    if base is None or "{" in place:
        raise UnusableDescription("Its template leads nowhere.")
    return base + mark + rest
