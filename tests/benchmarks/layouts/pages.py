"""Marked pages: the data, the halves, and the words that are counted."""

import lzma
import re
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

_GROUPS = {
    "manuals": """asciidoctor docbook docusaurus javadoc mkdocs mkdocs_material mkdocs_rtd sphinx_alabaster sphinx_book
        sphinx_furo sphinx_pydata sphinx_rtd starlight vitepress""",
    "blogs": "eleventy hexo hugo jekyll nikola pelican",
    "templates": """code_host discourse drupal mediawiki_2022 mediawiki_vector news_divs news_semantic phpbb press_release
        shop_sections shop_woocommerce table_layout wordpress_block wordpress_classic""",
}
DATA = Path(__file__).parent / "data"
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+")  # scripts without spaces: each sign


class MarkedPage(Struct, frozen=True, omit_defaults=True):
    """Page with its main text. The variants of a page have the same generator and slug."""

    generator: str
    slug: str
    kind: str
    variant: str
    language: str
    html: str
    main: str
    neutral: str = ""  # neither main text nor navigation, such as signatures of methods and delivery terms
    added: str = ""  # to the main text, in the variant "edited"


def halves() -> tuple[list[str], list[str]]:
    """Return the generators that the rules were tuned on, and those that were set aside: by lot in each group."""
    tuned: list[str] = []
    aside: list[str] = []
    chance = Random(22)
    for group in _GROUPS.values():
        names = sorted(group.split())
        chance.shuffle(names)
        half = (len(names) + 1) // 2
        tuned += names[:half]
        aside += names[half:]
    return sorted(tuned), sorted(aside)


def read_pages(generator: str) -> list[MarkedPage]:
    """Return all pages of a generator in all variants."""
    body = lzma.decompress((DATA / f"{generator}.jsonl.xz").read_bytes())
    return [msgspec.json.decode(line, type=MarkedPage) for line in body.splitlines()]


def bag(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower()))
