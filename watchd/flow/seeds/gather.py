"""Start pages of a run: the results of all search providers, and the pages that the profile names.

All search providers of a profile are asked at the same time. The run does not wait long for a slow one: its search goes on,
and the next run uses the answer. The rankings are fused (core/revisits/rank_fusion.py). The pages that the profile names
come first. The agents read its feeds and sitemaps as pages (flow/run/setup.py), so this module does not read them. A source
that fails is a line in the reports. When no search provider helps, the reports give the reasons
(core/policy/profile_health.py), and the run starts from the pages that the profile knows already.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

import structlog
from msgspec import Struct, structs

from watchd.core.policy import profile_health
from watchd.core.policy.scope import Bounds
from watchd.core.revisits import rank_fusion
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model.profile import ProfileSpec
from watchd.model.seed import FusedSeed, Gathered, Ranking, SearchResult, SourceReport

T = TypeVar("T")
# Report for a profile that wants to search and has no other start page, if no search provider is configured.
NO_PROVIDER = SourceReport(
    "search",
    "skipped",
    reason="No search provider is enabled; `watchd provider list` shows them, `watchd provider enable NAME` enables one.",
)

log = structlog.get_logger()


async def finish_until(over: asyncio.Event, coroutines: Sequence[Coroutine[Any, Any, T]]) -> list[T | None]:
    """Run the coroutines at the same time until `over` is set; return each result, or None if it was not done in time."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    done: asyncio.Future[Any] = asyncio.gather(*tasks)
    ended: asyncio.Future[Any] = asyncio.ensure_future(over.wait())
    try:
        await asyncio.wait({done, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*tasks, ended):
            task.cancel()
        await asyncio.gather(done, *tasks, ended, return_exceptions=True)
    return [None if task.cancelled() else task.result() for task in tasks]


@contextlib.asynccontextmanager
async def set_after(over: asyncio.Event, seconds: float) -> AsyncIterator[asyncio.Event]:
    """Yield an event that is set after these seconds, or when `over` is set."""
    soon = asyncio.Event()

    async def wait() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await over.wait()
        soon.set()

    waiting = asyncio.create_task(wait())
    try:
        yield soon
    finally:
        waiting.cancel()


class _SourceResult(Struct, frozen=True):
    """Rankings and report of one source."""

    report: SourceReport
    rankings: tuple[Ranking, ...] = ()


class Gatherer:
    """Gatherer of the seeds of runs. `canonical` returns the canonical form of a URL, or raises a ValueError."""

    def __init__(self, search_providers: SearchProviders, canonical: Callable[[str], str]) -> None:
        self._search_providers = search_providers
        self._canonical = canonical

    async def gather(self, spec: ProfileSpec, over: asyncio.Event) -> Gathered:
        """Return the start pages from search providers and from the profile, the best first."""
        wanted = self._wanted_providers(spec)
        searched = await self._search_all(list(dict.fromkeys(wanted)), spec, over)
        bounds = Bounds(structs.replace(spec.scope, named_pages_only=False))
        own = [
            *self._own_pages("url", spec.seeds.urls, bounds),
            *self._own_pages("example", spec.query.examples, bounds),
        ]
        found = _within(bounds, rank_fusion.fuse(_rankings(searched)))[: spec.seeds.limit]
        named = rank_fusion.merge(map(rank_fusion.alone, _rankings(own)))
        reports = [part.report for part in (*searched, *own)]
        has_start = bool(named or spec.seeds.feeds or spec.seeds.sitemaps)
        if not wanted and spec.seeds.providers is None and not has_start:
            reports.append(NO_PROVIDER)
        if reasons := profile_health.degraded(reports):
            log.warning("no search provider helped", reasons=reasons)
        return Gathered(rank_fusion.merge([named, found]), tuple(reports))

    def _wanted_providers(self, spec: ProfileSpec) -> list[str]:
        if spec.scope.named_pages_only:
            return []
        return self._search_providers.enabled() if spec.seeds.providers is None else spec.seeds.providers

    async def _search_all(
        self, names: list[str], spec: ProfileSpec, over: asyncio.Event
    ) -> list[_SourceResult]:
        results = await finish_until(over, [_safely(name, self._search(name, spec)) for name in names])
        late = "It had not answered when the run began; the next run uses its answer."
        return [
            part or _SourceResult(SourceReport(name, "failed", reason=late))
            for name, part in zip(names, results, strict=True)
        ]

    async def _search(self, name: str, spec: ProfileSpec) -> _SourceResult:
        query = spec.query
        rankings, report = await self._search_providers.search(
            name, query.text, query.languages, spec.seeds.limit
        )
        return _SourceResult(report, tuple(rankings))

    def _own_pages(self, source: str, urls: list[str], bounds: Bounds) -> list[_SourceResult]:
        """Return the pages that the profile names; each has rank one, because a person chose it."""
        if not urls:
            return []
        found: list[SearchResult] = []
        skipped: list[_SourceResult] = []
        for url in urls:
            try:
                page = self._canonical(url)
                reason = "" if bounds.allows(page) else "The profile's scope excludes it."
            except ValueError as error:
                page, reason = url, str(error)
            if reason:
                skipped.append(_SourceResult(SourceReport(f"{source}:{page}", "skipped", reason=reason)))
            else:
                found.append(SearchResult(page))
        report = SourceReport(source, "answered" if found else "failed", len(found))
        return [_SourceResult(report, (Ranking(source, tuple(found)),)), *skipped]


async def _safely(source: str, work: Awaitable[_SourceResult]) -> _SourceResult:
    """Turn an error of one source into its report, so that the other sources continue."""
    try:
        return await work
    except Exception as error:
        log.error("seed source failed", source=source, exc_info=error)
        return _SourceResult(
            SourceReport(source, "failed", reason=f"Unexpected error: {type(error).__name__}.")
        )


def _rankings(parts: Iterable[_SourceResult]) -> list[Ranking]:
    return [ranking for part in parts for ranking in part.rankings]


def _within(bounds: Bounds, found: Iterable[FusedSeed]) -> tuple[FusedSeed, ...]:
    return tuple(seed for seed in found if bounds.allows(seed.url))
