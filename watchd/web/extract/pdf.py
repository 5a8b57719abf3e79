"""What does a PDF say? Text only, and only where the extra `pdf` is installed (pip install -e '.[pdf]')."""

from importlib.util import find_spec
from io import BytesIO

from msgspec import Struct

from watchd.errors import Unreadable

MEDIA_TYPE = "application/pdf"
IS_AVAILABLE = find_spec("pypdf") is not None
# A report of hundreds of pages says what it is about in its first ones.
MAX_PAGES = 100


class NotAPdf(Unreadable):
    """Raised for a document that is no readable PDF."""


class PdfText(Struct, frozen=True):
    """The text of a PDF, and the title that its author gave it."""

    title: str
    text: str


def read_pdf(body: bytes) -> PdfText:
    """The text of the first pages; raises NoPdf."""
    from pypdf import PdfReader  # noqa: PLC0415 (an extra; readers of web pages should not carry it)

    try:
        reader = PdfReader(BytesIO(body), strict=False)
        pages = [page.extract_text() for page in reader.pages[:MAX_PAGES]]
        title = (reader.metadata.title if reader.metadata else None) or ""
    except MemoryError:
        raise
    except Exception as cause:  # its parser raises whatever a damaged file makes of it
        raise NotAPdf(f"It is no readable PDF: {type(cause).__name__}: {cause}") from cause
    return PdfText(str(title), "\n".join(pages))
