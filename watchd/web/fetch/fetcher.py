"""The door to the web: ask for a page, get an outcome. Never an exception, but for cancellation.

On the way every hop is parsed, checked by the guard, allowed by the site's robots.txt and sent when it is its
turn.
"""

import datetime
from types import TracebackType
from typing import Self

from msgspec import Struct

from watchd.model.outcome import Failed, Meter, Moved, Outcome, Refused, Validators
from watchd.web.fetch.failure_outcome import outcome_of
from watchd.web.fetch.outbound import OutboundClient
from watchd.web.fetch.politeness import Politeness
from watchd.web.fetch.request import OutgoingRequest, RequestRunner
from watchd.web.fetch.response_outcome import Redirect, meaning, readable, wants_body
from watchd.web.fetch.robots import Robots, RobotsUnavailable
from watchd.web.http.client import HttpClient
from watchd.web.http.guard import Forbidden, Guard
from watchd.web.http.response_parser import OverBudget, ResponseLimits
from watchd.web.settings import FetchBounds
from watchd.web.urls.urls import BadUrl, Target, join, masked, parse


class _Way(Struct, frozen=True):
    """What stays the same from hop to hop."""

    validators: Validators
    caller: str
    meter: Meter
    paths: list[str]  # every address so far


class WebFetcher:
    """Fetches pages for everybody in the daemon: there is one, so that hosts see one polite visitor."""

    def __init__(
        self, settings: FetchBounds, *, guard: Guard | None = None, politeness: Politeness | None = None
    ) -> None:
        self._settings = settings
        self._guard = guard or Guard(settings)
        self.politeness = politeness or Politeness(settings)
        self._client = HttpClient(settings, self._guard)
        self._runner = RequestRunner(settings, self._guard, self._client, self.politeness)
        self._robots = Robots(settings, self._runner)
        self.outbound = OutboundClient(settings, self._guard, self._client)  # for providers and webhooks
        self._types = readable(settings)
        self._limits = ResponseLimits(head_bytes=settings.max_header_bytes, wire_bytes=settings.max_wire_bytes)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()
        self._guard.close()

    async def fetch(
        self,
        url: str,
        validators: Validators | None = None,
        *,
        caller: str = "",
        meter: Meter | None = None,
        follow: bool = True,
    ) -> Outcome:
        """Ask for a page. With follow=False a page that moved for good is reported, not followed."""
        paths = [masked(url)]
        way = _Way(validators or Validators(), caller, meter or Meter(), paths)
        try:
            return await self._walk(parse(url), way, follow)
        except Exception as error:
            return outcome_of(paths[-1], error)

    async def sitemaps(self, url: str, *, caller: str = "", meter: Meter | None = None) -> tuple[str, ...]:
        """The sitemaps that a site's robots.txt names; none when it cannot be read."""
        try:
            return (await self._robots.rules(parse(url), caller, meter)).sitemaps
        except (BadUrl, Forbidden, RobotsUnavailable, OverBudget):
            return ()

    async def _walk(self, target: Target, way: "_Way", follow: bool) -> Outcome:
        paths = way.paths
        paths[0] = target.url
        for _ in range(self._settings.max_redirects + 1):
            step = await self._hop(target, way)
            if not isinstance(step, Redirect):
                return step
            there = join(target, step.location)
            if step.is_permanent and not follow:
                return Moved(url=target.url, to=there.url)
            if there.url in paths:  # no cookies are kept, so it would never end
                return Failed(url=paths[0], kind="redirects", detail="The page redirects in a circle.")
            target = there
            paths.append(target.url)
        return Failed(url=paths[0], kind="redirects", detail="The page redirects too often.")

    async def _hop(self, target: Target, way: "_Way") -> Outcome | Redirect:
        rules = await self._robots.rules(target, way.caller, way.meter)
        if not rules.allows(target.url):
            return Refused(url=target.url, by="robots", detail="The site's robots.txt forbids this page.")
        request = OutgoingRequest(
            target=target,
            limits=self._limits,
            wants_body=lambda head: wants_body(head, self._types),
            headers=_conditions(way.validators),
            caller=way.caller,
            crawl_delay=rules.crawl_delay,
            meter=way.meter,
        )
        reply, seconds = await self._runner.run(request)
        return meaning(
            reply,
            url=target.url,
            seconds=seconds,
            redirects=tuple(way.paths[:-1]),
            settings=self._settings,
            types=self._types,
            now=datetime.datetime.now(datetime.UTC),
        )


def _conditions(validators: Validators) -> tuple[tuple[str, str], ...]:
    return (
        ("If-None-Match", validators.etag or ""),
        ("If-Modified-Since", validators.last_modified or ""),
    )
