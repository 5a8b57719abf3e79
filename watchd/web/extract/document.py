"""What is extraction given to read?"""

from msgspec import Struct

from watchd.model.outcome import Fetched
from watchd.web.extract import pdf

_HEADERS = ("x-robots-tag", "content-language")  # the only ones that say something about the content


class SourceDocument(Struct, frozen=True, array_like=True):
    """A body and what the server said about it: little, because it is handed to another process."""

    url: str
    body: bytes
    content_type: str = "text/html"
    charset: str | None = None
    headers: tuple[tuple[str, str], ...] = ()  # lower-case names; a name may come twice

    def header(self, name: str) -> list[str]:
        """All values of one header."""
        return [value for key, value in self.headers if key == name]


def document_of(fetched: Fetched, longest: int) -> SourceDocument:
    """The part of an outcome that extraction reads, with the body cut to so many bytes."""
    return SourceDocument(
        url=fetched.url,
        # Half a text is a text; half a PDF is nothing, because its table of contents is at the end.
        body=fetched.body if fetched.content_type == pdf.MEDIA_TYPE else fetched.body[:longest],
        content_type=fetched.content_type,
        charset=fetched.charset,
        headers=tuple((n.lower(), v[:2000]) for n, v in fetched.headers if n.lower() in _HEADERS),
    )
