"""Where does a run start? All sources of a profile are asked at once, and what they name becomes one list.

Search providers vote together (core/seeds.py). Feeds, sitemaps and the profile's own pages stand for themselves. A source
that fails is a line in the reports. When no search provider helps, the result says that it is degraded and why; what the
profile remembers has to carry the run then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import structlog
from msgspec import Struct

from watchd.core import seeds
from watchd.core.scope import Bounds
from watchd.flow.engines import Engines
from watchd.flow.listings import Listed, Listings
from watchd.model.profile import ProfileSpec
from watchd.model.seed import HELPFUL, FusedSeed, Gathered, Ranking, SearchResult, SourceReport
from watchd.ports import Clock, ListingReader, PageDoor, SeedStore

PATIENCE = 90.0  # seconds for one feed or sitemap, waiting for its host included
AT_ONCE = 16  # lists that are read at the same time
MOST_FROM_LISTS = 300  # seeds from feeds and sitemaps together

log = structlog.get_logger()


class _Part(Struct, frozen=True):
    """What one source brought."""

    report: SourceReport
    rankings: tuple[Ranking, ...] = ()


class Gatherer:
    """Gathers the seeds of runs. `canonical` brings an address into its one spelling, or raises a ValueError."""

    def __init__(
        self,
        *,
        door: PageDoor,
        reader: ListingReader,
        engines: Engines,
        store: SeedStore,
        clock: Clock,
        canonical: Callable[[str], str],
    ) -> None:
        self._engines = engines
        self._listings = Listings(door, reader, store, clock)
        self._canonical = canonical
        self._places = asyncio.Semaphore(AT_ONCE)

    async def gather(self, spec: ProfileSpec, *, text: str | None = None, caller: str = "") -> Gathered:
        """All seeds of a profile, the best first. `text` replaces the query's words, for those who have learned better."""
        words = spec.query.text if text is None else text
        wanted = self._engines.enabled() if spec.seeds.providers is None else spec.seeds.providers
        voters, lists = await asyncio.gather(
            asyncio.gather(
                *(_safely(name, self._searched(name, words, spec)) for name in dict.fromkeys(wanted))
            ),
            asyncio.gather(*self._listed(spec, caller)),
        )
        own = [*self._own_pages("url", spec.seeds.urls), *self._own_pages("example", spec.query.examples)]
        bounds = Bounds(spec.scope)
        found = _within(bounds, seeds.fuse(_rankings(voters)))[: spec.seeds.limit]
        listed = _within(bounds, seeds.merge(map(seeds.alone, _rankings(lists))))[:MOST_FROM_LISTS]
        named = _within(bounds, seeds.merge(map(seeds.alone, _rankings(own))))
        return _gathered(
            seeds.merge([named, found, listed]),
            [part.report for part in (*voters, *lists, *own)],
            engines=[part.report for part in voters],
            wants_engines=spec.seeds.providers is None or bool(spec.seeds.providers),
        )

    async def _searched(self, name: str, words: str, spec: ProfileSpec) -> _Part:
        rankings, report = await self._engines.search(name, words, spec.query.languages, spec.seeds.limit)
        return _Part(report, tuple(rankings))

    def _listed(self, spec: ProfileSpec, caller: str) -> list[Awaitable[_Part]]:
        feeds = [(f"feed:{url}", partial(self._listings.feed, url, caller)) for url in spec.seeds.feeds]
        maps = [(f"sitemap:{url}", partial(self._listings.sitemap, url, caller)) for url in spec.seeds.sitemaps]
        return [_safely(source, self._read(source, read)) for source, read in (*feeds, *maps)]

    async def _read(self, source: str, read: Callable[[], Awaitable[Listed]]) -> _Part:
        clock = asyncio.get_running_loop().time
        async with self._places, asyncio.timeout(PATIENCE):
            started = clock()
            listed = await read()
        seconds = round(clock() - started, 3)
        report = SourceReport(source, listed.state, len(listed.results), seconds, listed.reason)
        return _Part(report, (Ranking(source, listed.results),))

    def _own_pages(self, source: str, urls: list[str]) -> list[_Part]:
        """The pages that the person named; each stands first, because a person chose it."""
        found: list[SearchResult] = []
        reasons: list[str] = []
        for url in urls:
            try:
                found.append(SearchResult(self._canonical(url)))
            except ValueError as mistake:
                reasons.append(f"{url}: {mistake}")
        if not urls:
            return []
        report = SourceReport(source, "answered" if found else "failed", len(found), reason=" ".join(reasons))
        return [_Part(report, (Ranking(source, tuple(found)),))]


async def _safely(source: str, work: Awaitable[_Part]) -> _Part:
    """One source's trouble, foreseen or not, is one report: the others go on."""
    try:
        return await work
    except TimeoutError:
        return _Part(SourceReport(source, "failed", reason=f"It did not answer within {PATIENCE:.0f} s."))
    except Exception as error:
        log.error("a source of seeds failed", source=source, exc_info=error)
        return _Part(SourceReport(source, "failed", reason=f"An unforeseen error: {type(error).__name__}."))


def _gathered(
    found: tuple[FusedSeed, ...],
    reports: list[SourceReport],
    *,
    engines: list[SourceReport],
    wants_engines: bool,
) -> Gathered:
    has_help = any(report.state in HELPFUL for report in engines)
    degraded = wants_engines and not has_help and (bool(engines) or not found)
    reasons = [f"{report.source}: {report.reason}" for report in engines]
    if degraded and not engines:
        reasons = ["No search provider is configured; docs/how-to/add-a-search-engine.md shows how to add one."]
    if degraded:
        log.warning("seeds are gathered without search providers", reasons=reasons)
    return Gathered(found, tuple(reports), degraded, tuple(reasons) if degraded else ())


def _rankings(parts: Iterable[_Part]) -> list[Ranking]:
    return [ranking for part in parts for ranking in part.rankings]


def _within(bounds: Bounds, found: Iterable[FusedSeed]) -> tuple[FusedSeed, ...]:
    return tuple(seed for seed in found if bounds.allows(seed.url))
