"""Content of an invented site: pages with their main text, and the edits that the pairs of pages show.

A site exists in three variants. In *edited*, each page has a sentence, a paragraph or an item more in its main text. In
*chrome*, all main texts are the same, and what surrounds them differs: the menu has one more entry, and the themes show
another date, other related pages and other counters.
"""

from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tests.benchmarks.layouts.texts import Writer

Variant = Literal["base", "edited", "chrome"]
VARIANTS: tuple[Variant, ...] = ("base", "edited", "chrome")
Kind = Literal["article", "short", "list", "home"]
MENU_PAGES = 26  # stubs that only the menus show: with the other pages, a manual or shop of ordinary size
COUNTS: dict[Kind, int] = {"home": 1, "article": 6, "short": 3, "list": 2}


class Block(Struct, frozen=True):
    """Paragraph ("p"), heading ("h"), list ("ul"), list of links ("links"), code, table, quote."""

    kind: str
    lines: tuple[str, ...]  # of a table: cells joined by tabs

    def plain(self) -> str:
        return "\n".join(self.lines).replace("\t", " ")


class SitePage(Struct, frozen=True):
    """Page of an invented site."""

    slug: str
    kind: Kind
    title: str
    summary: str
    blocks: tuple[Block, ...]
    added: str = ""  # in the edited variant

    def main(self) -> str:
        """Return the main text."""
        return "\n".join([self.title, *(block.plain() for block in self.blocks)])


class Site(Struct, frozen=True):
    """Site with its measured pages and the stubs that fill its menus."""

    name: str
    language: str
    variant: Variant
    pages: tuple[SitePage, ...]
    stubs: tuple[SitePage, ...]
    seed: int

    def chance(self, slug: str = "") -> Random:
        """Return the chance for what surrounds a page, which differs in the variant of the chrome."""
        return Random(f"{self.seed} {slug} {self.variant == 'chrome'}")

    @property
    def home(self) -> SitePage:
        return self.pages[0]

    @property
    def inner(self) -> tuple[SitePage, ...]:
        return self.pages[1:]


def make_site(language: str, seed: int, variant: Variant, *, has_code: bool) -> Site:
    """Return one variant of the site with this seed."""
    writer = Writer(language, Random(seed))
    name = writer.title()
    pages = [
        _page(writer, f"{kind}-{number}", kind, has_code)
        for kind, count in COUNTS.items()
        for number in range(1, count + 1)
    ]
    stubs = [_page(writer, f"stub-{number}", "short", has_code) for number in range(MENU_PAGES)]
    extra = _page(writer, "stub-new", "short", has_code)
    if variant == "edited":
        edits = Writer(language, Random(seed + 1))
        pages = [_edited(page, edits, number) for number, page in enumerate(pages)]
    if variant == "chrome":
        stubs.insert(5, extra)
    return Site(name, language, variant, tuple(pages), tuple(stubs), seed)


def _page(writer: Writer, slug: str, kind: Kind, has_code: bool) -> SitePage:
    blocks: list[Block] = []
    if kind == "short":
        blocks = [Block("p", (writer.sentence(is_short=True),))]
    elif kind == "home":
        blocks = [Block("p", (writer.paragraph(1, 2),))]
    elif kind == "list":
        links = tuple(writer.title() for _ in range(writer.chance.randint(12, 30)))
        blocks = [Block("p", (writer.sentence(),)), Block("links", links)]
        if slug.endswith("2"):
            blocks = blocks[1:]  # nothing but links
    else:
        blocks = _article(writer, has_code)
    return SitePage(slug, kind, writer.title(), writer.sentence(is_short=True), tuple(blocks))


def _article(writer: Writer, has_code: bool) -> list[Block]:
    chance = writer.chance
    blocks = [Block("p", (writer.paragraph(),))]
    for section in range(chance.randint(1, 4)):
        if section:
            blocks.append(Block("h", (writer.title(),)))
        blocks += [Block("p", (writer.paragraph(),)) for _ in range(chance.randint(1, 3))]
        kinds = ["ul", "table", "quote", "code" if has_code else "ul"]
        match chance.choice(kinds):
            case "ul":
                items = tuple(writer.phrase() for _ in range(chance.randint(3, 7)))
                blocks.append(Block("ul", items))
            case "table":
                rows = tuple(
                    f"{writer.title()}\t{writer.phrase()}\t{chance.randint(2, 900)}"
                    for _ in range(chance.randint(3, 8))
                )
                blocks.append(Block("table", rows))
            case "quote":
                blocks.append(Block("quote", (writer.sentence(),)))
            case _:
                blocks.append(Block("code", tuple(_code_line(chance) for _ in range(chance.randint(2, 9)))))
    return blocks


def _code_line(chance: Random) -> str:
    name = chance.choice(["count", "total", "rows", "depth", "level", "speed", "index", "limit"])
    return f"{name}_{chance.randint(1, 9)} = read_{name}(source, {chance.randint(10, 999)})"


def _edited(page: SitePage, writer: Writer, number: int) -> SitePage:
    """Add an item to a list of links; to other pages a sentence, a paragraph, or in a short page two."""
    blocks = list(page.blocks)
    paragraphs = [place for place, block in enumerate(blocks) if block.kind == "p"]
    if page.kind == "list":
        title = writer.title() + " 104"
        place = next(place for place, block in enumerate(blocks) if block.kind == "links")
        lines = blocks[place].lines
        blocks[place] = Block("links", (*lines[:3], title, *lines[3:]))
        return replace(page, blocks=tuple(blocks), added=title)
    place = writer.chance.choice(paragraphs)
    if page.kind == "article" and number % 2:
        sentence = writer.sentence()
        blocks[place] = Block("p", (writer.gap.join([blocks[place].lines[0], sentence]),))
        return replace(page, blocks=tuple(blocks), added=sentence)
    text = writer.paragraph(2, 4)
    added = [Block("p", (text,))]
    if page.slug == "short-3":  # ten times as much text as before
        more = [writer.paragraph(3, 5) for _ in range(2)]
        added += [Block("p", (paragraph,)) for paragraph in more]
        text = "\n".join([text, *more])
    blocks[place + 1 : place + 1] = added
    return replace(page, blocks=tuple(blocks), added=text)
