"""Robots directives of a page are read from headers and meta tags (FAULTS C06)."""

import datetime

import pytest

from watchd.web.extract.head import read_directives

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
def test_values_are_read_for_our_robot(values: list[str], noindex: bool, nofollow: bool) -> None:
    assert read_directives(values, "watchd", NOW) == (noindex, nofollow)
