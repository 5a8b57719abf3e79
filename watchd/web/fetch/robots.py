"""Rules of robots.txt by RFC 9309: parsed, cached for a day, and asked before every request.

Protego matches the paths. It parses lines and groups differently from the reference parser of the RFC in a few places
(typing mistakes, missing colons, words after a robot's name, groups that other lines interrupt). So this module
parses lines and groups itself and gives protego only the rules for our robot. Memory then holds a few lines per site
instead of the whole file.

RFC 9309: a missing file (4xx) allows everything. If the server fails (5xx) or is unreachable, the site must wait; only
after thirty days everything is allowed. Up to five redirects are followed to any host, each through the guard.
"""

import asyncio
import datetime
import re
from collections import OrderedDict

from msgspec import Struct
from protego import Protego

from watchd.model.outcome import FailedKind, Meter
from watchd.model.values import duration_seconds
from watchd.web.fetch.politeness import Busy
from watchd.web.fetch.request import OutgoingRequest, RequestRunner
from watchd.web.fetch.response_outcome import REDIRECT_STATUSES, is_small, retry_after
from watchd.web.http.content import Undecodable, decode
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

MAX_ROBOTS_BYTES = 500 * 1024  # RFC 9309 asks to read this much; the rest is ignored
MAX_LINE_CHARS = 16_664  # the limit of the reference parser: eight times the longest URL of old browsers
_LINES = re.compile(r"\r\n|\n|\r")
_PRODUCT = re.compile(r"[a-zA-Z_-]+")
_KEYS = {
    "user-agent": "user-agent",
    "useragent": "user-agent",
    "user agent": "user-agent",
    "allow": "allow",
    "crawl-delay": "crawl-delay",
    "crawldelay": "crawl-delay",
    "sitemap": "sitemap",
    "site-map": "sitemap",
} | dict.fromkeys(("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"), "disallow")


class Rules:
    """Rules for one robot on one site."""

    def __init__(self, text: str, robot: str) -> None:
        group = _Groups(robot)
        for key, value in _lines(text):
            group.read(key, value)
        self.sitemaps = tuple(group.sitemaps)
        self.crawl_delay = group.crawl_delay
        self._matcher = _matcher(group.rules)

    def allows(self, url: str) -> bool:
        """Return whether the robot may fetch this URL; False for a URL that the matcher cannot read."""
        if self._matcher is None:
            return True
        try:
            return bool(self._matcher.can_fetch(url, "*"))
        except (UnicodeError, ValueError):
            return False


def parse_rules(body: bytes, robot: str) -> Rules:
    """Parse a robots.txt file."""
    return Rules(body[:MAX_ROBOTS_BYTES].decode("utf-8", "replace"), robot)


def _matcher(found: list[tuple[str, str]]) -> Protego | None:
    if not found:
        return None
    lines = "\n".join(f"{key}: {value}" for key, value in found)
    return Protego.parse(f"User-agent: *\n{lines}\n")


def _lines(text: str) -> list[tuple[str, str]]:
    """Return key and value of every line with a known key."""
    pairs = (_pair(line[:MAX_LINE_CHARS]) for line in _LINES.split(text.removeprefix("\ufeff")))
    return [pair for pair in pairs if pair is not None]


def _pair(line: str) -> tuple[str, str] | None:
    line = line.partition("#")[0].strip(" \t\0")
    key, colon, value = line.partition(":")
    if not colon:  # some files say "Disallow /path"
        words = line.split()
        key, value = (words[0], words[1]) if len(words) == 2 else ("", "")
    known = _KEYS.get(key.strip().lower())
    return (known, value.strip()) if known else None


class _Groups:
    """Rules of the groups for our robot, and of the groups for all robots."""

    def __init__(self, robot: str) -> None:
        self._robot = robot.lower()
        self._ours: list[tuple[str, str]] = []
        self._for_every_robot: list[tuple[str, str]] = []
        self._delays: dict[bool, float] = {}
        self._is_named = False  # anywhere in the file
        self._for_us = self._for_all = False  # the group being read
        self._has_rules = False
        self.sitemaps: list[str] = []

    @property
    def rules(self) -> list[tuple[str, str]]:
        return self._ours if self._is_named else self._for_every_robot

    @property
    def crawl_delay(self) -> float | None:
        return self._delays.get(self._is_named)

    def read(self, key: str, value: str) -> None:
        if key == "user-agent":
            self._begin(value)
        elif key == "sitemap":
            self.sitemaps.append(value)
        elif key == "crawl-delay":
            self._delay(value)
        else:
            self._rule(key, value)

    def _begin(self, value: str) -> None:
        if self._has_rules:
            self._for_us = self._for_all = self._has_rules = False
        if value == "*" or value[:2] in ("* ", "*\t"):
            self._for_all = True
            return
        product = _PRODUCT.match(value)
        if product and product.group().lower() == self._robot:
            self._for_us = self._is_named = True

    def _rule(self, key: str, value: str) -> None:
        self._has_rules = True
        if not value.startswith(("/", "*", "http")):
            return  # an empty rule has no effect, and no path begins with another character
        if self._for_us:
            self._ours.append((key, value))
        if self._for_all:
            self._for_every_robot.append((key, value))

    def _delay(self, value: str) -> None:
        try:
            delay = float(value)
        except ValueError:
            return
        if self._for_us:
            self._delays[True] = delay
        if self._for_all:
            self._delays[False] = delay


MAX_SITES = 5000
MAX_REDIRECTS = 5
FIRST_PAUSE_SECONDS = 10.0  # until an unreachable robots.txt is fetched again; doubles each time
MAX_PAUSE_SECONDS = 3600.0
MAX_FAILING_SECONDS = 30 * 86400.0  # after that, RFC 9309 permits to treat an unreachable file as missing
ALLOW_ALL = Rules("", "")
# A reason on our side, so nothing is stored about the site.
_LOCAL_FAILURES = frozenset({"busy", "local_resource"})


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
            detail = f"The site's robots.txt could not be fetched: {error}. Check the name and the network."
            raise RobotsUnavailable("dns", detail, 0.0) from None
        except Busy as busy:
            raise RobotsUnavailable("busy", str(busy), busy.retry_after) from None
        except HttpError as failed:
            detail = f"The site's robots.txt could not be fetched: {failed}."
            raise RobotsUnavailable(failed.kind, detail, 0.0) from None
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
