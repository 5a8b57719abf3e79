"""Reader for a folder of HTML files, for the lab: its pages with their links, and its page hierarchy.

The daemon's own extraction reads the pages, so the lab measures what the daemon sees. Reading is slow, so the result is
cached in a file, and used again while names, sizes and times of the files stay the same.
"""

import hashlib
import os
from pathlib import Path
from urllib.parse import quote

import msgspec
from lxml.etree import _Element
from msgspec import Struct, structs

from watchd.model.page import Link, Page
from watchd.web.extract.extract import extract, parse_html
from watchd.web.extract.source_document import SourceDocument
from watchd.web.urls.references import References

MAX_LINKS = 2_000
CACHE_VERSION = 4
_UP = "//link[@rel='up']|//a[@rel='up']|//a[@accesskey='u']|//*[contains(@class,'nav-item')]/a"
_SUBTITLE = "//*[@id='contentSub']//a"  # the breadcrumbs of wikis


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
    base = References(f"http://{quote(root.name.lower())}.test/").itself
    known = {page_address(base, root, file) for file in files}
    pages: list[Page] = []
    above: dict[str, str] = {}
    for file in files:
        url = page_address(base, root, file)
        page, up = read_page(file.read_bytes(), url, known)
        pages.append(page)
        parent = up or parent_by_path(url, known)
        if parent is not None and parent != url:
            above[url] = parent
    entry = next((base + n for n in ("index.html", "index.htm") if base + n in known), pages[0].url)
    return Folder(root.name, entry, tuple(pages), above)


def page_address(base: str, root: Path, file: Path) -> str:
    """Return the address of a file below the base address of its folder."""
    return References(base + quote(file.relative_to(root).as_posix())).itself


def parent_by_path(url: str, known: set[str]) -> str | None:
    """Return the parent by the path: container.html or container/index.html for container/vector.html."""
    above = url.rpartition("/")[0]
    candidates = (f"{above}.html", f"{above}/index.html", f"{above.rpartition('/')[0]}/index.html")
    return next((c for c in candidates if c in known and c != url), None)


def read_page(body: bytes, url: str, known: set[str]) -> tuple[Page, str | None]:
    """Return one page, with its links into the folder only, and its parent."""
    document = SourceDocument(url, body)
    page = extract(document, robot="watchd", max_links=MAX_LINKS)
    tree = parse_html(document)
    return _within(structs.replace(page, url=url), known), None if tree is None else _up(tree, url, known)


def _within(page: Page, known: set[str]) -> Page:
    """Return a page without its links out of the folder; their words belong to the gap after the last kept link."""
    links: list[Link] = []
    new = {-1: -1}  # coordinates
    for j, link in enumerate(page.links):
        if link.url in known and link.url != page.url:
            links.append(link)
            new[2 * j] = 2 * len(links) - 2
        else:
            new[2 * j] = 2 * len(links) - 1
        new[2 * j + 1] = 2 * len(links) - 1
    return structs.replace(page, links=tuple(links), coordinates=tuple(new[c] for c in page.coordinates))


def _up(tree: _Element, url: str, known: set[str]) -> str | None:
    """Return the last of the links that say "up": breadcrumbs name the nearest page last."""
    found = [*tree.xpath(_UP), *tree.xpath(_SUBTITLE)]
    references = References(url)
    targets = [references.url(a.get("href") or "") for a in found]
    return next((t for t in reversed(targets) if t in known and t != url), None)
