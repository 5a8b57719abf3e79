"""Scope of a profile: the URLs that its agents may visit."""

import re
from collections.abc import Collection
from fnmatch import translate
from urllib.parse import urlsplit

from watchd.model.profile import Scope


class Bounds:
    """Compiled scope. `named` has the canonical URLs of the pages that the profile names."""

    def __init__(self, scope: Scope, named: Collection[str] = ()) -> None:
        self._only = frozenset(named) if scope.named_pages_only else None
        self._allow = [_host_rule(pattern) for pattern in scope.hosts_allow]
        self._deny = [_host_rule(pattern) for pattern in scope.hosts_deny]
        self._urls = _url_rule(scope.url_deny)

    def allows(self, url: str) -> bool:
        """Return whether a canonical URL is inside. A denied URL stays denied, also on an allowed host."""
        if self._only is not None and url not in self._only:
            return False
        host = urlsplit(url).netloc.lower()
        if any(rule.fullmatch(host) for rule in self._deny):
            return False
        if self._allow and not any(rule.fullmatch(host) for rule in self._allow):
            return False
        return self._urls is None or not self._urls.fullmatch(url)


def rule_against(scope: Scope, url: str, named: Collection[str]) -> str | None:
    """Return the setting of the scope that excludes a URL, with its pattern; None if the URL is inside."""
    if Bounds(scope, named).allows(url):
        return None
    host = urlsplit(url).netloc.lower()
    if scope.named_pages_only and url not in named:
        return "scope.named_pages_only"
    for pattern in scope.hosts_deny:
        if _host_rule(pattern).fullmatch(host):
            return f"scope.hosts_deny ({pattern})"
    if scope.hosts_allow and not any(_host_rule(pattern).fullmatch(host) for pattern in scope.hosts_allow):
        return "scope.hosts_allow"
    denied = (pattern for pattern in scope.url_deny if not Bounds(Scope(url_deny=[pattern])).allows(url))
    return f"scope.url_deny ({next(denied)})"


def _host_rule(pattern: str) -> re.Pattern[str]:
    """Compile a host pattern. Without a port it matches every port; *.example.org matches all hosts below example.org."""
    name = pattern.lower()
    below = name.startswith("*.")
    name = re.escape(name.removeprefix("*."))
    port = "" if re.search(r":[0-9]+$", pattern) else r"(?::[0-9]+)?"
    return re.compile(rf"[^/]+\.{name}{port}" if below else name + port)


def _url_rule(patterns: list[str]) -> re.Pattern[str] | None:
    """Compile all URL patterns to one; only * is special, because ? and [ are part of URLs."""
    if not patterns:
        return None
    literal = (pattern.replace("[", "[[]").replace("?", "[?]") for pattern in patterns)
    return re.compile("|".join(translate(pattern) for pattern in literal))
