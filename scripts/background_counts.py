"""Make the background tables of core/relevance/data/ from a book that exists in many languages.

    python scripts/background_counts.py /usr/share/doc/debian-handbook/html

Counted are paragraphs of the Debian Administrator's Handbook (package debian-handbook): one text in many
languages, and none of the corpora that `watchd lab` measures on.
"""

import sys
from collections import Counter
from pathlib import Path
from textwrap import wrap

import lxml.html

from watchd.core.relevance.term_rarity import LANGUAGES
from watchd.core.relevance.words import words

OUT = Path(__file__).parents[1] / "watchd/core/relevance/data"
MIN_PARAGRAPHS = 5  # rarer words are left to the default
PARAGRAPHS = "//p|//div[@class='para']"


def main(book: Path) -> None:
    """Write one table per language."""
    for language in LANGUAGES:
        folder = next(book.glob(f"{language}-*"))
        counts: Counter[str] = Counter()
        paragraphs = 0
        for file in sorted(folder.glob("*.html")):
            for element in lxml.html.fromstring(file.read_bytes()).xpath(PARAGRAPHS):
                terms = set(words(element.text_content(), language))
                counts.update(terms)
                paragraphs += bool(terms)
        write(language, paragraphs, counts)


def write(language: str, paragraphs: int, counts: Counter[str]) -> None:
    """Write the number of paragraphs, then the words: the most common first, equally common ones by the alphabet."""
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    pairs = [f"{term}:{count}" for term, count in ranked if count >= MIN_PARAGRAPHS]
    body = "\n".join(wrap(" ".join(pairs), 110, break_on_hyphens=False, break_long_words=False))
    (OUT / f"{language}.txt").write_text(f"{paragraphs}\n{body}\n", encoding="utf-8")
    print(language, paragraphs, len(pairs))  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]))
