"""Values for templates; docs/reference/templates.md describes each of them.

Besides our own names there are those of changedetection.io, so that users can keep their templates; they are about the
first finding. Page text is escaped for the channel before it becomes a value.
"""

from typing import Any

from watchd.core.policy import describe
from watchd.model.alert import Message, MessageEntry
from watchd.model.finding import Finding
from watchd.model.values import rfc3339
from watchd.notify import default_text, escaping
from watchd.notify.default_text import Escape

MAX_DIFF_CHARS = 4000


def values(message: Message, escape: Escape) -> dict[str, Any]:
    findings = [_finding(entry, escape) for entry in message.entries]
    own = {
        "alert_id": message.id,
        "kind": message.kind,
        "created_at": rfc3339(message.created_at),
        "profile": {
            "id": message.profile_id or "",
            "name": escape(escaping.line(message.profile_name, 200)),
            "query": escape(escaping.line(message.query, 2000)),
        },
        "title": default_text.title(message, escape),
        "text": default_text.text(message, escape=escape),
        "message": escape(default_text.opening(message)),
        "findings": findings,
        "count": message.total,
        "more": message.more,
        "more_url": message.more_link,
        "alert_url": message.alert_link,
    }
    return {**_changedetection(message, findings[0] if findings else _no_finding(), escape), **own}


def _finding(entry: MessageEntry, escape: Escape) -> dict[str, Any]:
    finding = entry.finding
    added, removed = _changes(finding)
    return {
        "id": finding.id,
        "kind": finding.kind,
        "url": escaping.address(finding.url),
        "host": default_text.host(finding.url),
        "title": escape(default_text.headline(finding)),
        "language": finding.language or "",
        "score": float(describe.score(finding.score)),
        "summary": escape(escaping.lines(finding.summary, 2000)),
        "why": escape(default_text.reason(finding)),
        "terms": [escape(escaping.line(term.term, 100)) for term in finding.why.matched_terms],
        "path": [
            {"url": escaping.address(step.url), "anchor": escape(escaping.line(step.anchor, 200))}
            for step in finding.why.path
        ],
        "found_by": escape(escaping.line(finding.why.found_by, 100)),
        "found_at": rfc3339(finding.found_at),
        "published_at": rfc3339(finding.published_at) if finding.published_at else "",
        "values": [escape(row) for row in default_text.value_lines(finding)],
        "diff": escape("\n".join(default_text.changes(finding, MAX_DIFF_CHARS))),
        "diff_added": escape(added),
        "diff_removed": escape(removed),
        "sources": [escaping.address(url) for url in entry.sources],
        "more_sources": entry.more_sources,
        "relevant_url": entry.relevant_link,
        "irrelevant_url": entry.irrelevant_link,
    }


def _changes(finding: Finding) -> tuple[str, str]:
    if finding.change is None:
        return "", ""
    return (
        escaping.lines(finding.change.added, MAX_DIFF_CHARS),
        escaping.lines(finding.change.removed, MAX_DIFF_CHARS),
    )


def _no_finding() -> dict[str, Any]:
    return {
        "diff": "",
        "diff_added": "",
        "diff_removed": "",
        "url": "",
        "title": "",
        "summary": "",
        "found_at": "",
    }


def _changedetection(message: Message, first: dict[str, Any], escape: Escape) -> dict[str, Any]:
    """Return the values under the names of changedetection.io."""
    return {
        "base_url": message.more_link.partition("/api/")[0],
        "change_datetime": first["found_at"],
        "current_snapshot": first["summary"],
        "diff": first["diff"],
        "diff_clean": first["diff"],
        "diff_full": first["diff"],
        "diff_full_clean": first["diff"],
        "diff_patch": first["diff"],
        "diff_added": first["diff_added"],
        "diff_added_clean": first["diff_added"],
        "diff_removed": first["diff_removed"],
        "diff_removed_clean": first["diff_removed"],
        "diff_url": message.more_link,
        "preview_url": message.more_link,
        "notification_timestamp": int(message.created_at.timestamp()),
        "timestamp_from": "",
        "timestamp_to": first["found_at"],
        "triggered_text": first["summary"],
        "screenshot": "",
        "uuid": message.profile_id or "",
        "watch_uuid": message.profile_id or "",
        "watch_mime_type": "text/html",
        "watch_tag": escape(escaping.line(message.profile_name, 200)),
        "watch_title": first["title"] or escape(escaping.line(message.profile_name, 200)),
        "watch_url": first["url"],
    }
