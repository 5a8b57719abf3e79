"""Settings of the store: the state folder and the database."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from watchd.errors import Fault


class StateSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[state]"""

    # Database, admin.token and snapshots; created with mode 0700.
    dir: str = "/var/lib/watchd"

    def faults(self) -> Iterator[Fault]:
        if not self.dir.strip() or "\0" in self.dir:
            yield Fault("dir", "must not be empty; write a folder such as /var/lib/watchd")
            return
        try:
            Path(self.dir).expanduser()
        except RuntimeError:
            yield Fault("dir", f"must name an existing home; got {self.dir}; write the whole path")


class DatabaseSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[database]"""

    # "sqlite" keeps everything in one file in the state folder.
    url: str = "sqlite"

    def faults(self) -> Iterator[Fault]:
        if self.url != "sqlite":
            yield Fault("url", f'must be "sqlite"; got "{self.url}"; this version has no other database')
