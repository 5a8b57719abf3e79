"""Main text extraction: separates the article from navigation and other boilerplate.

The steps work on the regions from the walk (web/extract/stream.py); a region is a range of words:

1. If the page states its main part (<main>, role=main, an article with at least a third of the words, several articles
   with nearly all of the prose, or the only article with a main heading), everything else is removed. A stated part
   with hardly a sentence is ignored if the prose is elsewhere.
2. Regions that state another role (nav, footer, banner, search) are removed, and so are hidden ones. A statement is
   ignored if it would remove more than half of the words: then the template is wrong. No statement and no name removes
   a region that contains the whole stated main part: on many themes the class of the body names its navigation.
3. Regions whose class or id only suggests navigation are removed if their content looks like it: many links, or few
   words (more words at the edge of a page). Comments, related pages and the like are removed by their name alone, if
   an article remains. A region that is named like a table of contents, or consists of links into the page itself, is
   removed unless it is most of the page. So is a list of the page's other languages.
4. If the page states no main part, regions that consist of links are removed when there is no prose before them or none
   after them: menus. Lists of links below a sentence, or below a main heading without prose, are not menus. If too
   little text would remain, the page is a list of links, and they stay.

If nothing would remain after 2 and 3, headers, then hints, then all marks are ignored.

The rest, in order, is the main text. The thresholds were set on the corpora of tests/benchmarks/extraction.py and
tests/benchmarks/layouts; docs/decisions/0003-main-text.md describes what else was tried.
"""

from bisect import bisect_left
from collections.abc import Iterable, Set
from itertools import pairwise

from watchd.web.extract.even_words import with_even_words
from watchd.web.extract.regions import RegionMark
from watchd.web.extract.stream import MIN_LINKS, Region, Stream

ARTICLES_SHARE = 1 / 3  # minimum of all words, for <article> to be the main part
MAX_SHARE = 0.5  # of all words that one statement may remove
HINT_LINKS = 0.3  # minimum share of words in links, for a hint to count
HINT_WORDS = 25  # a hint counts for every region with fewer words
VERSION_LINKS = 0.25  # share of words in links of a list of languages: "Available in: de | en"
CONTENTS_LINKS = 0.8  # share of words in links of a table of contents
MIN_CONTENTS_LINKS = 3
ARTICLE_PLAIN_SHARE = 0.25  # minimum of the words outside links, for the only article with a main heading
MIN_SENTENCE_WORDS = 5  # below a main heading
MIN_LIST_WORDS = 20  # the same of a list of links
MIN_MAIN_WORDS = 25  # outside links, for a stated main part to be believed though the prose is elsewhere
MIN_PROSE_BESIDE = 60  # words of prose outside of it
MIN_LIST_INTRODUCTION = 8  # words outside links, for the list of links below them to belong to the article
MENU_LINKS = 0.6  # share of words in links that makes a region a menu
EDGE_WORDS = 100  # the same at the beginning or the end of a page: licences and legal notices are long
PROSE_WORDS = 12  # minimum words outside links, for a block to be prose
PROSE_SHARE = 0.8  # of all prose in several articles, else they are items within the article
LEFT_SHARE = 0.25  # minimum of the words left, else the page is a list of links

Block = tuple[int, int]  # from its first piece to the one after its last
Keep = bytearray  # one per piece: 1 is kept
_AROUND = frozenset(set(RegionMark) - {RegionMark.MAIN, RegionMark.ARTICLE})
_DOUBTFUL = frozenset([RegionMark.HINT, RegionMark.EXTRA, RegionMark.HEADER, RegionMark.ASIDE])
# Marks that are ignored when nothing would remain: first none, then those of templates that are wrong more often.
_IGNORED: list[set[RegionMark]] = [
    set(),
    {RegionMark.HEADER},
    {RegionMark.HEADER, RegionMark.HINT},
    {RegionMark.HEADER, RegionMark.HINT, RegionMark.EXTRA, RegionMark.ASIDE, RegionMark.NAV, RegionMark.HIDDEN},
]
_ALL_HINTS = frozenset([RegionMark.HINT, RegionMark.EXTRA])


def main_blocks(stream: Stream) -> list[Block]:
    """Return the blocks of the main text, in order."""
    page = with_even_words(stream)
    keep = _main_words(page)
    return [block for block, words in zip(blocks_of(stream), blocks_of(page), strict=True) if keep[words[0]]]


def _main_words(page: Stream) -> Keep:
    linked = _linked(page)
    prose = [(s, e) for s, e in blocks_of(page) if linked.count(0, s, e) >= PROSE_WORDS]
    stated = _stated_main(page, linked, prose)
    regions = page.regions if stated is None else _outside_none(page.regions, stated)
    regions = _without_wrappers(regions, page, linked, stated)
    everything = bytearray(b"\1") * len(page.pieces)
    for ignored in _IGNORED:
        inner = [region for region in regions if region.mark not in ignored] if ignored else regions
        keep = everything[:] if stated is None else stated[:]
        _drop(keep, _stated_others(inner, len(keep)))
        if stated is not None:
            _restore(keep, stated, page.headings)
        _drop(keep, _hinted(inner, len(keep), {RegionMark.HINT}))
        if any(keep):
            break
    _drop_extras(keep, page, inner, linked)
    _drop_contents(keep, inner)
    if stated is None:
        return _without_menus(page, keep, prose, linked)
    _restore(keep, stated, page.headings)
    return keep


def blocks_of(stream: Stream) -> list[Block]:
    """Return all blocks, in order."""
    return list(pairwise([0, *stream.block_ends]))


def text_of(blocks: Iterable[Block], pieces: list[str]) -> str:
    """Return blocks as text, one per line."""
    return "\n".join([" ".join(pieces[start:end]) for start, end in blocks])


def _linked(page: Stream) -> Keep:
    """Return 1 for every word in a link."""
    linked = bytearray(len(page.pieces))
    for start, end in page.linked:
        linked[start:end] = b"\1" * (end - start)
    return linked


def _outside_none(regions: list[Region], main: Keep) -> list[Region]:
    """Return the regions without those that contain the whole main part."""
    first, last = main.find(1), main.rfind(1) + 1
    return [region for region in regions if region.start > first or region.end < last]


def _without_wrappers(regions: list[Region], page: Stream, linked: Keep, stated: Keep | None) -> list[Region]:
    """Return the regions without those that only sound like navigation and have the main heading and most of the words.

    A class of a layout may name its sidebar, such as "sidebar-position-end".
    """
    first, last = (0, len(linked)) if stated is None else (stated.find(1), stated.rfind(1) + 1)
    plain = linked.count(0, first, last)
    return [
        region
        for region in regions
        if region.mark not in _DOUBTFUL
        or 2 * linked.count(0, region.start, region.end) <= plain
        or not _has_heading(region, page)
    ]


def _stated_main(page: Stream, linked: Keep, prose: list[Block]) -> Keep | None:
    """Return the words of the main part that the page states; None if it states none."""
    for mark in (RegionMark.MAIN, RegionMark.ARTICLE):
        stated = [region for region in page.regions if region.mark is mark]
        keep = _words_of(stated, len(page.pieces))
        if not any(keep):
            continue
        if _is_beside_prose(keep, page, linked, prose):
            continue
        if mark is RegionMark.MAIN or _are_the_article(keep, stated, prose):
            return keep
        if only := _article_with_heading(page, stated, linked):
            return only
    return None


def _words_of(regions: list[Region], total: int) -> Keep:
    keep = bytearray(total)
    for region in regions:
        _fill(keep, region, 1)
    return keep


def _is_beside_prose(keep: Keep, page: Stream, linked: Keep, prose: list[Block]) -> bool:
    """Return whether a stated main part has hardly a sentence and the prose of the page is elsewhere."""
    if any(keep[start] for start, _ in prose):
        return False
    if sum(kept and not link for kept, link in zip(keep, linked, strict=True)) >= MIN_MAIN_WORDS:
        return False
    rest = bytearray(b"\1") * len(keep)
    regions = _without_wrappers(_outside_none(page.regions, keep), page, linked, None)
    around = [region for region in regions if region.mark in _AROUND]
    _drop(rest, around)
    return sum(linked.count(0, s, e) for s, e in prose if rest[s]) >= MIN_PROSE_BESIDE


def _are_the_article(keep: Keep, articles: list[Region], prose: list[Block]) -> bool:
    if keep.count(1) < ARTICLES_SHARE * len(keep):
        return False
    inside = sum(end - start for start, end in prose if keep[start])
    outside = sum(end - start for start, end in prose if not keep[start])
    return len(articles) == 1 or inside >= PROSE_SHARE * (inside + outside)


def _article_with_heading(page: Stream, articles: list[Region], linked: Keep) -> Keep | None:
    """Return the only article with a main heading, if it has enough of the words outside links and navigation."""
    outer = [article for article in articles if _has_heading(article, page)]
    if len(outer) != 1:
        return None
    keep = _words_of(outer, len(page.pieces))
    rest = bytearray(b"\1") * len(keep)
    inner = _outside_none(page.regions, keep)
    _drop(rest, _stated_others(inner, len(rest)))
    _drop(rest, _hinted(inner, len(rest), _ALL_HINTS))
    plain = [place for place, kept in enumerate(rest) if kept and not linked[place]]
    return keep if sum(keep[place] for place in plain) >= ARTICLE_PLAIN_SHARE * len(plain) else None


def _stated_others(regions: list[Region], total: int) -> list[Region]:
    """Return navigation and hidden regions, and headers and asides that consist of links."""
    found = []
    for region in regions:
        if region.mark in (RegionMark.NAV, RegionMark.HIDDEN):
            counts = _size(region) <= MAX_SHARE * total
        elif region.mark in (RegionMark.ASIDE, RegionMark.HEADER):
            counts = region.link_pieces >= HINT_LINKS * _size(region)
        else:
            continue
        if counts:
            found.append(region)
    return found


def _restore(keep: Keep, main: Keep, headings: list[Block]) -> None:
    """Keep the main headings of the main part: its header may have more links than words."""
    for start, end in headings:
        if main[start]:
            keep[start:end] = main[start:end]


def _hinted(regions: list[Region], total: int, marks: Set[RegionMark]) -> list[Region]:
    return [region for region in regions if region.mark in marks and _counts(region, total)]


def _counts(hint: Region, total: int) -> bool:
    if hint.link_pieces >= HINT_LINKS * _size(hint):
        return True
    return _size(hint) < (EDGE_WORDS if hint.start == 0 or hint.end == total else HINT_WORDS)


def _drop_extras(keep: Keep, page: Stream, regions: list[Region], linked: Keep) -> None:
    """Remove comments, related pages and the like, if an article remains.

    On a page of comments alone, they are the main text.
    """
    extras = [r for r in regions if r.mark is RegionMark.EXTRA and not _has_heading(r, page)]
    left = bytearray(keep)
    _drop(left, extras)
    if _has_article(left, page, linked):
        keep[:] = left
        return
    left[:] = keep
    _drop(left, [region for region in extras if _counts(region, len(keep))])
    if any(left):
        keep[:] = left


def _has_heading(region: Region, page: Stream) -> bool:
    place = bisect_left(page.headings, (region.start, region.start))
    return place < len(page.headings) and page.headings[place][0] < region.end


def _has_article(keep: Keep, page: Stream, linked: Keep) -> bool:
    """Return whether there is prose; below a main heading, a sentence or a list of links is enough."""
    heading = next((start for start, _ in page.headings if keep[start]), None)
    if heading is not None and keep.count(1, heading) >= MIN_LIST_WORDS:
        return True
    least = PROSE_WORDS
    for start, end in blocks_of(page):
        if start == heading:
            least = MIN_SENTENCE_WORDS
        elif keep[start] and linked.count(0, start, end) >= least:
            return True
    return False


def _drop_contents(keep: Keep, regions: list[Region]) -> None:
    """Remove tables of contents, unless they are more than half of the page."""
    contents = [region for region in regions if region.mark is RegionMark.CONTENTS or _is_contents(region)]
    left = bytearray(keep)
    _drop(left, contents)
    if left.count(1) >= keep.count(1) / 2:
        keep[:] = left


def _without_menus(stream: Stream, keep: Keep, prose: list[Block], linked: Keep) -> Keep:
    kept = [block for block in prose if keep[block[0]]]
    first = kept[0][0] if kept else len(stream.pieces)
    last = kept[-1][1] if kept else 0
    heading = next((start for start, _ in stream.headings if keep[start]), None)
    if heading is not None and last <= heading:  # what follows the heading is a list of links
        first, last = heading, len(stream.pieces)
    introduced = _below_introductions(stream, keep, linked)
    menus = [
        region
        for region in stream.regions
        if _is_menu(region) and (region.end <= first or region.start >= last) and region.start not in introduced
    ]
    left = bytearray(keep)
    _drop(left, menus)
    return left if left.count(1) >= LEFT_SHARE * keep.count(1) else keep


def _below_introductions(page: Stream, keep: Keep, linked: Keep) -> set[int]:
    """Return where a list of links follows a sentence in the same region, and ends with it."""
    starts = {e: s for s, e in blocks_of(page) if keep[s] and linked.count(0, s, e) >= MIN_LIST_INTRODUCTION}
    outermost: dict[int, int] = {}  # where the largest region with this end begins
    for region in page.regions:
        outermost[region.end] = min(region.start, outermost.get(region.end, region.start))
    return {
        region.start
        for region in page.regions
        if region.start in starts and outermost[region.end] <= starts[region.start]
    }


def _is_contents(region: Region) -> bool:
    """Return whether a region lists mostly places within the page, or its other languages."""
    if region.versions:
        return 2 * region.versions >= region.links and region.link_pieces >= VERSION_LINKS * _size(region)
    is_inner = 3 * region.inner_links >= 2 * region.links and region.links >= MIN_CONTENTS_LINKS
    return is_inner and region.link_pieces >= CONTENTS_LINKS * _size(region)


def _is_menu(region: Region) -> bool:
    return region.links >= MIN_LINKS and region.link_pieces >= MENU_LINKS * _size(region)


def _size(region: Region) -> int:
    return region.end - region.start


def _fill(keep: Keep, region: Region, value: int) -> None:
    keep[region.start : region.end] = bytes([value]) * _size(region)


def _drop(keep: Keep, regions: list[Region]) -> None:
    for region in regions:
        _fill(keep, region, 0)
