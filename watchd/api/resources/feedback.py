"""/findings/{id}/feedback and /profiles/{id}/feedback: verdicts, and what each of them moved.

/profiles/{id}/replay: what a changed profile would have told, from the texts that are kept.
"""

import asyncio
from datetime import datetime, timedelta
from typing import Any

from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from watchd.api.edge.known_input import in_utc
from watchd.api.edge.problems import invalid
from watchd.api.resources.findings import existing as existing_finding
from watchd.api.resources.profiles import existing, patched
from watchd.api.resources.profiles import existing as existing_profile
from watchd.api.services import Wired
from watchd.core.feedback.feedback import Movement, threshold_of, with_threshold
from watchd.core.relevance.topic import Topic
from watchd.errors import Fault
from watchd.flow.feedback import adopt_page, replay, verdicts
from watchd.flow.feedback.replay import KeptPage, ReplayedFinding
from watchd.flow.feedback.verdicts import VerdictEffect
from watchd.flow.profiles.topics import experience_of, topic_for
from watchd.model import address
from watchd.model.address import WebAddress
from watchd.model.finding import Verdict
from watchd.model.profile import ProfileSpec
from watchd.store.tables import Tables


class VerdictIn(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person makes of a finding; neutral withdraws it."""

    verdict: Verdict


class PageVerdictIn(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person makes of any page."""

    url: WebAddress
    verdict: Verdict


class FeedbackOut(Struct, frozen=True):
    """The verdict that stands, and every number that it moved, the largest movement of each part first."""

    profile_id: str
    url: str
    verdict: Verdict
    moved: tuple[Movement, ...]


class FeedbackController(Controller):
    """Teach a profile."""

    tags = ["Feedback"]  # noqa: RUF012 (the framework's way)

    @post(
        "/findings/{finding_id:str}/feedback",
        opt={"scope": "write"},
        status_code=200,
        summary="Judge a finding",
    )
    async def on_finding(
        self, services: Wired, finding_id: FromPath[str], data: JSONBody[VerdictIn]
    ) -> FeedbackOut:
        """May be changed at any time; the former verdict is then undone exactly. `neutral` withdraws it."""
        now = services.clock.now()

        async def judge(tables: Tables) -> FeedbackOut:
            finding = await existing_finding(tables, finding_id)
            moved = await VerdictEffect().learn(tables, finding, data.verdict, now=now)
            return FeedbackOut(finding.profile_id, finding.url, data.verdict, moved)

        return await services.store.write(judge)

    @post(
        "/profiles/{profile_id:str}/feedback",
        opt={"scope": "write"},
        status_code=200,
        summary="Judge a page",
    )
    async def on_page(
        self, services: Wired, profile_id: FromPath[str], data: JSONBody[PageVerdictIn]
    ) -> FeedbackOut:
        """Any page will do: one that is not remembered is read once, by the rules for all requests."""
        await services.store.read(lambda tables: existing_profile(tables, profile_id))
        if problem := address.what_is_wrong(data.url):
            raise invalid([Fault("url", problem)])
        named = await adopt_page.bring(services.store, services.fetcher, services.files, data.url)
        now = services.clock.now()

        async def judge(tables: Tables) -> FeedbackOut:
            profile = await existing_profile(tables, profile_id)
            page_id = await adopt_page.keep(tables, named, data.url, entropy=services.entropy, now=now)
            finding = await tables.findings.newest_of(profile_id, page_id)
            path = finding.why.path if finding else ()
            moved = await VerdictEffect().judge(
                tables, profile, page_id, named.page, data.verdict, path=path, now=now
            )
            return FeedbackOut(profile_id, named.page.url, data.verdict, moved)

        return await services.store.write(judge)


USUAL_PERIOD = timedelta(days=30)
MAX_TOLD = 500


class ReplayIn(Struct, frozen=True, forbid_unknown_fields=True):
    """What to change, as a merge patch of the profile's parts, and the period; the last 30 days by default."""

    query: dict[str, Any] = {}
    report: dict[str, Any] = {}
    scope: dict[str, Any] = {}
    since: datetime | None = None
    until: datetime | None = None


class ReplayOut(Struct, frozen=True):
    """What would have been told, the oldest first."""

    since: datetime
    until: datetime
    pages: int  # that were judged again
    told: int
    items: list[ReplayedFinding]  # at most 500 of them
    no_longer: list[str]  # addresses of findings of the period that would not have been told


class ReplayController(Controller):
    """Try a change on the past."""

    path = "/profiles/{profile_id:str}/replay"
    tags = ["Feedback"]  # noqa: RUF012 (the framework's way)

    @post(opt={"scope": "read"}, status_code=200, summary="Try a change on stored pages")
    async def replay(self, services: Wired, profile_id: FromPath[str], data: JSONBody[ReplayIn]) -> ReplayOut:
        """Nothing is fetched, stored or sent. Pages that no run has read cannot be judged."""
        until = in_utc("until", data.until) if data.until else services.clock.now()
        since = in_utc("since", data.since) if data.since else until - USUAL_PERIOD
        if since > until:
            raise invalid([Fault("since", "is later than until; swap them")])
        stored = await services.store.read(lambda tables: existing(tables, profile_id))
        changes = {"query": data.query, "report": data.report, "scope": data.scope}
        spec = patched(stored.spec, {name: change for name, change in changes.items() if change})
        history = await services.store.read(lambda tables: _history(tables, profile_id, spec, since, until))
        # Thousands of texts take a while: not on the event loop.
        told = await asyncio.to_thread(
            replay.replayed, history.pages, history.spec, history.topic, since, until
        )
        urls = {one.url for one in told}
        return ReplayOut(
            since,
            until,
            len(history.pages),
            len(told),
            told[:MAX_TOLD],
            sorted(url for url in history.found if url not in urls),
        )


class _Past(Struct, frozen=True):
    pages: list[KeptPage]
    spec: ProfileSpec
    topic: Topic
    found: set[str]


async def _history(
    tables: Tables, profile_id: str, spec: ProfileSpec, since: datetime, until: datetime
) -> _Past:
    taught = await verdicts.taught(tables, profile_id)
    known = await experience_of(tables, profile_id, spec.query.text)
    topic = await topic_for(tables, spec, learned=taught.words, experience=known)
    min_score = threshold_of(spec.report.min_score, taught)
    return _Past(
        await replay.kept_pages(tables, profile_id),
        with_threshold(spec, min_score),
        topic,
        await tables.findings.found_between(profile_id, since, until),
    )
