"""What does this document say? The conductor of extraction; it runs in a child process (web/jail_child.py).

One parse and one walk; everything else is a slice of what the walk has noted.
"""

from lxml import etree
from lxml.etree import _Element

from watchd.core.signature import content_hash, signature
from watchd.core.words import terms_of
from watchd.model.page import Page
from watchd.web.charset import decode
from watchd.web.dates import dates_of
from watchd.web.document import Document
from watchd.web.head import Head, description_of, keywords_of, read_head, title_of
from watchd.web.language import guessed_language, stated_language
from watchd.web.links import links_of, terms_and_coordinates
from watchd.web.maintext import main_blocks, text_of
from watchd.web.references import References
from watchd.web.robots_directives import from_headers, from_metas
from watchd.web.stream import Block, Stream, read_stream

MARKUP = frozenset(["text/html", "application/xhtml+xml", "application/xml", "text/xml", ""])


def extract(document: Document, *, robot: str, most_links: int) -> Page:
    """Understand one document: HTML as a page, anything else as plain text."""
    if document.content_type not in MARKUP:
        return _plain_page(document, robot)
    root = parse_html(document)
    return _empty_page(document) if root is None else _page(document, root, robot, most_links)


def parse_html(document: Document) -> _Element | None:
    """The tree of a document; None if there is nothing in it."""
    text = decode(document.body, document.charset)
    # Comments and instructions are dropped by the parser, which joins the text on both sides.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None


def _page(document: Document, root: _Element, robot: str, most_links: int) -> Page:
    head = read_head(root)
    references = References(document.url, head.base)
    body = root.find("body")
    stream = read_stream(root if body is None else body, references.link, most_links)
    blocks = main_blocks(stream)
    main = [piece for block in blocks for piece in stream.pieces[block.start : block.end]]
    headers = ", ".join(document.header("content-language"))
    language = stated_language(root, head.meta, headers) or guessed_language(main)
    terms, coordinates = terms_and_coordinates(stream, language)
    published, modified = dates_of(root, head.meta, document.url)
    noindex, nofollow = _directives(document, head, robot)
    text = text_of(blocks, stream.pieces)
    return Page(
        url=references.itself or document.url,
        title=title_of(head, root),
        text=text,
        full_text=text_of(stream.blocks, stream.pieces),
        language=language,
        description=description_of(head),
        keywords=keywords_of(head),
        published=published,
        modified=modified,
        links=links_of(stream),
        terms=terms,
        coordinates=coordinates,
        feeds=references.urls(head.feeds),
        sitemaps=references.urls(head.sitemaps),
        noindex=noindex,
        nofollow=nofollow,
        content_hash=content_hash(text),
        signature=signature(terms_of(main, language)),
    )


def _empty_page(document: Document) -> Page:
    return Page(url=References(document.url).itself or document.url, content_hash=content_hash(""))


def _plain_page(document: Document, robot: str) -> Page:
    lines = decode(document.body, document.charset).splitlines()
    stream = Stream()
    for line in lines:
        start = len(stream.pieces)
        stream.pieces += line.split()
        stream.blocks.append(Block(start, len(stream.pieces), "pre"))
    text = text_of((block for block in stream.blocks if block.end > block.start), stream.pieces)
    headers = ", ".join(document.header("content-language"))
    language = stated_language(None, {}, headers) or guessed_language(stream.pieces)
    terms, coordinates = terms_and_coordinates(stream, language)
    noindex, nofollow = _directives(document, Head(), robot)
    return Page(
        url=References(document.url).itself or document.url,
        title=next((" ".join(line.split())[:300] for line in lines if line.strip()), ""),
        text=text,
        full_text=text,
        language=language,
        terms=terms,
        coordinates=coordinates,
        noindex=noindex,
        nofollow=nofollow,
        content_hash=content_hash(text),
        signature=signature(terms),
    )


def _directives(document: Document, head: Head, robot: str) -> tuple[bool, bool]:
    metas = [*(("robots", value) for value in head.robots), (robot, head.meta.get(robot.lower(), ""))]
    found = from_headers(document.headers, robot) | from_metas(metas, robot)
    return found.noindex, found.nofollow
