"""The addresses of the portal as a sitemap (sitemaps.org 0.9)."""

from watchd.model.document import WholeDocument
from watchd.model.times import rfc3339
from watchd.portal.markup import xml_text

MOST = 50_000  # of one sitemap, says the protocol
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
TAIL = b"</urlset>\n"


def entry(whole: WholeDocument) -> bytes:
    document = whole.document
    if document.removed:
        return b""
    return f"<url><loc>{xml_text(document.url)}</loc><lastmod>{rfc3339(document.changed_at)}</lastmod></url>\n".encode()
