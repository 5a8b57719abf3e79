"""Replay of a changed profile on stored pages: what runs would have reported. Nothing is fetched or stored.

Every page that the profile knows is judged again, version by version, as a run would judge it. The first stored version is
compared with nothing, every later version with the one before it. Runs store the last versions of pages that were relevant,
and the last text of other pages; a text that is not stored cannot be judged. The neighbours of a page are those of
today, because older links are not known. How a run met a page is not known either: a page that was reported counts as news.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, KnownVersion, assess
from watchd.core.feedback.feedback import threshold_of, with_threshold
from watchd.core.policy.scope import Bounds
from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.document import document_of
from watchd.core.relevance.neighbours import (
    NEIGHBOUR_CURVE,
    Candidate,
    PageEvidence,
    score_together,
    words_of,
)
from watchd.core.relevance.prior import prior_log_odds
from watchd.core.relevance.site_wording import SiteWording
from watchd.core.relevance.topic import Score, Topic
from watchd.flow.profiles.topics import experience_of, lessons_of, topic_for
from watchd.model.page import Page, PageVersion
from watchd.model.profile import FindingKind, ProfileSpec
from watchd.store.tables import Tables
from watchd.web.urls.urls import BadUrl, canonical

MAX_PAGES = 5_000


class KeptPage(Struct, frozen=True):
    """A page with its stored texts, the oldest first."""

    page: Page  # as it was last read
    versions: tuple[PageVersion, ...]


class ReplayedFinding(Struct, frozen=True):
    """A finding that a run would have reported."""

    kind: FindingKind
    url: str
    title: str
    language: str | None
    score: float
    seen_at: datetime
    summary: str


class ReplayInput(Struct, frozen=True):
    """Everything that a replay reads from the store."""

    pages: list[KeptPage]
    spec: ProfileSpec  # the changed profile, with its learned threshold
    topic: Topic
    sites: SiteWording
    found: set[str]  # addresses of the findings of the period


async def replay_input(
    tables: Tables, profile_id: str, spec: ProfileSpec, since: datetime, until: datetime
) -> ReplayInput:
    """Read what a replay of this changed profile needs."""
    lessons = await lessons_of(tables, profile_id, spec)
    known = await experience_of(tables, profile_id, spec.query.text)
    return ReplayInput(
        pages=await _kept_pages(tables, profile_id),
        spec=with_threshold(spec, threshold_of(spec.report.min_score, lessons)),
        topic=await topic_for(tables, spec, lessons=lessons, experience=known),
        sites=SiteWording(known.sites),
        found=await tables.findings.found_between(profile_id, since, until),
    )


async def _kept_pages(tables: Tables, profile_id: str) -> list[KeptPage]:
    """Return the stored texts of the pages that a profile knows."""
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


def replayed_findings(given: ReplayInput, since: datetime, until: datetime) -> list[ReplayedFinding]:
    """Return what this profile would have reported in the period, in the order of time."""
    bounds = Bounds(given.spec.scope, set(_named_pages(given.spec)))
    inside = [kept for kept in given.pages if bounds.allows(kept.page.url)]
    scorer = _Scorer(given, inside)
    reported = [one for kept in inside for one in _of_page(kept, given.spec, scorer, since, until)]
    return sorted(reported, key=lambda one: (one.seen_at, one.url))


def _named_pages(spec: ProfileSpec) -> Iterator[str]:
    for url in (*spec.seeds.urls, *spec.query.examples):
        with suppress(BadUrl):  # a run cannot visit such a page either
            yield canonical(url)


class _Scorer:
    """Scores under the changed topic, with the neighbours of each page."""

    def __init__(self, given: ReplayInput, pages: Sequence[KeptPage]) -> None:
        self.topic = given.topic
        self._sites = given.sites
        self._found = given.found
        candidates = [
            Candidate(
                kept.page.url,
                words_of(self._words(kept.page).value),
                frozenset(link.url for link in kept.page.links),
            )
            for kept in pages
        ]
        self._evidence: dict[str, PageEvidence] = score_together(candidates, {})

    def score(self, page: Page) -> Score:
        words = self._words(page)
        if words.value <= 0.0:
            return words
        evidence = structs.replace(self._evidence[page.url], words=words_of(words.value))
        prior = prior_log_odds("news" if page.url in self._found else "named", len(self._evidence))
        return structs.replace(words, value=chance_of(log_odds_of(NEIGHBOUR_CURVE(evidence)) + prior))

    def _words(self, page: Page) -> Score:
        terms = self.topic.terms(page.language)
        return self.topic.score(self._sites.without_shared(page, document_of(page), terms))


def _of_page(
    kept: KeptPage, spec: ProfileSpec, scorer: _Scorer, since: datetime, until: datetime
) -> Iterator[ReplayedFinding]:
    languages = spec.query.languages
    if languages and kept.page.language and kept.page.language not in languages:
        return
    known: KnownVersion | None = None
    for version in kept.versions:
        if version.seen_at > until:
            return
        page = structs.replace(kept.page, text=version.text, full_text="", content_hash=version.content_hash)
        score = scorer.score(page)
        judged = assess(known, page, score, topic=scorer.topic, report=spec.report)
        known = KnownVersion(version.text, version.content_hash, score.value, page.language)
        if judged is not None and version.seen_at >= since:
            yield _finding(page, judged, version.seen_at)


def _finding(page: Page, judged: Assessment, seen_at: datetime) -> ReplayedFinding:
    return ReplayedFinding(
        kind=judged.kind,
        url=page.url,
        title=page.title,
        language=page.language,
        score=round(judged.score, 4),
        seen_at=seen_at,
        summary=judged.summary,
    )
