"""Settings of one search provider: as configured, and as changed through the API."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from watchd.errors import Fault
from watchd.model import values
from watchd.model.provider import ProviderOverrides


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


def effective(name: str, configured: ProviderSettings | None, overrides: ProviderOverrides) -> ProviderSettings:
    """Return the configured settings with the overrides of the API, which win.

    A configured key is sent only to the address that it was configured for, never to another one that came by the API.
    """
    base = configured or ProviderSettings()
    settings = msgspec.structs.replace(base, **_given(overrides))
    if overrides.api_key is None and _place(name, settings) != _place(name, base):
        return msgspec.structs.replace(settings, api_key="")
    return settings


def changed(
    name: str, configured: ProviderSettings | None, before: ProviderOverrides, change: ProviderOverrides
) -> ProviderOverrides:
    """Return the overrides with a change applied. A key does not follow its provider to another address."""
    after = msgspec.structs.replace(before, **_given(change))
    is_moved = _place(name, effective(name, configured, after)) != _place(
        name, effective(name, configured, before)
    )
    return msgspec.structs.replace(after, api_key=None) if is_moved and change.api_key is None else after


def _given(overrides: ProviderOverrides) -> dict[str, object]:
    return {key: value for key, value in msgspec.structs.asdict(overrides).items() if value is not None}


def _place(name: str, settings: ProviderSettings) -> tuple[str, str]:
    return settings.preset or name, settings.base_url
