"""Setup of a run: history, topic, start pages and the journal of an interrupted run.

All of it is stored before the first move, so that a crash cannot change where the run started.
"""

import asyncio
from functools import partial

import structlog
from msgspec import Struct, structs

from watchd.core.feedback.feedback import threshold_of
from watchd.core.feedback.link_lessons import taught_scorer
from watchd.core.population.events import Entry, RunBudget, Seed
from watchd.core.population.origin import WORD_TABLES, Origin
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.link_graph import StoredLinkGraph
from watchd.core.relevance.score_shift import with_related
from watchd.core.relevance.site_wording import SiteCounts
from watchd.core.relevance.term_rarity import NO_COUNTS, TermCounts
from watchd.core.relevance.topic import Topic
from watchd.core.revisits.start_pages import NAMED, ORIGINS, SourceYields
from watchd.core.run.run_start import Hints, ProfileHistory, choose_seeds, own_sources
from watchd.flow.profiles.topics import lessons_of, snapshot_at
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.seeds.gather import finish_until, set_after
from watchd.model.outcome import Fetched, Meter, Outcome, Refused
from watchd.model.page import Page
from watchd.model.profile import Profile
from watchd.model.run import Run
from watchd.model.seed import Gathered
from watchd.store.tables import Tables

MAX_KNOWN_PAGES = 100_000  # that a profile remembers at the start of a run
MAX_NEWS_READ = 500  # the newest
MAX_HINTS = 16  # pages of search providers that are fetched before the first move
HINT_SHARE = 0.5  # of the byte budget, for all hints together
# The time for search providers, and for their first pages, as shares of the time of the run: a slow host or a provider that
# others use must not keep a run from its other pages. A first run waits longer, because it knows nothing else.
SEARCH_SHARE, FIRST_SEARCH_SHARE = 0.1, 0.3
READING_SHARE = 0.25
MAX_READING_SECONDS = 60.0

log = structlog.get_logger()


async def read_history(tables: Tables, profile: Profile) -> ProfileHistory:
    """Read everything that earlier runs of a profile left behind."""
    learned, profile_id = tables.learned, profile.id
    last_run = await tables.runs.last_ended(profile_id)
    since = last_run.started_at.timestamp() if last_run and last_run.started_at else None
    return ProfileHistory(
        known=tuple(await tables.page_states.known(profile_id, MAX_KNOWN_PAGES)),
        aliases=tuple(await tables.page_states.aliases(profile_id, MAX_KNOWN_PAGES)),
        memory=await learned.get(profile_id, "memory", Memory) or Memory(),
        taught=await lessons_of(tables, profile_id, profile.spec),
        yields=await learned.get(profile_id, "source_yields", SourceYields) or SourceYields(),
        counts=await learned.get(profile_id, "counts", TermCounts) or NO_COUNTS,
        hints=await learned.get(profile_id, "hints", Hints) or Hints(),
        link_graph=await learned.get(profile_id, "circle", StoredLinkGraph) or StoredLinkGraph(),
        sites=await learned.get(profile_id, "sites", dict[str, SiteCounts]) or {},
        last_run=last_run,
        news=tuple(await tables.news.since(since, MAX_NEWS_READ)) if since is not None else (),
    )


async def read_journal(tables: Tables, run_id: str) -> tuple[Origin, list[list[Entry]]] | None:
    """Read what an interrupted run started with, and its steps; None for a run that has not started."""
    steps = await tables.run_log.journal(run_id)
    if not steps:
        return None
    origin = tables.run_log.unpacked(steps[0], Origin)
    return origin, [tables.run_log.unpacked(body, list[Entry]) for body in steps[1:]]


class PreparedRun(Struct, frozen=True):
    """A run that is ready for its first move."""

    origin: Origin
    gathered: Gathered  # what the sources of start pages said
    prefetched: dict[str, Outcome]  # start pages that were fetched to learn what the query means


class RunSetup:
    """Prepares one run."""

    def __init__(
        self, environment: RunEnvironment, run: Run, history: ProfileHistory, budget: RunBudget
    ) -> None:
        self._environment = environment
        self._run = run
        self._history = history
        self._budget = budget
        self._meters: list[Meter] = []  # of everything that is fetched before the first move

    async def prepare(self, over: asyncio.Event) -> PreparedRun:
        """Gather what the run starts with; what has not arrived when it is over is left out."""
        run, spec, history = self._run, self._run.spec, self._history
        share = FIRST_SEARCH_SHARE if history.is_empty else SEARCH_SHARE
        async with set_after(over, share * self._budget.seconds) as soon:
            gathered = await self._environment.seeds.gather(spec, soon)
        seeds = choose_seeds(run, history, self._budget, gathered, self._environment.clock.now())
        async with set_after(over, min(READING_SHARE * self._budget.seconds, MAX_READING_SECONDS)) as soon:
            known, prefetched = await self._prefetch(seeds, soon)
            hints = await self._hints(known, prefetched, over)  # before examples join what was prefetched
        examples = await self._examples(prefetched, over)
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
            shift=with_related(taught.shift, tuple(spec.query.related)),
            strategy=spec.strategy.name,
            params=spec.strategy.params,
            memory=structs.replace(history.memory, scorer=scorer),
            seeds=tuple(seeds),
            named=tuple(own_sources(spec, gathered)),
            budget=self._budget,
            spent_bytes=self._spent_bytes(),
            min_score=threshold_of(spec.report.min_score, taught),
            word_tables=WORD_TABLES,
        )
        return PreparedRun(origin, gathered, prefetched)

    async def _prefetch(self, seeds: list[Seed], over: asyncio.Event) -> tuple[list[Page], dict[str, Outcome]]:
        """Return the first pages of search providers, unless earlier runs did: they show what the query means.

        Pages that another profile has read come from the store, the others from the web.
        """
        if self._history.hints.documents and self._history.hints.text == self._run.spec.query.text:
            return [], {}
        # The source of news has a colon and names its carrier.
        others = (*NAMED, *ORIGINS, "feed", "sitemap")
        named = [s.url for s in seeds if s.source not in others and ":" not in s.source]
        named = named[: min(MAX_HINTS, self._run.spec.budget.pages // 4)]
        read = self._environment.store.read
        stored = {url: page for url in named if (page := await read(partial(snapshot_at, url=url)))}
        urls = [url for url in named if url not in stored]
        meters = [self._meter(HINT_SHARE / len(urls)) for _ in urls]
        outcomes = await finish_until(
            over,
            [
                self._environment.fetcher.fetch(url, caller=self._run.id, meter=meter)
                for url, meter in zip(urls, meters, strict=True)
            ],
        )
        # A page that is too large for its share here may get more bytes when agents visit it.
        fetched = {url: o for url, o in zip(urls, outcomes, strict=True) if o and not _is_over_budget(o)}
        return list(stored.values()), fetched

    async def _hints(
        self, known: list[Page], prefetched: dict[str, Outcome], over: asyncio.Event
    ) -> tuple[Document, ...]:
        if self._history.hints.text == self._run.spec.query.text and not prefetched and not known:
            return self._history.hints.documents
        fetched = [outcome for outcome in prefetched.values() if isinstance(outcome, Fetched)]
        pages = await finish_until(over, [self._environment.reader.extract(outcome) for outcome in fetched])
        return tuple(document_of(page) for page in [*known, *pages] if isinstance(page, Page))

    async def _examples(self, prefetched: dict[str, Outcome], over: asyncio.Event) -> list[Document]:
        examples: list[Document] = []
        for url in self._run.spec.query.examples:  # one after the other: each may use what the others left
            examples += [d for d in await finish_until(over, [self._example(url, prefetched)]) if d]
        return examples

    async def _example(self, url: str, prefetched: dict[str, Outcome]) -> Document | None:
        """Return an example page as relevance sees it, from the store or the web; agents need not fetch it again."""
        stored = await self._environment.store.read(lambda tables: snapshot_at(tables, url))
        if stored is not None:
            return document_of(stored)
        if url not in prefetched:
            prefetched[url] = await self._environment.fetcher.fetch(
                url, caller=self._run.id, meter=self._meter()
            )
        outcome = prefetched[url]
        page = await self._environment.reader.extract(outcome) if isinstance(outcome, Fetched) else None
        if isinstance(page, Page):
            return document_of(page)
        log.warning("an example page could not be read", url=url, run=self._run.id)
        return None

    def _meter(self, share: float = 1.0) -> Meter:
        """Return the meter of one more page, which may use this share of the bytes that are left."""
        left = self._budget.bytes - self._spent_bytes()
        self._meters.append(Meter(max_bytes=min(self._budget.page_bytes, int(share * left))))
        return self._meters[-1]

    def _spent_bytes(self) -> int:
        return sum(meter.received for meter in self._meters)


def _is_over_budget(outcome: Outcome) -> bool:
    return isinstance(outcome, Refused) and outcome.by == "budget"
