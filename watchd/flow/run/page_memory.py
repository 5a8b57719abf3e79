"""Page memory: what the store knows of a page before a visit, and what a visit stores of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from msgspec import Struct, structs

from watchd.core.changes.assess import KnownVersion
from watchd.core.revisits.freshness import hub_prior
from watchd.core.revisits.news import dates_source, entry_source, link_key
from watchd.core.revisits.visit_history import VisitRecord, after_visit
from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.visit_result import VisitResult
from watchd.flow.run.environment import RunEnvironment
from watchd.model import values
from watchd.model.outcome import Validators
from watchd.model.page import Page, PageState, PageVersion, RelevantPage, StoredPage
from watchd.model.profile import Profile
from watchd.store.database import Store
from watchd.store.tables import Tables
from watchd.store.tables.findings import ReportedTexts


class PageBeforeVisit(Struct, frozen=True):
    """A page as the store knows it; empty for an unknown one."""

    stored: StoredPage | None = None
    state: PageState | None = None
    snapshot: Page | None = None
    was_reported: bool = False

    @property
    def can_be_unchanged(self) -> bool:
        """True if "not modified" is a useful answer: the text is stored, or the profile knows it and needs nothing else."""
        return self.snapshot is not None or (self.state is not None and self.state.content_hash is not None)

    @property
    def has_been_read(self) -> bool:
        """True if the profile itself has read the stored text; False if only another profile has."""
        return (
            self.state is not None
            and self.snapshot is not None
            and self.state.content_hash == self.snapshot.content_hash
        )


async def read_known_page(tables: Tables, profile_id: str | None, url: str) -> PageBeforeVisit:
    """Read what is known of an address. A preview, which has no profile, remembers nothing."""
    stored = await tables.pages.by_url(url) if profile_id is not None else None
    if profile_id is None or stored is None:
        return PageBeforeVisit()
    return PageBeforeVisit(
        stored,
        await tables.page_states.get(profile_id, stored.id),
        await tables.pages.snapshot(stored.id),
        await tables.findings.was_reported(profile_id, stored.id),
    )


async def read_known_version(
    store: Store, page: Page, known: PageBeforeVisit, now: datetime
) -> KnownVersion | None:
    """Read the text that the profile knows of a page; None when the profile never read it."""
    state = known.state
    if state is None or state.content_hash is None:
        return None
    reported = ReportedTexts()
    if state.content_hash != page.content_hash:
        since = now - REPEATED_VALUES_AFTER
        reported = await store.read(
            lambda tables: tables.findings.reported_texts(state.profile_id, state.page_id, values_since=since)
        )
    before = await _version(store, state.followed_hash, page, known) if state.followed_hash else None
    last = await _version(store, state.content_hash, page, known)
    if last is None:
        # Retention has deleted it. The version that mattered replaces it; without that one, no change can be named.
        last = before or KnownVersion(
            page.text, page.content_hash, state.relevance, page.language, known.was_reported
        )
    return structs.replace(last, before=before, reported_texts=reported.hashes, recent_values=reported.values)


async def _version(store: Store, content_hash: str, page: Page, known: PageBeforeVisit) -> KnownVersion | None:
    """Read one text that the profile knows, if it is stored."""
    assert known.state is not None
    page_id = known.state.page_id
    if content_hash == page.content_hash:
        text: str | None = page.text
    elif known.snapshot is not None and known.snapshot.content_hash == content_hash:
        text = known.snapshot.text
    else:
        version = await store.read(lambda tables: tables.versions.get(page_id, content_hash))
        text = version.text if version else None
    if text is None:
        return None
    return KnownVersion(text, content_hash, known.state.relevance, page.language, known.was_reported)


# The same change of a value is reported again after this time; a price that alternates is reported once in each direction.
REPEATED_VALUES_AFTER = timedelta(days=7)
MIN_SNAPSHOT_RELEVANCE = 0.05  # of pages that are stored as they were read, to continue from them
MIN_FIRST_SNAPSHOT_RELEVANCE = 0.001  # of pages of a first run, which are scored again when it ends
# Addresses that will not become pages soon: no run requests them again.
LASTING_FAILURES = ("redirects", "unreadable", "type", "size", "encoding")
DATES = dates_source("")
NO_VALIDATORS = Validators()
MIN_NEWS_SHARE = 0.5  # of the threshold: news with such a score was worth its request
MAX_MISSED_VISITS = 2  # in a row; then a page counts as gone
MIN_LINK_SCORE = 0.3  # of links that are expected to lead to relevant pages


class PageMemory:
    """Stores pages for one profile, during one of its runs."""

    def __init__(self, environment: RunEnvironment, state: CrawlState, profile: Profile) -> None:
        self._profile_id = profile.id
        self._min_score = profile.spec.report.min_score
        self._population = state.population
        self._paths = state.paths
        self._entropy = environment.entropy
        self._portal = environment.portal
        self._profile_index = environment.profile_index
        self._news_sources = state.news_sources
        self._marks = state.history.taught.marks
        self._min_snapshot = MIN_FIRST_SNAPSHOT_RELEVANCE if state.history.is_empty else MIN_SNAPSHOT_RELEVANCE
        self._relevances = state.history.relevances()  # of pages that were known before the run

    async def keep(self, tables: Tables, result: VisitResult, page: Page) -> str:
        """Store a page that was read; return its id."""
        page_id = await self._put(tables, result, page)
        await self._keep_news(tables, result, page)
        seen = result.stored.fetched_at if result.outcome == "recalled" and result.stored else None
        if result.outcome == "recalled" and result.state is not None and _has_seen(result.state, seen):
            # No request was made, so nothing was learned; but a mark pays less each time.
            if page.url in self._marks:
                await tables.page_states.put([structs.replace(result.state, visits=result.state.visits + 1)])
            return page_id
        before = result.state or self._first(page_id, result)
        if before.visits == 0:
            before = structs.replace(before, hub_prior=self._prior(page))
        visit = VisitRecord(
            now=seen or result.now,  # what was read for another profile is as old as it is
            relevance=result.score.value,
            content_hash=page.content_hash,
            changed=result.is_changed,
            followed_hash=result.followed_hash,
        )
        await tables.page_states.put([after_visit(before, visit)])
        if result.kind == "page" and (result.was_reported or result.score.value >= self._min_score):
            await self._keep_relevant(tables, result, page, page_id)
        return page_id

    async def miss(self, tables: Tables, result: VisitResult) -> bool:
        """Store that a visit brought no page; return True when the page counts as gone from now on.

        A page that does not exist is stored too, so that no run requests it again and again.
        """
        if not result.is_free and result.rest is None:
            await self._count_news(tables, result, found=False)
        if result.stored is None and (result.outcome == "gone" or result.failure in LASTING_FAILURES):
            await self._keep_missing(tables, result)
            return False
        if result.stored is None or result.state is None or result.is_free:
            return False  # no request was made: the host has a pause, or a rule forbids the page
        if result.outcome == "not_modified":
            await self._keep_unchanged(tables, result.stored, result.state, result.now)
            return False
        missed = result.state.missed + (result.outcome == "gone")
        await tables.page_states.put([structs.replace(result.state, visited_at=result.now, missed=missed)])
        if result.outcome != "gone" or missed != MAX_MISSED_VISITS:
            return False
        await self._portal.drop(tables, result.stored.id, now=result.now)
        return True

    async def _put(self, tables: Tables, result: VisitResult, page: Page) -> str:
        if result.outcome != "fetched":
            assert result.stored is not None
            if result.outcome == "not_modified":
                await tables.pages.mark_fetched(result.stored.id, result.stored.status or 200, result.now)
            return result.stored.id
        page_id = await tables.pages.put(self._stored(result, page))
        if result.move.url != page.url:
            await tables.pages.add_alias(result.move.url, page_id)
        shared = await self._share(tables, result, page, page_id)
        if (
            shared
            or len(self._profile_index) > 1  # the next profile that comes here needs no request
            or result.validators
            != NO_VALIDATORS  # it can answer "not modified", and then this text is read again
            or result.score.value >= self._min_snapshot
            or result.kind != "page"
            or self._paths.is_start(result)
        ):
            await tables.pages.put_snapshot(page_id, structs.replace(page, full_text=""), result.now)
        return page_id

    async def _keep_news(self, tables: Tables, result: VisitResult, page: Page) -> None:
        """Store the links that the page shows, what is new of them, and whether the news that led here was worth it."""
        if result.outcome != "recalled":
            is_dated = self._news_sources.get(result.move.url, "").startswith(DATES)
            found = result.is_changed if is_dated else result.score.value >= MIN_NEWS_SHARE * self._min_score
            await self._count_news(tables, result, found=found)
        if result.outcome != "fetched" and not _is_first_look_of_day(result):
            return
        now = result.now.timestamp()
        shown = result.entry_times or [link.url for link in page.links]  # agents see a part of a long list only
        await tables.news.see([link_key(url) for url in shown], now)
        dates = {link_key(url): date for url, date in result.entry_times.items() if date is not None}
        await tables.news.set_dates(dates, now)
        await tables.news.add(result.news)

    async def _count_news(self, tables: Tables, result: VisitResult, *, found: bool) -> None:
        """Count for the source of news that led to a visit whether it was worth it."""
        url, now = result.move.url, result.now.timestamp()
        if (source := self._news_sources.get(url)) is None:
            return
        await tables.news.count(source, now, found=found)
        if source.startswith(DATES):
            await tables.news.count(entry_source(url), now, found=found)

    async def _keep_unchanged(
        self, tables: Tables, stored: StoredPage, state: PageState, now: datetime
    ) -> None:
        """Store that a page is as the profile knows it; its text is not stored any more."""
        await tables.pages.mark_fetched(stored.id, stored.status or 200, now)
        visit = VisitRecord(
            now=now, relevance=state.relevance, content_hash=state.content_hash or "", changed=False
        )
        after = after_visit(state, structs.replace(visit, followed_hash=state.followed_hash))
        await tables.page_states.put([after])

    async def _share(self, tables: Tables, result: VisitResult, page: Page, page_id: str) -> bool:
        """Share a page that has a new text; return True when it is relevant to another profile."""
        if result.document is None:
            return False
        shared = await self._profile_index.share(
            tables, page_id, page, result.document, besides=self._profile_id
        )
        await self._credit(tables, result, shared.new)
        renewed = 0
        if result.stored is not None and result.stored.content_hash != page.content_hash:
            renewed = await tables.page_states.restore_energy(
                page_id,
                page.content_hash,
                min_relevance=MIN_SNAPSHOT_RELEVANCE,
                except_profile=self._profile_id,
            )
        return bool(shared.new or shared.woken or renewed)

    async def _credit(self, tables: Tables, result: VisitResult, profiles: Sequence[str]) -> None:
        """Credit the page that led here: it has shown something new to these profiles.

        The links of a hub's first visit say nothing about how many it will show next time.
        """
        hub_url = self._paths.linked_from(result)
        if not profiles or hub_url is None or not self._paths.is_new_link(result):
            return
        if hub := await tables.pages.by_url(hub_url):
            for profile_id in profiles:
                await tables.page_states.credit_hub(profile_id, hub.id, 1)

    def _stored(self, result: VisitResult, page: Page) -> StoredPage:
        before = result.stored
        is_same = before is not None and before.content_hash == page.content_hash
        return StoredPage(
            id=self._new_id(result.now),
            url=page.url,
            host=urlsplit(page.url).netloc,
            kind=result.kind,
            status=result.status,
            validators=result.validators,
            title=page.title,
            language=page.language,
            content_hash=page.content_hash,
            signature=page.signature,
            published_at=page.published,
            fetched_at=result.now,
            changed_at=before.changed_at if before and is_same else result.now,
            noindex=page.noindex,
        )

    async def _keep_relevant(self, tables: Tables, result: VisitResult, page: Page, page_id: str) -> None:
        if result.state is None:
            await self._credit(tables, result, [self._profile_id])
        await self.follow(tables, page_id, page, result.score.value, self._paths.found_by(result), result.now)

    async def follow(
        self, tables: Tables, page_id: str, page: Page, score: float, source: str, now: datetime
    ) -> None:
        """Store the text of a relevant page, so that its next change can be seen, and hand the page to the portal.

        Without a version of its own, the text would be lost when another profile is the first to see the change.
        """
        await tables.versions.put(page_id, PageVersion(page.content_hash, now, page.text))
        relevant = RelevantPage(
            page_id=page_id,
            page=page,
            profile_id=self._profile_id,
            score=score,
            source=source,
            parent_url=self._population.parent_of(page.url),
            now=now,
        )
        await self._portal.keep(tables, relevant)

    async def _keep_missing(self, tables: Tables, result: VisitResult) -> None:
        url = result.move.url
        page = StoredPage(
            id=self._new_id(result.now),
            url=url,
            host=urlsplit(url).netloc,
            status=result.status,
            fetched_at=result.now,
        )
        state = self._first(await tables.pages.put(page), result)
        await tables.page_states.put([structs.replace(state, visits=1, visited_at=result.now, missed=1)])

    def _first(self, page_id: str, result: VisitResult) -> PageState:
        """Return the state of a page that the profile has not visited yet."""
        return PageState(
            profile_id=self._profile_id,
            page_id=page_id,
            relevance=0.0,
            unspent=0.0,
            energy=0.0,
            source=self._paths.found_by(result),
        )

    def _prior(self, page: Page) -> float:
        """Return the hub prior: a page with many links to relevant pages is expected to show more of them."""
        links = {link.url for link in page.links} - {page.url}
        return hub_prior(sum(map(self._is_promising, links)), len(links)).prior_shape

    def _is_promising(self, url: str) -> bool:
        relevance = self._population.page_relevance(url)
        if relevance is None:
            relevance = self._relevances.get(url)
        if relevance is not None:
            return relevance >= self._min_score
        score = self._population.score_of_link(url)
        return score is not None and score >= MIN_LINK_SCORE

    def _new_id(self, now: datetime) -> str:
        return values.time_sorted_id(now, self._entropy.bits(values.RANDOM_ID_BITS))


def _is_first_look_of_day(result: VisitResult) -> bool:
    """Return whether a page that has not changed shows its links for the first time today: they must not be forgotten."""
    fetched = result.stored.fetched_at if result.stored else None
    return result.outcome == "not_modified" and fetched is not None and fetched.date() < result.now.date()


def _has_seen(state: PageState, fetched: datetime | None) -> bool:
    """Return whether the profile knows the page as it was read last, for any profile."""
    if state.content_hash is None:
        return False
    return fetched is None or state.visited_at is None or fetched <= state.visited_at
