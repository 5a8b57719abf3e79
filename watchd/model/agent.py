"""An agent as a run tells of it afterwards: the family tree, and the pages it went to."""

from datetime import datetime
from typing import Any

from msgspec import Struct


class AgentRecord(Struct, frozen=True, kw_only=True):
    """One agent. Its age is counted in pages that the run had settled."""

    name: str
    parent: str | None
    born_after: int
    died_after: int | None
    energy: float
    visited: int
    findings: int
    genome: dict[str, Any] | None = None


class Lifetime(Struct, frozen=True):
    """When an agent was born and when it died, as far as the events of the run say so."""

    born_at: datetime | None = None
    died_at: datetime | None = None


class AgentVisit(Struct, frozen=True, kw_only=True):
    """A visit of an agent, also to a page that was read before, to a list, or to one where nothing readable came."""

    url: str
    title: str
    relevance: float
    gain: float
    energy: float  # after it
    readable: bool


class RunPage(Struct, frozen=True, kw_only=True):
    """A page that a run has read, with who found it."""

    url: str
    title: str
    language: str | None
    relevance: float
    found_by: str  # an agent's name, or the name of a seed's source
    agent: str  # who read it first


class RunEvent(Struct, frozen=True):
    """One thing that happened, numbered within its run."""

    number: int
    kind: str
    body: bytes  # JSON
