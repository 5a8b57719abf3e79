"""Verdict of an explanation, with its sentence and the way out."""

from msgspec import Struct

from watchd.core.explain.explain_input import ExplainVerdict


class ExplainedVerdict(Struct, frozen=True):
    """Stable code, summary for people, and what a person can do; no way out where nothing is wrong."""

    code: ExplainVerdict
    summary: str
    way_out: str | None = None
