"""Reader for a folder of HTML files as a site: its pages as the daemon reads them, and the groups that its contents name.

For `watchd lab pool`. A *group* is a heading of a table of contents with the pages below it. Three things show groups:
links to a parent page ("up" links and breadcrumbs), nested lists, and headings of a contents page with the links that
follow. Reading is slow, so the result is cached in a file.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
from lxml.etree import _Element
from msgspec import Struct, structs

from watchd.model.page import Page
from watchd.web.extract.extract import extract, parse_html
from watchd.web.extract.folder import fingerprint, html_files, page_address, parent_by_path
from watchd.web.extract.source_document import SourceDocument
from watchd.web.urls.references import References

CACHE_VERSION = "site-1"
MAX_LINKS = 5_000
MIN_CONTENTS_LINKS = 20  # of a contents page
MIN_LINKED_SHARE = 0.4  # of the words of a contents page that are links
_LISTS = frozenset(["ul", "ol", "dl"])
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "strong", "b", "dt"])
_PARENT = (
    "//link[@rel='up' or @rel='parent']|//a[@rel='up']|//a[@accesskey='u' or @accesskey='U']"
    "|//*[contains(@class,'nav-item') or contains(@class,'breadcrumb') or contains(@class,'parentlinks')]//a"
    "|//*[@id='contentSub']//a"
)


class ContentsGroup(Struct, frozen=True):
    """A title of a table of contents, the pages below it, and the contents pages among them."""

    title: str
    pages: tuple[str, ...]
    inner: tuple[str, ...] = ()


class SiteFolder(Struct, frozen=True):
    """Pages of a folder and the groups of its contents."""

    pages: tuple[Page, ...]
    groups: tuple[ContentsGroup, ...]


def read_site(root: Path, name: str, cache: Path | None = None) -> SiteFolder:
    """Read all HTML files below a folder as pages of http://name.test/; a second call reads the cache file."""
    files = html_files(root)
    folder = cache or Path("~/.cache/watchd-lab").expanduser()
    cached = folder / f"{fingerprint(root, files, f'{CACHE_VERSION} {name}')}.msgpack"
    if cached.exists():
        return msgspec.msgpack.decode(cached.read_bytes(), type=SiteFolder)
    site = _read(root, f"http://{name}.test/", files)
    cached.parent.mkdir(parents=True, exist_ok=True)
    fresh = cached.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(msgspec.msgpack.encode(site))
    fresh.replace(cached)
    return site


def _read(root: Path, base: str, files: list[Path]) -> SiteFolder:
    urls = {page_address(base, root, file): file for file in files}
    known = set(urls)
    pages: list[Page] = []
    above: dict[str, str] = {}
    listed: list[ContentsGroup] = []
    for url, file in urls.items():
        document = SourceDocument(url, file.read_bytes(), "text/html")
        page = extract(document, robot="watchd", max_links=MAX_LINKS)
        links = tuple(link for link in page.links if link.url in urls)
        # A manual may claim an address on the web; here it is a file.
        pages.append(structs.replace(page, url=url, links=links))
        tree = parse_html(document)
        if tree is None:
            continue
        parent = _parent(tree, url, known) or parent_by_path(url, known)
        if parent is not None and parent != url:
            above[url] = parent
        listed += _listed_groups(tree, url, known)
    titles = {page.url: page.title for page in pages}
    groups = [*_groups_below(above, titles), *listed]
    return SiteFolder(tuple(pages), tuple(_unique(groups)))


def _resolve(url: str, href: str) -> str:
    return References(url).url(href) or ""


def _parent(tree: _Element, url: str, known: Iterable[str]) -> str | None:
    """Return the last of the links to a parent: breadcrumbs name the nearest page last."""
    targets = [_resolve(url, str(element.get("href") or "")) for element in tree.xpath(_PARENT)]
    return next((target for target in reversed(targets) if target in known and target != url), None)


def _groups_below(above: dict[str, str], titles: dict[str, str]) -> Iterator[ContentsGroup]:
    """Yield each page that is the parent of others, with all pages below it."""
    below: dict[str, list[str]] = {}
    for url, parent in above.items():
        below.setdefault(parent, []).append(url)
    for top in sorted(below):
        leaves: dict[str, None] = {}
        inner: dict[str, None] = {}
        todo = [top]
        while todo:
            url = todo.pop()
            if url not in leaves and url not in inner:
                (inner if url in below else leaves)[url] = None
                todo += below.get(url, ())
        yield ContentsGroup(titles.get(top, ""), tuple(sorted(leaves)), tuple(sorted(inner)))


def _listed_groups(tree: _Element, url: str, known: Iterable[str]) -> list[ContentsGroup]:
    """Return the groups of a contents page: of its nested lists and of its headings. Other pages have none."""
    words, linked, targets = 0, 0, set()
    for element in tree.iter("a"):
        target = _resolve(url, str(element.get("href") or ""))
        if target in known and target != url:
            targets.add(target)
            linked += len(_text(element).split())
    words = len(_text(tree).split())
    if len(targets) < MIN_CONTENTS_LINKS or linked < MIN_LINKED_SHARE * words:
        return []

    def links_of(element: _Element) -> Iterator[str]:
        for anchor in element.iter("a"):
            target = _resolve(url, str(anchor.get("href") or ""))
            if target in known and target != url:
                yield target

    return [*_nested_groups(tree, links_of, url), *_headed_groups(tree, links_of, url)]


def _nested_groups(
    tree: _Element, links_of: Callable[[_Element], Iterable[str]], url: str
) -> Iterator[ContentsGroup]:
    """Yield the items of lists that have a list of their own."""
    for item in tree.iter("li"):
        inner = [child for child in item if child.tag in _LISTS]
        own = [child for child in item if child.tag not in _LISTS]
        title = " ".join([item.text or "", *(_text(child) for child in own)])
        pages = dict.fromkeys(target for child in inner for target in links_of(child))
        tops = dict.fromkeys(target for child in own for target in links_of(child))
        if pages and title.strip():
            leaves = [page for page in pages if page not in tops]
            yield ContentsGroup(" ".join(title.split()), tuple(sorted(leaves)), (url, *tops))


def _headed_groups(
    tree: _Element, links_of: Callable[[_Element], Iterable[str]], url: str
) -> Iterator[ContentsGroup]:
    """Yield the headings that are not links, with the links up to the next heading."""
    title, pages = "", dict[str, None]()
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag in _HEADINGS and element.find(".//a[@href]") is None:
            if title and pages:
                yield ContentsGroup(title, tuple(sorted(pages)), (url,))
            title, pages = " ".join(_text(element).split()).rstrip("¶: "), {}
        elif element.tag == "a":
            pages.update(dict.fromkeys(links_of(element)))
    if title and pages:
        yield ContentsGroup(title, tuple(sorted(pages)), (url,))


def _unique(groups: Iterable[ContentsGroup]) -> list[ContentsGroup]:
    """Keep the first of the groups that have the same pages."""
    found: dict[tuple[str, ...], ContentsGroup] = {}
    for group in groups:
        found.setdefault(group.pages, group)
    return list(found.values())


def _text(element: _Element) -> str:
    return " ".join(str(text) for text in element.itertext())
