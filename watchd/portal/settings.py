"""Settings of the portal and of its sinks."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from watchd.errors import Fault
from watchd.model import values

SinkKind = Literal["opensearch", "meilisearch", "typesense", "http"]


class SinkSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[portal.sinks.NAME]"""

    # opensearch also works with Elasticsearch; http posts JSON to any address.
    kind: SinkKind
    # URL of the receiver; for http the whole URL, for the others without the index.
    url: str
    # Index or collection. Create it first if the receiver does not do that by itself (Typesense).
    index: str = "watchd"
    # Meilisearch, Typesense: the key. OpenSearch, http: the whole Authorization header, such as "ApiKey …" or "Basic …".
    api_key: Annotated[str, Meta(extra={"secret": True})] = ""
    enabled: bool = True

    def faults(self) -> Iterator[Fault]:
        if problem := values.url_problem(self.url):
            yield Fault("url", problem)
        if not (self.index.isascii() and self.index.replace("-", "").replace("_", "").isalnum()):
            yield Fault("index", "must consist of letters, digits, hyphens and underscores")
        if any(ord(character) < 32 for character in self.api_key):
            yield Fault("api_key", "must not contain a line break or another control character")


class PortalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[portal]"""

    # true: search, documents and feeds need no token. A browser that adds the portal as a search engine, and most feed
    # readers, cannot send one.
    public: bool = False
    # Receivers of all documents, by name.
    sinks: dict[str, SinkSettings] = {}
