"""Content hash and simhash of a text.

`content_hash` shows whether the main text of a page is the same as before. It stays the same when only a clock, a counter
or a token changed (core/changes/stable_text.py lists exactly what is left out), and it changes with every real edit, even
of one word. The choice of the main text leaves out advertisements, not this module.

`signature` shows whether a text is nearly the same as another: a 64-bit simhash over pairs of neighbouring terms. Texts
that share most of their pairs differ in few bits (`distance`).
"""

from collections.abc import Sequence
from itertools import islice, repeat
from operator import add

import xxhash

from watchd.core.changes.stable_text import stable_text


def content_hash(text: str) -> str:
    """Return 32 hexadecimal digits that stay the same while only the volatile parts of a text change."""
    return xxhash.xxh3_128_hexdigest(stable_text(text).encode("utf-8", "replace"))


def signature(terms: Sequence[str]) -> int:
    """Return the 64-bit simhash of a text given as its terms; 0 for a text without terms."""
    if not terms:
        return 0
    pairs = list(map(add, terms, islice(terms, 1, None))) or terms
    hashes = b"".join(map(xxhash.xxh3_64_digest, map(str.encode, pairs, repeat("utf-8"), repeat("replace"))))
    # A bit is set when it is set in more than half of the hashes. Eight long numbers, one for each byte of the
    # hashes, count as fast as numpy does, which would take 13 MiB in every process that reads pages.
    lowest_bits = int.from_bytes(b"\1" * len(pairs), "big")
    bits = 0
    for place in range(8):
        column = int.from_bytes(hashes[place::8], "big")
        for bit in range(7, -1, -1):
            bits = bits << 1 | ((column >> bit & lowest_bits).bit_count() * 2 > len(pairs))
    return bits


def distance(one: int, other: int) -> int:
    """Count the bits in which two signatures differ; up to 3 means nearly the same text."""
    return (one ^ other).bit_count()
