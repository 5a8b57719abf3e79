"""In which order do the words and links of a page come, and in which regions do they stand?

One walk over the tree, because the walk is what extraction costs. It cuts the text at its spaces into *pieces*
and notes everything else as numbers of pieces: a block (paragraph, cell, line of code) is a range of pieces,
and so are a link's anchor and a region. Main text, context of links and coordinates are then slices of one
list.

A word that is only partly bold stays one word; a block, a line break or the edge of a link ends a word.
"""

from collections.abc import Callable
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct

from watchd.web.regions import Mark, mark_of

DEEPEST_PATH = 6  # names in a tag path; enough to tell arms of a page apart


class Block(NamedTuple):
    """A range of pieces that belong together, and the element that holds them."""

    start: int
    end: int
    tag: str


class Anchor(NamedTuple):
    """A link as it stands in the page."""

    url: str
    start: int
    end: int
    label: str  # what it is called when it has no text: title or picture
    tag_path: str
    rel: str


class Region(NamedTuple):
    """A range of pieces inside one element, how many of them are links, and what the element claims to be."""

    start: int
    end: int
    link_pieces: int
    links: int
    mark: Mark | None
    tag: str


class Stream(Struct):
    """The result of the walk."""

    pieces: list[str] = []
    blocks: list[Block] = []
    anchors: list[Anchor] = []
    regions: list[Region] = []


SKIPPED, BREAK, LINK, LEAF, BLOCK, REGION = range(6)
_TAGS = {
    SKIPPED: """script style noscript template svg iframe object canvas audio video select datalist textarea
        button head title input noframes map""",
    BREAK: "br hr",
    LINK: "a",
    LEAF: "p pre h1 h2 h3 h4 h5 h6 dt figcaption caption summary legend address",
    BLOCK: "li dd td th tr blockquote tbody thead tfoot details body html option center",
    REGION: "main article nav menu footer aside header div section ul ol dl table form figure fieldset dialog",
}
_KINDS: dict[object, int] = {tag: kind for kind, tags in _TAGS.items() for tag in tags.split()}
# Wrappers that say nothing about the place of a link.
_UNNAMED = frozenset(["div", "tbody", "thead", "tr", "center", "body", "html", "form", "fieldset"])
_SPECIAL = tuple(f"{_TAGS[SKIPPED]} {_TAGS[BREAK]} {_TAGS[LINK]}".split())
_PERMALINKS = frozenset("¶#§¤∞🔗🔖")  # signs beside headings that link to themselves
_text_of = etree.XPath("string()", smart_strings=False)


def read_stream(body: _Element, url_of: Callable[[str], str | None], most_links: int) -> Stream:
    """Walk the body of a page; `url_of` says where a reference leads, None for no link of ours."""
    return _Walk(url_of, most_links).over(body)


class _Open(NamedTuple):
    """A region whose end has not come yet."""

    start: int
    link_pieces: int
    links: int
    mark: Mark | None


class _Walk:
    def __init__(self, url_of: Callable[[str], str | None], most_links: int) -> None:
        self._url_of = url_of
        self._most_links = most_links
        self._stream = Stream()
        self._pieces = self._stream.pieces
        self._text: list[str] = []  # of the current word run, not yet cut
        self._block_start = 0
        self._link_pieces = 0
        self._link: tuple[_Element, str, int] | None = None
        self._open: list[_Open] = []
        self._path: list[str] = []

    def over(self, body: _Element) -> Stream:
        with_specials = _ancestors(body)
        text = self._text
        taken = None  # the leaf that was read in one go
        walk = etree.iterwalk(body, events=("start", "end"))
        for event, element in walk:
            tag = str(element.tag)
            kind = _KINDS.get(tag)
            if event == "start":
                if kind is None:
                    if content := element.text:
                        text.append(content)
                elif kind == SKIPPED:
                    walk.skip_subtree()
                elif kind == LEAF and element not in with_specials:
                    self._leaf(element, tag)
                    taken = element
                    walk.skip_subtree()
                else:
                    self._enter(kind, element, tag)
            else:
                if kind is not None and kind >= LINK and element is not taken:
                    self._leave(kind, element, tag)
                if tail := element.tail:
                    text.append(tail)
        self._end_block("body")
        return self._stream

    def _leaf(self, element: _Element, tag: str) -> None:
        """A block without links inside: its text is taken in one go."""
        self._end_block(tag)
        content = _text_of(element) if len(element) else element.text
        if not content:
            return
        for line in content.split("\n") if tag == "pre" else (content,):
            self._text.append(line)
            self._end_block(tag)

    def _enter(self, kind: int, element: _Element, tag: str) -> None:
        if kind == LINK:
            if element.text in _PERMALINKS:
                return
            self._enter_link(element)
        else:
            self._end_block(tag)
            if kind != BREAK:
                self._enter_region(kind, element, tag)
        if content := element.text:
            self._text.append(content)

    def _enter_region(self, kind: int, element: _Element, tag: str) -> None:
        mark = mark_of(element) if kind == REGION else None
        if kind == REGION:
            self._open.append(_Open(len(self._pieces), self._link_pieces, len(self._stream.anchors), mark))
        named = mark is not None and mark is not Mark.HINT
        self._path.append(mark.value if named and mark else "" if tag in _UNNAMED else tag)

    def _leave(self, kind: int, element: _Element, tag: str) -> None:
        if kind == LINK:
            if self._link is not None and self._link[0] is element:
                self._leave_link(element)
            return
        self._end_block(tag)
        if kind == REGION:
            opened = self._open.pop()
            end = len(self._pieces)
            if end > opened.start:
                link_pieces = self._link_pieces - opened.link_pieces
                links = len(self._stream.anchors) - opened.links
                self._stream.regions.append(Region(opened.start, end, link_pieces, links, opened.mark, tag))
        self._path.pop()

    def _enter_link(self, element: _Element) -> None:
        href = element.get("href")
        if href is None or self._link is not None or len(self._stream.anchors) >= self._most_links:
            return
        url = self._url_of(href)
        if url is None:
            return
        self._cut()
        self._link = (element, url, len(self._pieces))

    def _leave_link(self, element: _Element) -> None:
        assert self._link is not None
        self._cut()
        _, url, start = self._link
        self._link = None
        end = len(self._pieces)
        self._link_pieces += end - start
        label = "" if end > start else _label(element)
        path = "/".join([name for name in self._path if name][-DEEPEST_PATH:])
        self._stream.anchors.append(Anchor(url, start, end, label, path, element.get("rel") or ""))

    def _cut(self) -> None:
        """Cut the text gathered so far into pieces."""
        if self._text:
            self._pieces.extend("".join(self._text).split())
            self._text.clear()

    def _end_block(self, tag: str) -> None:
        self._cut()
        end = len(self._pieces)
        if end > self._block_start:
            self._stream.blocks.append(Block(self._block_start, end, tag))
            self._block_start = end


def _ancestors(body: _Element) -> set[_Element]:
    """All elements that hold a link, a line break or something to skip."""
    found: set[_Element] = set()
    for element in body.iter(*_SPECIAL):
        parent = element.getparent()
        while parent is not None and parent not in found:
            found.add(parent)
            parent = parent.getparent()
    return found


def _label(element: _Element) -> str:
    """What a link without text is called."""
    picture = element.find(".//img")
    label = (
        element.get("aria-label") or element.get("title") or (picture is not None and picture.get("alt")) or ""
    )
    return " ".join(label.split())[:200]
