"""State of one run: its population, its scoring, and the pages that it has read so far.

Pure: visits go in as results, events and journal entries come out. A journal brings the same state back after a crash.
"""

from collections.abc import Sequence

from msgspec import UNSET

from watchd.core.feedback.feedback import share_left
from watchd.core.policy.scope import Bounds
from watchd.core.population.agent_view import for_agents
from watchd.core.population.events import Arrival, Asked, Entry, Event, Move, Seed, Seeded
from watchd.core.population.origin import Origin, populate, topic_of
from watchd.core.population.population import replay
from watchd.core.relevance.link_graph import LinkGraph
from watchd.core.relevance.prior import Route, route_of_source
from watchd.core.relevance.score_scale import present_score
from watchd.core.relevance.site_wording import SiteWording
from watchd.core.revisits.freshness import hub_prior
from watchd.core.revisits.visit_history import unspent_now
from watchd.core.run.progress import PathLog, RunStats
from watchd.core.run.run_start import ProfileHistory, canaries_of
from watchd.core.run.scoring import Scoring
from watchd.core.run.sources import NamedSources
from watchd.core.run.visit_result import VisitResult
from watchd.model.page import PageState
from watchd.model.run import Run
from watchd.model.seed import SourceReport

BEST_PAGES = 3
CLOSE_SHARE = 0.6  # of the score of the third best page: such pages are close to the topic
MIN_CLOSE_SCORE = 0.02


class CrawlState:
    """Population, scoring, statistics and journal of one run."""

    def __init__(
        self, run: Run, origin: Origin, history: ProfileHistory, reports: Sequence[SourceReport]
    ) -> None:
        self.run = run
        self.origin = origin
        self.history = history
        self.journal: list[Entry] = []  # since the last step that was committed
        self.steps = 0
        self.elapsed_before = 0.0  # seconds that earlier processes spent on this run
        link_graph = LinkGraph(history.link_graph, history.relevances())
        # The words around texts were counted for the former query.
        sites = SiteWording(history.sites if history.hints.text == origin.text else {})
        self.scoring = Scoring(origin, history.counts, run.spec.query.languages, link_graph, sites)
        self.population = populate(origin, topic_of(origin), self.journal)
        self.sources = {seed.url: seed.source for seed in origin.seeds}  # which source named a start page
        self.named_sources = NamedSources(origin.named, reports)
        self.canaries = canaries_of(run.spec, history.taught)
        self.stats = RunStats(self.population, run.counts, self.sources)
        self.paths = PathLog(self.population, self.sources.get)
        self._relevances = history.relevances()
        self._visited = history.visited().keys()
        self.news_sources: dict[
            str, str
        ] = {}  # of pages that are visited because they have appeared or changed
        self.scope = Bounds(run.spec.scope, {seed.url for seed in origin.named})

    def replay(self, steps: Sequence[Sequence[Entry]]) -> None:
        """Repeat the steps of a journal; nothing is requested and nothing is stored twice."""
        for entries in steps:
            for entry in entries:
                if isinstance(entry, Seeded):
                    self.sources.update((seed.url, seed.source) for seed in entry.seeds)
                if isinstance(entry, Asked):
                    self.elapsed_before = entry.elapsed
            events = replay(self.population, entries)
            self.paths.record(events)
            self.stats.restore(events)
        self.journal.clear()
        self.steps = len(steps)

    def settle(self, results: Sequence[VisitResult]) -> list[Event]:
        """Settle pages that arrived: energy is paid, agents learn, split or starve, new start pages join."""
        events = self.population.settle(*(self._arrival(result) for result in results))
        seeds = [seed for result in results for seed in self._new_seeds(result)]
        if seeds:
            self.sources.update((seed.url, seed.source) for seed in seeds)
            self.population.add_seeds(*seeds, is_urgent=True)
        for result in results:
            self.news_sources.update(result.followed)
        self.stats.count_step(results, events, self.run.spec.report.min_score)
        self.steps += 1
        return events

    def hub_priors(self) -> dict[str, float]:
        """Return what known pages are expected to show, by the relevant pages that they link to by now.

        When a page is read for the first time, few of the pages behind its links are known.
        """
        graph, min_score = self.scoring.link_graph, self.origin.min_score
        best = sorted(graph.scores_when_read().values(), reverse=True)[:BEST_PAGES]
        # Where no page reaches the threshold, the pages that come closest to it show where the topic is.
        close = max(MIN_CLOSE_SCORE, CLOSE_SHARE * best[-1]) if len(best) == BEST_PAGES else min_score
        counts = graph.relevant_links(min(min_score, close))
        return {url: hub_prior(*count).prior_shape for url, count in counts.items()}

    def route_of(self, move: Move, state: PageState | None) -> Route:
        """Return the route on which the run meets a page; `state` is what the profile knows of it.

        A page that the profile follows is visited to see what is new on it. Any other known page is judged as before.
        """
        if state is not None and state.visits:
            follows = present_score(state.relevance, state.score_scale) >= self.origin.min_score
            return "named" if follows else route_of_source(state.source)
        source = self.sources.get(move.url)
        if source is None:
            return "news" if self.population.is_new_link(move) else "explored"
        # Lists name start pages only for what they announce since the last look.
        return "news" if ":" in source else route_of_source(source)

    def _arrival(self, result: VisitResult) -> Arrival:
        page = for_agents(result.page, self._may_follow) if result.page else None
        changed_share = result.assessment.new_share if result.assessment else 0.0
        relevance = result.score.value
        unspent = unspent_now(result.state, result.now, changed_share) if result.state else None
        mark = self.history.taught.marks.get(result.page.url) if result.page else None
        if mark is not None:  # S002 section 3.5: an assessed page pays what the person said, less each time
            relevance, unspent = max(0.0, mark.value), share_left(mark, result.state)
        return Arrival(
            result.move.number,
            page,
            relevance,
            seconds=result.seconds,
            bytes=result.bytes,
            unspent=unspent,
            unasked=result.is_free,
            news=result.new_links,
            urgent=self._urgent_links(result) or UNSET,
            trouble=result.failure,
            rest=result.rest or UNSET,
        )

    def _urgent_links(self, result: VisitResult) -> tuple[str, ...]:
        """Return the links of a page that have just appeared and may be followed; entries of lists become start pages."""
        return tuple(url for url in result.followed if result.kind == "page" and self._may_follow(url))

    def _may_follow(self, url: str) -> bool:
        # A run looks for every canary, although it is known.
        return (url not in self._visited or url in self.canaries) and self.scope.allows(url)

    def _new_seeds(self, result: VisitResult) -> list[Seed]:
        """Return the start pages that a page brings: what a list announces, or lists of a relevant page's site."""
        if result.page is None:
            return []
        found = [Seed(url, kind) for kind, url in result.offers if url not in self._visited]
        if result.kind != "page":
            source = f"{result.kind}:{result.page.url}"
            found += [Seed(url, source) for url in sorted(result.followed, key=self._worth, reverse=True)]
        return [seed for seed in found if seed.url not in self.sources and self.scope.allows(seed.url)]

    def _worth(self, url: str) -> float:
        """Return what a page is expected to be worth: its relevance if it is known, else the score of its link."""
        known = self._relevances.get(url)
        return known if known is not None else self.population.score_of_link(url) or 0.0
