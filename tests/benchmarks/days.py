"""Ten days of twenty profiles on a web that changes, and fifty profiles that overlap: the savings by memory and sharing.

The web is in memory and its pages are random: per topic a site with hubs and articles. A tenth of the hubs publish most
of the news, and all sites link to each other. Runs, their memory and the database are the real ones; only the network
and the reading of HTML are left out.

An event is an article that was published on a day and that a profile reports on the same day; those reported on the next
day are counted separately. Every request counts, also requests for pages that have not changed and for older articles,
which are new to a profile but are not events. There are several webs, each with its own entropy; the numbers are of all
of them together, with the cheapest and the most expensive web.

The peer in the same run is the same daemon without memory: every day begins with an empty database.
"""

import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from random import Random

from msgspec import Struct

from tests.benchmarks.made_up_words import made_up_word
from tests.benchmarks.table import Row, show
from tests.support import MONDAY, ROOT, HandWoundClock, SeededEntropy
from watchd import validation
from watchd.core.changes.signature import content_hash, signature
from watchd.core.relevance.words import words
from watchd.flow.alerts.silent import Silent
from watchd.flow.run.control import RunControl, RunNotifier
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.run import execute_run
from watchd.lab.plots import draw
from watchd.lab.report import ExperimentReport, Panel, Series
from watchd.model.outcome import Failed, Fetched, Meter, NotModified, Outcome, Validators
from watchd.model.page import Link, Page, Unparseable
from watchd.model.profile import Profile, ProfileSpec
from watchd.model.run import Run
from watchd.model.seed import FusedSeed, Gathered
from watchd.store.database import Database, open_database
from watchd.store.tables import Tables
from watchd.store.tables.findings import FindingFilter

WEBS = 5
TOPICS = 10
DAYS = 10
PROFILES = 20
OVERLAPPING = 50
BUDGET = 20
HUBS, ARTICLES = 20, 40
NEWS = 6  # articles per topic and day


class PaperWeb:
    """Pages by address, more every day. It is the fetcher and the reader at once."""

    def __init__(self, entropy: int = 1) -> None:
        self._random = Random(entropy)
        self.words = [made_up_word(self._random) for _ in range(600)]
        self.topics = [self._random.sample(self.words[:300], 6) for _ in range(TOPICS)]
        self.pages: dict[str, Page] = {}
        self.asked: list[str] = []
        self.news: dict[str, int] = {}  # the day on which an article appeared
        self._listed: dict[str, list[str]] = {}
        for topic in range(TOPICS):
            articles = [self._article(topic, f"old{n}") for n in range(ARTICLES)]
            for n in range(HUBS):
                hub = self._hub(topic, n)
                self._listed[hub] = self._random.sample(articles, 4)
        for hub in self._listed:
            self._publish_hub(hub)

    def next_day(self, day: int) -> None:
        """Publish the news of a day: a tenth of the hubs list nine in ten of them."""
        for topic in range(TOPICS):
            for n in range(NEWS):
                url = self._article(topic, f"day{day}-{n}")
                self.news[url] = day
                busy = self._random.random() < 0.9
                hub = self._hub(
                    topic, self._random.randrange(HUBS // 10) if busy else self._random.randrange(HUBS)
                )
                self._listed[hub].insert(0, url)
                self._publish_hub(hub)

    def start_of(self, topic: int) -> str:
        return self._hub(topic, HUBS - 1)

    async def fetch(
        self,
        url: str,
        validators: Validators | None = None,
        *,
        caller: str = "",
        meter: Meter | None = None,
    ) -> Outcome:
        self.asked.append(url)
        if meter is not None:
            meter.requests += 1
            meter.received += 10_000
        page = self.pages.get(url)
        if page is None:
            return Failed(url, "connect", "no such page")
        tag = Validators(etag=page.content_hash)
        if validators is not None and validators.etag == page.content_hash:
            return NotModified(url, tag, 0.01)
        return Fetched(url, 200, "text/html", "utf-8", b"", (), tag, 0.01, 10_000)

    async def sitemaps(self, url: str, *, caller: str = "", meter: Meter | None = None) -> tuple[str, ...]:
        return ()

    async def extract(self, fetched: Fetched) -> Page | Unparseable:
        return self.pages[fetched.url]

    async def gather(self, spec: ProfileSpec, over: asyncio.Event) -> Gathered:
        return Gathered(tuple(FusedSeed(url, 1.0, ("url",)) for url in spec.seeds.urls), ())

    def refusal(self, url: str) -> str | None:
        return None

    def _hub(self, topic: int, number: int) -> str:
        return f"http://site{topic}.test/hub{number}"

    def _article(self, topic: int, name: str) -> str:
        url = f"http://site{topic}.test/{name}"
        own = self._random.choices(self.topics[topic], k=30) + self._random.choices(self.words[300:], k=60)
        self._random.shuffle(own)
        self._put(url, own, [self._hub(topic, self._random.randrange(HUBS)) for _ in range(2)])
        return url

    def _publish_hub(self, hub: str) -> None:
        topic = int(hub.partition("site")[2].partition(".")[0])
        other = self._hub((topic + 1) % TOPICS, 0)
        near = [self._hub(topic, (int(hub.rpartition("hub")[2]) + step) % HUBS) for step in (1, 2, 5)]
        text = self.topics[topic][:2] + [self.words[300 + len(self._listed[hub])]] * 3
        self._put(hub, text, [*self._listed[hub], *near, other])

    def _put(self, url: str, text: list[str], links: list[str]) -> None:
        said = ". ".join(" ".join(text[i : i + 10]).capitalize() for i in range(0, len(text), 10))
        terms, places = words(said, "en"), [-1] * len(words(said, "en"))
        made = []
        for number, link in enumerate(links):
            about = self.topics[int(link.partition("site")[2].partition(".")[0])][0]
            made.append(Link(url=link, anchor=about, tag_path="main/ul/li"))
            terms += words(about, "en")
            places += [2 * number] * len(words(about, "en"))
        self.pages[url] = Page(
            url=url, title=" ".join(text[:2]), text=said, language="en", links=tuple(made), terms=tuple(terms),
            coordinates=tuple(places), content_hash=content_hash(said + " ".join(links)),
            signature=signature(words(said, "en")),
        )  # fmt: skip


@asynccontextmanager
async def opened(web: PaperWeb, clock: HandWoundClock) -> AsyncIterator[tuple[RunEnvironment, Database]]:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_database(Path(folder), clock.now())
        world = RunEnvironment(
            store=store,
            fetcher=web,
            reader=web,  # type: ignore[arg-type]  # there are no feeds and no sitemaps on paper
            seeds=web,
            clock=clock,
            entropy=SeededEntropy(1),
            planner=Silent(),
            portal=Silent(),
            traps=lambda: web,
            notifier=RunNotifier(),
            owner="bench",
        )
        try:
            yield world, store
        finally:
            await store.close()


async def store_profile(store: Database, web: PaperWeb, number: int, clock: HandWoundClock) -> Profile:
    topic = number % TOPICS
    chosen = Random(number).sample(web.topics[topic], 4)
    written = {
        "name": f"profile {number}",
        "query": {"text": " ".join(chosen), "languages": ["en"]},
        "seeds": {"urls": [web.start_of(topic)], "providers": []},
        "schedule": {"manual": True},
        "budget": {"pages": BUDGET},
        "report": {"min_score": 0.2},
    }
    spec = validation.verify(validation.read(ProfileSpec, written))
    return await store.write(lambda tables: tables.profiles.insert(f"p{number:03}", spec, clock.now()))


async def run(world: RunEnvironment, store: Database, profile: Profile, number: int) -> None:
    now = world.clock.now()

    async def claim(tables: Tables) -> Run:
        await tables.runs.queue(f"r{number:05}", profile, "manual", number, now)
        [claimed] = await tables.runs.claim("bench", now=now, lease_until=now + timedelta(hours=1), limit=1)
        return claimed

    claimed = await store.write(claim)
    fresh = await store.read(lambda tables: tables.profiles.get(profile.id))
    await execute_run(world, claimed, fresh, RunControl())


class Day(Struct, frozen=True):
    """Result of all profiles on one day."""

    requests: int
    events: int  # published and reported on that day
    late: int  # published on the day before

    @property
    def per_event(self) -> float:
        return self.requests / max(1, self.events)


async def detected(store: Database, web: PaperWeb, day: int, known: set[tuple[str, str]]) -> Day:
    """Count the articles that profiles have found since the last call, by their age."""
    findings = await store.read(lambda t: t.findings.listed(FindingFilter(), before="~", limit=100_000))
    new = {(f.profile_id, f.url) for f in findings if f.url in web.news} - known
    known |= new
    ages = Counter(day - web.news[url] for _, url in new)
    return Day(len(web.asked), ages[0], ages[1])


async def ten_days(entropy: int, memory: bool) -> list[Day]:
    """Run one web and its profiles day by day."""
    web, clock = PaperWeb(entropy), HandWoundClock(MONDAY)
    days: list[Day] = []
    known: set[tuple[str, str]] = set()
    number = 0
    if memory:
        async with opened(web, clock) as (world, store):
            profiles = [await store_profile(store, web, n, clock) for n in range(PROFILES)]
            for day in range(1, DAYS + 1):
                web.next_day(day)
                web.asked.clear()
                for profile in profiles:
                    number += 1
                    await run(world, store, profile, number)
                days.append(await detected(store, web, day, known))
                clock.forward(days=1)
        return days
    for day in range(1, DAYS + 1):
        web.next_day(day)
        web.asked.clear()
        async with opened(web, clock) as (world, store):
            for profile in [await store_profile(store, web, n, clock) for n in range(PROFILES)]:
                number += 1
                await run(world, store, profile, number)
            days.append(await detected(store, web, day, known))
        clock.forward(days=1)
    return days


def run_ten_days(entropy: int, memory: bool) -> list[Day]:
    """Run one web and its profiles; this is the work of one process."""
    return asyncio.run(ten_days(entropy, memory))


def together(days: Sequence[Day]) -> Day:
    """Add the results of one day over all webs."""
    return Day(sum(d.requests for d in days), sum(d.events for d in days), sum(d.late for d in days))


def spread(days: Sequence[Day]) -> str:
    """Return the requests per event of the cheapest and the most expensive web."""
    each = sorted(day.per_event for day in days)
    return f"{each[0]:.2f} to {each[-1]:.2f}"


async def overlapping() -> tuple[int, int]:
    """Return the requests of fifty profiles that run on one morning, and the pages that they requested."""
    web, clock = PaperWeb(), HandWoundClock(MONDAY)
    web.next_day(1)
    async with opened(web, clock) as (world, store):
        profiles = [await store_profile(store, web, n, clock) for n in range(OVERLAPPING)]
        for number, profile in enumerate(profiles):
            await run(world, store, profile, number)
            clock.forward(seconds=10)
    return len(web.asked), len(Counter(web.asked))


def picture(remembered: list[float], forgotten: list[float], file: Path) -> None:
    """Plot the requests per event by day, for docs/explanation/measured-learning.md."""
    lines = [Series("memory", remembered), Series("no memory", forgotten, dashed=True)]
    panel = Panel("requests per event", "day", "requests per event", lines)
    file.parent.mkdir(parents=True, exist_ok=True)
    draw(ExperimentReport("days", f"{DAYS} days, {PROFILES} profiles", {}, (), [], [], [panel]), file)


def main() -> list[Row]:
    entropies = range(1, WEBS + 1)
    with ProcessPoolExecutor(min(WEBS, os.cpu_count() or 1)) as pool:
        kept, lost = (pool.map(run_ten_days, entropies, [memory] * WEBS) for memory in (True, False))
        by_day = list(zip(zip(*kept, strict=True), zip(*lost, strict=True), strict=True))
    rows: list[Row] = [
        {
            "day": day,
            "requests": together(with_memory).requests,
            "events": together(with_memory).events,
            "a day late": together(with_memory).late,
            "per event": f"{together(with_memory).per_event:.2f}",
            "of each web": spread(with_memory),
            "per event, no memory": f"{together(without).per_event:.2f}",
            "of each web, no memory": spread(without),
        }
        for day, (with_memory, without) in enumerate(by_day, 1)
    ]
    show(f"{WEBS} webs, {DAYS} days, {PROFILES} profiles on each", rows)
    remembered, forgotten = ([together(day).per_event for day in days] for days in zip(*by_day, strict=True))
    picture(remembered, forgotten, ROOT / "build" / "lab" / "days.svg")
    requests, pages = asyncio.run(overlapping())
    shared: list[Row] = [
        {
            "what": f"{OVERLAPPING} overlapping profiles",
            "requests": requests,
            "pages": pages,
            "ratio": f"{requests / pages:.2f}",
        }
    ]
    show("One fetch, many profiles", shared)
    return [*rows, *shared]


if __name__ == "__main__":
    main()
