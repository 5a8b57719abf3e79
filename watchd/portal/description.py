"""The OpenSearch 1.1 description: how a browser learns to search the portal from its address bar."""

from watchd.portal.markup import xml_text

TYPES = {"html": "text/html", "atom": "application/atom+xml", "rss": "application/rss+xml"}


def description(address: str) -> str:
    """`address` is where the search is served."""
    templates = "".join(
        f'<Url type="{media_type}" template="{xml_text(address)}?q={{searchTerms}}&amp;format={format}"/>'
        for format, media_type in TYPES.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
        "<ShortName>watchd</ShortName><Description>What watchd has found</Description>"
        f"<InputEncoding>UTF-8</InputEncoding>{templates}</OpenSearchDescription>\n"
    )
