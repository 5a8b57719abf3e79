"""Results of earlier runs of a profile: known pages, learned parts, the last run."""

from collections.abc import Iterator

from msgspec import Struct

from watchd.core.feedback.feedback import Lessons
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.document import Document
from watchd.core.relevance.link_graph import StoredLinkGraph
from watchd.core.relevance.term_rarity import NO_COUNTS, TermCounts
from watchd.core.revisits.freshness import KnownPage
from watchd.core.revisits.start_pages import SourceYields
from watchd.core.revisits.visit_history import known_page
from watchd.model.page import KnownState
from watchd.model.profile import ProfileSpec
from watchd.model.run import Run


class Hints(Struct, frozen=True):
    """Best pages that search providers named for a query or that runs have read, as relevance sees them."""

    text: str = ""
    documents: tuple[Document, ...] = ()


class ProfileHistory(Struct, frozen=True):
    """Known pages, learned parts and the last run of a profile."""

    known: tuple[KnownState, ...] = ()
    aliases: tuple[str, ...] = ()
    memory: Memory = Memory()
    taught: Lessons = Lessons()  # from verdicts
    yields: SourceYields = SourceYields()
    counts: TermCounts = NO_COUNTS
    hints: Hints = Hints()
    link_graph: StoredLinkGraph = StoredLinkGraph()
    last_run: Run | None = None  # the newest that has ended

    @property
    def is_empty(self) -> bool:
        """True while no run of this profile has ended."""
        return self.last_run is None

    def visited(self) -> dict[str, float]:
        """Return the known URLs, and when each was visited last."""
        times = {k.url: k.state.visited_at.timestamp() for k in self.known if k.state.visited_at}
        return {**dict.fromkeys(self.aliases, 0.0), **times}

    def watched(self, pace: float) -> Iterator[KnownPage]:
        """Yield the pages that were visited more than once, with their history."""
        for k in self.known:
            if k.kind == "page" and k.state.visits > 1 and k.state.visited_at is not None:
                yield known_page(k.url, k.state, k.state.visited_at, pace)

    def relevances(self) -> dict[str, float]:
        """Return the relevance of each known page."""
        return {k.url: k.state.relevance for k in self.known if k.kind == "page"}


def canaries_of(spec: ProfileSpec, taught: Lessons) -> tuple[str, ...]:
    """Return the known good pages that a run has to find by itself: named ones, and the newest with a verdict."""
    liked = [url for url, mark in taught.marks.items() if mark.value > 0 and url not in spec.seeds.urls]
    newest = liked[-spec.report.canaries_from_verdicts :] if spec.report.canaries_from_verdicts else []
    return tuple(dict.fromkeys([*spec.report.canaries, *newest]))
