"""Guess of the character encoding of bytes that have no label and are not UTF-8.

Browsers guess too, with tables of many megabytes. Two observations are enough for the scripts that matter. Text in the
Latin script has single bytes beyond ASCII between ASCII letters; text in any other script has runs of them. And in the
right encoding the frequent letters of a language are frequent, while in a wrong one all letters come about equally often.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable

LATIN = "cp1252"
SAMPLE_BYTES = 65_536
MIN_SHARE_IN_RUNS = 0.6  # of the bytes beyond ASCII, in a script other than Latin
MIN_ORDINARY_SHARE = 0.75  # of characters that a text in this encoding usually has
MIN_KANA_SHARE = 0.15  # Chinese text in a wrong encoding has characters that are Japanese too, but no kana
MIN_FREQUENT_SHARE = 0.45  # of the ten most frequent letters; 0.6 in ordinary text, 0.3 in a wrong encoding

_RUN = re.compile(rb"[\x80-\xff]{2,}")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
# Encodings with one byte per letter: the ten most frequent letters of their main language.
_FREQUENT = {
    "cp1251": frozenset("оеаинтсрвл"),
    "koi8-r": frozenset("оеаинтсрвл"),
    "cp1253": frozenset("αοιετσνρκπ"),
    "cp1255": frozenset("יוהלארתבמש"),
    "cp1256": frozenset("ايلمنرتبوه"),
}


def guessed(body: bytes) -> str:
    """Return the most likely codec; windows-1252 if no other is likely."""
    sample = body[:SAMPLE_BYTES]
    beyond = len(_BEYOND_ASCII.findall(sample))
    if sum(map(len, _RUN.findall(sample))) < MIN_SHARE_IN_RUNS * max(beyond, 1):
        return LATIN
    scores = {codec: _ordinary_share(sample, codec) for codec in _ORDINARY}
    best = max(scores, key=lambda codec: scores[codec])
    if scores[best] >= MIN_ORDINARY_SHARE:
        return best
    shares = {codec: _frequent_share(sample, codec) for codec in _FREQUENT}
    best = max(shares, key=lambda codec: shares[codec])
    return best if shares[best] >= MIN_FREQUENT_SHARE else LATIN


def _frequent_share(sample: bytes, codec: str) -> float:
    letters = _beyond_ascii(sample.decode(codec, "replace"))
    return sum(letter in _FREQUENT[codec] for letter in letters) / max(len(letters), 1)


def _ordinary_share(sample: bytes, codec: str) -> float:
    """Return the share of ordinary characters; 0 if the sample is not valid in this encoding."""
    try:
        letters = _beyond_ascii(getincrementaldecoder(codec)().decode(sample))  # its last character may be cut
    except UnicodeDecodeError:
        return 0
    return _ORDINARY[codec](letters) / max(len(letters), 1)


def _beyond_ascii(text: str) -> list[str]:
    return [letter for letter in text if letter > "\x7f"]


def _japanese(letters: list[str]) -> int:
    kana = sum("\u3040" <= letter <= "\u30ff" for letter in letters)
    if kana < MIN_KANA_SHARE * len(letters):
        return 0
    return kana + sum("\u4e00" <= letter <= "\u9fff" or "\u3000" <= letter <= "\u303f" for letter in letters)


def _korean(letters: list[str]) -> int:
    return sum("\uac00" <= letter <= "\ud7a3" for letter in letters)


def _with_lead(codec: str, first: int, last: int) -> Callable[[list[str]], int]:
    """Return a counter of the signs and the frequent characters of a Chinese set, which begin with these bytes."""

    def count(letters: list[str]) -> int:
        return sum(_is_between(letter.encode(codec, "ignore"), first, last) for letter in letters)

    return count


def _is_between(code: bytes, first: int, last: int) -> bool:
    return len(code) == 2 and (first <= code[0] <= last or 0xA1 <= code[0] <= 0xA3)


_ORDINARY: dict[str, Callable[[list[str]], int]] = {
    "cp932": _japanese,
    "euc-jp": _japanese,
    "cp949": _korean,
    "gb18030": _with_lead("gb2312", 0xB0, 0xD7),
    "big5hkscs": _with_lead("big5", 0xA4, 0xC6),
}
