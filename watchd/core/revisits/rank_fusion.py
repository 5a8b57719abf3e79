"""Rank fusion: one list of seeds from the lists of several sources.

Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): a page scores the sum of weight / (k + rank) over the
lists that name it. Only ranks count, so search providers whose own scores cannot be compared can vote together. The sum is
divided by the score of a page at the top of every list, so that scores lie between 0 and 1, whatever the number of lists.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from watchd.core.relevance import query
from watchd.core.relevance.words import words
from watchd.model.seed import FusedSeed, Ranking, SearchResult

K = 60  # the paper's own value; results depend little on it
_NEVER = datetime(1, 1, 1, tzinfo=UTC)


def fuse(rankings: Sequence[Ranking], k: int = K) -> tuple[FusedSeed, ...]:
    """Return every page once, the best first. If a list names a page twice, its better rank counts."""
    best = sum(ranking.weight / (k + 1) for ranking in rankings if ranking.results)
    votes: dict[str, float] = {}
    named: list[FusedSeed] = []
    for ranking in rankings:
        for result in _once(ranking.results):
            share = ranking.weight / (k + result.rank) / best
            votes[result.url] = votes.get(result.url, 0.0) + share
            named.append(_seed(result, 0.0, ranking.source))
    return _ordered(msgspec.structs.replace(seed, score=min(1.0, votes[seed.url])) for seed in merge([named]))


def alone(ranking: Ranking, k: int = K) -> tuple[FusedSeed, ...]:
    """Return the seeds of a source that does not vote with the search providers: the profile's own pages."""
    return tuple(_seed(r, (k + 1) / (k + r.rank), ranking.source) for r in _once(ranking.results))


def merge(groups: Iterable[Iterable[FusedSeed]]) -> tuple[FusedSeed, ...]:
    """Join groups of seeds, each page once: with all its sources, its best score and its first title."""
    merged: dict[str, FusedSeed] = {}
    for seed in (seed for group in groups for seed in group):
        known = merged.get(seed.url)
        merged[seed.url] = seed if known is None else _joined(known, seed)
    return _ordered(merged.values())


def by_match(results: Iterable[SearchResult], text: str) -> tuple[SearchResult, ...]:
    """Rank the results of a source that sorts by date by the number of query words in title and snippet.

    Of equals the newer one stays in front.
    """
    asked = {
        word for facet in query.parse(text).facets for word in words(" ".join((*facet.words, *facet.phrases)))
    }
    ranked = sorted(results, key=lambda r: -len(asked.intersection(words(f"{r.title} {r.snippet}"))))
    return reranked(ranked)


def reranked(results: Iterable[SearchResult]) -> tuple[SearchResult, ...]:
    """Return the same results with ranks that follow their order."""
    return tuple(msgspec.structs.replace(r, rank=rank) for rank, r in enumerate(results, 1))


def _once(results: Iterable[SearchResult]) -> Iterable[SearchResult]:
    best: dict[str, SearchResult] = {}
    for result in results:
        if result.url not in best or result.rank < best[result.url].rank:
            best[result.url] = result
    return best.values()


def _seed(result: SearchResult, score: float, source: str) -> FusedSeed:
    return FusedSeed(result.url, score, (source,), result.title, result.snippet, result.published)


def _joined(one: FusedSeed, other: FusedSeed) -> FusedSeed:
    return FusedSeed(
        url=one.url,
        score=max(one.score, other.score),
        sources=tuple(dict.fromkeys((*one.sources, *other.sources))),
        title=one.title or other.title,
        snippet=one.snippet or other.snippet,
        published=one.published or other.published,
    )


def _ordered(seeds: Iterable[FusedSeed]) -> tuple[FusedSeed, ...]:
    """Sort seeds. The order is complete, because a run that is replayed must start in the same way."""
    by_url = sorted(seeds, key=lambda s: (-len(s.sources), len(s.url), s.url))
    by_date = sorted(by_url, key=lambda s: s.published or _NEVER, reverse=True)
    return tuple(sorted(by_date, key=lambda s: -s.score))
