"""A page's own wishes are read from headers and meta tags (FAULTS C06)."""

import datetime

import pytest

from watchd.web.robots_directives import Directives, from_headers, from_metas

NOW = datetime.datetime(2026, 11, 16, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("values", "noindex", "nofollow"),
    [
        ([], False, False),
        (["noindex"], True, False),
        (["NoIndex, NoFollow"], True, True),
        (["none"], True, True),
        (["all"], False, False),
        (["noindex", "nofollow"], True, True),
        (["otherbot: noindex"], False, False),
        (["watchd: nofollow"], False, True),
        (["Watchd: noindex, nofollow"], True, True),
        (["max-snippet: 20, noindex"], True, False),
        (["unavailable_after: 25 Jun 2010 15:00:00 PST"], True, False),
        (["unavailable_after: 25 Jun 2099 15:00:00 GMT"], False, False),
        (["unavailable_after: whenever"], False, False),
        (["noarchive, nosnippet"], False, False),
        (["\0\xff,,,:"], False, False),
    ],
)
def test_headers(values: list[str], noindex: bool, nofollow: bool) -> None:
    headers = [("content-type", "noindex"), *(("X-Robots-Tag", value) for value in values)]
    assert from_headers(headers, now=NOW) == Directives(noindex=noindex, nofollow=nofollow)


@pytest.mark.parametrize(
    ("metas", "expected"),
    [
        ([("robots", "noindex")], Directives(noindex=True)),
        ([("ROBOTS", " nofollow ")], Directives(nofollow=True)),
        ([("googlebot", "noindex")], Directives()),
        ([("watchd", "none")], Directives(noindex=True, nofollow=True)),
        ([("robots", "noindex"), ("watchd", "nofollow")], Directives(noindex=True, nofollow=True)),
        ([("description", "noindex")], Directives()),
    ],
)
def test_meta_tags(metas: list[tuple[str, str]], expected: Directives) -> None:
    assert from_metas(metas) == expected
