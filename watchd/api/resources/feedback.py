"""/findings/{id}/feedback and /profiles/{id}/feedback: verdicts and their effect. /profiles/{id}/replay: a changed
profile on stored pages."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from watchd.api.edge.known_input import in_utc
from watchd.api.edge.problems import invalid
from watchd.api.resources.findings import existing_finding
from watchd.api.resources.profiles import existing_profile
from watchd.api.services import Injected, Services
from watchd.core.feedback.feedback import Movement
from watchd.errors import Fault
from watchd.flow.feedback import adopt_page, effect, replay, verdicts
from watchd.flow.feedback.effect import VerdictEffect
from watchd.flow.feedback.replay import ReplayedFinding
from watchd.flow.feedback.verdicts import AppliedVerdict
from watchd.flow.profiles import rules
from watchd.model import values
from watchd.model.finding import Finding, Verdict
from watchd.model.values import WebAddress
from watchd.store.tables import Tables


class VerdictIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict on a finding; neutral withdraws it."""

    verdict: Verdict


class PageVerdictIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict on any page."""

    url: WebAddress
    verdict: Verdict


class FeedbackOut(Struct, frozen=True):
    """The current verdict, every number that it changed (within each part, the largest change first), and its effect on
    pages of the past."""

    profile_id: str
    url: str
    verdict: Verdict
    moved: tuple[Movement, ...]
    effect: VerdictEffect


class FeedbackController(Controller):
    """Verdicts that a profile learns from."""

    tags = ["Feedback"]  # noqa: RUF012 (the framework's way)

    @post(
        "/findings/{finding_id:str}/feedback",
        opt={"scope": "write"},
        status_code=200,
        summary="Judge a finding",
    )
    async def on_finding(
        self, services: Injected, finding_id: FromPath[str], data: JSONBody[VerdictIn]
    ) -> FeedbackOut:
        """Apply a verdict. It may be changed at any time, which undoes the old verdict exactly. `neutral` withdraws it."""
        now = services.clock.now()

        async def judge(tables: Tables) -> tuple[Finding, AppliedVerdict]:
            finding = await existing_finding(tables, finding_id)
            return finding, await verdicts.judge_finding(tables, finding, data.verdict, now=now)

        finding, applied = await services.store.write(judge)
        return await _answer(services, finding.profile_id, finding.url, data.verdict, applied)

    @post(
        "/profiles/{profile_id:str}/feedback",
        opt={"scope": "write"},
        status_code=200,
        summary="Judge a page",
    )
    async def on_page(
        self, services: Injected, profile_id: FromPath[str], data: JSONBody[PageVerdictIn]
    ) -> FeedbackOut:
        """Apply a verdict to any page. A page that is not stored is fetched once, by the rules for all requests."""
        await services.store.read(lambda tables: existing_profile(tables, profile_id))
        if problem := values.url_problem(data.url):
            raise invalid([Fault("url", problem)])
        named = await adopt_page.find_or_fetch(services.store, services.fetcher, services.files, data.url)
        now = services.clock.now()

        async def judge(tables: Tables) -> AppliedVerdict:
            profile = await existing_profile(tables, profile_id)
            page_id = await adopt_page.store_page(tables, named, data.url, entropy=services.entropy, now=now)
            finding = await tables.findings.newest_of(profile_id, page_id)
            path = finding.why.path if finding else ()
            return await verdicts.judge_page(
                tables, profile, page_id, named.page, data.verdict, path=path, now=now
            )

        applied = await services.store.write(judge)
        return await _answer(services, profile_id, named.page.url, data.verdict, applied)


async def _answer(
    services: Services, profile_id: str, url: str, verdict: Verdict, applied: AppliedVerdict
) -> FeedbackOut:
    """Add the effect of a verdict, after it was stored."""

    async def read(tables: Tables) -> effect.EffectInput:
        return await effect.effect_input(tables, await existing_profile(tables, profile_id))

    given = await services.store.read(read)
    # Hundreds of texts take a while, so this runs outside the event loop.
    found = await asyncio.to_thread(effect.effect_of, given, applied)
    return FeedbackOut(profile_id, url, verdict, applied.moved, found)


DEFAULT_PERIOD = timedelta(days=30)
MAX_ITEMS = 500


class ReplayIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A merge patch of parts of the profile, and the period; by default the last 30 days."""

    query: dict[str, Any] = {}
    report: dict[str, Any] = {}
    scope: dict[str, Any] = {}
    since: datetime | None = None
    until: datetime | None = None


class ReplayOut(Struct, frozen=True):
    """Findings that would have been reported, the oldest first."""

    since: datetime
    until: datetime
    pages: int  # that were judged again
    told: int
    items: list[ReplayedFinding]  # at most 500 of them
    no_longer: list[str]  # addresses of findings of the period that would not have been reported


class ReplayController(Controller):
    """Replay of a changed profile."""

    path = "/profiles/{profile_id:str}/replay"
    tags = ["Feedback"]  # noqa: RUF012 (the framework's way)

    @post(opt={"scope": "read"}, status_code=200, summary="Try a change on stored pages")
    async def replay(
        self, services: Injected, profile_id: FromPath[str], data: JSONBody[ReplayIn]
    ) -> ReplayOut:
        """Judge stored pages again. Nothing is fetched, stored or sent. Pages that no run has read cannot be judged."""
        until = in_utc("until", data.until) if data.until else services.clock.now()
        since = in_utc("since", data.since) if data.since else until - DEFAULT_PERIOD
        if since > until:
            raise invalid([Fault("since", "must not be later than until; swap them")])
        stored = await services.store.read(lambda tables: existing_profile(tables, profile_id))
        changes = {"query": data.query, "report": data.report, "scope": data.scope}
        spec = rules.apply_patch(stored.spec, {name: change for name, change in changes.items() if change})
        given = await services.store.read(
            lambda tables: replay.replay_input(tables, profile_id, spec, since, until)
        )
        # Thousands of texts take a while, so this runs outside the event loop.
        reported = await asyncio.to_thread(replay.replayed_findings, given, since, until)
        return ReplayOut(
            since=since,
            until=until,
            pages=len(given.pages),
            told=len(reported),
            items=reported[:MAX_ITEMS],
            no_longer=sorted(given.found - {one.url for one in reported}),
        )
