"""Extraction settings: the [extract] section and the fixed bounds, each with the reason for its value."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct


class ExtractSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [extract]: settings that an operator may need to change."""

    # 0: one per core, but at least two, so that one hostile page never blocks the others.
    children: Annotated[int, Meta(ge=0, le=64)] = 0
    # A child takes 24 MiB at its start and 45 MiB after some hundred pages; the rest is for hostile pages.
    memory_mib: Annotated[int, Meta(ge=64)] = 512


class ExtractBounds(ExtractSettings, frozen=True, forbid_unknown_fields=True):
    """Settings together with the fixed bounds. Tests lower the bounds."""

    # A typical page takes 5 ms; the slowest normal page of five corpora (2.5 MB of contents) half a second.
    cpu_seconds: float = 10.0
    # Longer than cpu_seconds, because a busy machine gives a child less than a whole core.
    wall_seconds: float = 30.0
    # Longer bodies are read up to here; no reader needs two megabytes of text.
    input_kib: int = 2048
    # More links are dropped: such pages are link farms or site maps.
    links: int = 2000
    # How long a page that killed its child process is not tried again.
    quarantine_hours: float = 24.0

    @classmethod
    def of(cls, settings: ExtractSettings) -> "ExtractBounds":
        return cls(**msgspec.structs.asdict(settings))
