"""How does a text write the terms that matched in it? Stems are for comparing; people read words."""

from collections import Counter
from collections.abc import Iterable

from watchd.core.words import terms_by_piece, words_with_spans


def written_forms(terms: Iterable[str], text: str, language: str | None) -> dict[str, str]:
    """Each term that occurs, a word or a phrase, in the form that the text has most often."""
    wanted: dict[str, list[tuple[str, ...]]] = {}
    for sequence in {tuple(term.split()) for term in terms}:
        wanted.setdefault(sequence[0], []).append(sequence)
    pieces = text.split()
    read = [(term, at) for at, found in enumerate(terms_by_piece(pieces, language)) for term in found]
    places: Counter[tuple[tuple[str, ...], str]] = Counter()
    for i, (first, at) in enumerate(read):
        for sequence in wanted.get(first, ()):
            here = read[i : i + len(sequence)]
            if tuple(term for term, _ in here) == sequence:
                places[sequence, " ".join(pieces[at : here[-1][1] + 1])] += 1
    forms: dict[str, Counter[str]] = {}
    for (sequence, around), count in places.items():
        forms.setdefault(" ".join(sequence), Counter())[_cut_out(sequence, around, language)] += count
    return {term: _usual(counted) for term, counted in forms.items()}


def _usual(forms: Counter[str]) -> str:
    """On a tie a small letter wins, since a capital may only begin a sentence; then the form that comes first."""
    return max(forms, key=lambda form: (forms[form], form.islower()))


def _cut_out(sequence: tuple[str, ...], around: str, language: str | None) -> str:
    """The part of a few words that reads as these terms: without brackets, or the rest of "solid-state"."""
    spans = words_with_spans(around, language)
    for i in range(len(spans)):
        here = spans[i : i + len(sequence)]
        if tuple(word.term for word in here) == sequence:
            return around[here[0].start : here[-1].end]
    return around
