"""State of one run: its population, its scoring, and the pages that it has read so far.

Pure: visits go in as results, events and journal entries come out. A journal brings the same state back after a crash.
"""

from collections.abc import Sequence

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
from watchd.core.revisits.visit_history import unspent_now
from watchd.core.run.progress import PathLog, RunStats
from watchd.core.run.run_start import ProfileHistory, canaries_of
from watchd.core.run.scoring import Scoring
from watchd.core.run.sources import Announcements, NamedSources
from watchd.core.run.visit_result import VisitResult
from watchd.model.page import PageState
from watchd.model.run import Run
from watchd.model.seed import SourceReport


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
        self._announcements = Announcements(history.visited())
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
        seeds = [seed for result in results for seed in self._new_seeds(result)]
        events = self.population.settle(*(self._arrival(result) for result in results))
        if seeds:
            self.sources.update((seed.url, seed.source) for seed in seeds)
            self.population.add_seeds(*seeds)
        self.stats.count_step(results, events, self.run.spec.report.min_score)
        self.steps += 1
        return events

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
            trouble=result.failure,
        )

    def _may_follow(self, url: str) -> bool:
        # A run looks for every canary, although it is known.
        may_follow = self._announcements.may_follow(url) or url in self.canaries
        return may_follow and self.scope.allows(url)

    def _new_seeds(self, result: VisitResult) -> list[Seed]:
        """Return the start pages that a page brings: what a list announces, or lists of a relevant page's site."""
        if result.page is None:
            return []
        found = self._announcements.start_pages(result) if result.kind != "page" else []
        found += [Seed(url, kind) for kind, url in result.offers if self._announcements.may_follow(url)]
        return [seed for seed in found if seed.url not in self.sources and self.scope.allows(seed.url)]
