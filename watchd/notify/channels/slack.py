"""Slack messages as blocks, within Slack's limits; Slack does not act on page text in them."""

from typing import Any

from watchd.model.alert import Message, MessageEntry
from watchd.notify import default_text, escaping

# Slack permits 150 characters in a header, 3,000 in a section, and 50 blocks.
MAX_HEADER_CHARS = 150
MAX_SECTION_CHARS = 3000
MAX_ENTRIES = 8
MAX_SUMMARY_CHARS = 300


def payload(message: Message, title: str, text: str | None, *, heading: str) -> dict[str, Any]:
    """Return the payload to post. `text` is the escaped text of a user's template; None: the default text.

    Slack shows the title in notifications, and the heading above the findings.
    """
    title = escaping.line(title, MAX_HEADER_CHARS)
    blocks = [_header(escaping.line(heading, MAX_HEADER_CHARS))]
    if text is not None:
        blocks += [_section(part) for part in _sections(text)]
    else:
        blocks += _default_blocks(message)
    return {"text": escaping.for_slack(title), "blocks": blocks, "unfurl_links": False, "unfurl_media": False}


def _default_blocks(message: Message) -> list[dict[str, Any]]:
    opening = default_text.opening(message)
    shown = message.entries[:MAX_ENTRIES]
    blocks = [_section(escaping.for_slack(opening))] if opening else []
    for entry in shown:
        blocks.append(_section(_main_text(entry)))
        blocks.append(_context(_details(entry)))
    more = default_text.and_more(message, len(shown))
    return [*blocks, _context(_link(message.alert_link, more))] if more else blocks


def _main_text(entry: MessageEntry) -> str:
    finding = entry.finding
    headline = escaping.for_slack(default_text.headline(finding))
    shown = default_text.changes(finding, MAX_SUMMARY_CHARS)[:6]
    rows = [
        f"*{_link('' if finding.kind == 'gone' else finding.url, headline)}*",
        escaping.for_slack(escaping.line(default_text.summary(finding, shown, MAX_SUMMARY_CHARS))),
        *(escaping.for_slack(escaping.cut(row, MAX_SUMMARY_CHARS)) for row in shown),
    ]
    return "\n".join(row for row in rows if row)


def _details(entry: MessageEntry) -> str:
    verdicts = " or ".join(
        _link(url, label)
        for url, label in ((entry.relevant_link, "relevant"), (entry.irrelevant_link, "not relevant"))
        if url
    )
    parts = [
        escaping.for_slack(default_text.facts(entry.finding)),
        escaping.for_slack(default_text.capitalised(default_text.reason(entry.finding))),
        escaping.for_slack(default_text.capitalised(default_text.sources(entry))),
        _link(entry.changes_link, "All changes") if entry.changes_link else "",
        f"Is it {verdicts}?" if verdicts else "",
    ]
    return "\n".join(part for part in parts if part)


def _link(url: str, label: str) -> str:
    """Return a link in Slack's syntax; | and > in an address would end it early."""
    address = escaping.address(url).replace("|", "%7C").replace(">", "%3E").replace("&", "&amp;")
    return f"<{address}|{label.replace('|', '¦')}>" if address else label


def _header(title: str) -> dict[str, Any]:
    return {
        "type": "header",
        "text": {"type": "plain_text", "text": escaping.cut(title, MAX_HEADER_CHARS), "emoji": False},
    }


def _section(text: str) -> dict[str, Any]:
    return {
        "type": "section",
        "text": {"type": "mrkdwn", "text": escaping.cut(text, MAX_SECTION_CHARS), "verbatim": True},
    }


def _context(text: str) -> dict[str, Any]:
    short = escaping.cut(text or " ", MAX_SECTION_CHARS)
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": short, "verbatim": True}]}


def _sections(text: str) -> list[str]:
    """Split a long text into sections."""
    return [
        text[start : start + MAX_SECTION_CHARS]
        for start in range(0, min(len(text), 10 * MAX_SECTION_CHARS), MAX_SECTION_CHARS)
    ]
