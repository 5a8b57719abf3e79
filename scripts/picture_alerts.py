"""Pictures of docs/how-to: a mail as Chromium shows it, and the message that Slack gets.

Needs playwright and a Chromium: `python scripts/picture_alerts.py /usr/bin/chromium`.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from playwright.sync_api import sync_playwright

from watchd.model.alert import Message, MessageEntry
from watchd.model.finding import Change, Finding, MatchedTerm, PathStep, Why
from watchd.notify import default_text
from watchd.notify.channels import mail_html, slack

IMAGES = Path(__file__).parent.parent / "docs" / "how-to" / "images"
NOW = datetime(2026, 11, 16, 7, 30, tzinfo=UTC)
WHY = Why(
    (MatchedTerm("pilot line", 0.6), MatchedTerm("solid state", 0.4)),
    (PathStep("https://news.example.org/"), PathStep("https://plant.example.com/", "Press", 0.8)),
    "3",
)


def entry(
    number: int, kind: str, title: str, summary: str, score: float, change: Change | None = None
) -> MessageEntry:
    finding = Finding(
        id=f"f{number}",
        profile_id="p1",
        run_id="r1",
        page_id=f"page{number}",
        kind=kind,  # type: ignore[arg-type]
        url=f"https://plant.example.com/news/{number}",
        title=title,
        language="en",
        score=score,
        found_at=NOW,
        published_at=NOW,
        content_hash="",
        summary=summary,
        why=WHY,
        change=change,
    )
    address = "https://watchd.example.org/v"
    sources = ("https://daily.example.net/a", "https://wire.example.org/b") if number == 1 else ()
    return MessageEntry(
        finding,
        sources,
        3 if sources else 0,
        f"{address}/relevant-{number}",
        f"{address}/irrelevant-{number}",
        "https://watchd.example.org/a/all/f2" if change else "",
    )


def message() -> Message:
    first = "The first solid state cells left the pilot line on Monday. Deliveries to two car makers follow."
    return Message(
        id="01m7jd580e9zrr2xjxd3ehc4x4",
        kind="findings",
        created_at=NOW,
        profile_id="p1",
        profile_name="Solid-state batteries",
        query='solid state battery "pilot line"',
        entries=(
            entry(1, "new", "First cells leave the pilot line", first, 0.82),
            entry(
                2,
                "changed",
                "Roadmap of the plant",
                "Deliveries begin in May.",
                0.57,
                Change("Deliveries begin in May.", "Deliveries begin in June.", 0.12),
            ),
            entry(
                3,
                "gone",
                "Call for partners",
                "The pilot line looks for partners that test its cells in small cars.",
                0.41,
            ),
        ),
        more=4,
        more_link="https://watchd.example.org/api/v1/profiles/p1/findings",
        alert_link="https://watchd.example.org/a/all",
    )


def main(chromium: str) -> None:
    IMAGES.mkdir(exist_ok=True)
    alert = message()
    title, heading = default_text.title(alert), default_text.heading(alert)
    blocks = msgspec.json.format(
        msgspec.json.encode(slack.payload(alert, title, None, heading=heading)), indent=2
    )
    (IMAGES / "slack.json").write_bytes(blocks + b"\n")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 720, "height": 400}, color_scheme="light")
        page.set_content(mail_html.html(alert, title, heading))
        page.screenshot(path=IMAGES / "mail.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
