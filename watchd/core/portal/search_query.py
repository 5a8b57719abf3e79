"""What does somebody who searches the portal ask for? Anything can be read; nothing that is written is an error.

    solid state "pilot line" batter* -toy | anode NEAR/5 lithium

Words of one group must all occur; `|` or `OR` separates groups, any of which is enough; "phrases" occur word by word; a
star ends a word of which only the beginning is known; a leading minus excludes; `a NEAR/5 b` has at most five words between
(ten without a number). Stemming waits until a language is known, as in core/relevance/query.py.

What could a word that nobody uses have been meant to be? Every word that is one slip of the hand away.

Which words say what a document is about? Those it uses often and others seldom: they find what is like it.
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
_NEAR = re.compile(r"NEAR(?:/([0-9]{1,4}))?")


class Clause(Struct, frozen=True):
    """One thing that has to occur, or must not: texts as written, one unless they stand near each other."""

    kind: Literal["word", "phrase", "prefix", "near"]
    texts: tuple[str, ...]
    distance: int = 0


class Search(Struct, frozen=True):
    """Any of the groups, each with all its clauses, and none of what is excluded."""

    groups: tuple[tuple[Clause, ...], ...] = ()
    excluded: tuple[Clause, ...] = ()

    def clauses(self) -> tuple[Clause, ...]:
        return tuple(clause for group in self.groups for clause in group)


class SearchMatch(Struct, frozen=True):
    """A clause in the terms of one language: sequences of terms, near each other if there are several."""

    sequences: tuple[tuple[str, ...], ...]
    is_prefix: bool = False
    distance: int = 0


class Wanted(Struct, frozen=True):
    """What to look for in a text that was found."""

    terms: frozenset[str] = frozenset()
    beginnings: tuple[str, ...] = ()

    def has(self, term: str) -> bool:
        return term in self.terms or bool(self.beginnings and term.startswith(self.beginnings))

    def has_any(self, terms: Iterable[str]) -> bool:
        return not self.terms.isdisjoint(terms) or bool(self.beginnings and any(map(self.has, terms)))


def parse(text: str) -> Search:
    """Read a search; a stray quote, bar, star or minus never fails."""
    groups: list[list[Clause]] = [[]]
    excluded: list[Clause] = []
    near: int | None = None  # the distance, when the last piece was NEAR
    for piece in list(_PIECE.finditer(text))[:MAX_CLAUSES]:
        word = piece["word"]
        if piece["bar"] or word == "OR":
            groups.append([])
            near = None
        elif word and not piece["minus"] and groups[-1] and (operator := _NEAR.fullmatch(word)):
            near = min(int(operator[1] or NEAR_WORDS), MAX_NEAR_WORDS)
        elif clause := _clause(word, piece["phrase"]):
            if piece["minus"]:
                excluded.append(clause)
            elif near is not None and groups[-1][-1].kind != "prefix" and clause.kind != "prefix":
                groups[-1][-1] = _together(groups[-1][-1], clause, near)
            else:
                groups[-1].append(clause)
            near = None
    return Search(
        groups=tuple(tuple(dict.fromkeys(group)) for group in groups if group), excluded=tuple(excluded)
    )


def matches(clauses: Iterable[Clause], language: str | None) -> tuple[SearchMatch, ...]:
    """The clauses in one language; a stop word asks for nothing."""
    return tuple(match for clause in clauses for match in _matches(clause, language))


def wanted(search: Search, language: str | None) -> Wanted:
    """What to highlight in a text of this language."""
    found = matches(search.clauses(), language)
    plain = {term for match in found for sequence in match.sequences for term in sequence}
    beginnings = {match.sequences[0][-1] for match in found if match.is_prefix}
    return Wanted(terms=frozenset(plain), beginnings=tuple(sorted(beginnings)))


def _clause(word: str | None, phrase: str | None) -> Clause | None:
    text = (word if word is not None else phrase or "").strip()
    if not any(map(str.isalnum, text)):
        return None
    if word is None:
        return Clause("phrase", (text,))
    return Clause("prefix", (text.rstrip("*"),)) if text.endswith("*") else Clause("word", (text,))


def _together(first: Clause, second: Clause, distance: int) -> Clause:
    return Clause("near", (*first.texts, *second.texts), max(first.distance, distance))


def _matches(clause: Clause, language: str | None) -> Iterable[SearchMatch]:
    if clause.kind == "prefix":
        yield from _beginnings(clause.texts[0], language)
        return
    sequences = tuple(tuple(words(text, language)) for text in clause.texts)
    sequences = tuple(sequence for sequence in sequences if sequence)
    if sequences:
        yield SearchMatch(sequences, distance=clause.distance if len(sequences) > 1 else 0)


def _beginnings(text: str, language: str | None) -> Iterable[SearchMatch]:
    """The index knows stems: "batterie*" would miss "batteri", so a beginning is cut back to what stems keep."""
    plain = words(text)  # unstemmed: half a word has no stem
    stemmed = words(text, language)
    if not plain:
        return
    last = plain[-1]
    if len(stemmed) == len(plain):
        last = _shared(last, stemmed[-1])
    yield SearchMatch(((*stemmed[:-1], last),) if len(stemmed) == len(plain) else ((last,),), is_prefix=True)


def _shared(word: str, stem: str) -> str:
    """What both begin with, unless that would be next to nothing."""
    length = next(
        (i for i, (a, b) in enumerate(zip(word, stem, strict=False)) if a != b), min(len(word), len(stem))
    )
    return word[:length] if length >= min(3, len(word)) else word


LETTERS = "abcdefghijklmnopqrstuvwxyz"
MAX_WORD_CHARS = 24  # longer words are names of things, not slips
MIN_WORD_CHARS = 4  # shorter ones are one slip away from everything


def slips(word: str) -> list[str]:
    """What becomes the word by one swap, one letter left out, doubled, wrong or too many; the likeliest kinds first."""
    if not MIN_WORD_CHARS <= len(word) <= MAX_WORD_CHARS:
        return []
    letters = LETTERS + "".join(sorted(set(word) - set(LETTERS)))
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    swapped = [a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1]
    shorter = [a + b[1:] for a, b in cuts if b]
    longer = [a + letter + b for a, b in cuts for letter in letters]
    other = [a + letter + b[1:] for a, b in cuts if b for letter in letters]
    return [slip for slip in dict.fromkeys((*swapped, *longer, *shorter, *other)) if slip != word]


CANDIDATES = 40  # of a document's words are weighed against the others' use of them
CHOSEN = 8
TITLE_WEIGHT = 3


def candidates(title: Iterable[str], text: Iterable[str]) -> list[str]:
    """The words that a document uses most, those of its title first."""
    uses = Counter(text)
    for term in title:
        uses[term] += TITLE_WEIGHT
    return [term for term, _ in uses.most_common(CANDIDATES) if len(term) > 1]


def distinctive(terms: list[str], counts: TermCounts) -> list[str]:
    """The few of these that find other documents, but not all of them; given by use, most used first."""
    most = max(2, counts.documents // 10)
    weighed = [
        (math.log(counts.documents / counts.terms[term]) / math.log(place + 2), term)
        for place, term in enumerate(terms)
        if 1 < counts.terms.get(term, 0) <= most
    ]
    return [term for _, term in sorted(weighed, reverse=True)[:CHOSEN]]
