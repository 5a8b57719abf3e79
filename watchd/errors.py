"""Exceptions of watchd. Expected outcomes of the web are values (model/outcome.py), not exceptions.

WatchdError
├── FieldErrors        input that cannot be accepted; names every wrong field
├── ConfigError        settings that cannot be used; the daemon exits with 2
├── StateInUse         another daemon owns the state folder; exit 3
├── DatabaseDamaged    the database file cannot be trusted; exit 4
├── DatabaseTooNew     the database was written by a newer watchd; exit 5
├── NotFound           the named thing does not exist
├── Conflict           the thing is in a state that does not allow this
└── Unavailable        the database cannot write now (full disk, read-only, locked)
"""

from typing import NamedTuple


class WatchdError(Exception):
    """Base class of all errors that watchd raises on purpose."""

    exit_code = 1


class Fault(NamedTuple):
    """One wrong field: its dotted name, and a sentence that names the mistake and the way out."""

    field: str
    message: str


class FieldErrors(WatchdError):
    """Raised when input has wrong fields; carries all of them, not only the first."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{f.field}: {f.message}" for f in faults))
        self.faults = faults


class ConfigError(WatchdError):
    """Raised when the configuration cannot be used; carries all mistakes."""

    exit_code = 2

    def __init__(self, faults: list[Fault]) -> None:
        lines = "\n".join(f"  {f.field}: {f.message}" for f in faults)
        super().__init__(f"The configuration has {len(faults)} mistake(s):\n{lines}")
        self.faults = faults


class StateInUse(WatchdError):
    """Raised when another process holds the state folder."""

    exit_code = 3


class DatabaseDamaged(WatchdError):
    """Raised when the database file fails its integrity check; the file is left untouched."""

    exit_code = 4


class DatabaseTooNew(WatchdError):
    """Raised when the database has migrations that this version does not know."""

    exit_code = 5


class NotFound(WatchdError):
    """Raised when a named thing does not exist."""


class Conflict(WatchdError):
    """Raised when the state of a thing does not allow the request; the detail names the way out."""

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class Unavailable(WatchdError):
    """Raised when the database cannot take writes now: disk full, read-only, or locked for too long."""


class Unreadable(ValueError):
    """Base class of errors about a document of the wrong kind; people see only its sentence."""
