"""Difference as plain text and as a web page.

Plain text: lines begin as in a unified diff. "-" was removed, "+" was added, "~" was edited, with [-removed words-] and
{+added words+}. One unchanged sentence is shown around each change; a line with only "…" replaces the rest.

Web page: <ins> and <del>, each with a word for people who cannot see the marks. The texts come from outside and stay text:
every character with a meaning in HTML is escaped, and the page has no links, styles or scripts.
"""

from collections.abc import Iterator
from html import escape

from watchd.core.changes.diff import Difference, Op
from watchd.core.changes.sentences import sentences
from watchd.core.policy.describe import CONTROL

SIGNS = {"removed": "- ", "added": "+ "}


def as_text(difference: Difference) -> str:
    """Render all changes in order, one line per sentence; empty when there are none."""
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
    """Yield the sentence after the previous change and the sentence before the next one."""
    around = [plain for sentence in sentences(op.new) if (plain := _plain(sentence))]
    head = [] if is_first else around[:1]
    tail = [] if is_last else around[len(head) :][-1:]
    yield from (f"  {sentence}" for sentence in head)
    if len(around) > len(head) + len(tail):
        yield "…"
    yield from (f"  {sentence}" for sentence in tail)


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(CONTROL)


_NOT_ALLOWED = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160)])


def as_html(difference: Difference, *, title: str, language: str | None) -> str:
    """Render a whole document. Unchanged text is folded; browsers unfold it without a script."""
    body = "\n".join(part for op in difference.ops if (part := _part(op)))
    spoken = f' lang="{_text(language)}"' if language else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>What changed: {_text(title)}</title>\n</head>\n<body>\n<main>\n"
        f'<h1 dir="auto"{spoken}>{_text(title)}</h1>\n{_framed(body, spoken)}</main>\n</body>\n</html>\n'
    )


def _framed(body: str, spoken: str) -> str:
    return f"<article{spoken}>\n{body}\n</article>\n" if body else "<p>Nothing changed.</p>\n"


def _part(op: Op) -> str:
    match op.kind:
        case "added":
            return f'<p dir="auto"><strong lang="en">Added:</strong> <ins>{_text(op.new)}</ins></p>'
        case "removed":
            return f'<p dir="auto"><strong lang="en">Removed:</strong> <del>{_text(op.old)}</del></p>'
        case "replaced":
            tags = {"equal": "{}", "added": "<ins>{}</ins>", "removed": "<del>{}</del>"}
            words = " ".join(tags[part.kind].format(_text(part.text)) for part in op.words)
            return f'<p dir="auto"><strong lang="en">Edited:</strong> {words}</p>'
        case "equal" if op.new.strip():
            return (
                '<details><summary lang="en">Unchanged</summary>\n'
                f'<p dir="auto">{_text(op.new)}</p>\n</details>'
            )
        case _:
            return ""  # moved text is not a change


def _text(text: str) -> str:
    return escape(text.strip().translate(_NOT_ALLOWED), quote=True)
