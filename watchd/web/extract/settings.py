"""How pages are read: the [extract] section, and the bounds behind it, each with the reason for its value."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct


class ExtractSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The [extract] section: what an operator may have a reason to change."""

    # 0: one per core, but at least two, so that one hostile page never holds up its neighbours.
    children: Annotated[int, Meta(ge=0, le=64)] = 0
    # A child takes 24 MiB when it starts and 45 MiB after some hundred pages; the rest is for hostile ones.
    memory_mib: Annotated[int, Meta(ge=64)] = 512


class ExtractBounds(ExtractSettings, frozen=True, forbid_unknown_fields=True):
    """The settings, and what is fixed. Tests lower the bounds."""

    # A typical page takes 5 ms; the longest honest one of five corpora (2.5 MB of contents) half a second.
    cpu_seconds: float = 10.0
    # Longer than cpu_seconds, because a busy machine gives a child less than a whole core.
    wall_seconds: float = 30.0
    # Longer bodies are read up to here. Nobody reads two megabytes of text.
    input_kib: int = 2048
    # Links beyond this many are not kept: link farms and sitemaps in disguise.
    links: int = 2000
    # How long a page that killed its child is not tried again.
    quarantine_hours: float = 24.0

    @classmethod
    def of(cls, settings: ExtractSettings) -> "ExtractBounds":
        return cls(**msgspec.structs.asdict(settings))
