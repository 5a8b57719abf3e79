"""Pages as XML in the manner of iBot: what is shown beside what is indexed, for every field that has words."""

from watchd.model.document import WholeDocument
from watchd.model.times import rfc3339
from watchd.portal.markup import xml_text

HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<portal>\n'
TAIL = b"</portal>\n"


def page(whole: WholeDocument) -> bytes:
    """One element; characters that XML cannot hold become U+FFFD."""
    document, indexed = whole.document, whole.indexed
    if document.removed:
        return f'<removed id="{xml_text(document.id)}" url="{xml_text(document.url)}"/>\n'.encode()
    language = f' language="{xml_text(document.language)}"' if document.language else ""
    seen = f'first_seen="{rfc3339(document.first_seen)}" last_seen="{rfc3339(document.last_seen)}"'
    fields = (
        _field("url", document.url, document.url.casefold()),
        _field("title", document.title, indexed.title),
        _field("keywords", ", ".join(document.keywords), indexed.keywords),
        _field("description", document.description, indexed.description),
        _field("text", document.text, indexed.text),
    )
    return f'<page id="{xml_text(document.id)}"{language} {seen}>\n{"".join(fields)}</page>\n'.encode()


def _field(name: str, shown: str, indexed: str) -> str:
    return f"<{name}><shown>{xml_text(shown)}</shown><indexed>{xml_text(indexed)}</indexed></{name}>\n"
