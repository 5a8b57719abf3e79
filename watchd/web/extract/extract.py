"""What does this document say? The conductor of extraction; it runs in a child process (web/reader/worker.py).

One parse and one walk; everything else is a slice of what the walk has noted.
"""

from datetime import datetime
from itertools import chain
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element

from watchd.core.changes.signature import content_hash, signature
from watchd.core.relevance.words import terms_by_piece, terms_of
from watchd.model.page import Page
from watchd.web.extract import pdf
from watchd.web.extract.charset import as_utf8, decode
from watchd.web.extract.dates import dates_of
from watchd.web.extract.document import SourceDocument
from watchd.web.extract.head import PageHead, description_of, directives, keywords_of, read_head, title_of
from watchd.web.extract.language import guessed_language, stated_language
from watchd.web.extract.links import coordinates_of, links_of
from watchd.web.extract.maintext import blocks_of, main_blocks, text_of
from watchd.web.extract.stream import Stream, read_stream
from watchd.web.urls.parameters import sessions_of, without_session
from watchd.web.urls.references import References

MARKUP = frozenset(["text/html", "application/xhtml+xml", "application/xml", "text/xml", ""])


class ExtractOptions(NamedTuple):
    """What is needed to understand what a page allows."""

    robot: str
    now: datetime | None

    def of(self, document: SourceDocument, head: PageHead) -> tuple[bool, bool]:
        """Whether a page asks for (noindex, nofollow)."""
        ours = head.meta.get(self.robot.lower(), "")
        return directives([*head.robots, ours, *document.header("x-robots-tag")], self.robot, self.now)


def extract(document: SourceDocument, *, robot: str, max_links: int, now: datetime | None = None) -> Page:
    """Understand one document: HTML as a page, a PDF by its text, anything else as plain text.

    `robot` is our name to servers; `now` decides whether a page that is offered for a time is past it.
    """
    control = ExtractOptions(robot, now)
    if document.content_type == pdf.MEDIA_TYPE:
        content = pdf.read_pdf(document.body)
        return _plain_page(document, control, content.text, content.title)
    if document.content_type not in MARKUP:
        return _plain_page(document, control, decode(document.body, document.charset))
    reading = _read(document, max_links)
    return _empty_page(document) if reading is None else _page(document, reading, control)


def parse_html(document: SourceDocument) -> _Element | None:
    """The tree of a document; None if there is nothing in it. Raises MemoryError when it takes too much room."""
    # Comments and instructions are dropped by the parser, which joins the text on both sides. It stops where elements are
    # nested deeper than 256, which editors and unclosed tags do reach; huge_tree makes that 2,048, and lifts no other bound
    # that matters for the two megabytes that a reader is given.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return etree.fromstring(as_utf8(document.body, document.charset), parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        # The parser tells of it as of a mistake in the page; taken for that, the page would be one that says nothing.
        if isinstance(error, etree.XMLSyntaxError) and error.code == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        return None


HEAD_TAGS = frozenset(["title", "meta", "link", "base", "script", "style", "noscript", "template"])


class Reading(NamedTuple):
    """What was taken from the tree; the tree itself, ten times the size of the page, is gone by then."""

    head: PageHead
    references: References
    stream: Stream
    title: str
    language: str | None  # as stated
    dates: tuple[datetime | None, datetime | None]


def _read(document: SourceDocument, max_links: int) -> Reading | None:
    root = parse_html(document)
    if root is None:
        return None
    head = read_head(root)
    references = References(document.url, head.base)
    headers = ", ".join(document.header("content-language"))
    body = _body(root)
    return Reading(
        head=head,
        references=references,
        title=title_of(head, root),
        language=stated_language(root, head.meta, headers),
        dates=dates_of(root, head.meta, document.url),
        stream=read_stream(body, references.link, max_links),
    )


def _body(root: _Element) -> _Element:
    """The body. Where its tag is left out, which is allowed, the parser leaves newer elements such as main in the head."""
    body, head = root.find("body"), root.find("head")
    if body is not None:
        return body
    if head is None:
        return root
    body = etree.SubElement(root, "body")
    is_content = False
    for element in list(head):
        is_content = is_content or element.tag not in HEAD_TAGS
        if is_content:
            body.append(element)
    return body if is_content else root


def _page(document: SourceDocument, reading: Reading, control: ExtractOptions) -> Page:
    head, references, stream = reading.head, reading.references, reading.stream
    blocks = main_blocks(stream)
    language = reading.language or guessed_language(
        list(chain.from_iterable(stream.pieces[start:end] for start, end in blocks))
    )
    terms = terms_by_piece(stream.pieces, language)
    published, modified = reading.dates
    noindex, nofollow = control.of(document, head)
    text = text_of(blocks, stream.pieces)
    sessions = sessions_of(references.itself, [anchor.url for anchor in stream.anchors])
    return Page(
        url=without_session(references.claimed(head.canonical), sessions),
        title=reading.title,
        text=text,
        full_text=text_of(blocks_of(stream), stream.pieces),
        language=language,
        description=description_of(head),
        keywords=keywords_of(head),
        published=published,
        modified=modified,
        links=links_of(stream, sessions),
        terms=tuple(chain.from_iterable(terms)),
        coordinates=coordinates_of(stream, terms),
        feeds=references.urls(head.feeds),
        sitemaps=references.urls(head.sitemaps),
        noindex=noindex,
        nofollow=nofollow,
        content_hash=content_hash(text),
        signature=signature(list(chain.from_iterable(chain.from_iterable(terms[s:e] for s, e in blocks)))),
    )


def _empty_page(document: SourceDocument) -> Page:
    return Page(url=References(document.url).itself, content_hash=content_hash(""))


def _plain_page(document: SourceDocument, control: ExtractOptions, content: str, title: str = "") -> Page:
    lines = content.splitlines()
    stream = Stream()
    for line in lines:
        if words := line.split():
            stream.pieces += words
            stream.block_ends.append(len(stream.pieces))
    text = text_of(blocks_of(stream), stream.pieces)
    headers = ", ".join(document.header("content-language"))
    language = stated_language(None, {}, headers) or guessed_language(stream.pieces)
    terms = tuple(terms_of(stream.pieces, language))
    noindex, nofollow = control.of(document, PageHead())
    return Page(
        url=References(document.url).itself,
        title=next((" ".join(line.split())[:300] for line in [title, *lines] if line.strip()), ""),
        text=text,
        full_text=text,
        language=language,
        terms=terms,
        coordinates=(-1,) * len(terms),
        noindex=noindex,
        nofollow=nofollow,
        content_hash=content_hash(text),
        signature=signature(terms),
    )
