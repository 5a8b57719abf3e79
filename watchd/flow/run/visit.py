"""Visits: a page is recalled or fetched, read, scored, and compared with what the profile knew of it.

1. Read what is known of the address (flow/run/page_memory.py).
2. A remembered start page costs no request, and neither does a page that another profile has just read.
3. Otherwise fetch it, with validators when the remembered page can be used after "not modified".
4. Feeds and sitemaps become pages whose links are their entries.
5. Score the page (core/run/scoring.py), and assess what is new or changed (core/changes/assess.py).
"""

import asyncio
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import urlsplit

from msgspec import structs

from watchd.core.changes.assess import Assessment, KnownVersion, LinkedTexts, assess, still_followed
from watchd.core.policy import cadence
from watchd.core.population.agent_view import listing_page, new_links, sitemap_parts
from watchd.core.population.events import Move
from watchd.core.relevance.link_features import is_known_front_page, site_of
from watchd.core.relevance.topic import IRRELEVANT, Score
from watchd.core.revisits.freshness import lasting_days, usual_rate
from watchd.core.revisits.start_pages import NAMED
from watchd.core.revisits.visit_history import WINDOW
from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.visit_result import (
    VisitOutcome,
    VisitResult,
    listing_kind,
    reason_of,
    rest_of,
    status_of,
    visit_outcome,
)
from watchd.flow.run.appearances import Appearances, appearances
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.page_memory import PageBeforeVisit, read_known_page, read_known_version
from watchd.model import values
from watchd.model.outcome import Failed, Fetched, Meter, NotModified, Outcome, Refused
from watchd.model.page import Page, PageKind, StoredPage, Unparseable
from watchd.model.profile import Profile
from watchd.store.tables import Tables

MAX_FEEDS = 3  # of one page: some pages offer one feed per comment thread
MAX_OFFERS = 10
FRESH_FOR = timedelta(minutes=10)  # a page that another profile read so recently is not fetched again


class Visitor:
    """Makes the visits of one run."""

    def __init__(
        self,
        environment: RunEnvironment,
        state: CrawlState,
        profile: Profile | None,
        prefetched: dict[str, Outcome],
    ) -> None:
        self._store = environment.store
        self._fetcher = environment.fetcher
        self._reader = environment.reader
        self._clock = environment.clock
        self._traps = environment.traps()
        self._turns = environment.page_turns
        self._arrived: set[int] = set()  # moves whose document has arrived
        self._run_id = state.run.id
        self._spec = state.run.spec
        self._scoring = state.scoring
        self._route_of = state.route_of
        self._source_of = state.sources.get
        self._profile_id = profile.id if profile else None
        self._prefetched = prefetched
        self._sites: set[str] = set()  # whose sitemaps were asked for
        self._entry_dates: dict[
            str, datetime
        ] = {}  # of entries of feeds and sitemaps: when they were published
        self._meters: dict[int, Meter] = {}  # by the number of the move
        # For so long, a page that another profile read replaces a visit; or a first visit, where agents meet it.
        self._fresh_for = _fresh_for(profile)
        self._first_visit_fresh_for = _lasting(state)
        self._known_urls = state.history.visited().keys()
        self._relevances = state.history.relevances()
        self._is_first_run = state.history.is_empty
        self._may_visit = state.scope.allows
        self._is_same_query = state.history.hints.text == state.origin.text  # as when known pages were assessed

    async def visit(self, move: Move) -> VisitResult:
        """Return what came of a move; never raises for what the web does."""
        meter = self._meters[move.number] = Meter(max_bytes=move.room)
        source = self._source_of(move.url)
        if self._profile_id is not None:
            await self._turns.take(move.url, self._run_id)  # the run releases it when the page is stored
        known = await self._known(move.url)
        if known.snapshot is not None and self._may_recall(source, known):
            # A start page that this profile itself has read is free. What another profile read counts as a request: agents
            # would otherwise recall page after page without end.
            is_free = source == "remnant" and known.has_been_read
            return await self._result(move, "recalled", known.snapshot, known, meter, is_free=is_free)
        if source is None and (reason := self._traps.refusal(move.url)):
            return self._no_page(move, known, Refused(move.url, "trap", reason), meter)
        outcome = self._prefetched.pop(move.url, None)
        if outcome is not None:
            meter.requests += 1  # its bytes were counted when it came
        else:
            validators = known.stored.validators if known.stored and known.can_be_unchanged else None
            outcome = await self._fetcher.fetch(move.url, validators, caller=self._run_id, meter=meter)
        if isinstance(outcome, NotModified) and known.snapshot is not None:
            return await self._result(
                move, "not_modified", known.snapshot, known, meter, seconds=outcome.seconds
            )
        if isinstance(outcome, Fetched):
            self._arrived.add(move.number)
            return await self._read(move, outcome, known, meter)
        return self._no_page(move, known, outcome, meter)

    def is_exchanging(self, move: Move) -> bool:
        """Return whether a request of this move is on the wire, or its answer is read."""
        meter = self._meters.get(move.number)
        return move.number in self._arrived or (meter is not None and meter.is_exchanging)

    def received(self, move: Move) -> int:
        """Return the bytes that have arrived for this move, whatever became of the visit."""
        meter = self._meters.get(move.number)
        return meter.received if meter else 0

    async def _known(self, url: str) -> PageBeforeVisit:
        return await self._store.read(lambda tables: read_known_page(tables, self._profile_id, url))

    def _may_recall(self, source: str | None, known: PageBeforeVisit) -> bool:
        """Return whether the remembered page may replace a request."""
        if source == "remnant":
            return True
        fetched = known.stored.fetched_at if known.stored else None
        if fetched is None:
            return False
        age = self._clock.now() - fetched
        seen = known.state.visited_at if known.state else None
        if source is None and seen is None:
            return age <= self._first_visit_fresh_for
        if age > self._fresh_for:
            return False
        return seen is None or seen < fetched  # another profile has read it since

    async def _read(self, move: Move, fetched: Fetched, known: PageBeforeVisit, meter: Meter) -> VisitResult:
        """Read a fetched document as a page, a feed or a sitemap."""
        kind = listing_kind(fetched)
        newest: dict[str, float | None] = {}
        parts: tuple[tuple[str, str], ...] = ()
        if kind == "page":
            page = await self._reader.extract(fetched)
        else:
            read_listing = self._reader.read_feed if kind == "feed" else self._reader.read_sitemap
            listing = await read_listing(fetched)
            if isinstance(listing, Unparseable):
                page = listing
            else:
                newest = {
                    e.url: date.timestamp() if (date := e.modified or e.published) else None
                    for e in listing.entries
                }
                parts = sitemap_parts(listing)
                languages = self._spec.query.languages
                page = listing_page(fetched.url, listing, kind, languages[0] if languages else None)
        if isinstance(page, Unparseable):
            return self._no_page(move, known, Failed(move.url, "unreadable", page.detail), meter)
        return await self._result(
            move, "fetched", page, known, meter, kind=kind, fetched=fetched, newest=newest, parts=parts
        )

    async def _result(
        self,
        move: Move,
        outcome: VisitOutcome,
        page: Page,
        known: PageBeforeVisit,
        meter: Meter,
        *,
        kind: PageKind | None = None,
        fetched: Fetched | None = None,
        seconds: float = 0.0,
        newest: dict[str, float | None] | None = None,
        parts: tuple[tuple[str, str], ...] = (),
        is_free: bool = False,
    ) -> VisitResult:
        """Score and assess a page that was recalled or fetched."""
        if fetched is not None and known.stored is None and page.url != move.url:
            # A redirect, or the canonical URL of the page, led to an address that may be known.
            known = await self._known(page.url)
        kind = kind or (known.stored.kind if known.stored else "page")
        now = self._clock.now()
        page = self._dated(page, move, known, now)
        is_new, is_fresh, report = known.state is None, outcome == "fetched", self._spec.report
        document = self._scoring.read(page, is_fresh=is_fresh) if kind == "page" else None
        route = "news" if await self._has_appeared(move, page, known) else self._route_of(move, known.state)
        score = self._scoring.score(document, page, is_new=is_new, route=route) if document else IRRELEVANT
        # A site with a relevant page, or one that the person named, may announce more.
        is_promising = score.value >= report.min_score or self._source_of(move.url) in NAMED
        former = await read_known_version(self._store, page, known, now) if kind == "page" else None
        new = new_links(page, known.snapshot) if outcome == "fetched" else ()
        appeared = await self._appearances(page, kind, known, outcome, newest or {}, now)
        judged = await self._assess(former, page, score, new) if kind == "page" else None
        may_offer = is_promising and outcome != "recalled" and not self._spec.scope.named_pages_only
        offers = await self._offers(page, meter) if may_offer else ()
        return VisitResult(
            move=move,
            outcome=outcome,
            now=self._clock.now(),
            page=page,
            kind=kind,
            document=document,
            score=score,
            stored=known.stored,
            state=known.state,
            was_reported=known.was_reported,
            assessment=judged,
            followed_hash=still_followed(former, page, score, judged, report=report),
            offers=offers + parts,
            validators=(fetched or known.stored or StoredPage(id="", url="", host="")).validators,
            status=fetched.status if fetched else known.stored.status if known.stored else None,
            seconds=fetched.seconds if fetched else seconds,
            bytes=meter.received,
            new_links=new,
            news=appeared.items,
            followed=appeared.followed,
            entry_times=newest or {},
            is_free=is_free,
        )

    async def _appearances(
        self,
        page: Page,
        kind: PageKind,
        known: PageBeforeVisit,
        outcome: VisitOutcome,
        dates: dict[str, float | None],
        now: datetime,
    ) -> Appearances:
        """Return the news of a page that was fetched, or of a list that was fetched or recalled."""
        is_look = outcome == "fetched" or (outcome == "recalled" and kind != "page")
        if not is_look or self._profile_id is None:
            return Appearances()
        return await appearances(self._store, page, kind, known, dates, self._relevances, now)

    async def _has_appeared(self, move: Move, page: Page, known: PageBeforeVisit) -> bool:
        """Return whether a page that the profile has not read has appeared since its first run, for any profile."""
        has_read = known.state is not None and known.state.content_hash is not None
        if self._profile_id is None or self._is_first_run or has_read:
            return False
        return await self._store.read(partial(_have_appeared, urls={page.url, move.url}))

    def _dated(self, page: Page, move: Move, known: PageBeforeVisit, now: datetime) -> Page:
        """Return the page with its date of publication: its own, else that of its entry in a feed, else the known one."""
        if page.entry_dates:
            dates = page.entry_dates.items()
            self._entry_dates.update((url, date) for url, date in dates if values.is_plausible_date(date, now))
        stored = known.stored.published_at if known.stored else None
        listed = self._entry_dates.get(page.url) or self._entry_dates.get(move.url)
        return structs.replace(page, published=page.published or listed or stored)

    async def _assess(
        self, former: KnownVersion | None, page: Page, score: Score, new: Collection[str]
    ) -> Assessment | None:
        topic, report = self._scoring.topic, self._spec.report
        if former is None:
            return assess(None, page, score, topic=topic, report=report)
        # Comparing two long texts takes time: not on the event loop.
        judged = await asyncio.to_thread(
            assess,
            former,
            page,
            score,
            topic=topic,
            report=report,
            is_same_query=self._is_same_query,
            linked=self._linked_texts(page, new),
        )
        is_new = judged is not None and judged.kind == "new"
        return None if is_new and is_known_front_page(page, self._known_urls) else judged

    def _linked_texts(self, page: Page, new: Collection[str]) -> LinkedTexts:
        """Return the texts of links to pages that report their news themselves."""
        site = site_of(page.url)
        others = [link for link in page.links if link.url != page.url and self._may_visit(link.url)]
        return LinkedTexts(
            frozenset(k.anchor for k in others if k.url in self._known_urls and site_of(k.url) == site),
            frozenset(k.anchor for k in others if k.url in new and k.url not in self._known_urls),
        )

    async def _offers(self, page: Page, meter: Meter) -> tuple[tuple[str, str], ...]:
        """Return feeds and sitemaps of the page's site."""
        offers = [("feed", url) for url in page.feeds[:MAX_FEEDS]]
        offers += [("sitemap", url) for url in page.sitemaps]
        site = urlsplit(page.url).netloc
        if site not in self._sites:
            self._sites.add(site)
            sitemaps = await self._fetcher.sitemaps(page.url, caller=self._run_id, meter=meter)
            offers += [("sitemap", url) for url in sitemaps]
        return tuple(offers[:MAX_OFFERS])

    def _no_page(self, move: Move, known: PageBeforeVisit, outcome: Outcome, meter: Meter) -> VisitResult:
        trouble, reason = reason_of(outcome)
        return VisitResult(
            move=move,
            outcome=visit_outcome(outcome),
            now=self._clock.now(),
            stored=known.stored,
            state=known.state,
            was_reported=known.was_reported,
            status=status_of(outcome),
            failure=trouble,
            reason=reason,
            bytes=meter.received,
            is_free=not meter.requests,
            rest=rest_of(outcome),
        )


async def _have_appeared(tables: Tables, urls: Collection[str]) -> bool:
    return any([await tables.news.get(url) is not None for url in urls])


def _fresh_for(profile: Profile | None) -> timedelta:
    """Return how long a page of another profile is fresh; less for a profile that runs often."""
    if profile is None or profile.spec.schedule.manual or profile.spec.schedule.cron:
        return FRESH_FOR
    period = cadence.period_of(profile.spec.schedule, profile.interval)
    return min(FRESH_FOR, timedelta(seconds=period / 2))


def _lasting(state: CrawlState) -> timedelta:
    """Return how long a page stays as it is, by the change rates that earlier runs saw."""
    pace = cadence.pace_of(state.run.spec.schedule)
    return timedelta(days=pace * lasting_days(usual_rate(state.history.watched(pace)), WINDOW))
