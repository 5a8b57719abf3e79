"""Make the tables of core/relevance/data/: how common the stems of each language are.

    pip install wordfreq
    python scripts/word_shares.py

The word frequencies are those of wordfreq (its small lists), summed for all words of a stem. wordfreq is needed here only;
watchd reads the tables. A table is a text, compressed with zlib: a line for each level of frequency, with the level and its
stems. Languages that are written without spaces have pairs of characters in place of stems.
"""

import math
import zlib
from collections import defaultdict
from pathlib import Path

import wordfreq

from watchd.core.relevance.word_shares import LEVELS_PER_FACTOR_TEN, UNLISTED_SHARE, share_at
from watchd.core.relevance.words import words

OUT = Path(__file__).parents[1] / "watchd/core/relevance/data"
CODES = {"nb": "no"}  # wordfreq's code to ours
LEFT_OUT = {"sh"}  # it mixes two scripts


def main() -> None:
    """Write one table per language."""
    OUT.mkdir(exist_ok=True)
    total = 0
    for code in sorted(wordfreq.available_languages("small")):
        language = CODES.get(code, code)
        if language in LEFT_OUT or not language.isascii() or len(language) > 3:
            continue
        frequencies: defaultdict[str, float] = defaultdict(float)
        for word, frequency in wordfreq.get_frequency_dict(code, "small").items():
            for term in set(words(word, language)):
                if any(character.isalpha() for character in term):
                    frequencies[term] += frequency
        body = table(frequencies)
        (OUT / f"{language}.z").write_bytes(body)
        total += len(body)
        print(language, len(frequencies), len(body))  # noqa: T201
    print(total)  # noqa: T201


def table(frequencies: dict[str, float]) -> bytes:
    """Return a table; rare terms beyond the level of unlisted ones are left out."""
    levels: defaultdict[int, list[str]] = defaultdict(list)
    for term, frequency in frequencies.items():
        level = round(-LEVELS_PER_FACTOR_TEN * math.log10(frequency))
        if share_at(level) > UNLISTED_SHARE:
            levels[level].append(term)
    lines = [f"{level} {' '.join(sorted(terms))}" for level, terms in sorted(levels.items())]
    return zlib.compress("\n".join(lines).encode(), 9)


if __name__ == "__main__":
    main()
