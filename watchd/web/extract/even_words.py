"""Words of even length, for scripts without spaces.

A paragraph in Japanese, Chinese or Thai is one piece, as long as the name of a menu entry. For the shares of links and the
length of prose, such a piece counts as one word per three signs.
"""

import re
from itertools import accumulate

from msgspec.structs import replace

from watchd.web.extract.stream import Stream

SIGNS_PER_WORD = 3
_WITHOUT_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{4}")


def with_even_words(stream: Stream) -> Stream:
    """Return a stream with as many pieces as it has words; the same one if all its scripts have spaces."""
    if not any(map(_WITHOUT_SPACES.search, stream.pieces)):
        return stream
    sizes = [len(p) // SIGNS_PER_WORD if _WITHOUT_SPACES.search(p) else 1 for p in stream.pieces]
    at = [0, *accumulate(sizes)]
    links = [0] * (len(sizes) + 1)
    for start, end in stream.linked:
        for place in range(start, end):
            links[place + 1] = sizes[place]
    linked = list(accumulate(links))
    return Stream(
        pieces=[""] * at[-1],
        block_ends=[at[end] for end in stream.block_ends],
        linked=[(at[start], at[end]) for start, end in stream.linked],
        headings=[(at[start], at[end]) for start, end in stream.headings],
        regions=[
            replace(r, start=at[r.start], end=at[r.end], link_pieces=linked[r.end] - linked[r.start])
            for r in stream.regions
        ],
    )
