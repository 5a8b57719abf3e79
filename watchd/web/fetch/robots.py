"""What do the owners of a site ask of robots? Fetches robots.txt, keeps it for a day and says what it allows.

RFC 9309: a file that is not there (4xx) means free; a server that cannot answer (5xx, unreachable) means
wait, and only after thirty days free. Five redirects are followed, wherever they lead, each through the
guard.
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
from watchd.web.fetch.robots_rules import MAX_ROBOTS_BYTES, Rules, rules
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
FIRST_PAUSE_SECONDS = 60.0  # seconds until an unreachable robots.txt is asked for again; doubles
MAX_PAUSE_SECONDS = 3600.0
MAX_FAILING_SECONDS = 30 * 86400.0  # after that long, RFC 9309 lets an unreachable file count as none
ALLOW_ALL = Rules("", "")
_LOCAL_FAILURES = frozenset({"busy", "local_resource"})  # says nothing about the site, so nothing is remembered


class RobotsUnavailable(Exception):
    """Raised when a site's robots.txt cannot be read now, so nothing of the site is asked for."""

    def __init__(self, kind: FailedKind, detail: str, retry_after: float, status: int | None = None) -> None:
        super().__init__(detail)
        self.kind: FailedKind = kind
        self.retry_after = retry_after
        self.status = status


class _Site(Struct):
    """What we know of one origin; times are the loop's."""

    until: float = 0.0
    rules: Rules | None = None
    trouble: RobotsUnavailable | None = None
    failing_since: float | None = None
    failures: int = 0


class Robots:
    """Remembers the rules of every site that was visited lately."""

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
        """The rules of the target's site; raises NotNow, and Forbidden when the site is out of bounds.

        The meter counts what has to be asked for; NoRoom is raised when it does not allow that.
        """
        origin = target.origin
        site = self._fresh(origin)
        if site is None:
            lock = self._locks.setdefault(origin, asyncio.Lock())
            try:
                async with lock:  # fifty callers, one request
                    site = self._fresh(origin) or await self._refresh(target, caller, meter or Meter())
            finally:
                if not lock.locked():
                    self._locks.pop(origin, None)
        if site.rules is None:
            assert site.trouble is not None
            raise site.trouble
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
            site.rules = await self._ask(target, caller, meter)
        except RobotsUnavailable as trouble:
            if trouble.kind in _LOCAL_FAILURES:
                raise
            self._note_trouble(site, trouble, now)
        else:
            site.trouble, site.failing_since, site.failures = None, None, 0
            site.until = now + self._cache_seconds
        while len(self._sites) > MAX_SITES:
            self._sites.popitem(last=False)
        return site

    def _note_trouble(self, site: _Site, trouble: RobotsUnavailable, now: float) -> None:
        site.failing_since = site.failing_since if site.failing_since is not None else now
        site.failures += 1
        pause = min(FIRST_PAUSE_SECONDS * 2 ** min(site.failures - 1, 10), MAX_PAUSE_SECONDS)
        trouble.retry_after = max(trouble.retry_after, pause)
        site.until = now + trouble.retry_after
        site.trouble = trouble
        site.rules = ALLOW_ALL if now - site.failing_since > MAX_FAILING_SECONDS else None

    async def _ask(self, target: Target, caller: str, meter: Meter) -> Rules:
        """Get the file, over its redirects; raises NotNow or Forbidden."""
        place = Target(scheme=target.scheme, host=target.host, port=target.port, path="/robots.txt")
        for hop in range(MAX_REDIRECTS + 1):
            reply = await self._get(place, caller, meter, is_first=hop == 0)
            if reply.head.status not in REDIRECT_STATUSES:
                return self._read(reply)
            try:
                place = join(place, reply.head.get("location"))
            except BadUrl:
                return ALLOW_ALL
        return ALLOW_ALL

    async def _get(self, place: Target, caller: str, meter: Meter, *, is_first: bool) -> HttpResponse:
        request = OutgoingRequest(
            target=place,
            limits=self._limits,
            wants_body=lambda head: head.status == 200 or is_small(head),
            caller=caller,
            meter=meter,
        )
        try:
            reply, _ = await self._runner.run(request)
        except Forbidden:
            if is_first:
                raise  # the site itself is out of bounds, and the caller has to hear that
            raise RobotsUnavailable(
                "robots", "The site's robots.txt leads to an address that we may not visit.", 0.0
            ) from None
        except HostNotFound as error:
            raise RobotsUnavailable("dns", f"For the site's robots.txt, {error}.", 0.0) from None
        except Busy as busy:
            raise RobotsUnavailable("busy", str(busy), busy.retry_after) from None
        except HttpError as trouble:
            raise RobotsUnavailable(trouble.kind, f"For the site's robots.txt, {trouble}.", 0.0) from None
        except OverBudget:
            raise  # says nothing about the site
        except ResponseTooLarge:
            raise RobotsUnavailable("robots", "The site's robots.txt has no end.", 0.0) from None
        return reply

    def _read(self, reply: HttpResponse) -> Rules:
        status = reply.head.status
        if status >= 500 or status == 429:
            wait = retry_after(reply.head, datetime.datetime.now(datetime.UTC)) or 0.0
            detail = f"The site's robots.txt answers with status {status}, so the site has to wait."
            raise RobotsUnavailable("robots", detail, min(wait, 86400.0), status)
        if status != 200:
            return ALLOW_ALL
        try:
            coding = ",".join(reply.head.all("content-encoding"))
            return rules(decode(coding, reply.body, MAX_ROBOTS_BYTES, cut=True), self._robot)
        except Undecodable:
            raise RobotsUnavailable("robots", "The site's robots.txt cannot be unpacked.", 0.0) from None
