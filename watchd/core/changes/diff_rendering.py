"""Difference as plain text and as a web page.

Plain text: lines begin as in a unified diff. "-" was removed, "+" was added, "~" was edited, with [-removed words-] and
{+added words+}. One unchanged sentence is shown around each change; a line with only "…" replaces the rest.

Web page: <ins> and <del>, each with a word and a sign for people who cannot see the colours. The texts come from outside
and stay text: every character with a meaning in HTML is escaped. The page has no scripts and no links, and takes its style
from a style sheet of the daemon; without it, browsers underline what was added and strike out what was removed.
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


def as_html(
    difference: Difference, *, title: str, language: str | None, stylesheet: str = "", facts: str = ""
) -> str:
    """Render a whole document. Unchanged text is folded; browsers unfold it without a script.

    `stylesheet` is an address of the daemon, `facts` is a line below the title.
    """
    body = "\n".join(part for op in difference.ops if (part := _part(op)))
    spoken = f' lang="{_text(language)}"' if language else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">\n'
        f"<title>What changed: {_text(title)}</title>\n{_style_link(stylesheet)}</head>\n<body>\n<main>\n"
        f'<header>\n<p class="brand">What changed</p>\n<h1 dir="auto"{spoken}>{_text(title)}</h1>\n'
        f"{_facts(facts)}</header>\n{_framed(body, spoken)}</main>\n</body>\n</html>\n"
    )


def _style_link(stylesheet: str) -> str:
    return f'<link rel="stylesheet" href="{_text(stylesheet)}">\n' if stylesheet else ""


def _facts(facts: str) -> str:
    return f'<p class="facts lead">{_text(facts)}</p>\n' if facts else ""


def _framed(body: str, spoken: str) -> str:
    if not body:
        return '<p class="card">Nothing changed.</p>\n'
    return f'<article class="difference"{spoken}>\n{body}\n</article>\n'


def _part(op: Op) -> str:
    match op.kind:
        case "added":
            return _marked("added", "+ Added:", f"<ins>{_text(op.new)}</ins>")
        case "removed":
            return _marked("removed", "− Removed:", f"<del>{_text(op.old)}</del>")
        case "replaced":
            tags = {"equal": "{}", "added": "<ins>{}</ins>", "removed": "<del>{}</del>"}
            words = " ".join(tags[part.kind].format(_text(part.text)) for part in op.words)
            return _marked("edited", "± Edited:", words)
        case "equal" if op.new.strip():
            return (
                '<details><summary lang="en">Unchanged</summary>\n'
                f'<p dir="auto">{_text(op.new)}</p>\n</details>'
            )
        case _:
            return ""  # moved text is not a change


def _marked(kind: str, label: str, content: str) -> str:
    return f'<p class="op {kind}" dir="auto"><strong lang="en">{label}</strong> {content}</p>'


def _text(text: str) -> str:
    return escape(text.strip().translate(_NOT_ALLOWED), quote=True)
