"""What in a difference says something new? Runs of neighbouring sentences, without slips and mere links.

An edited sentence counts when a number changed, or when three of its words are new. A word that differs from
one that went by a slip of the pen (one letter, or two that changed places) is not new. A sentence that is
nothing but the text of a link announces news and is none: what it leads to will be a finding itself.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from watchd.core.diff import Difference, Op
from watchd.core.stable_text import stable_text
from watchd.core.words import words

FEWEST_NEW_WORDS = 3
MOST_SLIPS = 20  # a sentence with more changed words was not mistyped
LONGEST_RUN = 12  # sentences that are judged together; news in a long text should not drown in it


def added_runs(difference: Difference, language: str | None, anchors: Collection[str]) -> list[list[str]]:
    """Sentences that say something new, neighbours together."""
    links = {stable_text(anchor) for anchor in anchors}

    def new_in(op: Op) -> str:
        if op.kind == "added" and stable_text(op.new) not in links:
            return op.new
        return op.new if op.kind == "replaced" and is_edited(op.old, op.new, language) else ""

    return _runs((op, new_in(op)) for op in difference.ops)


def removed_runs(difference: Difference) -> list[list[str]]:
    """Sentences that are gone, neighbours together."""
    return _runs((op, op.old if op.kind == "removed" else "") for op in difference.ops)


def is_edited(old: str, new: str, language: str | None) -> bool:
    """Whether a sentence says something else now."""
    before = Counter(words(stable_text(old), language))
    after = Counter(words(stable_text(new), language))
    gone, come = before - after, after - before
    if max(len(gone), len(come)) > MOST_SLIPS:
        return True
    fresh = [term for term in come if not any(is_slip(term, other) for other in gone)]
    return len(fresh) >= FEWEST_NEW_WORDS or any(any(map(str.isdigit, term)) for term in fresh)


def is_slip(one: str, other: str) -> bool:
    """Whether two words without digits differ by one letter, or by two neighbours that changed places."""
    if any(map(str.isdigit, one + other)) or abs(len(one) - len(other)) > 1:
        return False
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def _runs(steps: Iterable[tuple[Op, str]]) -> list[list[str]]:
    """An equal sentence between two ends a run; what only went or moved does not."""
    runs: list[list[str]] = [[]]
    for op, text in steps:
        if text.strip() and len(runs[-1]) < LONGEST_RUN:
            runs[-1].append(text.strip())
        elif text.strip():
            runs.append([text.strip()])
        elif op.kind == "equal" and runs[-1]:
            runs.append([])
    return [run for run in runs if run]
