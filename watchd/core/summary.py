"""Which sentences say best why a page was found? A few whole ones, in the order of the page."""

from collections.abc import Sequence

from watchd.core.relevance import Topic
from watchd.core.words import words

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
