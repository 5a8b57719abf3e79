"""Which sentences say best why a page was found? A few whole ones, in the order of the page.

How does a text write the terms that matched in it? Stems are for comparing; people read words.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from watchd.core.relevance.topic import Topic
from watchd.core.relevance.words import terms_by_piece, words, words_with_spans

LONGEST = 400  # characters: what an alert can show
MOST = 3
APART = " · "
ENDS = tuple(".!?…:;。！？\"'»”’)]」』）")
LOOKED_AT = 2_000  # sentences; what a page is about stands in its first part


def summary(sentences: Sequence[str], topic: Topic, language: str | None) -> str:
    """The sentences with the most of the topic's weight; the first ones when none has any."""
    weights = topic.weights(language)
    plain = [" ".join(sentence.split()) for sentence in sentences[:LOOKED_AT]]
    worth = [sum(weights.get(term, 0.0) for term in set(words(s, language))) for s in plain]
    ranked = sorted(range(len(plain)), key=lambda i: (-worth[i], i))
    chosen: list[int] = []
    room = LONGEST
    for i in ranked:
        matters = worth[i] > 0 or not chosen
        if plain[i] and matters and len(plain[i]) <= room and plain[i] not in [plain[c] for c in chosen]:
            chosen.append(i)
            room -= len(plain[i]) + len(APART)
        if len(chosen) == MOST:
            break
    if not chosen:  # every sentence is longer than a summary may be
        return shortened(plain[ranked[0]], LONGEST) if ranked else ""
    return _joined([plain[i] for i in sorted(chosen)])


def _joined(parts: Sequence[str]) -> str:
    """In one line. A heading has no full stop, and would run into the sentence after it."""
    *others, last = parts
    return "".join(part + (" " if part.endswith(ENDS) else APART) for part in others) + last


def shortened(text: str, longest: int) -> str:
    """The text, or as many of its words as fit, with a mark that there was more."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    head, space, _ = cut.rpartition(" ")
    return f"{(head if space else cut).rstrip()}…"


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
