"""PDF files are read for their text, where the extra is installed."""

import pytest

from tests.web.site import settings
from watchd.model.outcome import Fetched, Validators
from watchd.model.page import Page, Unparseable
from watchd.web.extract import pdf
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch import response_outcome
from watchd.web.reader.extractor import Extractor

WORDS = "Pilot line for solid state batteries opened in Dresden"


def made(words: str, title: str = "Annual report") -> bytes:
    """A PDF of one page, written by hand: a font, a page, a line of text."""
    stream = f"BT /F1 12 Tf 72 700 Td ({words}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Title ({title}) >>".encode(),
    ]
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        len(body),
    )
    return body + head + table + trailer


def fetched(body: bytes) -> Fetched:
    return Fetched("http://a.example/x.pdf", 200, pdf.MEDIA_TYPE, None, body, (), Validators(), 0.1, len(body))


async def test_a_pdf_is_understood_by_its_text_and_title() -> None:
    async with Extractor(ExtractBounds(children=1)) as extractor:
        page = await extractor.extract(fetched(made(WORDS)))
    assert isinstance(page, Page)
    assert (page.title, page.text) == ("Annual report", WORDS)
    assert "batteries" in page.terms


@pytest.mark.parametrize(
    "body", [b"", b"%PDF-1.4\n", made(WORDS)[:200], b"\0" * 1000], ids=["empty", "head", "cut", "zeros"]
)
async def test_a_damaged_pdf_is_a_value_and_the_next_page_is_read(body: bytes) -> None:
    async with Extractor(ExtractBounds(children=1)) as extractor:
        assert isinstance(await extractor.extract(fetched(body)), Page | Unparseable)
        assert isinstance(await extractor.extract(fetched(made(WORDS))), Page)


def test_a_pdf_longer_than_a_page_may_be_is_not_cut() -> None:
    from watchd.web.extract.source_document import document_of

    body = made("x" * 5000)
    assert document_of(fetched(body), max_bytes=100).body == body


def test_pdf_is_fetched_only_where_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pdf.MEDIA_TYPE in response_outcome.readable_types(settings())
    monkeypatch.setattr(pdf, "IS_AVAILABLE", False)
    assert pdf.MEDIA_TYPE not in response_outcome.readable_types(settings())
