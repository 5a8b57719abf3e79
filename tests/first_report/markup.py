"""Markup of one page: the text of a web file as HTML, with its links, lists, tables and forum posts."""

import re
from collections.abc import Callable
from html import escape

LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
MARKS = ("## ", "- ", "| ", "@")
Href = Callable[[str], str]


def blocks(text: str) -> list[str]:
    """Return paragraphs, headings, lists, tables and posts, one string each."""
    return [block.strip() for block in text.split("\n\n") if block.strip()]


def plain(text: str) -> str:
    """Return a text without its marks, as a reader sees it."""
    lines = (re.sub(r"^(?:## |- |\| |@\S+ )", "", line) for line in text.splitlines())
    return LINK.sub(r"\1", "\n".join(lines)).replace(" | ", " ")


def teaser(text: str, words: int = 26) -> str:
    """Return the first words of the first plain paragraph."""
    paragraph = next((b for b in blocks(text) if not b.startswith(MARKS)), plain(text))
    first = plain(paragraph).split()
    return " ".join(first[:words]) + (" …" if len(first) > words else "")


def html_of(text: str, href: Href) -> str:
    """Return the HTML of a whole text."""
    return "\n".join(_block(block, href) for block in blocks(text))


def inline(text: str, href: Href) -> str:
    """Return the HTML of one sentence or paragraph."""
    return LINK.sub(lambda m: f'<a href="{href(m[2])}">{m[1]}</a>', escape(" ".join(text.split()), quote=False))


def _block(block: str, href: Href) -> str:
    lines = block.splitlines()
    if block.startswith("## "):
        return f"<h2>{inline(block[3:], href)}</h2>"
    if block.startswith("- "):
        items = "".join(f"<li>{inline(item, href)}</li>" for item in re.split(r"(?:^|\n)- ", block)[1:])
        return f"<ul>{items}</ul>"
    if block.startswith("| "):
        rows = "".join(_row(line, href) for line in lines)
        return f'<table class="data">{rows}</table>'
    if block.startswith("@"):
        name, _, post = block[1:].partition(" ")
        return (
            f'<div class="post"><div class="who"><b>{escape(name)}</b></div>'
            f'<div class="said">{inline(post, href)}</div></div>'
        )
    return f"<p>{inline(block, href)}</p>"


def _row(line: str, href: Href) -> str:
    cells = line.removeprefix("| ").split(" | ")
    return "<tr>" + "".join(f"<td>{inline(cell, href)}</td>" for cell in cells) + "</tr>"
