"""Extraction of a page from a document; it runs in a sandboxed child process (web/reader/read_worker.py).

The document is parsed once and walked once; everything else is a slice of the result of the walk.
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
from watchd.web.extract.head import PageHead, description_of, keywords_of, read_directives, read_head, title_of
from watchd.web.extract.language import guessed_language, stated_language
from watchd.web.extract.links import coordinates_of, links_of
from watchd.web.extract.maintext import blocks_of, main_blocks, text_of
from watchd.web.extract.source_document import SourceDocument
from watchd.web.extract.stream import Stream, read_stream
from watchd.web.urls.parameters import sessions_of, without_session
from watchd.web.urls.references import References

MARKUP = frozenset(["text/html", "application/xhtml+xml", "application/xml", "text/xml", ""])
HEAD_TAGS = frozenset(["title", "meta", "link", "base", "script", "style", "noscript", "template"])


class ExtractOptions(NamedTuple):
    """Robot name and time, for the robots directives of a page."""

    robot: str
    now: datetime | None

    def directives(self, document: SourceDocument, head: PageHead) -> tuple[bool, bool]:
        """Return whether a page asks for (noindex, nofollow)."""
        ours = head.meta.get(self.robot.lower(), "")
        return read_directives([*head.robots, ours, *document.header("x-robots-tag")], self.robot, self.now)


def extract(document: SourceDocument, *, robot: str, max_links: int, now: datetime | None = None) -> Page:
    """Extract a page from a document: HTML by its structure, a PDF by its text, anything else as plain text.

    `robot` is the product token of our robot; `now` decides whether an unavailable_after date has passed, and excludes
    dates in the future.
    """
    options = ExtractOptions(robot, now)
    if document.content_type == pdf.MEDIA_TYPE:
        content = pdf.read_pdf(document.body)
        return _plain_page(document, options, content.text, content.title)
    if document.content_type not in MARKUP:
        return _plain_page(document, options, decode(document.body, document.charset))
    parsed = _parse(document, max_links, now)
    return _empty_page(document) if parsed is None else _page(document, parsed, options)


def parse_html(document: SourceDocument) -> _Element | None:
    """Return the tree of a document; None if it is empty. Raise MemoryError if the parser runs out of memory."""
    # The parser drops comments and instructions and joins the text on both sides. Its usual limit is 256 nested elements,
    # which editors and unclosed tags reach; with huge_tree the limit is 2,048. The other limits that huge_tree lifts do
    # not matter for an input of two megabytes.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return etree.fromstring(as_utf8(document.body, document.charset), parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        # lxml reports this as an error in the page. Without this check, the page would count as empty.
        if isinstance(error, etree.XMLSyntaxError) and error.code == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        return None


class ParsedDocument(NamedTuple):
    """Values taken from the tree; the tree itself, ten times the size of the page, is freed."""

    head: PageHead
    references: References
    stream: Stream
    title: str
    language: str | None  # as stated
    dates: tuple[datetime | None, datetime | None]


def _parse(document: SourceDocument, max_links: int, now: datetime | None) -> ParsedDocument | None:
    root = parse_html(document)
    if root is None:
        return None
    head = read_head(root)
    references = References(document.url, head.base)
    headers = ", ".join(document.header("content-language"))
    body = _body(root)
    return ParsedDocument(
        head=head,
        references=references,
        title=title_of(head, root),
        language=stated_language(root, head.meta, headers),
        dates=dates_of(root, head.meta, document.url, now),
        stream=read_stream(body, references.link, max_links),
    )


def _body(root: _Element) -> _Element:
    """Return the body. Its tag is optional, and without it the parser leaves newer elements such as main in the head."""
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


def _page(document: SourceDocument, parsed: ParsedDocument, options: ExtractOptions) -> Page:
    head, references, stream = parsed.head, parsed.references, parsed.stream
    blocks = main_blocks(stream)
    language = parsed.language or guessed_language(
        list(chain.from_iterable(stream.pieces[start:end] for start, end in blocks))
    )
    terms = terms_by_piece(stream.pieces, language)
    published, modified = parsed.dates
    noindex, nofollow = options.directives(document, head)
    text = text_of(blocks, stream.pieces)
    sessions = sessions_of(references.itself, [anchor.url for anchor in stream.anchors])
    return Page(
        url=without_session(references.claimed(head.canonical), sessions),
        title=parsed.title,
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


def _plain_page(document: SourceDocument, options: ExtractOptions, content: str, title: str = "") -> Page:
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
    noindex, nofollow = options.directives(document, PageHead())
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
