"""Start of a run: what earlier runs left behind, the budget, the start pages, and the sources that the profile names."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct, structs

from watchd.core.feedback.feedback import Lessons, PageMark, share_left
from watchd.core.policy.cadence import pace_of, time_for_run
from watchd.core.policy.scope import Bounds
from watchd.core.population.events import RunBudget, Seed
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.document import Document
from watchd.core.relevance.link_graph import StoredLinkGraph
from watchd.core.relevance.score_scale import present_score
from watchd.core.relevance.site_wording import SiteCounts
from watchd.core.relevance.term_rarity import NO_COUNTS, TermCounts
from watchd.core.revisits.freshness import KnownPage
from watchd.core.revisits.news import worth_a_look
from watchd.core.revisits.start_pages import (
    NAMED,
    HeldPage,
    SourceYields,
    explored_pages,
    guessed_pages,
    reachable,
    start_pages,
)
from watchd.core.revisits.visit_history import known_page
from watchd.model import profile as profiles
from watchd.model.news import NewsItem
from watchd.model.page import KnownState, PageState
from watchd.model.profile import ProfileSpec
from watchd.model.run import Run
from watchd.model.seed import FusedSeed, Gathered


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
    sites: dict[str, SiteCounts] = {}  # what the pages of each site share
    last_run: Run | None = None  # the newest that has ended
    news: tuple[NewsItem, ...] = ()  # what has appeared since that run started, for any profile

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
        pages = (k for k in self.known if k.kind == "page")
        return {k.url: present_score(k.state.relevance, k.state.score_scale) for k in pages}


def canaries_of(spec: ProfileSpec, taught: Lessons) -> tuple[str, ...]:
    """Return the known good pages that a run has to find by itself: named ones, and the newest with a verdict."""
    liked = [url for url, mark in taught.marks.items() if mark.value > 0 and url not in spec.seeds.urls]
    newest = liked[-spec.report.canaries_from_verdicts :] if spec.report.canaries_from_verdicts else []
    return tuple(dict.fromkeys([*spec.report.canaries, *newest]))


MAX_LISTS = 20  # remembered feeds and sitemaps that a run reads first
MAX_NEWS = 30  # pages that another profile's runs have seen appear
MIN_CARRIER_RELEVANCE = 0.05  # of a known page, to believe that its news may be relevant too
MIN_CARRIER_PRIOR = 0.25  # of a known page that has links to relevant pages
MAX_VISITS_PER_SITE = 2  # of one run at a time: one request is sent, and the next one waits for its turn
MEGABYTE = 1_000_000
MAX_PAGE_BYTES = 5 * MEGABYTE  # a body of 4 MiB, with headers, redirects and the site's robots.txt


def budget_of(budget: profiles.Budget) -> RunBudget:
    """Return the caps as the population counts them."""
    return RunBudget(
        pages=budget.pages,
        bytes=budget.megabytes * MEGABYTE,
        seconds=budget.seconds,
        page_bytes=MAX_PAGE_BYTES,
    )


def budget_now(run: Run, history: ProfileHistory, interval: float | None, now: datetime) -> RunBudget:
    """Return the caps of a run that starts now: it ends when its profile is due again, unless a person started it.

    Pages that it leaves keep their energy, and the next run continues there.
    """
    budget = structs.replace(budget_of(run.spec.budget), per_site=MAX_VISITS_PER_SITE)
    if run.trigger in ("schedule", "restart"):
        time = time_for_run(run.spec.schedule, now, interval, is_first=history.is_empty)
        budget = structs.replace(budget, seconds=min(budget.seconds, time))
    pages = _reachable(budget, history)
    if history.is_empty:
        return structs.replace(budget, guessed=guessed_pages(pages, 0, is_first=True))
    if run.trigger not in ("schedule", "restart"):
        return budget
    relevant = sum(score >= run.spec.report.min_score for score in history.relevances().values())
    explored = explored_pages(pages, history.yields, relevant)
    guessed = min(explored, guessed_pages(pages, relevant, is_first=False))
    return structs.replace(budget, explored=explored, guessed=guessed)


def _reachable(budget: RunBudget, history: ProfileHistory) -> int:
    return reachable(budget, history.last_run.speed if history.last_run else None)


def choose_seeds(
    run: Run, history: ProfileHistory, budget: RunBudget, gathered: Gathered, now: datetime
) -> list[Seed]:
    """Return the start pages: what the profile names, then remembered feeds and sitemaps, then held and due pages."""
    spec = run.spec
    pace = pace_of(spec.schedule)
    # Feeds and sitemaps are pages to the agents: their entries are links.
    named = list(own_sources(spec, gathered))
    own = {seed.url for seed in named}
    bounds = Bounds(spec.scope, own)
    lists = [seed for seed in named if seed.source not in NAMED]
    remembered = [Seed(k.url, k.kind) for k in _best_lists(history.known)]
    pages = [k for k in history.known if k.kind == "page" and _was_there(k)]
    read = [k for k in pages if k.state.content_hash is not None]  # the others were read for other profiles
    marks = history.taught.marks
    chosen = start_pages(
        unknown_seeds(gathered.seeds, history.visited()),
        [held for k in pages if (held := _held(k, marks.get(k.url)))],
        [known_page(k.url, _as_marked(k, marks.get(k.url)), now, pace, k.fetched_at) for k in read],
        pages=_reachable(budget, history),
        yields=history.yields,
        entropy=run.entropy,
    )
    canaries = canaries_of(spec, history.taught)
    first = [seed for seed in chosen if seed.url in own]
    others = [*news_seeds(history), *remembered, *(seed for seed in chosen if seed.url not in own)]
    inside = [*lists, *first, *(seed for seed in others if bounds.allows(seed.url))]
    return [seed for seed in inside if seed.url not in canaries]


def news_seeds(history: ProfileHistory) -> list[Seed]:
    """Return pages that runs of other profiles have seen appear or change, where this profile has an interest in them."""
    known = {k.url: k for k in history.known}
    new: list[str] = []
    changed: list[str] = []
    for item in history.news:
        page, carrier = known.get(item.url), known.get(item.carrier)
        if page is None:
            new += [item.url] if carrier is not None and _may_carry_news(carrier) else []
        elif page.fetched_at is None or page.fetched_at.timestamp() < item.seen_at:
            changed.append(item.url)  # no run has read its new text yet: then it would be shared
    relevances = {url: known[url].state.relevance for url in changed}
    carriers = {item.url: f"{item.kind}:{item.carrier}" for item in history.news}
    chosen = [*worth_a_look(changed, relevances), *new]
    return [Seed(url, carriers[url]) for url in chosen[:MAX_NEWS]]


def _may_carry_news(carrier: KnownState) -> bool:
    state = carrier.state
    is_hub = state.hub_yield > 0.0 or state.hub_prior >= MIN_CARRIER_PRIOR
    return carrier.kind != "page" or is_hub or state.relevance >= MIN_CARRIER_RELEVANCE


def own_sources(spec: profiles.ProfileSpec, gathered: Gathered) -> Iterator[Seed]:
    """Yield what the profile itself names, in the spelling in which it is visited."""
    yield from (Seed(url, "feed") for url in spec.seeds.feeds)
    yield from (Seed(url, "sitemap") for url in spec.seeds.sitemaps)
    for kind in NAMED:
        yield from (Seed(seed.url, kind) for seed in gathered.seeds if kind in seed.sources)


def unknown_seeds(named: Iterable[FusedSeed], visited: Mapping[str, float]) -> list[Seed]:
    """Return start pages that are new to the profile, and always those that the person named."""
    return [
        Seed(seed.url, source)
        for seed in named
        if (source := _source_of(seed)) in NAMED or seed.url not in visited
    ]


def _source_of(seed: FusedSeed) -> str:
    """Return the source that counts: the person before any search provider."""
    named = (source for source in NAMED if source in seed.sources)
    return next(named, seed.sources[0] if seed.sources else "seed")


def _best_lists(known: Iterable[KnownState]) -> list[KnownState]:
    """Return remembered feeds and sitemaps, those that led to the largest number of relevant pages first."""
    lists = [k for k in known if k.kind != "page"]
    ranked = sorted(lists, key=lambda k: (-k.state.hub_yield, -k.state.hub_prior, k.state.page_id))
    return ranked[:MAX_LISTS]


def _was_there(known: KnownState) -> bool:
    return known.state.content_hash is not None or not known.state.missed


def _held(known: KnownState, mark: PageMark | None) -> HeldPage | None:
    """Return the page as a place to start from; None without energy, or when a person called it irrelevant."""
    state = known.state
    bonus = mark.payoff(state.visits) if mark else 0.0
    worth = max(state.energy, state.promise) + bonus
    if worth <= 0.0 or bonus < 0.0:
        return None
    return HeldPage(known.url, worth, share_left(mark, state), known.is_unread)


def _as_marked(known: KnownState, mark: PageMark | None) -> PageState:
    """Return the page state; an irrelevant page is visited for what it may lead to, not for itself."""
    return structs.replace(known.state, relevance=0.0) if mark and mark.value < 0 else known.state
