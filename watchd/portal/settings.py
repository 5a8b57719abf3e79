"""Settings of the portal and of the receivers that its documents are pushed to."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from watchd.errors import Fault
from watchd.model import address

SinkKind = Literal["opensearch", "meilisearch", "typesense", "http"]


class SinkSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[portal.sinks.NAME]"""

    # opensearch also speaks to Elasticsearch; http posts JSON to any address.
    kind: SinkKind
    # Where the receiver answers; for http the whole address, for the others without the index.
    url: str
    # Index or collection. It has to exist where the receiver does not make one by itself (Typesense).
    index: str = "watchd"
    # Meilisearch, Typesense: the key. OpenSearch, http: the whole Authorization header, such as "ApiKey …" or "Basic …".
    api_key: Annotated[str, Meta(extra={"secret": True})] = ""
    enabled: bool = True

    def faults(self) -> Iterator[Fault]:
        if problem := address.problem_with(self.url):
            yield Fault("url", problem)
        if not (self.index.isascii() and self.index.replace("-", "").replace("_", "").isalnum()):
            yield Fault("index", "needs to be a plain name: letters, digits, hyphens and underscores")
        if any(ord(character) < 32 for character in self.api_key):
            yield Fault("api_key", "has a line break or another control character in it")


class PortalSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[portal]"""

    # Whether anybody who reaches the daemon may search, read and subscribe without a token. A browser that adds the portal
    # as a search engine, and most feed readers, cannot send one.
    public: bool = False
    # Receivers of all documents, by name.
    sinks: dict[str, SinkSettings] = {}
