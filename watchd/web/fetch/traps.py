"""Crawler trap limits for one run: per host, per path and per URL pattern.

No single URL proves a trap, so this module limits visits instead of detecting traps. It reduces a URL to its pattern
(numbers, dates and tokens become #). Each pattern, path and host has a maximum number of visits. The first reason for a
refusal is stored per host.
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
_SORTING_PARAMETERS = frozenset(
    {"sort", "order", "orderby", "dir", "direction", "view", "filter", "limit", "per_page", "layout"}
)
CALENDAR_SHARE = 4  # the months of a calendar get a quarter of the visits of other patterns
YEARS_AHEAD = 2


class TrapWatch:
    """Visit counts of one run; `refusal` checks a URL and counts it."""

    def __init__(self, settings: FetchBounds, this_year: int) -> None:
        self._settings = settings
        self._this_year = this_year
        self._hosts: Counter[str] = Counter()
        self._patterns: Counter[str] = Counter()
        self._variants: Counter[str] = Counter()
        self._subdomains: defaultdict[str, set[str]] = defaultdict(set)
        self.noted: dict[str, str] = {}  # host -> the first reason for a refusal

    def refusal(self, url: str) -> str | None:
        """Return why this run must not visit the URL; or count it as visited and return None."""
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
        repeats = max(Counter(segments).values(), default=0)
        if repeats > self._settings.trap_repeats or (
            repeats == self._settings.trap_repeats and _is_cycle(segments)
        ):
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
        limit = max(1, self._settings.trap_pages_per_pattern // CALENDAR_SHARE)
        return "The calendar has no end." if self._patterns[pattern_of(target)] >= limit else None

    def _too_many(self, target: Target) -> str | None:
        settings = self._settings
        if self._hosts[target.host] >= settings.trap_pages_per_host:
            return "This run has visited the maximum number of pages on this host."
        siblings = self._subdomains[registrable_domain(target.host)]
        if target.host not in siblings and len(siblings) >= settings.trap_subdomains:
            return "The domain has too many hosts."
        if is_facet(target) and self._variants[_path_url(target)] >= settings.trap_variants_per_path:
            return "The path has too many variants that only sort or filter."
        if self._patterns[pattern_of(target)] >= settings.trap_pages_per_pattern:
            return "There are too many URLs with this pattern."
        return None

    def _count(self, target: Target) -> None:
        self._hosts[target.host] += 1
        self._subdomains[registrable_domain(target.host)].add(target.host)
        pattern = pattern_of(target)
        if (
            "#" in pattern or "?" in pattern
        ):  # a path of plain words names one page; the depth limit covers the rest
            self._patterns[pattern] += 1
        if is_facet(target):
            self._variants[_path_url(target)] += 1


def pattern_of(target: Target) -> str:
    """Return the URL with numbers and tokens replaced: /news/2026/05?page=2 becomes /news/#/#?page."""
    path, _, query = target.path.partition("?")
    names = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    return target.origin + _DIGITS.sub("#", _TOKEN.sub("#", path)) + (f"?{'&'.join(names)}" if names else "")


def is_facet(target: Target) -> bool:
    """Return whether the URL is one variant of a list: several parameters, or a sort order."""
    query = target.path.partition("?")[2]
    names = {pair.partition("=")[0].lower() for pair in query.split("&") if pair}
    return len(names) > 1 or bool(names & _SORTING_PARAMETERS)


def _path_url(target: Target) -> str:
    return target.origin + target.path.partition("?")[0]


def _is_cycle(segments: list[str]) -> bool:
    """Return whether the path ends in the same segments three times, such as a/b/a/b/a/b."""
    for length in range(1, len(segments) // 3 + 1):
        tail = segments[-length:]
        if segments[-2 * length : -length] == tail and segments[-3 * length : -2 * length] == tail:
            return True
    return False
