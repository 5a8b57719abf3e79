"""What in a difference says something new? Runs of neighbouring sentences, without slips and mere links.

Where every edit is wanted, `edited_runs` leaves nothing out of a difference.

An edited sentence counts when a number changed, or when three of its words are new, also where it stands
elsewhere now. A word that differs from one that went by a slip of the pen (one letter, or two that changed
places) is not new. Neither is a sentence that the page says elsewhere, nor one that is nothing but the text of
a link: it announces news, and what it leads to will be a finding itself.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from watchd.core.changes.diff import ALIKE, Difference, Op, common_words
from watchd.core.changes.sentences import sentences
from watchd.core.changes.stable_text import stable_text
from watchd.core.relevance.words import words

MIN_NEW_WORDS = 3
MAX_SLIPS = 20  # a sentence with more changed words was not mistyped
MAX_RUN = 12  # sentences that are judged together; news in a long text should not drown in it
MAX_COMPARED = 2_500  # pairs of a removed and an added sentence; more of them is no slip but a rewrite


def added_runs(difference: Difference, language: str | None, anchors: Collection[str]) -> list[list[str]]:
    """Sentences that say something new, neighbours together."""
    said = {stable_text(text) for text in (*anchors, *sentences(difference.kept))}
    moved = _moved(difference, language)

    def is_new(place: int, op: Op) -> bool:
        if op.kind == "replaced":
            return is_edited(op.old, op.new, language)
        return op.kind == "added" and place not in moved and stable_text(op.new) not in said

    return _runs((op, op.new if is_new(place, op) else "") for place, op in enumerate(difference.ops))


def removed_runs(difference: Difference, language: str | None) -> list[list[str]]:
    """Sentences that are gone, neighbours together."""
    moved = _moved(difference, language)
    return _runs(
        (op, op.old if op.kind == "removed" and place not in moved else "")
        for place, op in enumerate(difference.ops)
    )


def edited_runs(difference: Difference) -> list[list[str]]:
    """Every sentence that is new or reads otherwise; when there is none, those that are gone."""
    come = _runs((op, op.new if op.kind in ("added", "replaced") else "") for op in difference.ops)
    return come or _runs((op, op.old if op.kind == "removed" else "") for op in difference.ops)


def _moved(difference: Difference, language: str | None) -> set[int]:
    """The places of removed and added sentences that are the same but for a slip; none in a rewrite."""
    removed = [(i, op.old, set(op.old.split())) for i, op in enumerate(difference.ops) if op.kind == "removed"]
    added = [(j, op.new, set(op.new.split())) for j, op in enumerate(difference.ops) if op.kind == "added"]
    if len(removed) * len(added) > MAX_COMPARED:
        return set()
    return {
        place
        for i, old, old_words in removed
        for j, new, new_words in added
        if common_words(old_words, new_words) >= ALIKE and not is_edited(old, new, language)
        for place in (i, j)
    }


def is_edited(old: str, new: str, language: str | None) -> bool:
    """Whether a sentence says something else now."""
    before = Counter(words(stable_text(old), language))
    after = Counter(words(stable_text(new), language))
    gone, come = before - after, after - before
    if max(len(gone), len(come)) > MAX_SLIPS:
        return True
    fresh = [term for term in come if not any(is_slip(term, other) for other in gone)]
    return len(fresh) >= MIN_NEW_WORDS or any(any(map(str.isdigit, term)) for term in fresh)


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
        if text.strip() and len(runs[-1]) < MAX_RUN:
            runs[-1].append(text.strip())
        elif text.strip():
            runs.append([text.strip()])
        elif op.kind == "equal" and runs[-1]:
            runs.append([])
    return [run for run in runs if run]
