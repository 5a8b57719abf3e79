"""New and removed text of a difference: runs of neighbouring sentences, without typing errors and link texts.

If every edit is wanted, `edited_runs` returns the whole difference.

An edited sentence counts when a number changed, or when three of its words are new, even if it also changed its place. A
word is not new if it differs from a removed word only by a typing error (one letter, or two letters that changed places). A
sentence is not new if the page also has it elsewhere, or if it is only the text of a link: the page behind the link will be
a finding itself. A link to a page that the profile does not know announces that page, and the text that was added below the
link is its teaser.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from watchd.core.changes.diff import MIN_COMMON_WORDS, Difference, Op, common_words
from watchd.core.changes.sentences import sentences
from watchd.core.changes.stable_text import stable_text
from watchd.core.relevance.words import words

MIN_NEW_WORDS = 3
MAX_WORDS_BESIDE_TITLE = 4  # such as "from 6,990 euros now"
MIN_TITLE_WORDS = 3  # of a link that announces a page; shorter ones are such as "read more"
MAX_TYPOS = 20  # changed words of a sentence; with more of them it was rewritten
# Sentences that are scored together; in a longer run, one relevant sentence would count too little.
MAX_RUN_SENTENCES = 12
MAX_COMPARED_PAIRS = 2_500  # of a removed and an added sentence; a difference with more of them is a rewrite


def added_runs(
    difference: Difference,
    language: str | None,
    anchors: Collection[str],
    *,
    known: Collection[str] = (),
    announced: Collection[str] = (),
) -> list[list[str]]:
    """Return the sentences that say something new, neighbours together.

    `known` and `announced` have the texts of links to pages that the profile knows, and to pages that are new to it.
    """
    there = {stable_text(text) for text in (*anchors, *sentences(difference.kept))}
    moved = _moved(difference, language)
    teasers = _teasers(difference, announced)
    cards = titles_of(known)

    def is_new(place: int, op: Op) -> bool:
        if op.kind not in ("added", "replaced") or is_card(op.new, cards):
            return False
        if op.kind == "replaced":
            return is_edited(op.old, op.new, language)
        return place not in moved and place not in teasers and stable_text(op.new) not in there

    return _runs((op, op.new if is_new(place, op) else "") for place, op in enumerate(difference.ops))


def titles_of(anchors: Collection[str]) -> list[str]:
    """Return the texts of links that can be the title of a page, as they are compared."""
    texts = {stable_text(text) for text in anchors}
    return sorted(text for text in texts if len(text.split()) >= MIN_TITLE_WORDS)


def is_card(sentence: str, titles: Collection[str]) -> bool:
    """Return whether a sentence is the title of another page with little beside it, such as the price of a product."""
    text = stable_text(sentence)
    beside = (text.replace(title, " ", 1) for title in titles if title in text)
    return any(len(rest.split()) <= MAX_WORDS_BESIDE_TITLE for rest in beside)


def _teasers(difference: Difference, announced: Collection[str]) -> set[int]:
    """Return the places of added sentences that announce another page: the text of a link, and what follows it."""
    titles = titles_of(announced)
    found: set[int] = set()
    is_teaser = False
    for place, op in enumerate(difference.ops if titles else ()):
        if op.kind == "added":
            # A date may stand in the same line as the title.
            is_teaser = is_teaser or any(title in stable_text(op.new) for title in titles)
            found.update([place] if is_teaser else [])
        elif op.kind == "equal":
            is_teaser = False
    return found


def removed_runs(difference: Difference, language: str | None) -> list[list[str]]:
    """Return the removed sentences, neighbours together."""
    moved = _moved(difference, language)
    return _runs(
        (op, op.old if op.kind == "removed" and place not in moved else "")
        for place, op in enumerate(difference.ops)
    )


def edited_runs(difference: Difference) -> list[list[str]]:
    """Return every new or edited sentence; if there is none, the removed ones."""
    added = _runs((op, op.new if op.kind in ("added", "replaced") else "") for op in difference.ops)
    return added or _runs((op, op.old if op.kind == "removed" else "") for op in difference.ops)


def _moved(difference: Difference, language: str | None) -> set[int]:
    """Return the places of removed and added sentences that differ only by typing errors; none in a rewrite."""
    removed = [(i, op.old, set(op.old.split())) for i, op in enumerate(difference.ops) if op.kind == "removed"]
    added = [(j, op.new, set(op.new.split())) for j, op in enumerate(difference.ops) if op.kind == "added"]
    if len(removed) * len(added) > MAX_COMPARED_PAIRS:
        return set()
    return {
        place
        for i, old, old_words in removed
        for j, new, new_words in added
        if common_words(old_words, new_words) >= MIN_COMMON_WORDS and not is_edited(old, new, language)
        for place in (i, j)
    }


def is_edited(old: str, new: str, language: str | None) -> bool:
    """Return whether the meaning of a sentence has changed."""
    before = Counter(words(stable_text(old), language))
    after = Counter(words(stable_text(new), language))
    removed, added = before - after, after - before
    if max(len(removed), len(added)) > MAX_TYPOS:
        return True
    new_words = [term for term in added if not any(is_typo(term, other) for other in removed)]
    return len(new_words) >= MIN_NEW_WORDS or any(any(map(str.isdigit, term)) for term in new_words)


def is_typo(one: str, other: str) -> bool:
    """Return whether two words without digits differ by one letter, or by two adjacent letters that changed places."""
    if any(map(str.isdigit, one + other)) or abs(len(one) - len(other)) > 1:
        return False
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def _runs(steps: Iterable[tuple[Op, str]]) -> list[list[str]]:
    """Group sentences into runs. An unchanged sentence ends a run; a removed or moved one does not."""
    runs: list[list[str]] = [[]]
    for op, text in steps:
        if text.strip() and len(runs[-1]) < MAX_RUN_SENTENCES:
            runs[-1].append(text.strip())
        elif text.strip():
            runs.append([text.strip()])
        elif op.kind == "equal" and runs[-1]:
            runs.append([])
    return [run for run in runs if run]
