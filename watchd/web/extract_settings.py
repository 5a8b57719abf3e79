"""The [extract] section: how much of a page is read, and what reading may cost."""

from msgspec import Struct


class ExtractSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of the child processes that read pages, and of what they hand back."""

    # 0: one per core, but at least two, so that one hostile page never holds up its neighbours.
    children: int = 0
    # A typical page takes 5 ms; the longest honest one of five corpora (2.5 MB of contents) half a second.
    cpu_seconds: float = 10.0
    # Longer than cpu_seconds, because a busy machine gives a child less than a whole core.
    wall_seconds: float = 30.0
    # A child takes 36 MiB when it starts and 80 MiB after some hundred pages; the rest is for hostile ones.
    memory_mib: int = 512
    # Longer bodies are read up to here. Nobody reads two megabytes of text.
    input_kib: int = 2048
    # Links beyond this many are not kept: link farms and sitemaps in disguise.
    links: int = 2000
    # How long a page that killed its child is not tried again.
    quarantine_hours: float = 24.0
