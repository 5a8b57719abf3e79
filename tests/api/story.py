"""The story of the examples in the OpenAPI document: one profile, one channel, one run, one finding and its alert.

Ids and times are fixed, so that an example can name them and its answer is always the same.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec

from tests.support import MONDAY, HandWoundClock
from watchd import validation
from watchd.api.openapi_examples import Story
from watchd.api.resources.feeds import _digest
from watchd.api.services import Services
from watchd.core.changes.diff import difference
from watchd.core.changes.signature import content_hash
from watchd.core.changes.values import value_changes
from watchd.core.population.events import Born, Visited
from watchd.flow.feedback import verdicts
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.model.agent import AgentRecord, RunEvent, RunPage
from watchd.model.alert import Alert
from watchd.model.channel import Channel, Secrets
from watchd.model.finding import Change, Finding, MatchedTerm, PathStep, Why
from watchd.model.page import Link, Page, PageState, PageVersion, RelevantPage, StoredPage
from watchd.model.profile import Health, Profile, ProfileSpec
from watchd.model.run import Canaries, Coverage, RunCounts, SelfCheck
from watchd.model.seed import SourceReport
from watchd.model.token import Token
from watchd.model.visit import JudgementEvidence, LastVisit, Route
from watchd.notify.channels import webhook
from watchd.portal.settings import PortalSettings, SinkSettings
from watchd.store.tables import Tables

PROFILE_ID = "01m7hm6j60mv77hs8gc5sh3p53"  # what POST /profiles gives with the entropy of the tests
RUN_ID = "01m7hm6jjgqqjm2s6r76fqcz25"
FINDING_ID = "01m7hm8cs0p30wq4ee6xdwhyxw"
OTHER_FINDING_ID = "01m7hm8dr8qnmxeva363rm8tza"
ALERT_ID = "01m7hm8eqggyrer7bxm2keq34y"
TOKEN_ID = "dfwdrzbp"
PAGE_ID = "01m7hm8bsr7z0z2zykek3aae3q"
OTHER_PAGE_ID = "01m7hm8d8mwtggthj172k26cjn"
FEED_KEY = "rN3vYkq0sT8hJm5xC2aLw7dFzE1uGpBo9iQeX4yKjVM"
CHANNEL = "team-webhook"
CONTACT = "you@example.org"
SPEC = {
    "name": "Solid-state batteries",
    "query": {"text": 'solid state battery "pilot line" -toy', "languages": ["en", "de"]},
    "schedule": {"every": "6h"},
    "tags": ["competitors"],
}
# With the channel and the feed, which were added later.
STORED = SPEC | {"delivery": {"channels": [CHANNEL]}, "seeds": {"feeds": ["https://example.org/feed.xml"]}}
START = "https://example.org/news"
URL = "https://example.org/news/pilot-line"
OTHER_URL = "https://example.org/news/ceramic"
FORMER = "The institute builds solid state battery cells. The pilot line opens in 2027. A sample costs 90 €.\n"
TEXT = "The institute builds solid state battery cells. The pilot line opens in 2028. A sample costs 75 €.\n"
OTHER_TEXT = "A ceramic layer makes a solid state battery safe. The pilot line tests it.\n"
TITLE = "The pilot line opens later"
OTHER_TITLE = "Ceramic for solid state batteries"
BEGUN = MONDAY + timedelta(seconds=2)
FOUND = MONDAY + timedelta(minutes=1)
ENDED = MONDAY + timedelta(minutes=4)
NOW = MONDAY + timedelta(hours=1)  # when the examples are sent


async def told(services: Services, clock: HandWoundClock, story: Story) -> Services:
    """Store what has happened before a request, and return the services that answer it."""
    sinks = {"main": SinkSettings(kind="meilisearch", url="http://127.0.0.1:7700")}
    services = replace(services, portal=PortalSettings(sinks=sinks))
    if story == "empty":
        return services
    await services.store.write(_channel)
    await services.contact.set(CONTACT)
    if story == "no profile":
        return services
    await services.store.write(lambda tables: _whole(tables, is_running=story == "running"))
    clock.forward(seconds=(NOW - MONDAY).total_seconds())
    if story == "not ready":
        return replace(services, health_checks=(("scheduler", lambda: "does not run"),))
    return services


async def _channel(tables: Tables) -> None:
    await tables.channels.insert(
        Channel(
            name=CHANNEL,
            url="webhook+https://hooks.example.org/watchd",
            template=None,
            events=["findings", "health"],
            created_at=MONDAY,
            updated_at=MONDAY,
            revision=1,
            secrets=Secrets(webhook.secret_of(7)),
        )
    )


async def _whole(tables: Tables, *, is_running: bool) -> None:
    await tables.tokens.insert(Token(id=TOKEN_ID, name="phone", scope="read", created_at=MONDAY), "digest")
    profile = await tables.profiles.insert(PROFILE_ID, validation.read(ProfileSpec, STORED), MONDAY)
    await tables.feed_keys.put(PROFILE_ID, _digest(FEED_KEY), MONDAY)
    await _run(tables, profile, is_running=is_running)
    for page_id, url, title, text in (
        (PAGE_ID, URL, TITLE, TEXT),
        (OTHER_PAGE_ID, OTHER_URL, OTHER_TITLE, OTHER_TEXT),
    ):
        await _page(tables, page_id, url, title, text)
    await tables.visits.put([_visit()])
    former = PageVersion(content_hash(FORMER), MONDAY - timedelta(days=3), FORMER)
    assert await tables.versions.put(PAGE_ID, former)
    assert await tables.findings.add(_changed())
    assert await tables.findings.add(_new())
    other = await tables.findings.get(OTHER_FINDING_ID)
    assert other is not None
    await verdicts.judge_finding(tables, other, "relevant", now=ENDED)
    await _alert(tables)


async def _run(tables: Tables, profile: Profile, *, is_running: bool) -> None:
    await tables.runs.queue(RUN_ID, profile, "schedule", 4711, MONDAY)
    await tables.profiles.mark_started(PROFILE_ID, RUN_ID)
    await tables.profiles.set_due({PROFILE_ID: MONDAY + timedelta(hours=6)}, MONDAY)
    [run] = await tables.runs.claim("me", now=BEGUN, lease_until=ENDED, limit=1)
    counts = RunCounts(
        fetched=42, failed=1, refused=2, bytes=1_204_733, relevant=13, findings=2, born=5, starved=4, alive=9
    )
    await tables.runs.set_counts(run.id, counts)
    await tables.runs.set_sources(
        run.id, (SourceReport("searxng", "answered", 10, 0.41), SourceReport("url", "answered", 1))
    )
    founder = AgentRecord(
        name="3", parent=None, born_after=0, died_after=None, energy=0.9, visited=2, findings=1,
        genome={"keywords": ["batteri", "pilot"], "beta": 2.1, "loyalty": 0.4},
    )  # fmt: skip
    child = msgspec.structs.replace(founder, name="3.1", parent="3", born_after=2, visited=1, energy=0.7)
    await tables.run_log.put_agents(run.id, [founder, child])
    await tables.run_log.put_pages(
        run.id,
        [
            RunPage(url=URL, title=TITLE, language="en", relevance=0.62, found_by="3", agent="3"),
            RunPage(url=START, title="News", language="en", relevance=0.34, found_by="searxng", agent="3"),
        ],
    )
    events = [
        Visited("3", START, "seed", 0.34, 0.1, 1.1, first=True),
        Visited("3", URL, "link", 0.62, 0.4, 1.5, first=True),
        Born("3.1", "3", URL, 0.7),
    ]
    kinds = [(str(type(event).__struct_config__.tag), msgspec.json.encode(event)) for event in events]
    kinds.append(
        (
            "finding",
            msgspec.json.encode({"type": "finding", "agent": "3", "url": URL, "finding_id": FINDING_ID}),
        )
    )
    point = {
        "at": "2026-11-16T07:31:00Z",
        "settled": 2,
        "population": 6,
        "energy": 5.9,
        "remnants": 0.5,
        "relevant": 2,
    }
    kinds.append(("population", msgspec.json.encode(point)))
    if not is_running:
        await tables.runs.set_self_check(run.id, SelfCheck(Canaries(2, 2, 0.9), Coverage(13, 17.5, 14.1, 24.0)))
        assert await tables.runs.end(run.id, "me", "finished", "exhausted", ENDED)
        await tables.profiles.set_health(PROFILE_ID, Health("well", ENDED))
        kinds.append(
            ("done", msgspec.json.encode({"type": "done", "state": "finished", "reason": "exhausted"}))
        )
    await tables.run_log.add_events(
        run.id, [RunEvent(n, kind, body) for n, (kind, body) in enumerate(kinds, 1)]
    )


async def _page(tables: Tables, id: str, url: str, title: str, text: str) -> None:
    stored = StoredPage(
        id=id, url=url, host="example.org", title=title, language="en", content_hash=content_hash(text)
    )
    assert await tables.pages.put(stored) == id
    page = Page(
        url=url, title=title, text=text, language="en", published=MONDAY, content_hash=content_hash(text),
        links=(Link(START, "All news"),),
    )  # fmt: skip
    await tables.pages.put_snapshot(id, page, FOUND)
    await tables.versions.put(id, PageVersion(content_hash(text), FOUND, text))
    state = PageState(
        profile_id=PROFILE_ID, page_id=id, relevance=0.62, unspent=0.0, energy=0.0, visits=1, visited_at=FOUND,
        content_hash=content_hash(text),
    )  # fmt: skip
    await tables.page_states.put([state])
    await PortalFeed().keep_all(tables, [RelevantPage(id, page, PROFILE_ID, 0.62, "3", START, FOUND)])


def _visit() -> LastVisit:
    evidence = JudgementEvidence((MatchedTerm("pilot", 0.6), MatchedTerm("solid", 0.4)), 0.34, language="en")
    return LastVisit(
        url=URL, profile_id=PROFILE_ID, run_id=RUN_ID, at=FOUND, outcome="fetched", status=200, first_at=FOUND,
        first_run_id=RUN_ID, route=Route("", START, "Pilot line", "main/ul/li"), read_at=FOUND, judged="finding",
        score=0.62, bar=0.3, evidence=evidence, changed_at=FOUND, change_judged="finding",
    )  # fmt: skip


def _changed() -> Finding:
    seen = difference(FORMER, TEXT)
    return _finding(
        FINDING_ID,
        PAGE_ID,
        kind="changed",
        url=URL,
        title=TITLE,
        content_hash=content_hash(TEXT),
        summary="The pilot line opens in 2028. A sample costs 75 €.",
        change=Change(
            seen.added, seen.removed, round(seen.ratio, 4), content_hash(FORMER), value_changes(FORMER, TEXT)
        ),
    )


def _new() -> Finding:
    return _finding(
        OTHER_FINDING_ID,
        OTHER_PAGE_ID,
        kind="new",
        url=OTHER_URL,
        title=OTHER_TITLE,
        content_hash=content_hash(OTHER_TEXT),
        summary=OTHER_TEXT.strip(),
    )


def _finding(id: str, page_id: str, **given: Any) -> Finding:
    why = Why(
        (MatchedTerm("pilot line", 0.6), MatchedTerm("solid state", 0.4)),
        (PathStep(START, "", 1.1), PathStep(given["url"], "Pilot line", 1.5)),
        "3",
        0.34,
    )
    return Finding(
        id=id, profile_id=PROFILE_ID, run_id=RUN_ID, page_id=page_id, language="en", score=0.62, found_at=FOUND,
        published_at=MONDAY, why=why, **given,
    )  # fmt: skip


async def _alert(tables: Tables) -> None:
    alert = Alert(
        id=ALERT_ID, profile_id=PROFILE_ID, channel_name=CHANNEL, kind="findings", body="", dedupe_key="k",
        created_at=FOUND, due_at=FOUND,
    )  # fmt: skip
    assert await tables.alerts.add(alert)
    await tables.alerts.attach(ALERT_ID, [FINDING_ID])
    claimed = await tables.alerts.claim(CHANNEL, "me", now=FOUND, lease_until=ENDED)
    assert claimed is not None
    await tables.alerts.mark_failed(ALERT_ID, "me", "The receiver answered 410 Gone.")
