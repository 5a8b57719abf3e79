"""Input document of the extraction."""

from msgspec import Struct

from watchd.model.outcome import Fetched
from watchd.web.extract import pdf

_HEADERS = ("x-robots-tag", "content-language")  # the only ones about the content


class SourceDocument(Struct, frozen=True, array_like=True):
    """Body and a few headers of a response; kept small, because it is sent to another process."""

    url: str
    body: bytes
    content_type: str = "text/html"
    charset: str | None = None
    headers: tuple[tuple[str, str], ...] = ()  # lower-case names; a name may come twice

    def header(self, name: str) -> list[str]:
        """Return all values of one header."""
        return [value for key, value in self.headers if key == name]


def document_of(fetched: Fetched, max_bytes: int) -> SourceDocument:
    """Return the part of an outcome that extraction needs, with the body cut to max_bytes."""
    return SourceDocument(
        url=fetched.url,
        # A part of a text is useful; a part of a PDF is not, because its index is at the end.
        body=fetched.body if fetched.content_type == pdf.MEDIA_TYPE else fetched.body[:max_bytes],
        content_type=fetched.content_type,
        charset=fetched.charset,
        headers=tuple((n.lower(), v[:2000]) for n, v in fetched.headers if n.lower() in _HEADERS),
    )
