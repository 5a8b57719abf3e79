"""Escaping of page text for messages.

Every author of a page can choose its titles and texts. This module removes what is not text (control characters, marks that
change the reading direction), shortens the text to its maximum, and escapes it for the markup of the channel.
"""

import html
import re
from urllib.parse import quote, urlsplit

CUT = "…"
# Control characters except the line break, marks that change the reading direction, and characters that are not text.
_DROPPED = dict.fromkeys(
    [
        *(*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0)),
        *(0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
        *(0xFEFF, *range(0xFFF9, 0xFFFC), 0xFFFE, 0xFFFF),
    ]
)
_SPACES = dict.fromkeys((0x09, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029), " ")
# Mentions (@everyone, <!channel>, <@U123>, <#C123>) and masked links ([safe](http://evil.example)).
_ACTIVE = re.compile(r"(@)(?=\w)|(<)(?=[!@#/a-z])|(\])(?=[(\[])", re.IGNORECASE)
# A spreadsheet reads such a cell as a formula, also in full width and after blanks.
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")
_IN_URLS = "%/:=&?~#+!$,;'*()"
ZERO_WIDTH_SPACE = "\u200b"  # invisible, and no pattern of a mention or link matches across it


def line(text: str, max_chars: int = 300) -> str:
    """Return the text as one line."""
    return cut(" ".join(_without_controls(text).split()), max_chars)


def lines(text: str, max_chars: int = 4000) -> str:
    """Return the text with its line breaks."""
    kept = (" ".join(part.split()) for part in _without_controls(text.replace("\r\n", "\n")).split("\n"))
    return cut(re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip(), max_chars)


def cut(text: str, max_chars: int) -> str:
    return text if len(text) <= max_chars else text[: max_chars - 1].rstrip() + CUT


def for_header(text: str) -> str:
    """Return one line without encoded words: mail programs decode them, and they can contain a line break."""
    return line(text, 200).replace("=?", "= ?")


def for_html(text: str) -> str:
    return html.escape(text, quote=True)


def for_slack(text: str) -> str:
    """Apply Slack's own three escapes; without < there is no link, no mention and no channel."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def for_csv(text: str) -> str:
    """Put an apostrophe before a cell that a spreadsheet would read as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def for_unknown_markup(text: str) -> str:
    """Break up mentions and masked links, for services whose markup is unknown."""
    return _ACTIVE.sub(lambda found: found[0] + ZERO_WIDTH_SPACE, text)


def address(url: str) -> str:
    """Return the URL if it is on the web, else an empty string: javascript: and data: must not become links.

    An @ or a bracket after the host is percent-encoded: the page is the same, and no service reads it as a mention.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.netloc or "@" in parts.netloc:
        return ""
    rest = url.split(parts.netloc, 1)[1]
    return f"{parts.scheme}://{_without_controls(parts.netloc)}{quote(rest, safe=_IN_URLS, errors='replace')}"


def _without_controls(text: str) -> str:
    return text.translate(_SPACES).translate(_DROPPED).encode("utf-8", "replace").decode()
