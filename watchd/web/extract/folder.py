"""Reader for a folder of HTML files, for the lab: its pages with their links, and its page hierarchy.

It uses plain lxml on trusted local files; the daemon's own extraction is in extract.py. Reading is slow, so the result
is cached in a file, and used again while names, sizes and times of the files stay the same.
"""

import hashlib
import os
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import lxml.etree
import lxml.html
import msgspec
from msgspec import Struct

from watchd.core.relevance.words import words
from watchd.model.page import Link, Page

CONTEXT_WORDS = 10  # on each side of a link
CACHE_VERSION = 3
_SKIP = frozenset({"script", "style", "head", "noscript", "template"})
_MAIN = "//main|//*[@role='main']|//article|//*[@id='mw-content-text']|//*[@class='body']"
_UP = "//link[@rel='up']|//a[@rel='up']|//a[@accesskey='u']|//*[contains(@class,'nav-item')]/a"
_SUBTITLE = "//*[@id='contentSub']//a"  # the breadcrumbs of wikis
_SPACES = re.compile(r"\s+")


class Folder(Struct, frozen=True):
    """Documentation tree: its pages, its start page, and the parent of each page."""

    name: str
    entry: str
    pages: tuple[Page, ...]
    above: dict[str, str]  # from a page to its parent, a contents page


def read_folder(root: Path, cache: Path | None = None) -> Folder:
    """Return all pages below a folder; a second call reads the cache file."""
    files = html_files(root)
    cached = (cache or Path("~/.cache/watchd-lab").expanduser()) / f"{fingerprint(root, files)}.msgpack"
    if cached.exists():
        return msgspec.msgpack.decode(cached.read_bytes(), type=Folder)
    folder = _read(root, files)
    cached.parent.mkdir(parents=True, exist_ok=True)
    fresh = cached.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(msgspec.msgpack.encode(folder))
    fresh.replace(cached)
    return folder


def html_files(root: Path) -> list[Path]:
    """Return the HTML files below a folder, in the order of their paths."""
    return sorted(p for p in root.rglob("*") if p.suffix in (".html", ".htm", ".xhtml") and p.is_file())


def fingerprint(root: Path, files: list[Path], version: object = CACHE_VERSION) -> str:
    """Return a hash that changes with the names, sizes and times of the files."""
    facts = [(str(f.relative_to(root)), f.stat().st_size, f.stat().st_mtime_ns) for f in files]
    return hashlib.sha256(repr((version, str(root), facts)).encode()).hexdigest()[:20]


def _read(root: Path, files: list[Path]) -> Folder:
    base = f"http://{root.name.lower()}.test/"
    known = {base + f.relative_to(root).as_posix() for f in files}
    pages: list[Page] = []
    above: dict[str, str] = {}
    for file in files:
        url = base + file.relative_to(root).as_posix()
        page, up = read_page(file.read_bytes(), url, known)
        pages.append(page)
        parent = up or parent_by_path(url, known)
        if parent is not None and parent != url:
            above[url] = parent
    entry = next((base + n for n in ("index.html", "index.htm") if base + n in known), pages[0].url)
    return Folder(root.name, entry, tuple(pages), above)


def parent_by_path(url: str, known: set[str]) -> str | None:
    """Return the parent by the path: container.html or container/index.html for container/vector.html."""
    above = url.rpartition("/")[0]
    candidates = (f"{above}.html", f"{above}/index.html", f"{above.rpartition('/')[0]}/index.html")
    return next((c for c in candidates if c in known and c != url), None)


def read_page(body: bytes, url: str, known: set[str]) -> tuple[Page, str | None]:
    """Return one page, with its links into the folder only, and its parent."""
    try:
        tree = lxml.html.document_fromstring(body, parser=lxml.html.HTMLParser(encoding=_encoding(body)))
    except (lxml.etree.ParserError, ValueError):
        return Page(url=url), None
    language = ((tree.get("lang") or "en").lower().split("-")[0]) or "en"
    stream = _Stream(url, known, language)
    root = tree.find("body")
    stream.walk(tree if root is None else root, "")
    main = tree.xpath(_MAIN)
    text = _text(main[0]) if main else _text(tree if root is None else root)
    title = _SPACES.sub(" ", (tree.findtext(".//title") or "")).strip()
    page = Page(
        url=url,
        title=title,
        text=text,
        language=language,
        links=stream.links(),
        terms=tuple(stream.terms),
        coordinates=tuple(stream.coordinates),
        content_hash=hashlib.sha256(text.encode()).hexdigest()[:16],
    )
    return page, _up(tree, url, known)


def _encoding(body: bytes) -> str | None:
    """Return UTF-8 if the body is valid UTF-8; None lets the file's own declaration decide."""
    try:
        body.decode()
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _text(element: lxml.html.HtmlElement) -> str:
    return _SPACES.sub(" ", " ".join(_strings(element))).strip()


def _strings(element: lxml.html.HtmlElement) -> Iterator[str]:
    for node in element.iter():
        if isinstance(node.tag, str) and node.tag not in _SKIP and node.text:
            yield node.text
        if node.tail and node is not element:
            yield node.tail


def _up(tree: lxml.html.HtmlElement, url: str, known: set[str]) -> str | None:
    """Return the last of the links that say "up": breadcrumbs name the nearest page last."""
    found = [*tree.xpath(_UP), *tree.xpath(_SUBTITLE)]
    targets = [resolve(url, a.get("href") or "") for a in found]
    return next((t for t in reversed(targets) if t in known and t != url), None)


def resolve(url: str, href: str) -> str:
    try:
        return unquote(urljoin(url, urlsplit(href)._replace(fragment="", query="").geturl()))
    except ValueError:
        return ""


class _Stream:
    """Words with coordinates and links with their context, in the order of the page."""

    def __init__(self, url: str, known: set[str], language: str) -> None:
        self._url, self._known, self._language = url, known, language
        self.terms: list[str] = []
        self.coordinates: list[int] = []
        self._found: list[tuple[str, str, str, int, int]] = []  # url, anchor, path, first and last word
        self._words: list[str] = []
        self._at = -1

    def walk(self, element: lxml.html.HtmlElement, path: str) -> None:
        """Walk depth first without recursion, as deep nesting would exceed the recursion limit."""
        todo: deque[tuple[str, object, str]] = deque([("in", element, path)])
        while todo:
            kind, thing, path = todo.popleft()
            if kind == "text":
                self._add_text(str(thing))
            elif kind == "out":
                self._at += 1
            else:
                todo.extendleft(reversed(self._open(thing, path)))

    def _open(self, element: object, path: str) -> list[tuple[str, object, str]]:
        assert isinstance(element, lxml.etree._Element)
        if not isinstance(element.tag, str) or element.tag in _SKIP:
            return []
        here = "/".join([*path.split("/")[-3:], element.tag]).strip("/")
        steps: list[tuple[str, object, str]] = []
        target = resolve(self._url, element.get("href") or "") if element.tag == "a" else ""
        is_link = target in self._known and target != self._url
        if is_link:
            anchor = _SPACES.sub(" ", "".join(str(t) for t in element.itertext())).strip()
            first = len(self._words)
            self._found.append((target, anchor, path, first, first + len(anchor.split())))
            self._at = 2 * (len(self._found) - 1)
        if element.text:
            steps.append(("text", element.text, here))
        for child in element:
            steps.append(("in", child, here))
            if child.tail:
                steps.append(("text", child.tail, here))
        if is_link:
            steps.append(("out", None, here))
        return steps

    def _add_text(self, text: str) -> None:
        self._words.extend(text.split())
        for term in words(text, self._language):
            self.terms.append(term)
            self.coordinates.append(self._at)

    def links(self) -> tuple[Link, ...]:
        """Return the links with the words around each."""
        return tuple(
            Link(
                url=url,
                anchor=anchor,
                context=" ".join(
                    [*self._words[max(0, i - CONTEXT_WORDS) : i], *self._words[j : j + CONTEXT_WORDS]]
                ),
                tag_path=path,
            )
            for url, anchor, path, i, j in self._found
        )
