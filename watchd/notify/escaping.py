"""What may a stranger's text do in a message? Nothing but be read.

Titles and texts come from pages that anybody can write. Here they lose what is not text (control characters, signs that
turn the reading direction), become as short as their place is, and are escaped for the language that they are put into.
"""

import html
import re
from urllib.parse import quote, urlsplit

CUT = "…"
# Control characters but the line break, marks that turn the reading direction, and characters that are no text at all.
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
_IN_URLS = "%/:=&?~#+!$,;'*()"
_NOTHING = "\u200b"  # a space without width: the eye does not see it, and no pattern matches across it


def line(text: str, longest: int = 300) -> str:
    """The text as one line."""
    return cut(" ".join(_cleaned(text).split()), longest)


def lines(text: str, longest: int = 4000) -> str:
    """The text with its line breaks."""
    kept = (" ".join(part.split()) for part in _cleaned(text.replace("\r\n", "\n")).split("\n"))
    return cut(re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip(), longest)


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + CUT


def for_header(text: str) -> str:
    """One line, without what mail programs decode: an encoded word can hold a line break."""
    return line(text, 200).replace("=?", "= ?")


def for_html(text: str) -> str:
    return html.escape(text, quote=True)


def for_slack(text: str) -> str:
    """Slack's own three escapes; without < there is no link, no mention and no channel."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def defused(text: str) -> str:
    """For services whose language we do not know: what could ring bells or hide a link is broken up."""
    return _ACTIVE.sub(lambda found: found[0] + _NOTHING, text)


def address(url: str) -> str:
    """The URL if it leads to the web, else nothing: javascript: and data: are not for clicking.

    An @ or a bracket after the host is percent-encoded: the page is the same, and nobody reads a mention into it.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.netloc or "@" in parts.netloc:
        return ""
    behind = url.split(parts.netloc, 1)[1]
    return f"{parts.scheme}://{_cleaned(parts.netloc)}{quote(behind, safe=_IN_URLS, errors='replace')}"


def _cleaned(text: str) -> str:
    return text.translate(_SPACES).translate(_DROPPED).encode("utf-8", "replace").decode()
