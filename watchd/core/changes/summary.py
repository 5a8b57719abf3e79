"""Summary of a page: the sentences that show best why it was found, in the order of the page.

It also finds the written forms of terms: stems are for comparing, people read words.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from watchd.core.relevance.topic import Topic
from watchd.core.relevance.words import terms_by_piece, words, words_with_spans

MAX_SUMMARY_CHARS = 400  # what an alert can show
MAX_SENTENCES = 3
SEPARATOR = " · "
ENDS = tuple(".!?…:;。！？\"'»”’)]」』）")
MAX_EXAMINED_SENTENCES = 2_000  # the first part of a page says what it is about


def summary(sentences: Sequence[str], topic: Topic, language: str | None) -> str:
    """Return the sentences with the largest weight of the topic's terms; the first ones when no sentence has any."""
    weights = topic.weights(language)
    plain = [" ".join(sentence.split()) for sentence in sentences[:MAX_EXAMINED_SENTENCES]]
    scores = [sum(weights.get(term, 0.0) for term in set(words(s, language))) for s in plain]
    ranked = sorted(range(len(plain)), key=lambda i: (-scores[i], i))
    chosen: list[int] = []
    chars_left = MAX_SUMMARY_CHARS
    for i in ranked:
        matters = scores[i] > 0 or not chosen
        if plain[i] and matters and len(plain[i]) <= chars_left and plain[i] not in [plain[c] for c in chosen]:
            chosen.append(i)
            chars_left -= len(plain[i]) + len(SEPARATOR)
        if len(chosen) == MAX_SENTENCES:
            break
    if not chosen:  # every sentence is longer than a summary may be
        return shortened(plain[ranked[0]], MAX_SUMMARY_CHARS) if ranked else ""
    return joined([plain[i] for i in sorted(chosen)])


def joined(parts: Sequence[str]) -> str:
    """Join sentences to one line, with a separator after a heading, which has no full stop."""
    *others, last = parts
    return "".join(part + (" " if part.endswith(ENDS) else SEPARATOR) for part in others) + last


def shortened(text: str, max_chars: int) -> str:
    """Cut a text that is too long after its last word that fits, and mark the cut with "…"."""
    if len(text) <= max_chars:
        return text
    cut = text[: max_chars - 1]
    head, space, _ = cut.rpartition(" ")
    return f"{(head if space else cut).rstrip()}…"


def written_forms(terms: Iterable[str], text: str, language: str | None) -> dict[str, str]:
    """Return each term that occurs, a word or a phrase, in the form that is most frequent in the text."""
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
    """Return the most frequent form; on a tie a lower-case one, because a capital may only begin a sentence."""
    return max(forms, key=lambda form: (forms[form], form.islower()))


def _cut_out(sequence: tuple[str, ...], around: str, language: str | None) -> str:
    """Return the part of some words that gives these terms: without brackets, or the rest of "solid-state"."""
    spans = words_with_spans(around, language)
    for i in range(len(spans)):
        here = spans[i : i + len(sequence)]
        if tuple(word.term for word in here) == sequence:
            return around[here[0].start : here[-1].end]
    return around
