"""What came of one move? The page is taken from memory or from the web, read, and compared with the profile.

1. What is known of the address: the page, its last text, what it means to this profile.
2. A page to start from that is only remembered costs no request. So does one that another profile has just read.
3. Otherwise the web door is asked, with validators when we could go on from "not modified".
4. Feeds and sitemaps become pages whose links are their entries.
"""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, KnownVersion, assess, still_followed
from watchd.core.population.agent_view import announcement, appeared
from watchd.core.population.events import Move
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import IRRELEVANT, Score
from watchd.core.revisits.start_pages import NAMED
from watchd.core.run.scoring import Scoring
from watchd.core.run.visit_result import VisitOutcome, VisitResult
from watchd.model.outcome import Failed, Fetched, Gone, Meter, Moved, NotModified, Outcome, Refused
from watchd.model.page import Page, PageKind, PageState, StoredPage, Unparseable
from watchd.model.profile import ProfileSpec
from watchd.ports import Clock, Fetcher, PageReader, Traps
from watchd.store.database import Store
from watchd.store.tables import Tables

FEEDS = 3  # of one page: many offer one per comment thread
OFFERS = 10
HEAD = 1000  # bytes that tell a feed or sitemap from a page


class _KnownPage(Struct, frozen=True):
    stored: StoredPage | None = None
    state: PageState | None = None
    snapshot: Page | None = None
    was_told: bool = False


class Visitor:
    """Makes the visits of one run."""

    def __init__(
        self,
        *,
        fetcher: Fetcher,
        reader: PageReader,
        store: Store,
        traps: Traps,
        clock: Clock,
        scoring: Scoring,
        ahead: dict[str, Outcome],
        spec: ProfileSpec,
        profile_id: str | None,
        caller: str,
        fresh_for: timedelta,
        lasting: timedelta,
        is_same_query: bool,
        source_of: Callable[[str], str | None],
    ) -> None:
        self._fetcher = fetcher
        self._reader = reader
        self._store = store
        self._traps = traps
        self._clock = clock
        self._scoring = scoring
        self._ahead = ahead  # what was asked for before the first move
        self._languages = spec.query.languages
        self._report = spec.report
        self._sites: set[str] = set()  # whose sitemaps were asked for
        self._meters: dict[int, Meter] = {}  # by the number of the move
        self._profile_id = profile_id
        self._caller = caller
        self._fresh_for = fresh_for  # as long, what others have read stands for a visit
        self._lasting = lasting  # as long, it stands for a first look at a page that agents meet on their way
        self._is_same_query = is_same_query  # as when the known pages were judged
        self._source_of = source_of

    async def visit(self, move: Move) -> VisitResult:
        """Never raises for what the web does."""
        meter = self._meters[move.number] = Meter(most=move.room)
        source = self._source_of(move.url)
        known = await self._store.read(lambda tables: self._recall(tables, move.url))
        if known.snapshot is not None and self._is_enough(source, known):
            # Other pages from memory stand for a request and count as one, or memory would have no end.
            is_start = source == "remnant"
            return await self._result(move, "recalled", known.snapshot, known, meter, is_unasked=is_start)
        if source is None and (reason := self._traps.refusal(move.url)):
            return self._empty(move, known, Refused(move.url, "trap", reason), meter)
        outcome = self._ahead.pop(move.url, None)
        if outcome is not None:
            meter.requests += 1  # its bytes were counted when it came
        else:
            validators = known.stored.validators if known.stored and known.snapshot else None
            outcome = await self._fetcher.fetch(move.url, validators, caller=self._caller, meter=meter)
        if isinstance(outcome, NotModified) and known.snapshot is not None:
            return await self._result(
                move, "not_modified", known.snapshot, known, meter, seconds=outcome.seconds
            )
        if isinstance(outcome, Fetched):
            return await self._fetched(move, outcome, known, meter)
        return self._empty(move, known, outcome, meter)

    def received(self, move: Move) -> int:
        """Bytes that have come for this move, whatever became of the visit."""
        meter = self._meters.get(move.number)
        return meter.received if meter else 0

    async def _recall(self, tables: Tables, url: str) -> _KnownPage:
        if self._profile_id is None:
            return _KnownPage()  # a preview remembers nothing
        stored = await tables.pages.by_url(url)
        if stored is None:
            return _KnownPage()
        return _KnownPage(
            stored,
            await tables.page_states.get(self._profile_id, stored.id),
            await tables.pages.snapshot(stored.id),
            await tables.findings.was_told(self._profile_id, stored.id),
        )

    def _is_enough(self, source: str | None, known: _KnownPage) -> bool:
        """May the remembered page stand for the real one?"""
        if source == "remnant":
            return True
        fetched = known.stored.fetched_at if known.stored else None
        if fetched is None:
            return False
        seen = known.state.visited_at if known.state else None
        if source is None and seen is None:
            return self._clock.now() - fetched <= self._lasting
        if self._is_old(known):
            return False
        return seen is None or seen < fetched  # somebody else has read it since

    def _is_old(self, known: _KnownPage) -> bool:
        fetched = known.stored.fetched_at if known.stored else None
        return fetched is None or self._clock.now() - fetched > self._fresh_for

    async def _fetched(self, move: Move, fetched: Fetched, known: _KnownPage, meter: Meter) -> VisitResult:
        kind = listing_kind(fetched)
        newest: dict[str, float] = {}
        if kind == "page":
            page = await self._reader.extract(fetched)
        else:
            reading = self._reader.read_feed if kind == "feed" else self._reader.read_sitemap
            listing = await reading(fetched)
            if isinstance(listing, Unparseable):
                page = listing
            else:
                newest = {
                    e.url: date.timestamp() for e in listing.entries if (date := e.modified or e.published)
                }
                language = self._languages[0] if self._languages else None
                page = announcement(fetched.url, listing, kind, language)
        if isinstance(page, Unparseable):
            return self._empty(move, known, Failed(move.url, "unreadable", page.detail), meter)
        return await self._result(
            move, "fetched", page, known, meter, kind=kind, fetched=fetched, newest=newest
        )

    async def _result(
        self,
        move: Move,
        outcome: VisitOutcome,
        page: Page,
        known: _KnownPage,
        meter: Meter,
        *,
        kind: PageKind | None = None,
        fetched: Fetched | None = None,
        seconds: float = 0.0,
        newest: dict[str, float] | None = None,
        is_unasked: bool = False,
    ) -> VisitResult:
        if fetched is not None and known.stored is None and page.url != move.url:
            # A redirect, or the page's own word, led to an address that may be known.
            known = await self._store.read(lambda tables: self._recall(tables, page.url))
        kind = kind or (known.stored.kind if known.stored else "page")
        is_new = known.state is None
        document = document_of(page) if kind == "page" else None
        score = self._scoring.score(document, page, is_new=is_new) if document else IRRELEVANT
        # A site with something relevant, or one that the person named, may announce more.
        is_promising = score.value >= self._report.min_score or self._source_of(move.url) in NAMED
        former = await self._former(page, known) if kind == "page" else None
        judged = await self._judged(former, page, score) if kind == "page" else None
        offers = await self._offers(page, meter) if outcome != "recalled" and is_promising else ()
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
            was_reported=known.was_told,
            judged=judged,
            followed_hash=still_followed(former, page, score, judged, report=self._report),
            offers=offers,
            validators=(fetched or known.stored or StoredPage(id="", url="", host="")).validators,
            status=fetched.status if fetched else known.stored.status if known.stored else None,
            seconds=fetched.seconds if fetched else seconds,
            bytes=meter.received,
            news=appeared(page, known.snapshot) if outcome == "fetched" else (),
            newest=newest or {},
            is_unasked=is_unasked,
        )

    async def _judged(self, former: KnownVersion | None, page: Page, score: Score) -> Assessment | None:
        if former is None:
            return assess(None, page, score, topic=self._scoring.topic, report=self._report)
        # Comparing two long texts takes a while: not on the event loop.
        return await asyncio.to_thread(
            assess,
            former,
            page,
            score,
            topic=self._scoring.topic,
            report=self._report,
            is_same_query=self._is_same_query,
        )

    async def _former(self, page: Page, known: _KnownPage) -> KnownVersion | None:
        """What this profile knows of the page; None: it never read it."""
        state = known.state
        if state is None or state.content_hash is None:
            return None
        told_texts = frozenset[str]()
        if state.content_hash != page.content_hash:
            told_texts = await self._store.read(
                lambda tables: tables.findings.told_texts(state.profile_id, state.page_id)
            )
        before = await self._version(state.followed_hash, page, known) if state.followed_hash else None
        last = await self._version(state.content_hash, page, known)
        if last is None:
            # It was trimmed away. Beside the version that mattered nobody misses it; else nobody can say what has changed.
            last = before or KnownVersion(
                page.text, page.content_hash, state.relevance, page.language, known.was_told
            )
        return structs.replace(last, before=before, reported_texts=told_texts)

    async def _version(self, content_hash: str, page: Page, known: _KnownPage) -> KnownVersion | None:
        """A text that the profile knows, if it is kept."""
        assert known.state is not None
        page_id = known.state.page_id
        if content_hash == page.content_hash:
            text: str | None = page.text
        elif known.snapshot is not None and known.snapshot.content_hash == content_hash:
            text = known.snapshot.text
        else:
            version = await self._store.read(lambda tables: tables.versions.get(page_id, content_hash))
            text = version.text if version else None
        if text is None:
            return None
        return KnownVersion(text, content_hash, known.state.relevance, page.language, known.was_told)

    async def _offers(self, page: Page, meter: Meter) -> tuple[tuple[str, str], ...]:
        """Feeds and sitemaps of the site."""
        offers = [("feed", url) for url in page.feeds[:FEEDS]] + [("sitemap", url) for url in page.sitemaps]
        site = urlsplit(page.url).netloc
        if site not in self._sites:
            self._sites.add(site)
            sitemaps = await self._fetcher.sitemaps(page.url, caller=self._caller, meter=meter)
            offers += [("sitemap", url) for url in sitemaps]
        return tuple(offers[:OFFERS])

    def _empty(self, move: Move, known: _KnownPage, outcome: Outcome, meter: Meter) -> VisitResult:
        trouble, reason = _why(outcome)
        return VisitResult(
            move=move,
            outcome=_visit_outcome(outcome),
            now=self._clock.now(),
            stored=known.stored,
            state=known.state,
            was_reported=known.was_told,
            status=_status(outcome),
            trouble=trouble,
            reason=reason,
            bytes=meter.received,
            is_unasked=not meter.requests,
        )


def _visit_outcome(outcome: Outcome) -> VisitOutcome:
    match outcome:
        case Refused():
            return "refused"
        case Gone():
            return "gone"
        case NotModified():
            return "not_modified"
    return "failed"


def _why(outcome: Outcome) -> tuple[str, str]:
    """Why there is no page: in a word, and in a sentence for people."""
    match outcome:
        case Refused(by=by, detail=detail):
            return by, detail
        case Failed(kind=kind, detail=detail):
            return kind, detail
        case Gone(status=status):
            return "gone", f"The server says that there is no such page (status {status})."
    return "protocol", "The server answered something that was not asked for."


def _status(outcome: Outcome) -> int | None:
    match outcome:
        case Gone(status=status) | Failed(status=status):
            return status
        case NotModified():
            return 304
        case Moved():
            return 301
    return None


def listing_kind(fetched: Fetched) -> PageKind:
    """Is this a feed, a sitemap, or a page?"""
    head = fetched.body[:HEAD].lower()
    if fetched.content_type in ("application/gzip", "application/x-gzip"):
        return "sitemap"
    if b"<urlset" in head or b"<sitemapindex" in head:
        return "sitemap"
    if fetched.content_type in ("application/rss+xml", "application/atom+xml", "application/feed+json"):
        return "feed"
    if b"<rss" in head or b"<rdf:rdf" in head or (b"<feed" in head and b"<html" not in head):
        return "feed"
    return "page"
