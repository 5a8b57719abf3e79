"""An agent as a run tells of it afterwards: the family tree, and the pages it went to."""

from typing import Any

from msgspec import Struct


class AgentRecord(Struct, frozen=True, kw_only=True):
    """One agent. Times are pages that the run had settled."""

    name: str
    parent: str | None
    born_at: int
    died_at: int | None
    energy: float
    visited: int
    findings: int
    genome: dict[str, Any] | None = None


class RunPage(Struct, frozen=True, kw_only=True):
    """A page that a run has read, with who found it and what the visit did to the agent."""

    url: str
    title: str
    language: str | None
    relevance: float
    found_by: str  # an agent's name, or the name of a seed's source
    agent: str
    number: int
    gain: float
    energy: float  # of the agent, after the visit


class RunEvent(Struct, frozen=True):
    """One thing that happened, numbered within its run."""

    number: int
    kind: str
    body: bytes  # JSON
