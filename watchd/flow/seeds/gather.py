"""What is done before it is over? Work is waited for until then; the rest is broken off.

Where does a run start? All search providers of a profile are asked at once, and what they name becomes one list.

Search providers vote together (core/revisits/rank_fusion.py). The profile's own pages stand for themselves. Its feeds
and sitemaps are pages to the agents (flow/run/setup.py), so they are not read here. A source that fails is a
line in the reports. When no
search provider helps, the reports say why (core/policy/profile_health.py); what the profile remembers has
to carry the run then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

import structlog
from msgspec import Struct

from watchd.core.policy import profile_health
from watchd.core.policy.scope import Bounds
from watchd.core.revisits import rank_fusion
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model.profile import ProfileSpec
from watchd.model.seed import FusedSeed, Gathered, Ranking, SearchResult, SourceReport

T = TypeVar("T")


async def finish_until(over: asyncio.Event, works: Sequence[Coroutine[Any, Any, T]]) -> list[T | None]:
    """What each of the works came to, all at once; None for those that were not done in time."""
    tasks = [asyncio.ensure_future(work) for work in works]
    done: asyncio.Future[Any] = asyncio.gather(*tasks)
    ended: asyncio.Future[Any] = asyncio.ensure_future(over.wait())
    try:
        await asyncio.wait({done, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*tasks, ended):
            task.cancel()
        await asyncio.gather(done, *tasks, ended, return_exceptions=True)
    return [None if task.cancelled() else task.result() for task in tasks]


# The line of a profile that wants to search and names no place to start from, where there is nobody to ask.
NOBODY = SourceReport(
    "search",
    "skipped",
    reason="No search provider is configured; docs/how-to/add-a-search-engine.md shows how to add one.",
)

log = structlog.get_logger()


class _Part(Struct, frozen=True):
    """What one source brought."""

    report: SourceReport
    rankings: tuple[Ranking, ...] = ()


class Gatherer:
    """Gathers the seeds of runs. `canonical` brings an address into its one spelling, or raises a ValueError."""

    def __init__(self, engines: SearchProviders, canonical: Callable[[str], str]) -> None:
        self._engines = engines
        self._canonical = canonical

    async def gather(self, spec: ProfileSpec, over: asyncio.Event) -> Gathered:
        """What others and the profile itself name, the best first."""
        wanted = self._engines.enabled() if spec.seeds.providers is None else spec.seeds.providers
        voters = await self._voters(list(dict.fromkeys(wanted)), spec, over)
        bounds = Bounds(spec.scope)
        own = [
            *self._own_pages("url", spec.seeds.urls, bounds),
            *self._own_pages("example", spec.query.examples, bounds),
        ]
        found = _within(bounds, rank_fusion.fuse(_rankings(voters)))[: spec.seeds.limit]
        named = rank_fusion.merge(map(rank_fusion.alone, _rankings(own)))
        reports = [part.report for part in (*voters, *own)]
        has_start = bool(named or spec.seeds.feeds or spec.seeds.sitemaps)
        if not wanted and spec.seeds.providers is None and not has_start:
            reports.append(NOBODY)
        if reasons := profile_health.degraded(reports):
            log.warning("seeds are gathered without search providers", reasons=reasons)
        return Gathered(rank_fusion.merge([named, found]), tuple(reports))

    async def _voters(self, names: list[str], spec: ProfileSpec, over: asyncio.Event) -> list[_Part]:
        heard = await finish_until(over, [_safely(name, self._searched(name, spec)) for name in names])
        late = "The run was over before it answered."
        return [
            part or _Part(SourceReport(name, "failed", reason=late))
            for name, part in zip(names, heard, strict=True)
        ]

    async def _searched(self, name: str, spec: ProfileSpec) -> _Part:
        query = spec.query
        rankings, report = await self._engines.search(name, query.text, query.languages, spec.seeds.limit)
        return _Part(report, tuple(rankings))

    def _own_pages(self, source: str, urls: list[str], bounds: Bounds) -> list[_Part]:
        """The pages that the person named; each stands first, because a person chose it."""
        if not urls:
            return []
        found: list[SearchResult] = []
        parts: list[_Part] = []
        for url in urls:
            try:
                page = self._canonical(url)
                reason = "" if bounds.allows(page) else "The profile's scope forbids it."
            except ValueError as mistake:
                page, reason = url, str(mistake)
            if reason:
                parts.append(_Part(SourceReport(f"{source}:{page}", "skipped", reason=reason)))
            else:
                found.append(SearchResult(page))
        report = SourceReport(source, "answered" if found else "failed", len(found))
        return [_Part(report, (Ranking(source, tuple(found)),)), *parts]


async def _safely(source: str, work: Awaitable[_Part]) -> _Part:
    """One source's trouble, foreseen or not, is one report: the others go on."""
    try:
        return await work
    except Exception as error:
        log.error("a source of seeds failed", source=source, exc_info=error)
        return _Part(SourceReport(source, "failed", reason=f"An unforeseen error: {type(error).__name__}."))


def _rankings(parts: Iterable[_Part]) -> list[Ranking]:
    return [ranking for part in parts for ranking in part.rankings]


def _within(bounds: Bounds, found: Iterable[FusedSeed]) -> tuple[FusedSeed, ...]:
    return tuple(seed for seed in found if bounds.allows(seed.url))
