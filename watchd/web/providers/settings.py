"""Settings of one search provider."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from watchd.errors import Fault
from watchd.model import values


class ProviderSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [providers.NAME]."""

    # The definition to use; empty: the one called NAME. Two providers may share one, such as two SearXNG instances.
    preset: Annotated[
        str,
        Meta(
            pattern=r"^[a-z0-9_.-]{0,64}$(?!\n)",
            examples=["searxng"],
            extra={"must_be": "the name of a definition such as searxng"},
        ),
    ] = ""
    # Address of a provider that people run themselves, such as SearXNG.
    base_url: str = ""
    # Key, for providers that require one.
    api_key: Annotated[str, Meta(extra={"secret": True})] = ""
    enabled: bool = True

    def faults(self) -> Iterator[Fault]:
        if self.base_url and (problem := values.url_problem(self.base_url)):
            yield Fault("base_url", problem)
        if self.api_key and not (
            self.api_key.isascii() and self.api_key.isprintable() and " " not in self.api_key
        ):
            yield Fault(
                "api_key",
                "must have printable ASCII characters without blanks; check that it is the right file",
            )
