"""What a profile's scope lets in."""

from typing import Any

import pytest

from watchd.core.policy.scope import Bounds, rule_against
from watchd.model.profile import Scope


@pytest.mark.parametrize(
    ("scope", "url", "inside"),
    [
        ({}, "https://a.example/", True),
        ({"hosts_allow": ["a.example"]}, "https://a.example/x", True),
        ({"hosts_allow": ["A.Example"]}, "https://a.example/x", True),
        ({"hosts_allow": ["a.example"]}, "https://a.example:8443/x", True),
        ({"hosts_allow": ["a.example:8443"]}, "https://a.example/x", False),
        ({"hosts_allow": ["a.example:8443"]}, "https://a.example:8443/x", True),
        ({"hosts_allow": ["a.example"]}, "https://www.a.example/x", False),
        ({"hosts_allow": ["*.a.example"]}, "https://www.a.example/x", True),
        ({"hosts_allow": ["*.a.example"]}, "https://x.www.a.example/x", True),
        ({"hosts_allow": ["*.a.example"]}, "https://a.example/x", False),
        ({"hosts_allow": ["*.a.example"]}, "https://bad-a.example/x", False),
        ({"hosts_allow": ["a.example"]}, "https://axexample/x", False),
        ({"hosts_allow": ["[::1]"]}, "http://[::1]:8080/x", True),
        ({"hosts_deny": ["a.example"]}, "https://a.example/", False),
        ({"hosts_deny": ["a.example"]}, "https://b.example/", True),
        ({"hosts_allow": ["*.example"], "hosts_deny": ["a.example"]}, "https://a.example/", False),
        ({"url_deny": ["*/login*"]}, "https://a.example/login?x", False),
        ({"url_deny": ["*/login*"]}, "https://a.example/news", True),
        ({"url_deny": ["https://a.example/?q=*"]}, "https://a.example/?q=1", False),
        ({"url_deny": ["https://a.example/?q=*"]}, "https://a.example/xq=1", True),
        ({"url_deny": ["*[1]*"]}, "https://a.example/[1]", False),
        ({"url_deny": ["*[1]*"]}, "https://a.example/1", True),
        ({"url_deny": ["*a", "*b"]}, "https://a.example/b", False),
    ],
)
def test_scope(scope: dict[str, Any], url: str, inside: bool) -> None:
    assert Bounds(Scope(**scope)).allows(url) is inside


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    """A pattern that backtracks would not come back within the test's timeout."""
    bounds = Bounds(Scope(url_deny=["*a" * 200 + "!"] * 50))
    assert bounds.allows("https://a.example/" + "a" * 2000)


def test_only_named_pages_are_inside_when_the_profile_wants_no_others() -> None:
    named = {"https://a.example/prices", "https://b.example/"}
    bounds = Bounds(Scope(named_pages_only=True, hosts_deny=["b.example"]), named)
    assert bounds.allows("https://a.example/prices")
    assert not bounds.allows("https://a.example/prices/old")
    assert not bounds.allows("https://b.example/")  # a denied host stays denied


@pytest.mark.parametrize(
    ("scope", "rule"),
    [
        (Scope(), None),
        (Scope(hosts_allow=["example.org"]), None),
        (Scope(hosts_allow=["example.com"]), "scope.hosts_allow"),
        (Scope(hosts_deny=["a.test", "example.org"]), "scope.hosts_deny (example.org)"),
        (Scope(url_deny=["*/a", "*/page*"]), "scope.url_deny (*/page*)"),
        (Scope(named_pages_only=True), "scope.named_pages_only"),
    ],
)
def test_the_rule_that_excludes_an_address_is_named(scope: Scope, rule: str | None) -> None:
    assert rule_against(scope, "https://example.org/page", []) == rule
