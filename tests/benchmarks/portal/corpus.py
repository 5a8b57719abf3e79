"""Corpus of 100,000 documents of real text: Debian's documentation packages, every page cut at its headings.

The sections are kept in ~/.cache/watchd-bench/portal.jsonl, so that the work is done once.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree, html

from tests.benchmarks.crawl.doc_site import CACHE, unpacked
from watchd.core.relevance.words import primary_language

PACKAGES = (
    "python3.11-doc",
    "postgresql-doc-15",
    "sqlite3-doc",
    "gimp-help-en",
    "debian-handbook",  # in some twenty languages
    "linux-doc-6.1",
    "erlang-doc",
    "openjdk-17-doc",
    "libboost1.74-doc",
)
HEADINGS = {"h1", "h2", "h3", "h4"}
MIN_SECTION_CHARS, MAX_SECTION_CHARS = 300, 6000
_LANGUAGE_FOLDER = re.compile("/([a-z]{2})-[A-Z]{2}/")
FILE = CACHE / "portal.jsonl"
MAX_DOCUMENTS = 100_000


def documents(count: int = MAX_DOCUMENTS) -> Iterator[dict[str, str]]:
    """Yield url, title, text and language of `count` sections."""
    if not FILE.exists():
        _cut()
    with FILE.open(encoding="utf-8") as lines:
        for _, line in zip(range(count), lines, strict=False):
            yield json.loads(line)


def _cut() -> None:
    draft = FILE.with_suffix(".new")
    known: set[int] = set()
    with draft.open("w", encoding="utf-8") as out:
        for package in PACKAGES:
            for path in sorted(unpacked(package).rglob("*.html")):
                if not path.is_file() or path.stat().st_size > 2_000_000:
                    continue
                for section in _sections(path):
                    if hash(section["text"]) not in known and len(known) < MAX_DOCUMENTS:
                        known.add(hash(section["text"]))
                        out.write(json.dumps(section, ensure_ascii=False) + "\n")
    draft.replace(FILE)


def _sections(path: Path) -> Iterator[dict[str, str]]:
    try:
        page = html.document_fromstring(path.read_bytes())
    except (ValueError, etree.LxmlError):
        return
    body = page.find("body")
    if body is None:
        return
    for unwanted in body.xpath(".//script|.//style|.//nav|.//*[@class='sphinxsidebar' or @role='navigation']"):
        unwanted.drop_tree()
    folder = _LANGUAGE_FOLDER.search(str(path))
    language = primary_language(page.get("lang") or (folder and folder[1])) or "en"

    title = " ".join((page.findtext(".//title") or "").split())
    place = f"https://docs.example/{path.relative_to(CACHE)}"
    for number, (heading, text) in enumerate(_by_heading(body)):
        for part, begin in enumerate(range(0, len(text), MAX_SECTION_CHARS)):
            piece = text[begin : begin + MAX_SECTION_CHARS]
            if len(piece) >= MIN_SECTION_CHARS:
                yield {
                    "url": f"{place}?section={number}.{part}",
                    "title": f"{heading} – {title}" if heading and heading != title else title,
                    "text": piece.encode("utf-8", "replace").decode(),
                    "language": language,
                }


def _by_heading(body: html.HtmlElement) -> Iterator[tuple[str, str]]:
    heading, texts = "", list[str]()
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if not isinstance(element.tag, str):
            continue
        if event == "start" and element.tag in HEADINGS:
            yield heading, " ".join(" ".join(texts).split())
            heading, texts = " ".join(element.text_content().split()).rstrip("¶"), []
        if event == "start" and element.text:
            texts.append(element.text)
        if event == "end" and element.tail:
            texts.append(element.tail)
    yield heading, " ".join(" ".join(texts).split())
