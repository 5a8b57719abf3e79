"""Page fetcher: one call returns one outcome and never raises, except for cancellation.

At every redirect the fetcher parses the URL, the guard checks the address, robots.txt must allow the page, and the
request waits for its turn in the host queue. A page with a known fault (faulty_pages.py) is not requested.
"""

import datetime
from types import TracebackType
from typing import Self

from msgspec import Struct

from watchd.model.outcome import AddressRules, Failed, Meter, Moved, Outcome, Refused, Validators
from watchd.web.fetch.failure_outcome import outcome_of
from watchd.web.fetch.faulty_pages import FaultyPages, KnownFault
from watchd.web.fetch.outbound import OutboundClient
from watchd.web.fetch.politeness import Politeness
from watchd.web.fetch.request import OutgoingRequest, RequestRunner
from watchd.web.fetch.response_outcome import Redirect, outcome_of_response, readable_types, wants_body
from watchd.web.fetch.robots import Robots, RobotsUnavailable
from watchd.web.http.client import HttpClient
from watchd.web.http.guard import Forbidden, Guard
from watchd.web.http.response_parser import OverBudget, ResponseLimits
from watchd.web.settings import FetchBounds
from watchd.web.urls.urls import BadUrl, Target, join, masked, parse

FORBIDDEN_BY_ROBOTS = "The site's robots.txt forbids this page."


class _FetchState(Struct, frozen=True):
    """Values that stay the same at every redirect of one fetch."""

    validators: Validators
    caller: str
    meter: Meter
    urls: list[str]  # every URL so far


class WebFetcher:
    """Fetcher that the whole daemon shares, so that the pauses of a host count for all runs together."""

    def __init__(
        self, settings: FetchBounds, *, guard: Guard | None = None, politeness: Politeness | None = None
    ) -> None:
        self._settings = settings
        self._guard = guard or Guard(settings)
        self.politeness = politeness or Politeness(settings)
        self._client = HttpClient(settings, self._guard)
        self._types = readable_types(settings)
        self.faulty_pages = FaultyPages(settings, self._types)
        self._runner = RequestRunner(settings, self._guard, self._client, self.politeness, self.faulty_pages)
        self._robots = Robots(settings, self._runner)
        self.outbound = OutboundClient(settings, self._guard, self._client)  # for search providers and webhooks
        self._limits = ResponseLimits(head_bytes=settings.max_header_bytes, wire_bytes=settings.max_wire_bytes)

    def introduce(self, robot_name: str) -> None:
        """Send this robot name from now on."""
        self._runner.introduce(robot_name)
        self.outbound.introduce(robot_name)

    def use_network_rules(self, settings: FetchBounds) -> None:
        """Use the network rules of these settings from now on; all other settings stay."""
        self._guard.use_rules(settings)

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
        """Fetch a page. With follow=False a permanent redirect is returned as Moved, not followed.

        Validators, even empty ones, show that the page was read before.
        """
        urls = [masked(url)]
        state = _FetchState(validators or Validators(), caller, meter or Meter(), urls)
        try:
            outcome = await self._follow(parse(url), state, follow)
        except KnownFault as known:
            return known.outcome
        except Exception as error:
            outcome = outcome_of(urls[-1], error)
        self.faulty_pages.note_outcome(outcome, urls, was_read=validators is not None)
        return outcome

    def known_rules(self, url: str) -> AddressRules:
        """Return what is known, without a request, about whether this address may be fetched now."""
        try:
            target = parse(url)
        except BadUrl as error:
            return AddressRules(Refused(url=masked(url), by=error.by, detail=str(error)))
        rest = self.politeness.rest_of(target.host)
        if refusal := self._guard.refusal_of_literal(target.host, target.port):
            return AddressRules(
                Refused(url=target.url, by=refusal.by, detail=refusal.detail), rest_seconds=rest
            )
        rules = self._robots.known(target.origin)
        if rules is None:
            return AddressRules(rest_seconds=rest)
        refused = (
            None
            if rules.allows(target.url)
            else Refused(url=target.url, by="robots", detail=FORBIDDEN_BY_ROBOTS)
        )
        return AddressRules(refused, is_robots_known=True, rest_seconds=rest)

    async def sitemaps(self, url: str, *, caller: str = "", meter: Meter | None = None) -> tuple[str, ...]:
        """Return the sitemaps that the site's robots.txt names; none if it cannot be read."""
        try:
            return (await self._robots.rules(parse(url), caller, meter)).sitemaps
        except (BadUrl, Forbidden, RobotsUnavailable, OverBudget):
            return ()

    async def _follow(self, target: Target, state: _FetchState, follow: bool) -> Outcome:
        urls = state.urls
        urls[0] = target.url
        for _ in range(self._settings.max_redirects + 1):
            step = await self._hop(target, state)
            if not isinstance(step, Redirect):
                return step
            there = join(target, step.location)
            if step.is_permanent and not follow:
                return Moved(url=target.url, to=there.url)
            if there.url in urls:  # without cookies the redirects would never end
                return Failed(url=urls[0], kind="redirects", detail="The page redirects in a loop.")
            target = there
            urls.append(target.url)
        return Failed(url=urls[0], kind="redirects", detail="The page redirects too many times.")

    async def _hop(self, target: Target, state: _FetchState) -> Outcome | Redirect:
        self.faulty_pages.check(target.url)
        rules = await self._robots.rules(target, state.caller, state.meter)
        if not rules.allows(target.url):
            return Refused(url=target.url, by="robots", detail=FORBIDDEN_BY_ROBOTS)
        request = OutgoingRequest(
            target=target,
            limits=self._limits,
            wants_body=lambda head: wants_body(head, self._types),
            headers=_conditional_headers(state.validators),
            caller=state.caller,
            crawl_delay=rules.crawl_delay or 0.0,
            meter=state.meter,
        )
        response, seconds = await self._runner.run(request)
        return outcome_of_response(
            response,
            url=target.url,
            seconds=seconds,
            redirects=tuple(state.urls[:-1]),
            settings=self._settings,
            types=self._types,
            now=datetime.datetime.now(datetime.UTC),
        )


def _conditional_headers(validators: Validators) -> tuple[tuple[str, str], ...]:
    return (
        ("If-None-Match", validators.etag or ""),
        ("If-Modified-Since", validators.last_modified or ""),
    )
