"""Feeds and seed pages of profiles as OPML 2.0, for feed readers and other programs.

Each profile is a folder with its tags as categories. OPML has no form for the rest of a profile; the JSON and TOML exports
have all of it. Profiles without addresses are left out.
"""

import re
from datetime import datetime
from email.utils import format_datetime
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from watchd.model.profile import ProfileSpec

# Characters that XML 1.0 cannot contain.
_NOT_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def opml_of(specs: list[ProfileSpec], now: datetime) -> bytes:
    """Return the file; `now` is its date."""
    root = Element("opml", version="2.0")
    head = SubElement(root, "head")
    SubElement(head, "title").text = "Profiles of watchd"
    SubElement(head, "dateCreated").text = format_datetime(now, usegmt=True)
    body = SubElement(root, "body")
    for spec in specs:
        if spec.seeds.feeds or spec.seeds.urls:
            _add_folder(body, spec)
    ElementTree.indent(root)
    file: bytes = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return file + b"\n"


def _add_folder(body: Element, spec: ProfileSpec) -> None:
    folder = SubElement(body, "outline", text=_text(spec.name))
    if spec.tags:
        folder.set("category", ",".join(_text(tag).replace(",", " ") for tag in spec.tags))
    for url in spec.seeds.feeds:
        SubElement(folder, "outline", type="rss", text=_label(url), xmlUrl=_text(url))
    for url in spec.seeds.urls:
        SubElement(folder, "outline", type="link", text=_label(url), url=_text(url))


def _label(url: str) -> str:
    """Return an address as a person would name it; its own title is not known."""
    return _text(url.partition("://")[2].rstrip("/"))


def _text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
