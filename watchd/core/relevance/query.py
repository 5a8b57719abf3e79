"""Query parser: cuts the text of a query into facets, phrases and exclusions.

    solid state battery "pilot line" -toy | Feststoffbatterie

Words and "phrases" of one facet belong together; `|` or `OR` separates facets, of which one is enough; a leading minus
excludes. Words are stemmed when a page's language is known (`in_language`), because pages in several languages may match
one query.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from watchd.core.relevance.words import words
from watchd.errors import Fault, FieldErrors

WITHOUT_WORDS = (
    "must have a word to search for, or the profile an example page (exclusions, signs and words such as 'the' do not "
    "count); name a topic, such as solid state battery -toy, or add an example page"
)
_PIECE = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"|]+))|(?P<bar>\|)')


class Facet(Struct, frozen=True):
    """Words and phrases of one alternative of a query, as written."""

    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


class ParsedQuery(Struct, frozen=True):
    """Query as written: a page must match one of the facets and none of the exclusions."""

    facets: tuple[Facet, ...] = ()
    excluded: tuple[str, ...] = ()  # words and phrases


class Terms(Struct, frozen=True):
    """Facet in one language: its terms in order of appearance, and its phrases as sequences of terms."""

    terms: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()


def parse(text: str) -> ParsedQuery:
    """Parse a query. Every text is valid; a stray quote or bar is not an error."""
    facets: list[Facet] = []
    excluded: list[str] = []
    plain: list[str] = []
    phrases: list[str] = []
    for piece in _PIECE.finditer(text):
        if piece["bar"] or piece["word"] == "OR":
            facets.append(Facet(words=tuple(plain), phrases=tuple(phrases)))
            plain, phrases = [], []
            continue
        wanted = (piece["phrase"] if piece["word"] is None else piece["word"]).strip()
        if piece["minus"]:
            excluded.append(wanted)
        elif piece["word"] is None:
            phrases.append(wanted)
        elif any(map(str.isalnum, wanted)):
            plain.append(wanted)
    facets.append(Facet(words=tuple(plain), phrases=tuple(phrases)))
    return ParsedQuery(
        facets=tuple(f for f in facets if any((*f.words, *f.phrases))), excluded=tuple(e for e in excluded if e)
    )


def check_words(text: str, languages: Sequence[str]) -> None:
    """Raise FieldErrors for a text without any word to search for."""
    asked: Sequence[str | None] = languages or [None]
    if not any(in_language(facet, language).terms for facet in parse(text).facets for language in asked):
        raise FieldErrors([Fault("query.text", WITHOUT_WORDS)])


def in_language(facet: Facet, language: str | None) -> Terms:
    """Return a facet in the terms of one language. The words of a phrase also count as single terms."""
    phrases = [tuple(words(phrase, language)) for phrase in facet.phrases]
    plain = words(" ".join(facet.words), language)
    every = [*plain, *(term for phrase in phrases for term in phrase)]
    return Terms(terms=tuple(dict.fromkeys(every)), phrases=tuple(p for p in phrases if len(p) > 1))


def exclusions(query: ParsedQuery, language: str | None) -> tuple[tuple[str, ...], ...]:
    """Return what must not occur, each as a sequence of terms."""
    found = (tuple(words(text, language)) for text in query.excluded)
    return tuple(sequence for sequence in found if sequence)
