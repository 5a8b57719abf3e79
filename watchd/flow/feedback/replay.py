"""What would have been told? A changed profile, applied to the texts that are kept. Nothing is fetched or stored.

Every page that the profile knows is judged again, version by version, as runs would have judged it: the first version
that is kept is compared with nothing, every later one with the one before. Runs keep the last versions of pages that were
relevant then, and the last text of others; what is not kept cannot be judged. The company that a page
keeps is that of today: who linked to whom earlier is not known.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, KnownVersion, assess
from watchd.core.policy.scope import Bounds
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.neighbours import (
    NEIGHBOUR_CURVE,
    Benchmark,
    Candidate,
    PageEvidence,
    score_together,
    strength_of,
)
from watchd.core.relevance.topic import Score, Topic
from watchd.model.page import Page, PageVersion
from watchd.model.profile import FindingKind, ProfileSpec
from watchd.store.tables import Tables

MAX_PAGES = 5_000


class KeptPage(Struct, frozen=True):
    """A page with the texts that are kept of it, the oldest first."""

    page: Page  # as it was read last
    versions: tuple[PageVersion, ...]


class ReplayedFinding(Struct, frozen=True):
    """Something that would have been found."""

    kind: FindingKind
    url: str
    title: str
    language: str | None
    score: float
    seen_at: datetime
    summary: str


async def kept_pages(tables: Tables, profile_id: str) -> list[KeptPage]:
    """What is kept of the pages that a profile knows."""
    pages = []
    for known in await tables.page_states.known(profile_id, MAX_PAGES):
        snapshot = await tables.pages.snapshot(known.state.page_id) if known.kind == "page" else None
        if snapshot is None:
            continue
        versions = await tables.versions.of_page(known.state.page_id)
        if not any(version.content_hash == snapshot.content_hash for version in versions):
            seen = known.state.visited_at
            versions += [PageVersion(snapshot.content_hash, seen, snapshot.text)] if seen else []
        pages.append(KeptPage(snapshot, tuple(versions)))
    return pages


def replayed(
    pages: Sequence[KeptPage], spec: ProfileSpec, topic: Topic, since: datetime, until: datetime
) -> list[ReplayedFinding]:
    """What this profile would have been told in the period, in the order of time."""
    bounds = Bounds(spec.scope)
    inside = [kept for kept in pages if bounds.allows(kept.page.url)]
    judging = _Judging(topic, inside)
    told = [one for kept in inside for one in _of_page(kept, spec, judging, since, until)]
    return sorted(told, key=lambda one: (one.seen_at, one.url))


class _Judging:
    """The changed topic, and who keeps which company under it."""

    def __init__(self, topic: Topic, pages: Sequence[KeptPage]) -> None:
        self.topic = topic
        candidates = [
            Candidate(
                kept.page.url,
                strength_of(topic.score(document_of(kept.page)).value),
                frozenset(link.url for link in kept.page.links),
            )
            for kept in pages
        ]
        self._evidence: dict[str, PageEvidence]
        self._benchmark: Benchmark
        self._evidence, self._benchmark = score_together(candidates, {})

    def score(self, url: str, document: Document) -> Score:
        words = self.topic.score(document)
        if words.value <= 0.0:
            return words
        evidence = structs.replace(self._evidence[url], strength=strength_of(words.value))
        return structs.replace(words, value=NEIGHBOUR_CURVE(evidence, self._benchmark))


def _of_page(
    kept: KeptPage, spec: ProfileSpec, judging: _Judging, since: datetime, until: datetime
) -> Iterator[ReplayedFinding]:
    languages = spec.query.languages
    if languages and kept.page.language and kept.page.language not in languages:
        return
    known: KnownVersion | None = None
    for version in kept.versions:
        if version.seen_at > until:
            return
        page = structs.replace(kept.page, text=version.text, full_text="", content_hash=version.content_hash)
        score = judging.score(page.url, document_of(page))
        judged = assess(known, page, score, topic=judging.topic, report=spec.report)
        known = KnownVersion(version.text, version.content_hash, score.value, page.language)
        if judged is not None and version.seen_at >= since:
            yield _told(page, judged, version.seen_at)


def _told(page: Page, judged: Assessment, seen_at: datetime) -> ReplayedFinding:
    return ReplayedFinding(
        kind=judged.kind,
        url=page.url,
        title=page.title,
        language=page.language,
        score=round(judged.score, 4),
        seen_at=seen_at,
        summary=judged.summary,
    )
