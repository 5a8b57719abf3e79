"""Parser for OpenSearch 1.1 description documents: the URL template of the search that returns a feed."""

import re

from lxml.etree import _Element
from msgspec import Struct

from watchd.errors import Unreadable
from watchd.web.listings import xml
from watchd.web.urls.references import References

# Names in the specification of the values that watchd has. Every other value must be optional.
_VALUES = {"searchTerms": "query", "count": "count", "language": "language"}
_PLACEHOLDER = re.compile(r"\{([^{}?]+)(\??)\}")
_TYPES = ("application/atom+xml", "application/rss+xml")  # best first; HTML results are for people


class UnusableDescription(Unreadable):
    """Raised for a document that does not describe a search that watchd can use."""


class SearchDescription(Struct, frozen=True):
    """URL template of a search, with the places {query}, {count} and {language} for values."""

    title: str
    template: str


def parse_description(body: bytes, url: str, charset: str | None = None) -> SearchDescription:
    """Parse a description; raise UnusableDescription."""
    root = xml.parse_xml(body, charset)
    if root is None or xml.name(root) != "opensearchdescription":
        raise UnusableDescription("Not an OpenSearch description.")
    if xml.text_of(root, "syndicationright").strip().lower() in ("closed", "private"):
        raise UnusableDescription(
            "The owner of the site does not allow programs to search it (SyndicationRight)."
        )
    for wanted in _TYPES:
        for element in xml.children(root, "url"):
            if _is_for_results(element, wanted):
                return _description(xml.text_of(root, "shortname"), element, url)
    raise UnusableDescription("The description must offer results as Atom or RSS; it offers neither.")


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
    named = dict(_PLACEHOLDER.findall(template))
    needed = sorted(name for name, optional in named.items() if not optional and name not in _VALUES | fixed)
    if needed:
        raise UnusableDescription(
            f"The search template needs a value that watchd does not have: {', '.join(needed)}."
        )
    if "searchTerms" not in named:
        raise UnusableDescription("The search template has no {searchTerms} for the words to search for.")

    def replacement(found: re.Match[str]) -> str:
        name = found.group(1)
        return f"{{{_VALUES[name]}|}}" if name in _VALUES else fixed.get(name, "")

    return SearchDescription(title=title[:100], template=_PLACEHOLDER.sub(replacement, template))


def _absolute(template: str, url: str) -> str:
    """Return the template as an absolute URL; only the part before its query is resolved, as the rest has open values."""
    if template.startswith(("http://", "https://")):
        return template
    address, mark, rest = template.partition("?")
    base = References(url).url(address)
    if base is None or "{" in address:
        raise UnusableDescription("The search template is not a URL that watchd visits.")
    return base + mark + rest
