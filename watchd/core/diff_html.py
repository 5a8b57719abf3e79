"""A difference as a web page: <ins> and <del>, a word for those who cannot see them, and nothing that runs.

The texts are from elsewhere and are never anything but text: every character that means something to HTML is
escaped, and there are no addresses, styles or scripts.
"""

from html import escape

from watchd.core.diff import Difference, Op

_NOT_ALLOWED = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160)])


def as_html(difference: Difference, *, title: str, language: str | None) -> str:
    """A whole document. What stayed is folded; browsers unfold it without any script."""
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
            return ""  # what only moved is no change


def _text(text: str) -> str:
    return escape(text.strip().translate(_NOT_ALLOWED), quote=True)
