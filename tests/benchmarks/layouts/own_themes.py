"""Pages of sites whose software does not run here: our own templates with the element structure and class names of
WordPress, MediaWiki, WooCommerce, Shopify, phpBB, Discourse, Drupal, TYPO3 and a code host; two news sites; a table layout.
"""

from html import escape
from pathlib import Path
from random import Random
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from tests.benchmarks.layouts.content import Block, Site, SitePage
from tests.benchmarks.layouts.docs_tools import Build, Made
from tests.benchmarks.layouts.interface_words import interface_words
from tests.benchmarks.layouts.markup import html

MIN_TOC_HEADINGS = 2
CLASSES = {
    "wordpress_block": {"h2": "wp-block-heading", "ul": "wp-block-list", "pre": "wp-block-code"},
    "mediawiki_vector": {"table": "wikitable"},
    "mediawiki_2022": {"table": "wikitable"},
    "news_divs": {"p": "css-p0x", "h2": "css-h2q", "ul": "css-ul3", "li": "css-li3"},
    "news_semantic": {"p": "article__paragraph", "h2": "article__subheading"},
    "code_host": {"h2": "heading-element"},
}
FORUMS = ("phpbb", "discourse")
_environment = Environment(loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True)


def own_theme(name: str) -> Build:
    """Return the builder of the template with this name."""

    def build(site: Site, _folder: Path) -> dict[str, Made]:
        template = _environment.get_template(f"{name}.html")
        return {
            page.slug: _made(name, site, page, template.render(_around(name, site, page)))
            for page in site.pages
        }

    return build


def _made(name: str, site: Site, page: SitePage, rendered: str) -> Made:
    main = page.main()
    words = interface_words(site.language)
    neutral = [words["more"]] * len(site.inner)
    if page is site.home:
        main += "".join(f"\n{other.title}\n{other.summary}" for other in site.inner)
        neutral += [
            f"{number * 7 + 2},90 € {number * 6 + 3},50 € {number * 13} {number * 31}"
            for number in range(1, 12)
        ]
    elif name.startswith("shop"):
        main += f"\n{_price(page)} €\n{words['in_stock']}"
        neutral += [
            words["tax"],
            words["delivery"],
            words["delivery_text"],
            words["price"],
            f"SKU: A-{_price(page)}",
        ]
    elif name == "press_release":
        neutral += [words["contact"], "Ann Miller +49 30 5550 press@harbour.example"]
    return Made(rendered, main, page.added, "\n".join(neutral))


def _price(page: SitePage) -> str:
    return f"{len(page.title) * 3}9,90"


def _around(name: str, site: Site, page: SitePage) -> dict[str, Any]:
    """Return what the template shows: the content, and what surrounds it.

    In the chrome variant the menu has one more entry, and the related and recent pages, the comments, the counters and
    the dates differ. Categories, tags and the description of the site stay.
    """
    chance = site.chance(page.slug)
    around = [stub for stub in site.stubs if stub.slug != "stub-new"]
    Random(page.slug).shuffle(around)
    others = list(site.stubs)
    chance.shuffle(others)
    blocks = [_html(name, block) for block in page.blocks]
    half = (len(blocks) + 1) // 2
    return {
        "site": site,
        "page": page,
        "is_home": page is site.home,
        "lang": site.language,
        "w": interface_words(site.language),
        "content": Markup("\n".join(blocks)),
        "first": Markup("\n".join(blocks[:half])),
        "rest": Markup("\n".join(blocks[half:])),
        "posts": _posts(blocks),
        "headings": _headings(page),
        "menu": site.stubs[:12],
        "around": around,
        "related": others[:4],
        "recent": others[4:9],
        "talk": others[9:11],
        "counter": chance.randint(12, 980),
        "date": f"{chance.randint(1, 28)}.{chance.randint(1, 12)}.2026",
        "year": 2027 if site.variant == "chrome" else 2026,
        "price": _price(page),
    }


def _html(name: str, block: Block) -> str:
    if name == "mediawiki_vector" and block.kind == "h":
        edit = '<span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="?edit">edit</a>]</span>'
        return f'<h2><span class="mw-headline" id="{escape(block.lines[0])}">{escape(block.lines[0])}</span>{edit}</h2>'
    return html(block, CLASSES.get(name))


def _posts(blocks: list[str]) -> list[Markup]:
    """Return the blocks as the posts of a thread, three in each."""
    return [Markup("\n".join(blocks[place : place + 3])) for place in range(0, len(blocks), 3)]


def _headings(page: SitePage) -> list[str]:
    found = [block.lines[0] for block in page.blocks if block.kind == "h"]
    return found if len(found) >= MIN_TOC_HEADINGS else []
