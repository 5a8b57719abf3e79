"""Validation of profiles: every mistake is reported with its field."""

from typing import Any

import msgspec
import pytest

from watchd import validation
from watchd.errors import FieldErrors
from watchd.model.profile import ProfileSpec

LEAST: dict[str, Any] = {"name": "Batteries", "query": {"text": "solid state battery"}}


def faults(**changes: Any) -> dict[str, str]:
    with pytest.raises(FieldErrors) as caught:
        validation.read(ProfileSpec, {**LEAST, **changes})
    return dict(caught.value.faults)


def test_a_name_and_a_query_are_enough() -> None:
    spec = validation.read(ProfileSpec, LEAST)
    assert msgspec.to_builtins(spec) == {
        **LEAST,
        "query": {"text": "solid state battery", "examples": [], "languages": [], "related": []},
        "seeds": {"urls": [], "feeds": [], "sitemaps": [], "providers": None, "limit": 30},
        "scope": {"hosts_allow": [], "hosts_deny": [], "url_deny": [], "named_pages_only": False},
        "schedule": {"every": "6h"},
        "budget": {"pages": 500, "seconds": 900, "megabytes": 200},
        "strategy": {"name": "energy", "params": {}},
        "report": {
            "kinds": ["new", "changed"],
            "min_score": 0.3,
            "values": True,
            "canaries": [],
            "canaries_from_verdicts": 0,
        },
        "delivery": {
            "channels": [],
            "mode": "instant",
            "digest_at": "07:30",
            "quiet_hours": None,
            "timezone": "UTC",
            "max_per_day": 50,
            "template": None,
        },
        "tags": [],
        "enabled": True,
    }


@pytest.mark.parametrize(
    "schedule",
    [
        {"every": "6h"},
        {"cron": "0 7 * * 1-5"},
        {"cron": "0 7 * * 1-5", "timezone": "Europe/Berlin"},
        {"adaptive": {"min": "15m", "max": "24h"}},
        {"adaptive": {}},
        {"manual": True},
    ],
)
def test_each_kind_of_schedule_is_accepted(schedule: dict[str, Any]) -> None:
    assert validation.read(ProfileSpec, {**LEAST, "schedule": schedule})


@pytest.mark.parametrize(
    ("schedule", "field"),
    [
        ({}, "schedule"),
        ({"every": "6h", "manual": True}, "schedule"),
        ({"manual": False}, "schedule.manual"),
        ({"every": "6 hours"}, "schedule.every"),
        ({"every": "10ms"}, "schedule.every"),
        ({"every": 6}, "schedule.every"),
        ({"cron": "nonsense"}, "schedule.cron"),
        ({"cron": "61 * * * *"}, "schedule.cron"),
        ({"cron": "* * * * * *"}, "schedule.cron"),
        ({"cron": "0 0 31 2 *"}, "schedule.cron"),
        ({"cron": ""}, "schedule.cron"),
        ({"cron": "0 7 * * *", "timezone": "Mars/Olympus"}, "schedule.timezone"),
        ({"cron": "0 7 * * *", "timezone": "../../etc/passwd"}, "schedule.timezone"),
        ({"cron": "0 7 * * *", "timezone": ""}, "schedule.timezone"),
        ({"cron": "0 7 * * *", "timezone": "Europe"}, "schedule.timezone"),
        ({"every": "6h", "timezone": "UTC"}, "schedule.timezone"),
        ({"adaptive": {"min": "2h", "max": "1h"}}, "schedule.adaptive.min"),
        ("6h", "schedule"),
        (None, "schedule"),
    ],
)
def test_a_schedule_that_cannot_work_is_refused_by_name(schedule: Any, field: str) -> None:
    assert field in faults(schedule=schedule)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"query": {"text": ""}}, "query.text"),
        ({"query": {"text": "a\x00b"}}, "query.text"),
        ({"query": {"examples": ["ftp://example.org/"]}}, "query.examples[0]"),
        ({"query": {"text": "x", "languages": ["english"]}}, "query.languages[0]"),
        ({"seeds": {"urls": ["https://ok.example/", "https://user:pw@example.org/"]}}, "seeds.urls[1]"),
        ({"seeds": {"urls": ["http://exa mple.org/"]}}, "seeds.urls[0]"),
        ({"seeds": {"urls": ["http://a\\@b.example/"]}}, "seeds.urls[0]"),
        ({"seeds": {"urls": ["http://example.org:99999/"]}}, "seeds.urls[0]"),
        ({"seeds": {"limit": 0}}, "seeds.limit"),
        ({"budget": {"pages": -1}}, "budget.pages"),
        ({"budget": {"pages": 1e400}}, "budget.pages"),
        ({"strategy": {"name": "magic"}}, "strategy.name"),
        ({"report": {"min_score": 1.5}}, "report.min_score"),
        ({"report": {"kinds": ["old"]}}, "report.kinds[0]"),
        ({"delivery": {"digest_at": "25:00"}}, "delivery.digest_at"),
        ({"delivery": {"timezone": "Nowhere"}}, "delivery.timezone"),
        ({"delivery": {"quiet_hours": {"start": "22:00", "end": "22:00"}}}, "delivery.quiet_hours.end"),
        ({"delivery": {"channels": ["a", "a"]}}, "delivery.channels"),
        ({"scope": {"named_pages_only": True}}, "seeds.urls"),
        ({"scope": {"named_pages_only": True}, "seeds": {"feeds": ["https://a.example/feed"]}}, "seeds.feeds"),
        ({"scope": {"named_pages_only": True}, "seeds": {"providers": ["searxng"]}}, "seeds.providers"),
        ({"tags": ["a", "a"]}, "tags"),
        ({"tags": [""]}, "tags[0]"),
        ({"enabled": "yes"}, "enabled"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_each_wrong_field_is_named(change: dict[str, Any], field: str) -> None:
    assert field in faults(**change)


def test_all_mistakes_are_reported_together() -> None:
    found = faults(name=5, budget={"pages": 0, "typo": 1}, schedule={"cron": "x"}, tags="a")
    assert set(found) == {"name", "budget.pages", "budget.typo", "schedule.cron", "tags"}


def test_a_pattern_that_is_not_met_comes_with_an_example() -> None:
    assert "such as 07:30" in faults(delivery={"digest_at": "7h"})["delivery.digest_at"]


def test_a_spec_survives_the_way_through_json_unchanged() -> None:
    spec = validation.read(ProfileSpec, {**LEAST, "schedule": {"adaptive": {"min": "1m"}}, "tags": ["a"]})
    assert msgspec.json.decode(msgspec.json.encode(spec), type=ProfileSpec) == spec


def test_a_canary_that_is_a_seed_or_an_example_is_refused() -> None:
    url = "https://example.org/known"
    for place in ({"seeds": {"urls": [url]}}, {"query": {"text": "x", "examples": [url]}}):
        with pytest.raises(FieldErrors) as mistakes:
            validation.read(ProfileSpec, LEAST | place | {"report": {"canaries": [url]}})
        assert [fault.field for fault in mistakes.value.faults] == ["report.canaries[0]"]
