"""Does this address lead into an endless place? Bounds for one run, per host and per shape of address.

No single URL proves a trap, so traps are bounded instead of detected: an address is brought into its shape
(numbers, dates and tokens become #), and each shape, path and host may be visited only so often. What is
refused is noted on the host.
"""

import re
from collections import Counter, defaultdict

from watchd.web.settings import FetchBounds
from watchd.web.urls.hosts import registrable_domain
from watchd.web.urls.urls import BadUrl, Target, parse

_TOKEN = re.compile(r"[0-9a-fA-F]{16,}|[0-9A-Za-z_-]{32,}")
_DIGITS = re.compile(r"[0-9]+")
_DATE = re.compile(r"(?<![0-9])(?P<year>[0-9]{4})[-/](?P<month>0?[1-9]|1[0-2])(?![0-9])")
_YEAR = re.compile(r"(?:^|&)(?:year|yr|jahr|annee|y)=(?P<year>[0-9]{4})(?:&|$)", re.IGNORECASE)
_CALENDAR = re.compile(r"calend[ae]r|kalender|agenda|events?\b|month|termine", re.IGNORECASE)
_ARRANGING = frozenset(
    {"sort", "order", "orderby", "dir", "direction", "view", "filter", "limit", "per_page", "layout"}
)
CALENDAR_SHARE = 4  # a calendar's months get a quarter of what other shapes get
YEARS_AHEAD = 2


class TrapWatch:
    """Counts the addresses of one run; `refusal` both asks and counts."""

    def __init__(self, settings: FetchBounds, this_year: int) -> None:
        self._settings = settings
        self._this_year = this_year
        self._hosts: Counter[str] = Counter()
        self._shapes: Counter[str] = Counter()
        self._variants: Counter[str] = Counter()
        self._subdomains: defaultdict[str, set[str]] = defaultdict(set)
        self.noted: dict[str, str] = {}  # host -> the first reason

    def refusal(self, url: str) -> str | None:
        """Why this address is not to be visited in this run, or None; then it is counted as visited."""
        try:
            target = parse(url)
        except BadUrl as error:
            return str(error)
        reason = self._endless_path(target) or self._endless_calendar(target) or self._too_many(target)
        if reason is not None:
            self.noted.setdefault(target.host, reason)
            return reason
        self._count(target)
        return None

    def _endless_path(self, target: Target) -> str | None:
        segments = [part for part in target.path.partition("?")[0].split("/") if part]
        if len(segments) > self._settings.trap_depth:
            return "The path is too deep."
        most = max(Counter(segments).values(), default=0)
        if most > self._settings.trap_repeats or (most == self._settings.trap_repeats and _is_cycle(segments)):
            return "The path repeats itself."
        return None

    def _endless_calendar(self, target: Target) -> str | None:
        path, _, query = target.path.partition("?")
        found = _DATE.search(target.path) or _YEAR.search(query)
        if found is None or not 1800 <= int(found["year"]) <= 9999:
            return None
        if int(found["year"]) > self._this_year + YEARS_AHEAD:
            return "The calendar goes too far into the future."
        if not _CALENDAR.search(path):
            return None
        most = max(1, self._settings.trap_pages_per_pattern // CALENDAR_SHARE)
        return "The calendar has no end." if self._shapes[shape(target)] >= most else None

    def _too_many(self, target: Target) -> str | None:
        settings = self._settings
        if self._hosts[target.host] >= settings.trap_pages_per_host:
            return "The host had its share of this run."
        siblings = self._subdomains[registrable_domain(target.host)]
        if target.host not in siblings and len(siblings) >= settings.trap_subdomains:
            return "The domain has too many hosts."
        if is_facet(target) and self._variants[_place(target)] >= settings.trap_variants_per_path:
            return "The same list is offered in too many arrangements."
        if self._shapes[shape(target)] >= settings.trap_pages_per_pattern:
            return "There are too many addresses of this shape."
        return None

    def _count(self, target: Target) -> None:
        self._hosts[target.host] += 1
        self._subdomains[registrable_domain(target.host)].add(target.host)
        pattern = shape(target)
        if "#" in pattern or "?" in pattern:  # plain words name a page each and have no end only by depth
            self._shapes[pattern] += 1
        if is_facet(target):
            self._variants[_place(target)] += 1


def shape(target: Target) -> str:
    """The address with everything countable replaced: /news/2026/05?page=2 becomes /news/#/#?page."""
    path, _, query = target.path.partition("?")
    names = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    return target.origin + _DIGITS.sub("#", _TOKEN.sub("#", path)) + (f"?{'&'.join(names)}" if names else "")


def is_facet(target: Target) -> bool:
    """Is this one of many arrangements of one list: several parameters, or a sort order?"""
    query = target.path.partition("?")[2]
    names = {pair.partition("=")[0].lower() for pair in query.split("&") if pair}
    return len(names) > 1 or bool(names & _ARRANGING)


def _place(target: Target) -> str:
    return target.origin + target.path.partition("?")[0]


def _is_cycle(segments: list[str]) -> bool:
    """Does the path end in the same segments over and over: a/b/a/b/a/b?"""
    for length in range(1, len(segments) // 3 + 1):
        tail = segments[-length:]
        if segments[-2 * length : -length] == tail and segments[-3 * length : -2 * length] == tail:
            return True
    return False
