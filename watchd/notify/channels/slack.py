"""Slack's blocks: short, within its limits, with nothing of a stranger's that Slack would act on."""

from typing import Any

from watchd.model.alert import Message, MessageEntry
from watchd.notify import default_text, escaping

# Slack's own limits are 150 characters for a header, 3,000 for a section and 50 blocks; nobody reads that much.
HEADER = 150
SECTION = 3000
MAX_ENTRIES = 8
SUMMARY = 300


def payload(message: Message, title: str, text: str | None) -> dict[str, Any]:
    """What is posted. `text` is a person's own words for the body, already safe; None: ours."""
    blocks = [_header(title)]
    if text is not None:
        blocks += [_section(part) for part in _parts(text)]
    else:
        blocks += _own(message)
    return {"text": escaping.for_slack(title), "blocks": blocks, "unfurl_links": False, "unfurl_media": False}


def _own(message: Message) -> list[dict[str, Any]]:
    opening = default_text.opening(message)
    shown = message.entries[:MAX_ENTRIES]
    blocks = [_section(escaping.for_slack(opening))] if opening else []
    for entry in shown:
        blocks.append(_section(_about(entry)))
        blocks.append(_context(_asides(entry)))
    more = default_text.and_more(message, len(shown))
    return [*blocks, _context(_link(message.alert_link, more))] if more else blocks


def _about(entry: MessageEntry) -> str:
    finding = entry.finding
    headline = escaping.for_slack(default_text.headline(finding))
    rows = [
        f"*{_link(finding.url, headline)}*",
        escaping.for_slack(escaping.line(finding.summary, SUMMARY)),
        *(escaping.for_slack(escaping.cut(row, SUMMARY)) for row in default_text.changes(finding, SUMMARY)[:6]),
    ]
    return "\n".join(row for row in rows if row)


def _asides(entry: MessageEntry) -> str:
    verdicts = " or ".join(
        _link(url, label)
        for url, label in ((entry.relevant_link, "relevant"), (entry.irrelevant_link, "not relevant"))
        if url
    )
    parts = [
        escaping.for_slack(default_text.facts(entry.finding)),
        escaping.for_slack(default_text.reason(entry.finding)),
        escaping.for_slack(default_text.sources(entry)),
        f"Is it {verdicts}?" if verdicts else "",
    ]
    return "\n".join(part for part in parts if part)


def _link(url: str, label: str) -> str:
    """Slack's link syntax; | and > in an address would end it early."""
    there = escaping.address(url).replace("|", "%7C").replace(">", "%3E").replace("&", "&amp;")
    return f"<{there}|{label.replace('|', '¦')}>" if there else label


def _header(title: str) -> dict[str, Any]:
    return {
        "type": "header",
        "text": {"type": "plain_text", "text": escaping.cut(title, HEADER), "emoji": False},
    }


def _section(text: str) -> dict[str, Any]:
    return {
        "type": "section",
        "text": {"type": "mrkdwn", "text": escaping.cut(text, SECTION), "verbatim": True},
    }


def _context(text: str) -> dict[str, Any]:
    said = escaping.cut(text or " ", SECTION)
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": said, "verbatim": True}]}


def _parts(text: str) -> list[str]:
    """A long text as several sections."""
    return [text[start : start + SECTION] for start in range(0, min(len(text), 10 * SECTION), SECTION)]
