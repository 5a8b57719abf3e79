"""JSON of a webhook, and its signature by Standard Webhooks.

The signature covers id, timestamp and body. So a receiver can check that a message is from us and recent, and recognise a
repeat, which has the same id. docs/reference/webhook.md has the schema; `version` grows when a field is removed or changes
its meaning, and stays when a field is added.
"""

import base64
import hashlib
import hmac
from datetime import datetime, timedelta
from typing import Any

import msgspec

from watchd.core.policy.describe import unlinked
from watchd.model.alert import Message, MessageEntry
from watchd.model.channel import Secrets
from watchd.model.values import rfc3339
from watchd.notify import default_text, escaping

VERSION = 1
SECRET_PREFIX = "whsec_"  # noqa: S105 (prefix of secrets)
MAX_BODY_BYTES = 256 * 1024  # entries that do not fit are counted in `more`
MAX_TEXT_CHARS = 4000  # of `text`, for receivers that show only plain text
ROTATION_OVERLAP = timedelta(days=1)  # after a rotation, the former secret also signs


def secret_of(bits: int) -> str:
    """Return a secret of 256 random bits in the form that the receivers' libraries read."""
    return SECRET_PREFIX + base64.b64encode(bits.to_bytes(32, "big")).decode()


def headers(id: str, body: bytes, secrets: Secrets, now: datetime) -> tuple[tuple[str, str], ...]:
    seconds = str(int(now.timestamp()))
    signatures = [_signature(secret, id, seconds, body) for secret in _signing(secrets, now)]
    return (
        ("Content-Type", "application/json"),
        ("webhook-id", id),
        ("webhook-timestamp", seconds),
        ("webhook-signature", " ".join(signatures)),
    )


def body(message: Message, title: str, text: str) -> bytes:
    """Return the message as JSON, at most 256 KiB. `text` is the whole message, for receivers that show only plain text."""
    entries = list(message.entries)
    while True:
        encoded = msgspec.json.encode(_payload(message, entries, title, text))
        if len(encoded) <= MAX_BODY_BYTES or not entries:
            return encoded
        entries = entries[: len(entries) * MAX_BODY_BYTES // len(encoded)]


def _payload(message: Message, entries: list[MessageEntry], title: str, text: str) -> dict[str, Any]:
    profile = {"id": message.profile_id, "name": message.profile_name, "query": message.query}
    return {
        "type": f"alert.{message.kind}",
        "version": VERSION,
        "timestamp": rfc3339(message.created_at),
        "text": escaping.cut(text, MAX_TEXT_CHARS),
        "data": {
            "id": message.id,
            "title": title,
            "message": default_text.opening(message),
            "profile": profile if message.profile_id else None,
            "findings": [_finding(entry) for entry in entries],
            "more": message.total - len(entries),
            "more_url": message.more_link or None,
        },
    }


def _finding(entry: MessageEntry) -> dict[str, Any]:
    finding = entry.finding
    change = finding.change
    return {
        "id": finding.id,
        "kind": finding.kind,
        "url": escaping.address(finding.url),
        "title": escaping.line(finding.title, 500),
        "language": finding.language,
        "score": round(finding.score, 4),
        "found_at": rfc3339(finding.found_at),
        "published_at": rfc3339(finding.published_at) if finding.published_at else None,
        "summary": escaping.lines(finding.summary, 2000),
        "why": {
            "matched_terms": [
                {"term": escaping.line(term.term, 100), "weight": round(term.weight, 4)}
                for term in finding.why.matched_terms[:20]
            ],
            "path": [
                {
                    "page": unlinked(escaping.line(step.url, 2048)),  # the alert is about one page
                    "anchor": escaping.line(step.anchor, 200),
                    "energy": round(step.energy, 4),
                }
                for step in finding.why.path[-20:]
            ],
            "found_by": escaping.line(finding.why.found_by, 100),
        },
        "change": change
        and {
            "added": escaping.lines(change.added, 4000),
            "removed": escaping.lines(change.removed, 4000),
            "ratio": round(change.ratio, 4),
            "values": [
                {
                    "what": value.what,
                    "before": escaping.line(value.before, 200),
                    "after": escaping.line(value.after, 200),
                    "about": escaping.line(value.about, 200),
                }
                for value in change.values
            ],
        },
        "sources": [escaping.address(url) for url in entry.sources],
        "more_sources": entry.more_sources,
        "feedback": {"relevant": entry.relevant_link or None, "irrelevant": entry.irrelevant_link or None},
    }


def _signing(secrets: Secrets, now: datetime) -> list[str]:
    if secrets.former and secrets.rotated_at and now < secrets.rotated_at + ROTATION_OVERLAP:
        return [secrets.current, secrets.former]
    return [secrets.current]


def _signature(secret: str, id: str, seconds: str, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = hmac.digest(key, f"{id}.{seconds}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"
