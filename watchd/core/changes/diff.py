"""Difference between two versions of a text: by sentences, and by words inside an edited sentence.

Two sentences are the same when their stable texts are (core/changes/stable_text.py): a different clock, counter or token is
not a difference. A sentence that only changed its place is not a difference either, nor is a list whose items did.

The `old` parts of all operations together are the old text, and the `new` parts together the new one. The work is bounded:
beyond MAX_SENTENCES the rest of a text counts as one sentence, and beyond MAX_COMPARISONS edited sentences are shown as
removed and added, without their words.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from watchd.core.changes.alignment import Work, align
from watchd.core.changes.sentences import sentences
from watchd.core.changes.stable_text import stable_text

MAX_SENTENCES = 10_000
MAX_COMPARISONS = 300_000  # a tenth of a second
WINDOW = 8  # number of added sentences that are compared with a removed one
MIN_COMMON_WORDS = 0.5  # share of common words from which on two sentences are one that was edited
_WORD = re.compile(r"\S+\s*|\s+")
_SEPARATOR = re.compile(r"[,;|·•]")

Kind = Literal["equal", "added", "removed", "replaced", "moved"]


class WordSpan(Struct, frozen=True):
    """Adjacent words of one kind inside an edited sentence."""

    kind: Literal["equal", "added", "removed"]
    text: str


class Op(Struct, frozen=True):
    """One step from the old text to the new. Equal texts may differ in parts that change by themselves."""

    kind: Kind
    old: str = ""
    new: str = ""
    words: tuple[WordSpan, ...] = ()  # of a replaced sentence


class Difference(Struct, frozen=True):
    """All steps from the old text to the new, and their size."""

    ops: tuple[Op, ...]
    ratio: float  # 0..1: the share of both texts that is different
    new_share: float  # 0..1: the share of the new text that was not there before
    lost_share: float  # 0..1: the share of the old text that is no longer there

    @property
    def kept(self) -> str:
        """The sentences that stayed, also in another place."""
        return _joined(op.new for op in self.ops if op.kind in ("equal", "moved") and op.new)

    @property
    def added(self) -> str:
        """The sentences that are new or were edited, as they read now."""
        return _joined(op.new for op in self.ops if op.kind in ("added", "replaced"))

    @property
    def removed(self) -> str:
        """The sentences that were removed or edited, as they read before."""
        return _joined(op.old for op in self.ops if op.kind in ("removed", "replaced"))


class _Sentence(NamedTuple):
    text: str
    key: str  # stable text; empty for a sentence that has only, for example, a time or a number of views


def difference(old: str, new: str) -> Difference:
    """Compare two texts."""
    work = Work(MAX_COMPARISONS)
    before, after = _read(old), _read(new)
    ops = tuple(_merged(_steps(before, after, _pairs(before, after, work), work)))
    removed, added = _sizes(ops)
    before_size, after_size = _size(old), _size(new)
    return Difference(
        ops,
        ratio=_share(removed + added, before_size + after_size),
        new_share=_share(added, after_size),
        lost_share=_share(removed, before_size),
    )


def _read(text: str) -> list[_Sentence]:
    cut = sentences(text)
    if len(cut) > MAX_SENTENCES:
        cut[MAX_SENTENCES - 1 :] = ["".join(cut[MAX_SENTENCES - 1 :])]
    return [_Sentence(sentence, stable_text(sentence)) for sentence in cut]


def _pairs(before: Sequence[_Sentence], after: Sequence[_Sentence], work: Work) -> list[tuple[int, int]]:
    stable_before = [i for i, sentence in enumerate(before) if sentence.key]
    stable_after = [j for j, sentence in enumerate(after) if sentence.key]
    pairs = align([before[i].key for i in stable_before], [after[j].key for j in stable_after], work)
    return [(stable_before[a], stable_after[b]) for a, b in pairs]


def _steps(
    before: Sequence[_Sentence], after: Sequence[_Sentence], pairs: list[tuple[int, int]], work: Work
) -> Iterable[Op]:
    paired_before, paired_after = {i for i, _ in pairs}, {j for _, j in pairs}
    left = Counter(_in_any_order(s.key) for i, s in enumerate(before) if i not in paired_before)
    arrived = Counter(_in_any_order(s.key) for j, s in enumerate(after) if j not in paired_after)
    moves_out, moves_in = left & arrived, left & arrived
    i = j = 0
    for a, b in [*pairs, (len(before), len(after))]:
        yield from _gap(
            _marked(before[i:a], moves_out, "removed"), _marked(after[j:b], moves_in, "added"), work
        )
        if a < len(before):
            yield Op("equal", before[a].text, after[b].text)
        i, j = a + 1, b + 1


def _marked(part: Sequence[_Sentence], moves: Counter[str], otherwise: Kind) -> list[tuple[Kind, str]]:
    """Pair each sentence with its kind: equal if its stable text is empty, moved, or `otherwise`."""
    marked: list[tuple[Kind, str]] = []
    for sentence in part:
        key = _in_any_order(sentence.key)
        if not sentence.key:
            marked.append(("equal", sentence.text))
        elif moves[key] > 0:
            moves[key] -= 1
            marked.append(("moved", sentence.text))
        else:
            marked.append((otherwise, sentence.text))
    return marked


def _in_any_order(key: str) -> str:
    """Sort the items of a list, so that "tags: red, blue" equals "tags: blue, red"."""
    if not _SEPARATOR.search(key):
        return key
    head, colon, items = key.rpartition(": ")
    return head + colon + ",".join(sorted(item.strip(" .") for item in _SEPARATOR.split(items)))


def _gap(old: list[tuple[Kind, str]], new: list[tuple[Kind, str]], work: Work) -> Iterable[Op]:
    """Yield the steps between two equal sentences: edited pairs, and before each first the old, then the new ones."""
    i = j = 0
    for a, b in [*_edited(old, new, work), (len(old), len(new))]:
        yield from (Op(kind, old=text) for kind, text in old[i:a])
        yield from (Op(kind, new=text) for kind, text in new[j:b])
        if a < len(old):
            yield Op("replaced", old[a][1], new[b][1], _words(old[a][1], new[b][1], work))
        i, j = a + 1, b + 1


def _edited(old: list[tuple[Kind, str]], new: list[tuple[Kind, str]], work: Work) -> Iterable[tuple[int, int]]:
    """Yield pairs of a removed and an added sentence that share at least half of their words."""
    added = [(j, set(text.split())) for j, (kind, text) in enumerate(new) if kind == "added"]
    first = 0
    for i, (kind, text) in enumerate(old):
        candidates = added[first : first + WINDOW] if kind == "removed" else []
        mine = set(text.split())
        if not candidates or not work.take(sum(len(theirs) for _, theirs in candidates)):
            continue
        best = max(range(len(candidates)), key=lambda c: common_words(mine, candidates[c][1]))
        if common_words(mine, candidates[best][1]) >= MIN_COMMON_WORDS:
            yield i, candidates[best][0]
            first += best + 1


def common_words(one: set[str], other: set[str]) -> float:
    """Return the share of words that two sentences have in common."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def _words(old: str, new: str, work: Work) -> tuple[WordSpan, ...]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    pairs = align([word.strip() for word in before], [word.strip() for word in after], work)
    runs: list[WordSpan] = []
    i = j = 0
    for a, b in [*pairs, (len(before), len(after))]:
        runs += [WordSpan("removed", "".join(before[i:a])), WordSpan("added", "".join(after[j:b]))]
        runs += [WordSpan("equal", after[b])] if b < len(after) else []
        i, j = a + 1, b + 1
    return tuple(_merged_words(runs))


def _merged_words(runs: Iterable[WordSpan]) -> Iterable[WordSpan]:
    last: WordSpan | None = None
    for run in runs:
        if not run.text:
            continue
        if last is not None and last.kind == run.kind:
            last = WordSpan(run.kind, last.text + run.text)
            continue
        if last is not None:
            yield last
        last = run
    if last is not None:
        yield last


def _merged(ops: Iterable[Op]) -> Iterable[Op]:
    """Join equal steps that follow each other."""
    old: list[str] = []
    new: list[str] = []
    for op in ops:
        if op.kind == "equal":
            old.append(op.old)
            new.append(op.new)
            continue
        if old or new:
            yield Op("equal", "".join(old), "".join(new))
            old, new = [], []
        yield op
    if old or new:
        yield Op("equal", "".join(old), "".join(new))


def _sizes(ops: Iterable[Op]) -> tuple[int, int]:
    """Return the number of removed and of added characters."""
    removed = added = 0
    for op in ops:
        if op.kind == "removed":
            removed += _size(op.old)
        elif op.kind == "added":
            added += _size(op.new)
        elif op.kind == "replaced":
            removed += sum(_size(words.text) for words in op.words if words.kind == "removed")
            added += sum(_size(words.text) for words in op.words if words.kind == "added")
    return removed, added


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _size(text: str) -> int:
    """Count the characters that are not white space."""
    return sum(map(len, text.split()))


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(text.strip() for text in texts)
