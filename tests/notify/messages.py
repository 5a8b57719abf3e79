"""Messages as tests send them."""

from typing import Any

from tests.support import MONDAY
from watchd.model.alert import Message, MessageEntry
from watchd.model.channel import Channel, Secrets, Template
from watchd.model.finding import Change, Finding, MatchedTerm, PathStep, Why
from watchd.notify.channels import webhook


def finding(number: int = 1, **fields: Any) -> Finding:
    values: dict[str, Any] = {
        "id": f"f{number}",
        "profile_id": "p1",
        "run_id": "r1",
        "page_id": f"page{number}",
        "kind": "new",
        "url": f"https://news.example/{number}",
        "title": f"Pilot line {number} opens",
        "language": "en",
        "score": 0.62,
        "found_at": MONDAY,
        "content_hash": "h",
        "summary": "The first solid state cells left the pilot line on Monday.",
        "why": Why(
            (MatchedTerm("pilot line", 0.6), MatchedTerm("solid state", 0.4)),
            (PathStep("https://seed.example/"), PathStep("https://news.example/", "News", 0.8)),
            "3",
        ),
        **fields,
    }
    return Finding(**values)


def changed(number: int = 1, **fields: Any) -> Finding:
    change = Change("Deliveries begin in May.", "Deliveries begin in June.", 0.12)
    return finding(number, **{"kind": "changed", "change": change, **fields})


def message(*findings: Finding, **fields: Any) -> Message:
    entries = tuple(
        MessageEntry(
            found,
            sources=("https://other.example/a", "https://third.example/b"),
            more_sources=3,
            relevant_link=f"http://localhost:8420/v/yes-{found.id}",
            irrelevant_link=f"http://localhost:8420/v/no-{found.id}",
        )
        for found in (findings or (finding(),))
    )
    values: dict[str, Any] = {
        "id": "01alert",
        "kind": "findings",
        "created_at": MONDAY,
        "profile_id": "p1",
        "profile_name": "Batteries",
        "query": "solid state battery",
        "entries": entries,
        "more_link": "http://localhost:8420/api/v1/profiles/p1/findings",
        "alert_link": "http://localhost:8420/a/all-01alert",
        **fields,
    }
    return Message(**values)


def channel(url: str, template: Template | None = None) -> Channel:
    return Channel(
        name="c",
        url=url,
        template=template,
        events=["findings"],
        created_at=MONDAY,
        updated_at=MONDAY,
        revision=1,
        secrets=Secrets(webhook.secret_of(1)),
    )
