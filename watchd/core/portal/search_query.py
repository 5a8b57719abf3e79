"""Search query of the portal: parser, spelling corrections and distinctive terms. Every text is a valid query.

    solid state "pilot line" batter* -toy | anode NEAR/5 lithium

Words of one group must all occur; `|` or `OR` separates groups, of which one is enough; "phrases" occur word by word; a
star ends the known beginning of a word; a leading minus excludes; `a NEAR/5 b` has at most five words between (ten without
a number). Words are stemmed when a language is known, as in core/relevance/query.py.

For a word without results, `corrections` returns every word that differs by one typing error. The distinctive words of a
document, which it uses often and others seldom, find similar documents.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.relevance.words import words

MAX_CLAUSES = 32
NEAR_WORDS = 10
MAX_NEAR_WORDS = 100

_PIECE = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"|]+))|(?P<bar>\|)')
_NEAR_OPERATOR = re.compile(r"NEAR(?:/([0-9]{1,4}))?")


class Clause(Struct, frozen=True):
    """One condition: texts as written that must or must not occur; several only for NEAR."""

    kind: Literal["word", "phrase", "prefix", "near"]
    texts: tuple[str, ...]
    distance: int = 0


class Search(Struct, frozen=True):
    """Parsed search: one of the groups with all its clauses, and none of the exclusions."""

    groups: tuple[tuple[Clause, ...], ...] = ()
    excluded: tuple[Clause, ...] = ()

    def clauses(self) -> tuple[Clause, ...]:
        return tuple(clause for group in self.groups for clause in group)


class SearchMatch(Struct, frozen=True):
    """Clause in the terms of one language: sequences of terms, near each other if there are several."""

    sequences: tuple[tuple[str, ...], ...]
    is_prefix: bool = False
    distance: int = 0


class Wanted(Struct, frozen=True):
    """Terms and prefixes to highlight in a text."""

    terms: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()

    def has(self, term: str) -> bool:
        return term in self.terms or bool(self.prefixes and term.startswith(self.prefixes))

    def has_any(self, terms: Iterable[str]) -> bool:
        return not self.terms.isdisjoint(terms) or bool(self.prefixes and any(map(self.has, terms)))


def parse(text: str) -> Search:
    """Parse a search; a stray quote, bar, star or minus is not an error."""
    groups: list[list[Clause]] = [[]]
    excluded: list[Clause] = []
    near: int | None = None  # the distance, when the last piece was NEAR
    for piece in list(_PIECE.finditer(text))[:MAX_CLAUSES]:
        word = piece["word"]
        if piece["bar"] or word == "OR":
            groups.append([])
            near = None
        elif word and not piece["minus"] and groups[-1] and (operator := _NEAR_OPERATOR.fullmatch(word)):
            near = min(int(operator[1] or NEAR_WORDS), MAX_NEAR_WORDS)
        elif clause := _clause(word, piece["phrase"]):
            if piece["minus"]:
                excluded.append(clause)
            elif near is not None and groups[-1][-1].kind != "prefix" and clause.kind != "prefix":
                groups[-1][-1] = _near(groups[-1][-1], clause, near)
            else:
                groups[-1].append(clause)
            near = None
    return Search(
        groups=tuple(tuple(dict.fromkeys(group)) for group in groups if group), excluded=tuple(excluded)
    )


def matches(clauses: Iterable[Clause], language: str | None) -> tuple[SearchMatch, ...]:
    """Return the clauses in the terms of one language; a stop word adds no condition."""
    return tuple(match for clause in clauses for match in _matches(clause, language))


def wanted(search: Search, language: str | None) -> Wanted:
    """Return what to highlight in a text of this language."""
    found = matches(search.clauses(), language)
    plain = {term for match in found for sequence in match.sequences for term in sequence}
    prefixes = {match.sequences[0][-1] for match in found if match.is_prefix}
    return Wanted(terms=frozenset(plain), prefixes=tuple(sorted(prefixes)))


def _clause(word: str | None, phrase: str | None) -> Clause | None:
    text = (word if word is not None else phrase or "").strip()
    if not any(map(str.isalnum, text)):
        return None
    if word is None:
        return Clause("phrase", (text,))
    return Clause("prefix", (text.rstrip("*"),)) if text.endswith("*") else Clause("word", (text,))


def _near(first: Clause, second: Clause, distance: int) -> Clause:
    return Clause("near", (*first.texts, *second.texts), max(first.distance, distance))


def _matches(clause: Clause, language: str | None) -> Iterable[SearchMatch]:
    if clause.kind == "prefix":
        yield from _prefix_matches(clause.texts[0], language)
        return
    sequences = tuple(tuple(words(text, language)) for text in clause.texts)
    sequences = tuple(sequence for sequence in sequences if sequence)
    if sequences:
        yield SearchMatch(sequences, distance=clause.distance if len(sequences) > 1 else 0)


def _prefix_matches(text: str, language: str | None) -> Iterable[SearchMatch]:
    """Yield a prefix as the index has it. The index has stems: "batterie*" would miss "batteri", so it is shortened."""
    plain = words(text)  # unstemmed: half a word has no stem
    stemmed = words(text, language)
    if not plain:
        return
    last = plain[-1]
    if len(stemmed) == len(plain):
        last = _common_prefix(last, stemmed[-1])
    yield SearchMatch(((*stemmed[:-1], last),) if len(stemmed) == len(plain) else ((last,),), is_prefix=True)


def _common_prefix(word: str, stem: str) -> str:
    """Return the common prefix of both; the whole word if the prefix would have fewer than three letters."""
    length = next(
        (i for i, (a, b) in enumerate(zip(word, stem, strict=False)) if a != b), min(len(word), len(stem))
    )
    return word[:length] if length >= min(3, len(word)) else word


LETTERS = "abcdefghijklmnopqrstuvwxyz"
MAX_WORD_CHARS = 24  # longer words are usually names and not corrected
MIN_WORD_CHARS = 4  # shorter words are similar to too many others


def corrections(word: str) -> list[str]:
    """Return all words that one typing error turns into this word, by kind: swapped, missing, extra, wrong letter."""
    if not MIN_WORD_CHARS <= len(word) <= MAX_WORD_CHARS:
        return []
    letters = LETTERS + "".join(sorted(set(word) - set(LETTERS)))
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    swapped = [a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1]
    shorter = [a + b[1:] for a, b in cuts if b]
    longer = [a + letter + b for a, b in cuts for letter in letters]
    other = [a + letter + b[1:] for a, b in cuts if b for letter in letters]
    return [found for found in dict.fromkeys((*swapped, *longer, *shorter, *other)) if found != word]


MAX_CANDIDATES = 40  # words of a document that are compared with their use in other documents
MAX_DISTINCTIVE = 8
TITLE_WEIGHT = 3


def candidates(title: Iterable[str], text: Iterable[str]) -> list[str]:
    """Return the words that a document uses most often; each word of its title counts as three uses."""
    uses = Counter(text)
    for term in title:
        uses[term] += TITLE_WEIGHT
    return [term for term, _ in uses.most_common(MAX_CANDIDATES) if len(term) > 1]


def distinctive(terms: list[str], counts: TermCounts) -> list[str]:
    """Return the terms that find some other documents, but not too many; `terms` are sorted by use, the most used first."""
    max_documents = max(2, counts.documents // 10)
    weighed = [
        (math.log(counts.documents / counts.terms[term]) / math.log(place + 2), term)
        for place, term in enumerate(terms)
        if 1 < counts.terms.get(term, 0) <= max_documents
    ]
    return [term for _, term in sorted(weighed, reverse=True)[:MAX_DISTINCTIVE]]
