"""Links of a page with their context, and the coordinates of its terms.

The agents see a page as terms with coordinates: 2j inside the anchor of link j, 2j+1 in the gap after it, and -1 before
the first link (model/page.py). Coordinates refer to anchors in the order of the page, so this module makes both.
"""

from collections.abc import Collection, Sequence

from watchd.model.page import Link
from watchd.web.extract.stream import Anchor, Stream
from watchd.web.urls.parameters import without_session

CONTEXT_WORDS = 12  # on each side of a link: about one line


def links_of(stream: Stream, sessions: Collection[str] = ()) -> tuple[Link, ...]:
    """Return the links of a page with their anchors and surrounding words, without session ids."""
    return tuple([_link(anchor, stream.pieces, sessions) for anchor in stream.anchors])


def coordinates_of(stream: Stream, terms: Sequence[tuple[str, ...]]) -> tuple[int, ...]:
    """Return the coordinate of every term of the page, from the terms of each piece."""
    coordinates: list[int] = []
    here = 0
    for j, anchor in enumerate(stream.anchors):
        coordinates += [2 * j - 1] * sum(map(len, terms[here : anchor.start]))
        coordinates += [2 * j] * sum(map(len, terms[anchor.start : anchor.end]))
        here = anchor.end
    coordinates += [2 * len(stream.anchors) - 1] * sum(map(len, terms[here:]))
    return tuple(coordinates)


def _link(anchor: Anchor, pieces: list[str], sessions: Collection[str]) -> Link:
    before = pieces[max(0, anchor.start - CONTEXT_WORDS) : anchor.start]
    after = pieces[anchor.end : anchor.end + CONTEXT_WORDS]
    return Link(
        url=without_session(anchor.url, sessions) if sessions else anchor.url,
        anchor=" ".join(pieces[anchor.start : anchor.end])[:300] or anchor.label,
        context=" ".join(before + after),
        tag_path=anchor.tag_path,
        rel=tuple(anchor.rel.lower().split()),
    )
