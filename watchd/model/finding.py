"""Findings: new or changed pages that are relevant to a profile, and the reasons."""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from watchd.model.profile import FindingKind

Verdict = Literal["relevant", "irrelevant", "neutral"]


class MatchedTerm(Struct, frozen=True):
    """Word or phrase that made the page relevant, as the page writes it; the weights of one finding add up to 1."""

    term: str
    weight: float


class PathStep(Struct, frozen=True):
    """Page on the path from the seed, the link text that led to it, and the energy of the agent after it."""

    url: str
    anchor: str = ""
    energy: float = 0.0


class Why(Struct, frozen=True):
    """Reasons for a finding."""

    matched_terms: tuple[MatchedTerm, ...] = ()
    path: tuple[PathStep, ...] = ()  # from the seed to the page itself
    found_by: str = ""  # an agent's name, or the name of a seed's source
    company: float | None = None  # mean score of the known pages that it links to; None: no page is known
    # How the run met the page, if that is part of its score; old pages that agents met need more evidence.
    route: Literal["news", "named", "explored"] | UnsetType = UNSET


class ValueChange(Struct, frozen=True):
    """Price, stock or date of availability that changed, as the page writes it."""

    what: Literal["price", "stock", "availability"]
    before: str  # empty: the page did not say it
    after: str  # empty: the page no longer says it
    about: str = ""  # the line that names the item, on a page with several


class Change(Struct, frozen=True):
    """Difference from the text that the profile knew."""

    added: str = ""
    removed: str = ""
    ratio: float = 0.0  # 0..1: the share of the text that is different
    former: str = ""  # content hash of the version that the profile knew
    values: tuple[ValueChange, ...] = ()


class Finding(Struct, frozen=True, kw_only=True):
    """Stored finding."""

    id: str
    profile_id: str
    run_id: str | None
    page_id: str
    kind: FindingKind
    url: str
    title: str
    language: str | None
    score: float
    found_at: datetime
    content_hash: str
    occasion: str = ""  # distinguishes repeated texts, where each repeat is reported
    published_at: datetime | None = None
    summary: str = ""
    why: Why = Why()
    change: Change | None = None
    story_id: str | None = None  # findings of one story are about the same news
    verdict: Verdict | None = None
    state: Literal["unread", "read"] = "unread"
