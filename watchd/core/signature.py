"""Is this text the same as before, and is it nearly the same as another?

`content_hash` answers the first question for a page's main text. It does not move when only a clock, a counter
or a token did (core/stable_text.py says exactly what is left out), and it moves with every real edit, be it
one word. The words of advertisements are kept out by the choice of the main text, not here.

`signature` answers the second: a 64-bit simhash over pairs of neighbouring terms. Texts that share most of
their pairs differ in few bits (`distance`).
"""

from collections.abc import Sequence

import numpy as np
import xxhash

from watchd.core.stable_text import stable_text


def content_hash(text: str) -> str:
    """32 hexadecimal digits that stay the same while nothing but the volatile parts of a text moves."""
    return xxhash.xxh3_128_hexdigest(stable_text(text).encode("utf-8", "replace"))


def signature(terms: Sequence[str]) -> int:
    """The 64-bit simhash of a text given as its terms; 0 for a text without any."""
    if not terms:
        return 0
    hashes = np.fromiter(map(_HASHES.__getitem__, terms), dtype=np.uint64, count=len(terms))
    pairs = _mixed(hashes[:-1] * _ODD + hashes[1:]) if len(terms) > 1 else hashes
    columns = pairs.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8).T
    # Counting the values of each byte first is three times faster than adding up all bits.
    ones = np.concatenate([np.bincount(column, minlength=256) @ _BITS for column in columns])
    return int(np.packbits(ones * 2 > len(pairs)).view(">u8")[0])


def distance(one: int, other: int) -> int:
    """In how many of the 64 bits two signatures differ; up to 3 means nearly the same text."""
    return (one ^ other).bit_count()


class _Hashes(dict[str, int]):
    """The hash of each term, remembered: terms repeat within and between pages."""

    def __missing__(self, term: str) -> int:
        if len(self) >= 200_000:
            self.clear()
        self[term] = value = xxhash.xxh3_64_intdigest(term.encode("utf-8", "replace"))
        return value


_HASHES = _Hashes()
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], axis=1).astype(np.int64)
_ODD = np.uint64(0x9E3779B97F4A7C15)  # makes "a b" and "b a" different


def _mixed(
    values: "np.ndarray[tuple[int], np.dtype[np.uint64]]",
) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    """Spread every bit of a sum over all 64 (the finisher of MurmurHash3)."""
    values = (values ^ (values >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    values = (values ^ (values >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return values ^ (values >> np.uint64(33))
