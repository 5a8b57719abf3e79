"""Cache of robots.txt files: fetches a file, keeps it for a day and returns its rules.

RFC 9309: a missing file (4xx) allows everything. If the server fails (5xx) or is unreachable, the site must wait; only
after thirty days everything is allowed. Up to five redirects are followed to any host, each through the guard.
"""

import asyncio
import datetime
from collections import OrderedDict

from msgspec import Struct

from watchd.model.outcome import FailedKind, Meter
from watchd.model.times import duration_seconds
from watchd.web.fetch.politeness import Busy
from watchd.web.fetch.request import OutgoingRequest, RequestRunner
from watchd.web.fetch.response_outcome import REDIRECT_STATUSES, is_small, retry_after
from watchd.web.fetch.robots_rules import MAX_ROBOTS_BYTES, Rules, parse_rules
from watchd.web.http.decoder import Undecodable, decode
from watchd.web.http.guard import Forbidden
from watchd.web.http.resolver import HostNotFound
from watchd.web.http.response_parser import (
    HttpError,
    HttpResponse,
    OverBudget,
    ResponseLimits,
    ResponseTooLarge,
)
from watchd.web.settings import FetchBounds
from watchd.web.urls.urls import BadUrl, Target, join

MAX_SITES = 5000
MAX_REDIRECTS = 5
FIRST_PAUSE_SECONDS = 60.0  # until an unreachable robots.txt is fetched again; doubles each time
MAX_PAUSE_SECONDS = 3600.0
MAX_FAILING_SECONDS = 30 * 86400.0  # after that, RFC 9309 permits to treat an unreachable file as missing
ALLOW_ALL = Rules("", "")
_LOCAL_FAILURES = frozenset(
    {"busy", "local_resource"}
)  # a reason on our side, so nothing is stored about the site


class RobotsUnavailable(Exception):
    """Raised when a site's robots.txt cannot be read now, so no page of the site is fetched."""

    def __init__(self, kind: FailedKind, detail: str, retry_after: float, status: int | None = None) -> None:
        super().__init__(detail)
        self.kind: FailedKind = kind
        self.retry_after = retry_after
        self.status = status


class _Site(Struct):
    """Cached rules or failure of one origin; times are the loop's."""

    until: float = 0.0
    rules: Rules | None = None
    error: RobotsUnavailable | None = None
    failing_since: float | None = None
    failures: int = 0


class Robots:
    """Rules of the sites that were visited last."""

    def __init__(self, settings: FetchBounds, runner: RequestRunner) -> None:
        self._robot = settings.robot
        self._cache_seconds = min(duration_seconds(settings.robots_cache), 86400.0)
        self._limits = ResponseLimits(
            head_bytes=settings.max_header_bytes, wire_bytes=MAX_ROBOTS_BYTES, cut=True
        )
        self._runner = runner
        self._sites: OrderedDict[str, _Site] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}

    async def rules(self, target: Target, caller: str = "", meter: Meter | None = None) -> Rules:
        """Return the rules of the target's site; raise RobotsUnavailable, or Forbidden if the guard refuses the site.

        The meter counts the requests; raise OverBudget if the meter permits no more bytes.
        """
        origin = target.origin
        site = self._fresh(origin)
        if site is None:
            lock = self._locks.setdefault(origin, asyncio.Lock())
            try:
                async with lock:  # many callers, one request
                    site = self._fresh(origin) or await self._refresh(target, caller, meter or Meter())
            finally:
                if not lock.locked():
                    self._locks.pop(origin, None)
        if site.rules is None:
            assert site.error is not None
            raise site.error
        return site.rules

    def _fresh(self, origin: str) -> _Site | None:
        site = self._sites.get(origin)
        if site is None or asyncio.get_running_loop().time() >= site.until:
            return None
        self._sites.move_to_end(origin)
        return site

    async def _refresh(self, target: Target, caller: str, meter: Meter) -> _Site:
        site = self._sites.setdefault(target.origin, _Site())
        now = asyncio.get_running_loop().time()
        try:
            site.rules = await self._fetch_rules(target, caller, meter)
        except RobotsUnavailable as error:
            if error.kind in _LOCAL_FAILURES:
                raise
            self._store_failure(site, error, now)
        else:
            site.error, site.failing_since, site.failures = None, None, 0
            site.until = now + self._cache_seconds
        while len(self._sites) > MAX_SITES:
            self._sites.popitem(last=False)
        return site

    def _store_failure(self, site: _Site, error: RobotsUnavailable, now: float) -> None:
        site.failing_since = site.failing_since if site.failing_since is not None else now
        site.failures += 1
        pause = min(FIRST_PAUSE_SECONDS * 2 ** min(site.failures - 1, 10), MAX_PAUSE_SECONDS)
        error.retry_after = max(error.retry_after, pause)
        site.until = now + error.retry_after
        site.error = error
        site.rules = ALLOW_ALL if now - site.failing_since > MAX_FAILING_SECONDS else None

    async def _fetch_rules(self, target: Target, caller: str, meter: Meter) -> Rules:
        """Fetch the file, over its redirects; raise RobotsUnavailable or Forbidden."""
        file = Target(scheme=target.scheme, host=target.host, port=target.port, path="/robots.txt")
        for hop in range(MAX_REDIRECTS + 1):
            response = await self._get(file, caller, meter, is_first=hop == 0)
            if response.head.status not in REDIRECT_STATUSES:
                return self._rules_of(response)
            try:
                file = join(file, response.head.get("location"))
            except BadUrl:
                return ALLOW_ALL
        return ALLOW_ALL

    async def _get(self, file: Target, caller: str, meter: Meter, *, is_first: bool) -> HttpResponse:
        request = OutgoingRequest(
            target=file,
            limits=self._limits,
            wants_body=lambda head: head.status == 200 or is_small(head),
            caller=caller,
            meter=meter,
        )
        try:
            response, _ = await self._runner.run(request)
        except Forbidden:
            if is_first:
                raise  # the guard refuses the site itself: the caller must know
            raise RobotsUnavailable(
                "robots", "The site's robots.txt redirects to an address that the guard refuses.", 0.0
            ) from None
        except HostNotFound as error:
            raise RobotsUnavailable("dns", f"For the site's robots.txt, {error}.", 0.0) from None
        except Busy as busy:
            raise RobotsUnavailable("busy", str(busy), busy.retry_after) from None
        except HttpError as failed:
            raise RobotsUnavailable(failed.kind, f"For the site's robots.txt, {failed}.", 0.0) from None
        except OverBudget:
            raise  # a limit of the run, not a fault of the site
        except ResponseTooLarge:
            raise RobotsUnavailable("robots", "The site's robots.txt is too large.", 0.0) from None
        return response

    def _rules_of(self, response: HttpResponse) -> Rules:
        status = response.head.status
        if status >= 500 or status == 429:
            wait = retry_after(response.head, datetime.datetime.now(datetime.UTC)) or 0.0
            detail = f"The site's robots.txt answers with status {status}, so watchd fetches no page of the site for now."
            raise RobotsUnavailable("robots", detail, min(wait, 86400.0), status)
        if status != 200:
            return ALLOW_ALL
        try:
            coding = ",".join(response.head.all("content-encoding"))
            return parse_rules(decode(coding, response.body, MAX_ROBOTS_BYTES, cut=True), self._robot)
        except Undecodable:
            raise RobotsUnavailable("robots", "The site's robots.txt cannot be decoded.", 0.0) from None
