"""Where does a run start? All search providers of a profile are asked at once, and what they name becomes one list.

Search providers vote together (core/seeds.py). The profile's own pages stand for themselves. Its feeds and sitemaps are
pages to the agents (flow/beginning.py), so nobody reads them here. A source that fails is a line in the reports. When no
search provider helps, the result says that it is degraded and why; what the profile remembers has to carry the run then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import structlog
from msgspec import Struct

from watchd.core import seeds
from watchd.core.scope import Bounds
from watchd.flow.engines import Engines
from watchd.model.profile import ProfileSpec
from watchd.model.seed import HELPFUL, FusedSeed, Gathered, Ranking, SearchResult, SourceReport

log = structlog.get_logger()


class _Part(Struct, frozen=True):
    """What one source brought."""

    report: SourceReport
    rankings: tuple[Ranking, ...] = ()


class Gatherer:
    """Gathers the seeds of runs. `canonical` brings an address into its one spelling, or raises a ValueError."""

    def __init__(self, engines: Engines, canonical: Callable[[str], str]) -> None:
        self._engines = engines
        self._canonical = canonical

    async def gather(self, spec: ProfileSpec) -> Gathered:
        """What others and the profile itself name, the best first."""
        wanted = self._engines.enabled() if spec.seeds.providers is None else spec.seeds.providers
        voters = await asyncio.gather(
            *(_safely(name, self._searched(name, spec)) for name in dict.fromkeys(wanted))
        )
        own = [*self._own_pages("url", spec.seeds.urls), *self._own_pages("example", spec.query.examples)]
        bounds = Bounds(spec.scope)
        found = _within(bounds, seeds.fuse(_rankings(voters)))[: spec.seeds.limit]
        named = _within(bounds, seeds.merge(map(seeds.alone, _rankings(own))))
        return _gathered(
            seeds.merge([named, found]),
            [part.report for part in (*voters, *own)],
            engines=[part.report for part in voters],
            wants_engines=spec.seeds.providers is None or bool(spec.seeds.providers),
            has_lists=bool(spec.seeds.feeds or spec.seeds.sitemaps),
        )

    async def _searched(self, name: str, spec: ProfileSpec) -> _Part:
        query = spec.query
        rankings, report = await self._engines.search(name, query.text, query.languages, spec.seeds.limit)
        return _Part(report, tuple(rankings))

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
    except Exception as error:
        log.error("a source of seeds failed", source=source, exc_info=error)
        return _Part(SourceReport(source, "failed", reason=f"An unforeseen error: {type(error).__name__}."))


def _gathered(
    found: tuple[FusedSeed, ...],
    reports: list[SourceReport],
    *,
    engines: list[SourceReport],
    wants_engines: bool,
    has_lists: bool,
) -> Gathered:
    has_help = any(report.state in HELPFUL for report in engines)
    degraded = wants_engines and not has_help and (bool(engines) or not (found or has_lists))
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
