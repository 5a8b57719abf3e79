"""How does text become part of XML or HTML without becoming markup?"""

import re
from collections.abc import Iterable
from html import escape

from watchd.core.snippet import Piece

# Characters that XML 1.0 cannot hold in any spelling.
_IMPOSSIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def xml_text(text: str) -> str:
    """For elements and attributes; a reader gets back what went in, but for characters that XML cannot hold (U+FFFD)."""
    # Readers turn a bare carriage return into a line feed, and line feeds of attributes into blanks.
    return escape(_IMPOSSIBLE.sub("\ufffd", text)).replace("\r", "&#13;").replace("\n", "&#10;")


def html_text(text: str) -> str:
    return escape(_IMPOSSIBLE.sub("\ufffd", text))


def html_pieces(pieces: Iterable[Piece]) -> str:
    """A snippet with its hits marked; the only markup in it is ours."""
    return "".join(
        f"<mark>{html_text(piece.text)}</mark>" if piece.hit else html_text(piece.text) for piece in pieces
    )
