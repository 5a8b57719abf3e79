"""Quality and cost of the main text: how much of the article it keeps, and how much navigation it drops.

Run it as `python -m tests.benchmarks.extraction [pages per corpus]`. The pages are real documentation from Debian
packages, which are downloaded once. In each corpus the markup says what is navigation; our own rules do not
know that markup. Words are counted as bags: a word of the output has leaked if the navigation accounts for it and
the article does not.
"""

import gc
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import trafilatura
from lxml import etree
from msgspec.structs import replace
from resiliparse.extract.html2text import extract_plain_text

from tests.benchmarks.layouts import compare
from watchd.web.extract.extract import extract, parse_html
from watchd.web.extract.maintext import main_blocks, text_of
from watchd.web.extract.regions import RegionMark
from watchd.web.extract.source_document import SourceDocument
from watchd.web.extract.stream import read_stream

CACHE = Path.home() / ".cache" / "watchd-bench"
WORD = re.compile(r"\w+")
NOT_TEXT = "script style noscript template svg select button textarea title"

# Package: which elements inside <body> are navigation, by the markup of its generator.
CORPORA = {
    "python3.11-doc": "//body//*[not(ancestor-or-self::*[@role='main']) and not(descendant::*[@role='main'])]",
    "sqlite3-doc": "//*[@class='nosearch']/*[not(@class='fancy_title')]",
    "debian-handbook": "//ul[contains(@class, 'docnav')] | //p[@id='title']",
    "cppreference-doc-en-html": """//*[@class='t-navbar' or @class='printfooter' or @class='editsection'
        or @id='siteSub' or @id='contentSub' or @id='catlinks' or @id='toc' or @id='mw-js-message']""",
    "gimp-help-en": "//*[@class='navheader' or @class='navfooter']",
}
# The rules of web/extract/maintext.py were first made with the corpora above and tested with these; four failed, and the
# rules were corrected.
MENDED_ON = {
    "apache2-doc": """//*[@id='page-header' or @id='path' or @id='quickview' or @id='footer' or @class='up'
        or @class='top' or @class='toplang' or @class='bottomlang']""",
    "erlang-doc": "//*[@id='leftnav' or @class='footer' or contains(@class, 'search-')]",
    "libglib2.0-doc": "//table[@class='navigation'] | //*[@class='footer']",
    "octave-doc": "//*[@class='header']",
    "openjdk-17-doc": "//header[@role='banner'] | //footer",
    "qtbase5-doc-html": "//*[@class='navigationbar' or @class='sidebar' or @class='footer']",
}
# These test the corrected rules: nothing was changed after they were measured.
HELD_OUT = {
    "exim4-doc-html": """//*[@id='nav_flow' or @id='header' or @id='footer' or @id='toc']
        | //a[contains(@class, '_page')]""",
    "ghc-doc": """//*[@id='package-header' or @id='table-of-contents' or @id='footer' or @role='navigation'
        or @class='sphinxsidebar' or @class='footer']""",
    "libboost1.74-doc": """//*[@class='spirit-nav' or @class='copyright-footer']
        | //body/table[.//a[contains(@href, 'libraries.htm')]]""",
    "python-sqlalchemy-doc": """//*[@id='docs-top-navigation-container' or @id='fixed-sidebar'
        or @id='docs-bottom-navigation']""",
    "rust-doc": "//nav | //*[@id='menu-bar']",
}
ALL = CORPORA | MENDED_ON | HELD_OUT
Bag = Counter[str]


def words(text: str) -> Bag:
    return Counter(WORD.findall(text.lower()))


def text_below(element: etree._Element) -> str:
    return " ".join(str(piece) for piece in element.itertext())


class Truth:
    """Words of the article of a page and of its navigation."""

    def __init__(self, document: SourceDocument, navigation: str) -> None:
        root = parse_html(document)
        assert root is not None
        etree.strip_elements(root, *NOT_TEXT.split(), with_tail=False)
        body = root.find("body")
        assert body is not None
        everything = words(text_below(body))
        for element in body.xpath(navigation):
            element.clear(keep_tail=True)
        self.article = words(text_below(body))
        self.navigation = everything - self.article


def fetch(package: str) -> Path:
    """Return the unpacked files of a Debian package; nothing is installed."""
    folder = CACHE / package
    if not folder.exists():
        archives = CACHE / "debs"
        archives.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", "-qq", package], cwd=archives, check=True)
        archive = next(archives.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg", "-x", str(archive), str(folder)], check=True)
    return folder


def pages(package: str, most: int) -> Iterator[SourceDocument]:
    found = fetch(package).rglob("*.html")
    files = sorted(path for path in found if path.is_file() and not path.is_symlink())
    random.Random(1).shuffle(files)
    for path in files[:most]:
        body = path.read_bytes()
        if b"<body" in body:
            yield SourceDocument(f"http://docs.example/{path.name}", body)


def own(document: SourceDocument, *, believe_hints: bool = True) -> str:
    root = parse_html(document)
    body = None if root is None else root.find("body")
    if body is None:
        return ""
    stream = read_stream(body, lambda href: None if href.startswith("#") else href, 2000)
    if not believe_hints:
        hints = (RegionMark.HINT, RegionMark.CONTENTS)
        stream.regions = [replace(r, mark=None) if r.mark in hints else r for r in stream.regions]
    return text_of(main_blocks(stream), stream.pieces)


def parse_alone(document: SourceDocument) -> str:
    parse_html(document)
    return ""


CANDIDATES: dict[str, Callable[[SourceDocument], str]] = {
    "lxml parse alone": parse_alone,
    "own": own,
    "own, without class words": lambda document: own(document, believe_hints=False),
    "resiliparse": lambda d: extract_plain_text(d.body.decode("utf-8", "replace"), main_content=True),
    "trafilatura fast": lambda d: trafilatura.extract(d.body, fast=True, include_comments=False) or "",
    "own, whole extraction (full text)": lambda d: extract(d, robot="watchd", max_links=2000).full_text,
}


def measure(package: str, most: int) -> list[dict[str, object]]:
    documents = list(pages(package, most))
    truths = [Truth(document, ALL[package]) for document in documents]
    rows: list[dict[str, object]] = []
    gc.collect()
    gc.freeze()  # the correct answers are many objects, which the children that read pages do not have
    gc.set_threshold(50_000)  # as in the children
    for name, candidate in CANDIDATES.items():
        candidate(documents[0])
        begin = time.process_time()
        texts = [candidate(document) for document in documents]
        seconds = time.process_time() - begin
        kept, dropped = shares([words(text) for text in texts], truths)
        rows.append(
            {
                "corpus": package,
                "pages": len(documents),
                "candidate": name,
                "article kept": kept,
                "navigation dropped": dropped,
                "ms per page": 1000 * seconds / len(documents),
            }
        )
    return rows


def shares(found: list[Bag], truths: list[Truth]) -> tuple[float, float]:
    """Return the shares of a corpus: words of articles that were kept, words of navigation that were dropped."""
    pairs = list(zip(found, truths, strict=True))
    kept = sum((bag & truth.article).total() for bag, truth in pairs)
    leaked = sum(((bag - truth.article) & truth.navigation).total() for bag, truth in pairs)
    article = sum(truth.article.total() for truth in truths)
    navigation = sum(truth.navigation.total() for truth in truths)
    return kept / article, 1 - leaked / navigation


def main(most: int = 200) -> list[dict[str, object]]:
    """Measure layouts with marked main text, then documentation of Debian packages."""
    layouts = compare.main()
    rows = [row for package in ALL for row in measure(package, most)]
    print(f"{'corpus':26}{'pages':>6}  {'candidate':34}{'article kept':>13}{'nav dropped':>13}{'ms/page':>9}")
    for row in rows:
        print(
            f"{row['corpus']:26}{row['pages']:>6}  {row['candidate']:34}{row['article kept']:>13.1%}"
            f"{row['navigation dropped']:>13.1%}{row['ms per page']:>9.2f}"
        )
    return layouts + rows


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
