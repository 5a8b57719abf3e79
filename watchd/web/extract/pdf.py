"""Text of PDF files; needs the extra `pdf` (pip install -e '.[pdf]')."""

import encodings
import sys
from importlib.util import find_spec
from io import BytesIO

from msgspec import Struct

from watchd.errors import Unreadable
from watchd.sandbox import child

MEDIA_TYPE = "application/pdf"
IS_AVAILABLE = find_spec("pypdf") is not None
# A report of hundreds of pages states its topic in the first ones.
MAX_PAGES = 100


class NotAPdf(Unreadable):
    """Raised for a document that is not a readable PDF."""


class PdfText(Struct, frozen=True):
    """Text of a PDF, and its title from the metadata."""

    title: str
    text: str


def is_loaded() -> bool:
    return "pypdf" in sys.modules


def load() -> None:
    """Load the whole package, and all codecs: a confined child process can load nothing later."""
    import pypdf  # noqa: PLC0415 (an optional package; child processes without PDFs should not load it)

    child.load(("brotli", "json", "traceback"), packages=(pypdf, encodings))


def read_pdf(body: bytes) -> PdfText:
    """Return the text of the first pages; raise NotAPdf."""
    from pypdf import PdfReader  # noqa: PLC0415 (an optional package; child processes without PDFs should not load it)

    try:
        reader = PdfReader(BytesIO(body), strict=False)
        pages = [page.extract_text() for page in reader.pages[:MAX_PAGES]]
        title = (reader.metadata.title if reader.metadata else None) or ""
    except MemoryError:
        raise
    except Exception as cause:  # a damaged file can make its parser raise any exception
        raise NotAPdf(f"Not a readable PDF: {type(cause).__name__}: {cause}") from cause
    return PdfText(str(title), "\n".join(pages))
