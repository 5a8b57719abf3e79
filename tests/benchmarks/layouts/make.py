"""Maker of the marked pages: `python -m tests.benchmarks.layouts.make [generator ...]` writes data/*.jsonl.xz.

The tools are not dependencies of the project, and tests need only the data. `tools.sh FOLDER` installs them with pinned
versions, and the variable LAYOUT_TOOLS names the folder.

Scripts, styles, pictures in the page and comments are removed; elements, classes and text stay as they were generated. Each
page is checked: its main text must stand in its HTML.
"""

import lzma
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import msgspec

from tests.benchmarks.layouts import blog_tools, docs_tools
from tests.benchmarks.layouts.content import VARIANTS, make_site
from tests.benchmarks.layouts.docs_tools import Build, Made
from tests.benchmarks.layouts.own_themes import own_theme
from tests.benchmarks.layouts.pages import DATA, MarkedPage, bag
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument

# Generator: its builder, and the language of its site.
GENERATORS: dict[str, tuple[Build, str]] = {
    "sphinx_rtd": (docs_tools.sphinx("sphinx_rtd_theme"), "en"),
    "sphinx_alabaster": (docs_tools.sphinx("alabaster"), "en"),
    "sphinx_furo": (docs_tools.sphinx("furo"), "de"),
    "sphinx_pydata": (docs_tools.sphinx("pydata_sphinx_theme"), "en"),
    "sphinx_book": (docs_tools.sphinx("sphinx_book_theme"), "es"),
    "mkdocs": (docs_tools.mkdocs("mkdocs"), "en"),
    "mkdocs_rtd": (docs_tools.mkdocs("readthedocs"), "fr"),
    "mkdocs_material": (docs_tools.mkdocs("material"), "en"),
    "docusaurus": (docs_tools.docusaurus, "en"),
    "vitepress": (docs_tools.vitepress, "ja"),
    "starlight": (docs_tools.starlight, "en"),
    "asciidoctor": (docs_tools.asciidoctor, "de"),
    "docbook": (docs_tools.docbook_chunks, "en"),
    "javadoc": (docs_tools.javadoc, "en"),
    "pelican": (blog_tools.pelican, "fr"),
    "nikola": (blog_tools.nikola, "en"),
    "hexo": (blog_tools.hexo, "ja"),
    "jekyll": (blog_tools.jekyll, "en"),
    "eleventy": (blog_tools.eleventy, "en"),
    "hugo": (blog_tools.hugo, "es"),
    "wordpress_classic": (own_theme("wordpress_classic"), "en"),
    "wordpress_block": (own_theme("wordpress_block"), "de"),
    "mediawiki_vector": (own_theme("mediawiki_vector"), "en"),
    "mediawiki_2022": (own_theme("mediawiki_2022"), "de"),
    "news_semantic": (own_theme("news_semantic"), "de"),
    "news_divs": (own_theme("news_divs"), "en"),
    "shop_sections": (own_theme("shop_sections"), "en"),
    "shop_woocommerce": (own_theme("shop_woocommerce"), "de"),
    "phpbb": (own_theme("phpbb"), "en"),
    "discourse": (own_theme("discourse"), "en"),
    "press_release": (own_theme("press_release"), "de"),
    "code_host": (own_theme("code_host"), "en"),
    "drupal": (own_theme("drupal"), "fr"),
    "table_layout": (own_theme("table_layout"), "ja"),
}
_REMOVED = [
    re.compile(r"<(script|style)\b.*?</\1\s*>", re.S | re.I),
    re.compile(r"(<svg\b[^>]*>).*?(</svg>)", re.S | re.I),
    re.compile(r"<!--.*?-->", re.S),
    re.compile(r"<link\b[^>]*rel=\"?(?:stylesheet|preload|modulepreload|prefetch|icon)[^>]*>", re.I),
]
MIN_COVERED = 0.98  # of the words of the main text, in the page


def stripped(html: str) -> str:
    """Return a page without scripts, styles, comments and the content of pictures."""
    scripts, pictures, *others = _REMOVED
    html = pictures.sub(r"\1\2", scripts.sub("", html))
    for pattern in others:
        html = pattern.sub("", html)
    return re.sub(r"data:[^\"')\s]{200,}", "data:", html)


def make(name: str) -> list[MarkedPage]:
    """Return the pages of one generator, each in three variants."""
    build, language = GENERATORS[name]
    seed = sum(map(ord, name))
    has_code = not name.startswith(("shop", "news"))
    pages = []
    for variant in VARIANTS:
        site = make_site(language, seed, variant, has_code=has_code)
        with tempfile.TemporaryDirectory() as folder:
            made = build(site, Path(folder))
        for page in site.pages:
            found = made[page.slug]
            _check(name, page.slug, found)
            added = found.added if variant == "edited" else ""
            html = stripped(found.html)
            pages.append(
                MarkedPage(
                    name, page.slug, page.kind, variant, language, html, found.main, found.neutral, added
                )
            )
    return sorted(pages, key=lambda page: (page.slug, page.variant))


def _check(name: str, slug: str, made: Made) -> None:
    shown = extract(SourceDocument("http://a.example/", made.html.encode()), robot="watchd", max_links=2000)
    wanted = bag(made.main)
    missing = wanted - bag(shown.full_text)
    if missing.total() > (1 - MIN_COVERED) * wanted.total():
        raise SystemExit(f"{name}/{slug} does not show its main text; missing: {missing.most_common(20)}")


def main(names: list[str]) -> None:
    DATA.mkdir(exist_ok=True)
    for name in names or GENERATORS:
        pages = make(name)
        body = b"".join(msgspec.json.encode(page) + b"\n" for page in pages)
        (DATA / f"{name}.jsonl.xz").write_bytes(lzma.compress(body, preset=9 | lzma.PRESET_EXTREME))
        sizes = Counter(page.kind for page in pages)
        print(f"{name:20} {len(pages)} pages {dict(sizes)}, {len(body) // 1024} KiB")


if __name__ == "__main__":
    main(sys.argv[1:])
