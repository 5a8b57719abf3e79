"""Settings of one search provider."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from watchd.errors import Fault
from watchd.model import address


class ProviderSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[providers.NAME]"""

    # The definition to use; empty: the one called NAME. Two providers may share one, such as two SearXNG instances.
    preset: Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{0,64}$(?!\n)", examples=["searxng"])] = ""
    # Where the engine answers; only for engines that people run themselves, such as SearXNG.
    base_url: str = ""
    # A key, for engines that want one.
    api_key: Annotated[str, Meta(extra={"secret": True})] = ""
    enabled: bool = True

    def faults(self) -> Iterator[Fault]:
        if self.base_url and (problem := address.problem_with(self.base_url)):
            yield Fault("base_url", problem)
        if self.api_key and not (
            self.api_key.isascii() and self.api_key.isprintable() and " " not in self.api_key
        ):
            yield Fault("api_key", "has blanks or characters that no header can carry; is it the right file?")
