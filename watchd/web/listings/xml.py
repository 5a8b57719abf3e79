"""Safe parser for untrusted XML.

It uses no entities (bombs, files), no DTDs and no network. It tolerates errors: a feed with one invalid character is
still a feed. The parser gets bytes, never a URL.
"""

import re
from collections.abc import Iterator

from lxml import etree
from lxml.etree import _Element

from watchd.web.extract.charset import as_utf8

# References to half of a surrogate pair: the tolerant parser accepts them, but cannot return strings with them.
_DECIMAL = rb"5(?:529[6-9]|5[3-9]\d\d|6\d{3}|7[0-2]\d\d|73[0-3]\d|734[0-3])"  # 55296 to 57343
_SURROGATE = re.compile(rb"&#(?:x0*d[89a-f][0-9a-f]{2}|0*" + _DECIMAL + rb");", re.IGNORECASE)


def parse_xml(body: bytes, charset: str | None = None) -> _Element | None:
    """Return the root of a document; None if the parser understands nothing of it."""
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        recover=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        text = _SURROGATE.sub(b"&#xFFFD;", as_utf8(body, charset)).lstrip(b"\xef\xbb\xbf \t\r\n")
        return etree.fromstring(text, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def name(element: _Element) -> str:
    """Return the name of an element without its namespace, in lower case; empty for other nodes."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def children(element: _Element, *names: str) -> Iterator[_Element]:
    """Return the children with one of the names, in any namespace."""
    return (child for child in element if name(child) in names)


def descendants(element: _Element, *names: str) -> Iterator[_Element]:
    """Return the descendants with one of the names, in any namespace."""
    return (inner for inner in element.iter("{*}*") if name(inner) in names)


def text_of(element: _Element, *names: str) -> str:
    """Return the text of the first child that has one of the names and is not empty."""
    for child in children(element, *names):
        if text := "".join(str(piece) for piece in child.itertext()).strip():
            return text
    return ""
