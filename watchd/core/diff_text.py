"""A difference for people who read plain text: what went, what came, and one sentence around it.

Lines begin as in a unified diff: "-" went, "+" came, "~" was edited, with [-words that went-] and {+words that
came+}; a line of its own, "…", stands for what is the same and not shown.
"""

from collections.abc import Iterator

from watchd.core.diff import Difference, Op
from watchd.core.sentences import sentences
from watchd.core.terminal import CONTROL

SIGNS = {"removed": "- ", "added": "+ "}


def as_text(difference: Difference) -> str:
    """All changes in order, one line per sentence; empty when there are none."""
    shown = [op for op in difference.ops if op.kind != "moved"]
    lines: list[str] = []
    for place, op in enumerate(shown):
        if op.kind == "equal":
            lines += _context(op, is_first=place == 0, is_last=place == len(shown) - 1)
        else:
            lines += _changed(op)
    has_change = any(op.kind != "equal" for op in shown)
    return "".join(f"{line}\n" for line in lines) if has_change else ""


def _changed(op: Op) -> Iterator[str]:
    if op.kind == "replaced":
        marks = {"equal": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
        yield "~ " + " ".join(marks[words.kind].format(_plain(words.text)) for words in op.words)
        return
    for line in (op.old or op.new).splitlines():
        yield SIGNS[op.kind] + _plain(line)


def _context(op: Op, *, is_first: bool, is_last: bool) -> Iterator[str]:
    """The sentence after the change before, and the one before the change after."""
    around = [plain for sentence in sentences(op.new) if (plain := _plain(sentence))]
    head = [] if is_first else around[:1]
    tail = [] if is_last else around[len(head) :][-1:]
    yield from (f"  {sentence}" for sentence in head)
    if len(around) > len(head) + len(tail):
        yield "…"
    yield from (f"  {sentence}" for sentence in tail)


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(CONTROL)
