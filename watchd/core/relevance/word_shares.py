"""Expected share of documents that have a word of a language, from a table of word frequencies.

The tables are made by scripts/word_shares.py from word frequencies of the web, books, subtitles and Wikipedia
(core/relevance/data/LICENSE.md). A frequency f is a share of all words; a document of about a hundred words has the word
with the chance 1 - exp(-100 f). A table is read when a page in its language is scored first.
"""

import math
import zlib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from msgspec import Struct

from watchd.core.relevance.words import SAME_AS, primary_language

LEVELS_PER_FACTOR_TEN = 20  # levels of frequency: a step changes it by an eighth
WORDS_OF_DOCUMENT = 100.0
UNLISTED_SHARE = 1.4e-4  # of a word that is in no list
UNLISTED_PAIR_SHARE = 0.003  # of a pair of characters that no listed word has: many pairs cross two words
UNKNOWN_LANGUAGE_SHARE = 0.001  # of every word of a language without a table
PAIRED = frozenset(["ja", "ko", "zh"])  # written without spaces, or with glued particles


class WordShares(Struct, frozen=True):
    """Shares of documents by term."""

    shares: Mapping[str, float] = {}
    unlisted: float = UNKNOWN_LANGUAGE_SHARE

    def of(self, term: str) -> float:
        """Return the expected share of documents with a term, never 0 or 1."""
        return self.shares.get(term, self.unlisted)


def share_at(level: int) -> float:
    """Return the share of documents at a level of frequency."""
    frequency = math.pow(10.0, -level / LEVELS_PER_FACTOR_TEN)
    return max(UNLISTED_SHARE, -math.expm1(-WORDS_OF_DOCUMENT * frequency))


def word_shares(language: str | None) -> WordShares:
    """Return the table of a language. Without one, every word counts as rare until pages show otherwise."""
    return _read(_code(language)) if has_table(language) else WordShares()


def has_table(language: str | None) -> bool:
    return _code(language) in _codes()


@cache
def _read(code: str) -> WordShares:
    body = (resources.files(__package__) / "data" / f"{code}.z").read_bytes()
    shares: dict[str, float] = {}
    for line in zlib.decompress(body).decode().split("\n"):
        level, *terms = line.split(" ")
        shares.update(dict.fromkeys(terms, share_at(int(level))))
    return WordShares(shares, UNLISTED_PAIR_SHARE if code in PAIRED else UNLISTED_SHARE)


def _code(language: str | None) -> str:
    code = primary_language(language) or ""
    return SAME_AS.get(code, code)


@cache
def _codes() -> frozenset[str]:
    """Return the languages that have a table."""
    files = (resources.files(__package__) / "data").iterdir()
    return frozenset(file.name.removesuffix(".z") for file in files if file.name.endswith(".z"))
