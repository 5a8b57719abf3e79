"""Agents of a run as they are stored: family tree, visits, events and pages."""

from datetime import datetime
from typing import Any

from msgspec import Struct


class AgentRecord(Struct, frozen=True, kw_only=True):
    """Stored agent. Birth and death are counted in pages that the run had settled."""

    name: str
    parent: str | None
    born_after: int
    died_after: int | None
    energy: float
    visited: int
    findings: int
    genome: dict[str, Any] | None = None


class Lifetime(Struct, frozen=True):
    """Birth and death time of an agent, as far as the events of the run have them."""

    born_at: datetime | None = None
    died_at: datetime | None = None


class AgentVisit(Struct, frozen=True, kw_only=True):
    """Visit of an agent, also to a page that was read before, to a list, or to an unreadable page."""

    url: str
    title: str
    relevance: float
    gain: float
    energy: float  # after the visit
    readable: bool


class RunPage(Struct, frozen=True, kw_only=True):
    """Page that a run has read."""

    url: str
    title: str
    language: str | None
    relevance: float
    found_by: str  # an agent's name, or the name of a seed's source
    agent: str  # the agent that read it first


class RunEvent(Struct, frozen=True):
    """Event of a run, numbered within the run."""

    number: int
    kind: str
    body: bytes  # JSON
