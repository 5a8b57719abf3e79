"""What does a run know when it begins? The topic, the start pages, what earlier runs have learned, what is known already.

All of it is written down before the first move, so that a crash cannot change where the run began.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import structlog
from msgspec import Struct, structs

from watchd.core.feedback.feedback import Lessons, PageMark, share_left, threshold_of
from watchd.core.feedback.link_lessons import taught_scorer
from watchd.core.policy.cadence import pace_of, time_for_run
from watchd.core.population.events import RunBudget, Seed
from watchd.core.population.origin import Origin
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.link_graph import StoredLinkGraph
from watchd.core.relevance.term_rarity import NO_COUNTS, TermCounts
from watchd.core.relevance.topic import Topic
from watchd.core.revisits.start_pages import NAMED, ORIGINS, HeldPage, SourceYields, reachable, start_pages
from watchd.core.revisits.visit_history import known_page
from watchd.core.run.profile_history import Hints, ProfileHistory
from watchd.flow.seeds.gather import finish_until
from watchd.model import profile as profiles
from watchd.model.outcome import Fetched, Meter, Outcome, Refused
from watchd.model.page import KnownState, Page, PageState
from watchd.model.run import Run
from watchd.model.seed import FusedSeed, Gathered
from watchd.ports import Clock, Fetcher, PageReader, SeedSource
from watchd.store.database import Store
from watchd.store.tables import Tables

MAX_KNOWN = 100_000  # pages that a profile remembers at the start of a run
ANNOUNCERS = 20  # feeds and sitemaps that are looked at first
MEGABYTE = 1_000_000
MAX_PAGE = 5 * MEGABYTE  # as the door takes it (4 MiB), with heads, redirects and the site's robots.txt
HINTS = 16  # pages that engines name first, read ahead
AHEAD = 0.5  # of the megabytes at most

log = structlog.get_logger()


async def read_history(tables: Tables, profile_id: str) -> ProfileHistory:
    """Everything that this profile remembers."""
    return ProfileHistory(
        tuple(await tables.page_states.known(profile_id, MAX_KNOWN)),
        tuple(await tables.page_states.aliases(profile_id, MAX_KNOWN)),
        await tables.learned.get(profile_id, "memory", Memory) or Memory(),
        await tables.learned.get(profile_id, "taught", Lessons) or Lessons(),
        await tables.learned.get(profile_id, "source_yields", SourceYields) or SourceYields(),
        await tables.learned.get(profile_id, "counts", TermCounts) or NO_COUNTS,
        await tables.learned.get(profile_id, "hints", Hints) or Hints(),
        await tables.learned.get(profile_id, "circle", StoredLinkGraph) or StoredLinkGraph(),
        await tables.runs.last_ended(profile_id),
    )


class PreparedRun(Struct, frozen=True):
    """A run that is ready for its first move."""

    origin: Origin
    gathered: Gathered  # what the sources of start pages said
    ahead: dict[
        str, Outcome
    ]  # start pages that were asked for already, to learn from them what the query means


class RunSetup:
    """Puts together what a run begins with."""

    def __init__(
        self, *, store: Store, fetcher: Fetcher, reader: PageReader, seeds: SeedSource, clock: Clock
    ) -> None:
        self._store = store
        self._fetcher = fetcher
        self._reader = reader
        self._seeds = seeds
        self._clock = clock

    async def start(
        self, run: Run, history: ProfileHistory, budget: RunBudget, over: asyncio.Event
    ) -> PreparedRun:
        """Gather everything that a run begins with; what has not come when it is over is left out."""
        spec = run.spec
        gathered = await self._seeds.gather(spec, over)
        seeds = self._start(run, history, budget, gathered)
        purse = _ByteBudget(budget)
        ahead = await self._look_ahead(run, history, seeds, purse, over)
        hints = await self._hints(run, history, ahead, over)  # before examples join what was asked for ahead
        examples = await self._examples(run, ahead, purse, over)
        taught = history.taught
        topic = Topic(spec.query.text, languages=spec.query.languages, examples=examples, learned=taught.words)
        scorer = taught_scorer(history.memory.scorer, taught.lessons, topic)
        origin = Origin(
            entropy=run.entropy,
            text=spec.query.text,
            languages=tuple(spec.query.languages),
            examples=tuple(examples),
            hints=hints,
            learned=taught.words,
            strategy=spec.strategy.name,
            params=spec.strategy.params,
            memory=structs.replace(history.memory, scorer=scorer),
            seeds=tuple(seeds),
            named=tuple(own_sources(spec, gathered)),
            budget=budget,
            spent_bytes=purse.spent,
            min_score=threshold_of(spec.report.min_score, taught),
        )
        return PreparedRun(origin, gathered, ahead)

    async def _look_ahead(
        self, run: Run, history: ProfileHistory, seeds: list[Seed], purse: "_ByteBudget", over: asyncio.Event
    ) -> dict[str, Outcome]:
        """Read the first pages that engines name, unless earlier runs have: they show what the query means."""
        if history.hints.documents and history.hints.text == run.spec.query.text:
            return {}
        named = [s.url for s in seeds if s.source not in (*NAMED, *ORIGINS, "feed", "sitemap")]
        chosen = named[: min(HINTS, run.spec.budget.pages // 4)]
        meters = [purse.meter(AHEAD / len(chosen)) for _ in chosen]
        fetching = [self._fetcher.fetch(u, caller=run.id, meter=m) for u, m in zip(chosen, meters, strict=True)]
        outcomes = await finish_until(over, fetching)
        # A page that is too large for its part here may have more room when its turn comes.
        return {url: o for url, o in zip(chosen, outcomes, strict=True) if o and not _is_short(o)}

    async def _hints(
        self, run: Run, history: ProfileHistory, ahead: dict[str, Outcome], over: asyncio.Event
    ) -> tuple[Document, ...]:
        if history.hints.text == run.spec.query.text and not ahead:
            return history.hints.documents
        fetched = [outcome for outcome in ahead.values() if isinstance(outcome, Fetched)]
        read_pages = await finish_until(over, [self._reader.extract(outcome) for outcome in fetched])
        return tuple(document_of(page) for page in read_pages if isinstance(page, Page))

    def _start(self, run: Run, history: ProfileHistory, budget: RunBudget, gathered: Gathered) -> list[Seed]:
        now, spec = self._clock.now(), run.spec
        pace = pace_of(spec.schedule)
        # Feeds and sitemaps are pages to the agents: their entries are links.
        lists = [Seed(url, "feed") for url in spec.seeds.feeds]
        lists += [Seed(url, "sitemap") for url in spec.seeds.sitemaps]
        lists += [Seed(k.url, k.kind) for k in _announcers(history.known)]
        pages = [k for k in history.known if k.kind == "page" and _was_there(k)]
        read = [k for k in pages if k.state.content_hash is not None]  # the others were read for other profiles
        chosen = start_pages(
            fresh(gathered.seeds, history.visited()),
            [known for k in pages if (known := _held(k, history.taught.marks.get(k.url)))],
            [known_page(k.url, _as_marked(k, history.taught.marks.get(k.url)), now, pace) for k in read],
            pages=reachable(budget, history.last_run.speed if history.last_run else None),
            yields=history.yields,
            entropy=run.entropy,
        )
        held_back = canaries_of(spec, history.taught)
        return [*lists, *(seed for seed in chosen if seed.url not in held_back)]

    async def _examples(
        self, run: Run, ahead: dict[str, Outcome], purse: "_ByteBudget", over: asyncio.Event
    ) -> list[Document]:
        read_pages: list[Document] = []
        for url in run.spec.query.examples:  # one after the other: each may take what the others left
            read_pages += [d for d in await finish_until(over, [self._example(url, run.id, ahead, purse)]) if d]
        return read_pages

    async def _example(
        self, url: str, caller: str, ahead: dict[str, Outcome], purse: "_ByteBudget"
    ) -> Document | None:
        """An example page as relevance sees it, from memory or from the web; its visit need not ask again."""
        stored = await self._store.read(lambda tables: _remembered(tables, url))
        if stored is not None:
            return document_of(stored)
        if url not in ahead:
            ahead[url] = await self._fetcher.fetch(url, caller=caller, meter=purse.meter())
        outcome = ahead[url]
        page = await self._reader.extract(outcome) if isinstance(outcome, Fetched) else None
        if isinstance(page, Page):
            return document_of(page)
        log.warning("an example page could not be read", url=url, run=caller)
        return None


class _ByteBudget:
    """What may be taken from the web before the first move, and what was."""

    def __init__(self, budget: RunBudget) -> None:
        self.budget = budget
        self._meters: list[Meter] = []

    @property
    def spent(self) -> int:
        return sum(meter.received for meter in self._meters)

    def meter(self, share: float = 1.0) -> Meter:
        """For one more page: at most this share of what is left."""
        left = self.budget.bytes - self.spent
        self._meters.append(Meter(most=min(self.budget.page_bytes, int(share * left))))
        return self._meters[-1]


def canaries_of(spec: profiles.ProfileSpec, taught: Lessons) -> tuple[str, ...]:
    """Known good pages that a run is not told of: those that the person named, and of verdicts the newest."""
    liked = [url for url, mark in taught.marks.items() if mark.value > 0 and url not in spec.seeds.urls]
    newest = liked[-spec.report.canaries_from_verdicts :] if spec.report.canaries_from_verdicts else []
    return tuple(dict.fromkeys([*spec.report.canaries, *newest]))


def own_sources(spec: profiles.ProfileSpec, gathered: Gathered) -> Iterator[Seed]:
    """What the profile itself names, in the spelling in which it is visited."""
    yield from (Seed(url, "feed") for url in spec.seeds.feeds)
    yield from (Seed(url, "sitemap") for url in spec.seeds.sitemaps)
    for kind in NAMED:
        yield from (Seed(seed.url, kind) for seed in gathered.seeds if kind in seed.sources)


def fresh(named: Iterable[FusedSeed], visited: Mapping[str, float]) -> list[Seed]:
    """Start pages that others named and that are new to the profile; those that the person named come every time."""
    return [
        Seed(seed.url, source)
        for seed in named
        if (source := _source_of(seed)) in NAMED or seed.url not in visited
    ]


def _source_of(seed: FusedSeed) -> str:
    """Who named it: the person before any engine."""
    return next(
        (source for source in NAMED if source in seed.sources), seed.sources[0] if seed.sources else "seed"
    )


def budget_of(budget: profiles.Budget) -> RunBudget:
    """The caps as the engine counts them."""
    return RunBudget(
        pages=budget.pages,
        bytes=budget.megabytes * MEGABYTE,
        seconds=budget.seconds,
        page_bytes=MAX_PAGE,
    )


def budget_now(run: Run, history: ProfileHistory, interval: float | None, now: datetime) -> RunBudget:
    """The caps of a run that begins now: it makes way when its profile is due again, unless a person asked for it.

    What it leaves holds its energy, and the next run goes on there.
    """
    budget = budget_of(run.spec.budget)
    if run.trigger not in ("schedule", "restart"):
        return budget
    time = time_for_run(run.spec.schedule, now, interval, is_first=history.is_empty)
    return structs.replace(budget, seconds=min(budget.seconds, time))


def _is_short(outcome: Outcome) -> bool:
    return isinstance(outcome, Refused) and outcome.by == "budget"


async def _remembered(tables: Tables, url: str) -> Page | None:
    stored = await tables.pages.by_url(url)
    return await tables.pages.snapshot(stored.id) if stored else None


def _announcers(known: Iterable[KnownState]) -> list[KnownState]:
    """Feeds and sitemaps, those that led to most first."""
    lists = [k for k in known if k.kind != "page"]
    ranked = sorted(lists, key=lambda k: (-k.state.hub_yield, -k.state.hub_prior, k.state.page_id))
    return ranked[:ANNOUNCERS]


def _was_there(known: KnownState) -> bool:
    return known.state.content_hash is not None or not known.state.missed


def _held(known: KnownState, mark: PageMark | None) -> HeldPage | None:
    """The page as a place to start from; None when there is nothing on it, or a person said so."""
    state = known.state
    bonus = mark.payoff(state.visits) if mark else 0.0
    worth = max(state.energy, state.promise) + bonus
    if worth <= 0.0 or bonus < 0.0:
        return None
    return HeldPage(known.url, worth, share_left(mark, state), known.is_unread)


def _as_marked(known: KnownState, mark: PageMark | None) -> PageState:
    """A page that a person called irrelevant is visited for what it may lead to, not for itself."""
    return structs.replace(known.state, relevance=0.0) if mark and mark.value < 0 else known.state
