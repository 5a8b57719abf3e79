"""Words, links and regions of a page in document order, from one walk over its tree.

There is only one walk, because the walk is the main cost of extraction. It cuts the text at its spaces into *pieces*
and stores everything else as numbers of pieces: a block (paragraph, cell, line of code) is a range of pieces, and so
are a link's anchor and a region. Main text, context of links and coordinates are then slices of one list. A word that
is only partly bold stays one word; a block, a line break or the edge of a link ends a word.

Each link has a tag path with the elements around it from the outside in, such as "main/ul/li", so that the agents can
learn which parts of a site are useful. Wrappers without meaning (div) are left out, and regions with a stated role have
the name of the matching element: role=navigation is "nav".
"""

from collections.abc import Callable

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct

from watchd.web.extract.regions import RegionMark, mark_of, mark_stated

MAX_PATH_NAMES = 6  # enough to distinguish the parts of a site
_NAMES = """
    article aside blockquote caption dd details dl dt figure footer h1 h2 h3 h4 h5 h6 header li main menu nav ol
    p pre section summary table td th ul
"""
_NAMED = frozenset(_NAMES.split())


class TagPaths:
    """Tag paths of one page. Links share most of their ancestors, so paths are cached by element."""

    def __init__(self) -> None:
        self._known: dict[_Element | None, tuple[str, ...]] = {None: ()}

    def of(self, element: _Element | None) -> str:
        """Return the path of an element, itself included."""
        unknown = []
        while element not in self._known:
            assert element is not None
            unknown.append(element)
            element = element.getparent()
        names = self._known[element]
        for inner in reversed(unknown):
            if name := _name(inner):
                names = (*names, name)[-MAX_PATH_NAMES:]
            self._known[inner] = names
        return "/".join(names)


def _name(element: _Element) -> str:
    if stated := mark_stated(element):
        return stated.value
    tag = str(element.tag)
    return tag if tag in _NAMED else ""


class Anchor(Struct, frozen=True):
    """Link with its range of pieces in the page."""

    url: str
    start: int
    end: int
    label: str  # for a link without text: its title, or the text of its picture
    tag_path: str
    rel: str


class Region(Struct, frozen=True):
    """Range of pieces inside one element, with link counts and the role that the element claims."""

    start: int
    end: int
    link_pieces: int
    links: int
    inner_links: int  # to places within the page
    versions: int  # links to the page in other languages
    mark: RegionMark | None


class Stream(Struct):
    """Result of the walk."""

    pieces: list[str] = []
    block_ends: list[int] = []  # a block begins where the previous one ends
    anchors: list[Anchor] = []
    linked: list[tuple[int, int]] = []  # the pieces of every link, also of links within the page
    regions: list[Region] = []  # inner ones first
    headings: list[tuple[int, int]] = []  # the main ones: h1


SKIPPED, BREAK, BLOCK, HEADING, REGION, LINK, CODE = range(7)
_TAGS = {
    SKIPPED: """script style noscript template svg iframe object canvas audio video select datalist textarea
        button head title input noframes map""",
    BREAK: "br hr",
    BLOCK: """p h2 h3 h4 h5 h6 dt dd li td th tr tbody thead tfoot figcaption caption summary legend address
        blockquote details center body html""",
    HEADING: "h1",
    REGION: "main article nav menu footer aside header div section ul ol dl table form figure fieldset dialog",
    LINK: "a",
    CODE: "pre",
}
_KINDS: dict[object, int] = {tag: kind for kind, tags in _TAGS.items() for tag in tags.split()}
# Inline elements do not change the order of words. They are half of all elements, and lxml removes them faster than
# Python walks over them.
_INLINE_TAGS = """
    abbr acronym b big cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup tt u var
"""
_INLINE = _INLINE_TAGS.split()
MIN_LINKS = 2  # a region with fewer links and without a role cannot be a menu
_PERMALINKS = frozenset("¶#§¤∞🔗🔖")  # signs beside headings that link to the heading itself
_text_of = etree.XPath("string()", smart_strings=False)


def read_stream(body: _Element, url_of: Callable[[str], str | None], max_links: int) -> Stream:
    """Walk the body of a page and change it; `url_of` returns the URL of a reference, or None if it is not a link."""
    etree.strip_tags(body, *_INLINE)
    return _Walk(url_of, max_links).run(body)


class _Walk:
    """State of one walk."""

    def __init__(self, url_of: Callable[[str], str | None], max_links: int) -> None:
        self._url_of = url_of
        self._max_links = max_links
        self._stream = Stream()
        self._pieces = self._stream.pieces
        self._anchors = self._stream.anchors
        self._ends = self._stream.block_ends
        self._text: list[str] = []  # collected since the last cut
        self._link_pieces = 0
        self._links = 0  # links within the page included
        self._inner_links = 0
        self._versions = 0
        self._heading = 0  # where the last h1 began
        self._link: tuple[_Element, str | None, int] | None = None
        # Regions that have not ended yet.
        self._open: list[tuple[int, int, int, int, int, RegionMark | None]] = []
        self._paths = TagPaths()

    def run(self, body: _Element) -> Stream:
        """Walk over the body. Every element comes twice, so this is written for speed: frequent kinds come first."""
        text = self._text
        kind_of = _KINDS.get
        walk = etree.iterwalk(body, events=("start", "end"))
        for event, element in walk:
            kind = kind_of(element.tag)
            if event == "end":
                if kind is not None and kind >= BLOCK:
                    self._leave(kind, element)
                content = element.tail
            elif kind is None:
                content = element.text
            elif kind == SKIPPED or (kind == CODE and self._read_code(element)):
                walk.skip_subtree()
                continue
            else:
                self._enter(kind, element)
                content = element.text
            if content and (text or not content.isspace()):
                text.append(content)
        self._end_block()
        return self._stream

    def _enter(self, kind: int, element: _Element) -> None:
        if kind == LINK:
            self._enter_link(element)
            return
        self._end_block()
        if kind == REGION:
            counts = (self._link_pieces, self._links, self._inner_links, self._versions)
            self._open.append((len(self._pieces), *counts, mark_of(element)))
        elif kind == HEADING:
            self._heading = len(self._pieces)

    def _leave(self, kind: int, element: _Element) -> None:
        if kind == LINK:
            self._leave_link(element)
            return
        self._end_block()
        if kind == REGION:
            self._leave_region()
        elif kind == HEADING and len(self._pieces) > self._heading:
            self._stream.headings.append((self._heading, len(self._pieces)))

    def _read_code(self, element: _Element) -> bool:
        """Add the lines of code as blocks. Highlighters wrap every sign in an element, so the text is read at once."""
        self._end_block()
        if element.find(".//a") is not None:
            return False
        for line in str(_text_of(element)).split("\n"):
            self._text.append(line)
            self._end_block()
        return True

    def _leave_region(self) -> None:
        start, link_pieces, links, inner_links, versions, mark = self._open.pop()
        end = len(self._pieces)
        if end > start and (mark is not None or self._links - links >= MIN_LINKS):
            region = Region(
                start,
                end,
                self._link_pieces - link_pieces,
                self._links - links,
                self._inner_links - inner_links,
                self._versions - versions,
                mark,
            )
            self._stream.regions.append(region)

    def _enter_link(self, element: _Element) -> None:
        href = element.get("href")
        if href is None or self._link is not None:
            return
        if element.text in _PERMALINKS:
            element.text = None
            return
        url = self._url_of(href) if len(self._anchors) < self._max_links else None
        self._cut()
        self._link = (element, url, len(self._pieces))

    def _leave_link(self, element: _Element) -> None:
        if self._link is None or self._link[0] is not element:
            return
        self._cut()
        _, url, start = self._link
        self._link = None
        end = len(self._pieces)
        self._link_pieces += end - start
        self._links += 1
        self._inner_links += (element.get("href") or "").startswith("#")
        self._versions += element.get("hreflang") is not None
        self._stream.linked.append((start, end))
        if url is not None:
            label = "" if end > start else _label(element)
            path = self._paths.of(element.getparent())
            self._anchors.append(Anchor(url, start, end, label, path, element.get("rel") or ""))

    def _cut(self) -> None:
        """Cut the collected text into pieces."""
        if self._text:
            self._pieces += "".join(self._text).split()
            self._text.clear()

    def _end_block(self) -> None:
        if self._text:
            self._cut()
        end = len(self._pieces)
        if end and (not self._ends or end > self._ends[-1]):
            self._ends.append(end)


def _label(element: _Element) -> str:
    """Return the label of a link without text."""
    picture = element.find(".//img")
    label = (
        element.get("aria-label") or element.get("title") or (picture is not None and picture.get("alt")) or ""
    )
    return " ".join(label.split())[:200]
